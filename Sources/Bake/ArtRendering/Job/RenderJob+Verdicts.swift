import AtlasBuilding
import ChromaKey
import ImageCodec

extension RenderJob {
    /// What all frames of an animation tell of their greens, where each is a file of its own.
    ///
    /// A lens or a shadow does not change from frame to frame. Frames of one file are keyed together
    /// anyway.
    ///
    /// - Parameters:
    ///   - file: its first frame.
    ///   - reader: has the contents of files; those that are not there tell nothing.
    /// - Returns: nil where frames do not need each other.
    func sharedVerdicts(of file: File, _ reader: FileReader) -> AreaVerdicts? {
        guard !file.following.isEmpty, file.also.isEmpty, keying.settings?.mode == .best else {
            return nil
        }
        let told = file.all.compactMap { frame -> AreaVerdicts? in
            guard reader.contents[frame.path] != nil,
                let (decoded, _) = try? reader.decoded(frame),
                let settings = keying.settings(for: decoded)
            else { return nil }
            return areaVerdicts(
                of: decoded.image,
                settings: settings,
                hints: KeyHints(decoded.info)
            )
        }
        return AreaVerdicts(joining: told)
    }
}
