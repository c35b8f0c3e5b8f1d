package import FileStore
package import ImageCodec
package import Raster

/// A picture, or a part of it, as the bytes of a PNG file.
///
/// - Throws: `DiskError` that names the file when there is not enough memory.
package func encode(
    _ image: StraightImage,
    only part: PixelRect? = nil,
    for path: String,
    effort: PNGEffort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, only: part ?? PixelRect(image.size), effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}
