package import FileStore
import ImageCodec
package import Raster

/// A description of unpacked sprites at one scale, each on a separate page.
///
/// For `spriteatlas`, whose pages Xcode draws. Includes frames without a visible pixel.
package func looseSprites(
    _ frames: [RenderedFrame],
    name: String,
    scale: Int
) -> AtlasDescription {
    AtlasDescription(
        name: name,
        scale: Double(scale),
        pages: frames.map { frame in
            let (width, height) = (frame.sourceSize.width * scale, frame.sourceSize.height * scale)
            let whole = AtlasFrame(name: frame.name, x: 0, y: 0, width: width, height: height)
            return .init(imageFile: frame.name, width: width, height: height, frames: [whole])
        }
    )
}

extension RenderedFrame {
    /// The untrimmed image; nil at a scale that was not rendered.
    package func whole(atScale scale: Int) -> StraightImage? {
        guard trim != nil else {
            return sourceSize.scaled(by: scale).map { StraightImage(size: $0) }
        }
        return fitted(scales: [scale], trims: false, threshold: 0).pictures[scale]?.unpacked()
    }
}

/// The images that a `.spriteatlas` has instead of pages: each frame untrimmed, at each scale, even
/// without a visible pixel.
///
/// Throws `DiskError` if out of memory, and `CancellationError`.
package func looseImages(
    of atlases: [AtlasDescription],
    _ frames: [RenderedFrame],
    effort: Effort,
    jobs: Int
) async throws -> [OutputFile] {
    let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
    let images = spriteAtlasImages(atlases)
    let files = try await inParallel(images.count, jobs: jobs) { index -> OutputFile? in
        let image = images[index]
        guard let whole = byName[image.frame]?.whole(atScale: image.scale) else { return nil }
        let bytes = try encode(whole, for: image.path, effort: effort)
        return OutputFile(path: image.path, bytes: bytes)
    }
    return files.compactMap(\.self)
}
