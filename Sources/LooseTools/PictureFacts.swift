internal import Digests
package import FileStore
package import ImageCodec
package import PictureFiles
internal import Raster

/// What a picture file holds, for `kiln inspect`.
package struct PictureFacts: Hashable, Sendable, Encodable {
    package var path: String
    package var format: ImageFormat
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool
    package var frames: Int
    /// Of the decoded pixels: straight-alpha RGBA8, row-major, packed.
    package var rgba8SHA256: String
}

/// Reads and decodes a picture file.
///
/// - Parameters:
///   - path: the file.
///   - disk: where it is.
///   - limits: what it may declare.
/// - Returns: its facts.
/// - Throws: `PictureFailure` when it cannot be read or decoded.
package func inspectPicture(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits = DecodeLimits()
) throws(PictureFailure) -> PictureFacts {
    let decoded = try decodePicture(path, disk: disk, limits: limits)
    return PictureFacts(
        path: path,
        format: decoded.info.format,
        width: decoded.image.width,
        height: decoded.image.height,
        hasAlpha: decoded.info.hasAlpha,
        frames: decoded.info.frames,
        rgba8SHA256: unsafe decoded.image.withPixels { pixels in
            unsafe Digest(of: UnsafeRawBufferPointer(pixels)).text
        }
    )
}
