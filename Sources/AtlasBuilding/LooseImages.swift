package import Export
package import FileStore
package import ImageCodec
internal import PictureFiles
internal import Raster

/// The pictures that a `.spriteatlas` holds instead of pages: each frame whole, at each scale.
///
/// - Parameters:
///   - atlases: the atlas at each of its scales.
///   - frames: what was laid out.
///   - effort: of the encoder.
/// - Returns: files beside the descriptors.
/// - Throws: `DiskError` when there is not enough memory.
package func looseImages(
    of atlases: [AtlasDescription],
    _ frames: [RenderedFrame],
    effort: PNGEffort
) throws(DiskError) -> [OutputFile] {
    let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
    var files: [OutputFile] = []
    for image in spriteAtlasImages(atlases) {
        guard let frame = byName[image.frame] else { continue }
        let whole = frame.fitted(scales: [image.scale], trims: false, threshold: 0)
        // A frame without a visible pixel has no picture; the game wants it all the same.
        let clear = frame.sourceSize.scaled(by: image.scale).map { StraightImage(size: $0) }
        guard let picture = whole.pictures[image.scale] ?? clear else { continue }
        let bytes = try encode(picture, for: image.path, effort: effort)
        files.append(OutputFile(path: image.path, bytes: bytes))
    }
    return files
}
