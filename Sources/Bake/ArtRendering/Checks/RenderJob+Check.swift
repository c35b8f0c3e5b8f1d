import AtlasBuilding
import FileStore
import ImageCodec
import Raster

extension RenderJob {
    /// Decodes, keys and cuts some of the asset's files, and finds what would look broken, and which
    /// could not be checked.
    ///
    /// Frames with a side longer than `pageLimit` points are noted. `contents` are files that were
    /// read already, by path.
    func check(
        _ files: [File],
        _ uses: AssetUses,
        pageLimit: Int?,
        contents: [String: [UInt8]],
        in context: RenderContext
    ) async -> (checked: CheckedAsset, failures: [RenderFailure]) {
        let (disk, limits) = (context.disk, context.limits)
        do throws(RenderFailure) {
            let needs = files.flatMap { file in
                let need = checkNeed(of: file) + (keying == .never ? .reading : .keying)
                return file.allRead.map { ($0, need + .others(file.also.count)) }
            }
            let reader = FileReader(disk: disk, limits: limits, contents: contents)
            return try await working(on: needs, reader) { reader in
                var checker = AssetChecker(self, uses, pageLimit: pageLimit)
                var failures: [RenderFailure] = []
                for file in files {
                    do throws(RenderFailure) {
                        try look(at: file, reader, &checker)
                    } catch {
                        failures.append(error)
                    }
                }
                return (checker.finished(), failures)
            }
        } catch {
            return (CheckedAsset(), [error])
        }
    }

    private func look(
        at file: File,
        _ reader: FileReader,
        _ checker: inout AssetChecker
    ) throws(RenderFailure) {
        var size: PixelSize?
        let verdicts = sharedVerdicts(of: file, reader)
        for (number, frame) in file.all.enumerated() {
            let picture = try open(frame, reader, verdicts: verdicts, keepsSource: false)
            try frame.require(picture.image.size, like: &size)
            try checker.add(
                picture,
                try cut(picture, of: file, limits: reader.limits),
                number: number,
                of: file,
                source: { original(of: picture, frame, reader) }
            )
        }
    }

    /// The picture as it was before it was keyed.
    func original(
        of picture: SourcePicture,
        _ file: File,
        _ reader: FileReader
    ) -> StraightImage {
        if let source = picture.source { return source }
        guard reader.contents[file.path] != nil, let decoded = try? reader.decoded(file) else {
            return picture.image
        }
        return decoded.picture.image
    }

    /// What looking at a file takes besides keying it: numbered frames are side by side.
    func checkNeed(of file: File) -> PictureNeed {
        let frames = file.following.isEmpty ? 1 : file.all.count
        let need = PictureNeed(bytesPerPixel: 4 * Double(frames))
        return cutting?.copiesFrames == true ? need + .registering : need
    }
}
