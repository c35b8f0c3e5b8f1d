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
    /// How long each frame is shown, in milliseconds; nil for a still picture.
    package var durations: [Int]?
    /// What the file calls the meaning of its numbers; nil when it says nothing.
    package var colorSpace: String?
    /// Why that cannot be honored; nil when it can.
    package var colorTrouble: String?
    /// Of the decoded pixels: straight-alpha RGBA8, row-major, packed; as the file has them, before
    /// colors are converted.
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
    let bytes = try readPicture(path, disk: disk)
    var limits = limits
    limits.convertsColors = false
    let decoded = try decodePicture(bytes, of: path, limits: limits)
    // A damaged animation may still have a first picture.
    let facts = decoded.info.frames > 1 ? try? readSheetFacts(bytes, limits: limits) : nil
    return PictureFacts(
        path: path,
        format: decoded.info.format,
        width: decoded.image.width,
        height: decoded.image.height,
        hasAlpha: decoded.info.hasAlpha,
        frames: decoded.info.frames,
        durations: facts?.durations,
        colorSpace: decoded.info.colorSpace,
        colorTrouble: decoded.info.colorTrouble,
        rgba8SHA256: unsafe decoded.image.withPixels { pixels in
            unsafe Digest(of: UnsafeRawBufferPointer(pixels)).text
        }
    )
}
