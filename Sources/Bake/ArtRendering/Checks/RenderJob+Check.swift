import AtlasBuilding
package import FileStore
package import ImageCodec
import Raster

extension RenderJob {
    /// Decodes, keys and cuts files, and says what would look broken.
    ///
    /// - Parameters:
    ///   - files: those of the asset to look at.
    ///   - uses: what its frames are used for.
    ///   - pageLimit: frames with a longer side, in points, are noted.
    ///   - contents: files that were read already, by path.
    ///   - disk: where the files are.
    ///   - limits: what a file may ask for.
    /// - Returns: what they told, and why others could not be looked at.
    package func check(
        _ files: [File],
        _ uses: AssetUses,
        pageLimit: Int? = nil,
        contents: [String: [UInt8]] = [:],
        disk: any Disk,
        limits: DecodeLimits
    ) async -> (checked: CheckedAsset, failures: [RenderFailure]) {
        do throws(RenderFailure) {
            let needs = files.flatMap { file in
                let need = checkNeed(of: file) + (keying == .never ? .reading : .keying)
                return file.allRead.map { ($0, need + .others(file.also.count)) }
            }
            return try await working(on: needs, contents, disk: disk, limits: limits) { contents in
                var checker = AssetChecker(self, uses, pageLimit: pageLimit)
                var failures: [RenderFailure] = []
                for file in files {
                    do throws(RenderFailure) {
                        try look(at: file, contents, disk, limits, &checker)
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
        _ contents: [String: [UInt8]],
        _ disk: any Disk,
        _ limits: DecodeLimits,
        _ checker: inout AssetChecker
    ) throws(RenderFailure) {
        var size: PixelSize?
        let verdicts = sharedVerdicts(of: file, contents, limits)
        for (number, frame) in file.all.enumerated() {
            let content = contents[frame.path]
            let picture = try open(
                frame,
                contents,
                verdicts: verdicts,
                keepsSource: false,
                disk: disk,
                limits: limits
            )
            try frame.require(picture.image.size, like: &size)
            try checker.add(
                picture,
                try cut(picture, of: file, limits: limits),
                number: number,
                of: file,
                source: { original(of: picture, frame, content, limits) }
            )
        }
    }

    /// The picture as it was before it was keyed.
    func original(
        of picture: SourcePicture,
        _ file: File,
        _ content: [UInt8]?,
        _ limits: DecodeLimits
    ) -> StraightImage {
        picture.source
            ?? content.flatMap { try? file.reading.decode($0, limits: limits).picture.image }
            ?? picture.image
    }

    /// What looking at a file takes beside keying it: numbered frames lie side by side.
    func checkNeed(of file: File) -> PictureNeed {
        let frames = file.following.isEmpty ? 1 : file.all.count
        let need = PictureNeed(bytesPerPixel: 4 * Double(frames))
        return cutting?.copiesFrames == true ? need + .registering : need
    }
}
