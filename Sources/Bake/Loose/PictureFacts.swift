internal import Digests
public import ImageCodec
internal import Raster

/// What a picture file holds, for `kiln inspect`.
public struct PictureFacts: Hashable, Sendable {
    public var path: String
    public var format: ImageFormat
    public var width: Int
    public var height: Int
    public var hasAlpha: Bool
    public var frames: Int
    /// Of the decoded pixels: straight-alpha RGBA8, row-major, packed.
    public var rgba8SHA256: String
}

/// Why a picture file says nothing.
public struct PictureFailure: Error, Hashable, Sendable {
    public var path: String
    /// The file's bytes could not be had at all.
    public var isUnreadable: Bool
    public var message: String
}

/// Reads and decodes a picture file.
///
/// - Parameters:
///   - path: the file.
///   - disk: where it is.
///   - limits: what it may declare.
/// - Returns: its facts.
/// - Throws: `PictureFailure` when it cannot be read or decoded.
public func inspectPicture(
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

func decodePicture(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits
) throws(PictureFailure) -> DecodedImage {
    let bytes: [UInt8]
    do throws(DiskError) {
        bytes = try disk.read(path)
    } catch {
        throw PictureFailure(path: path, isUnreadable: true, message: error.reason)
    }
    do throws(ImageDecodingError) {
        return try decodeImage(bytes, limits: limits)
    } catch {
        throw PictureFailure(path: path, isUnreadable: false, message: error.description)
    }
}
