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
    ///   - contents: of files, by path; those that are not there tell nothing.
    ///   - limits: what a file may ask for.
    /// - Returns: nil where frames do not need each other.
    func sharedVerdicts(
        of file: File,
        _ contents: [String: [UInt8]],
        _ limits: DecodeLimits
    ) -> AreaVerdicts? {
        guard !file.following.isEmpty, file.also.isEmpty, keying.settings?.mode == .best else {
            return nil
        }
        let told = file.all.compactMap { frame -> AreaVerdicts? in
            guard let content = contents[frame.path],
                let (decoded, _) = try? frame.reading.decode(content, limits: limits),
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
