package import FileStore
package import ImageCodec
import Raster

/// The images that a `.spriteatlas` has instead of pages: each frame untrimmed, at each scale, even
/// without a visible pixel.
///
/// Throws `DiskError` if out of memory, and `CancellationError`.
package func looseImages(
    of atlases: [AtlasDescription],
    _ frames: [RenderedFrame],
    effort: PNGEffort,
    jobs: Int
) async throws -> [OutputFile] {
    let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
    let images = spriteAtlasImages(atlases)
    let files = try await inParallel(images.count, jobs: jobs) { index in
        let image = images[index]
        return Result { () throws(DiskError) -> OutputFile? in
            guard let whole = byName[image.frame]?.whole(atScale: image.scale) else { return nil }
            let bytes = try encode(whole, for: image.path, effort: effort)
            return OutputFile(path: image.path, bytes: bytes)
        }
    }
    return try files.compactMap { try $0.get() }
}
