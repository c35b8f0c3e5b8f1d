public import Raster

// ImageCodec: pictures as files.
//
// In: the bytes of a PNG, JPEG, WebP, GIF or Aseprite document. Out: straight RGBA8 pixels in sRGB
// (`decodeImage`), all frames side by side (`decodeSheet`), and the facts of the file that later
// stages need. And back: pixels to a PNG, sequences to an APNG or a GIF. Nothing here
// touches a disk, a clock or another thread; nothing in a file's contents traps, and declared sizes
// are checked before anything is allocated.

/// Decodes a picture, of an animation the first frame, to straight RGBA8 in sRGB.
///
/// PNG: every color type and depth, and what Xcode makes of them; 16-bit samples are rounded to the
/// nearest of 8 bits after their colors were converted, and an APNG gives its default image. JPEG:
/// baseline, progressive, gray, CMYK and YCCK; the EXIF orientation is applied. WebP and GIF: as
/// browsers show them, but for the orientation that EXIF may say in a WebP. Colors that cannot be
/// converted are taken for sRGB, and the facts say why.
///
/// - Throws: `ImageDecodingError`, whose text names the format and the reason but not the file.
public func decodeImage(
    _ bytes: [UInt8],
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> DecodedImage {
    let format = try ImageFormat(sniffing: bytes.span)
    switch format {
    case .png: return try decodePNG(bytes.span, limits: limits)
    case .jpeg: return try decodeJPEG(bytes.span, limits: limits)
    case .webp: return try decodeWebP(bytes.span, limits: limits)
    case .gif: return try decodeGIF(bytes.span, limits: limits)
    case .aseprite: return try decodeAseprite(bytes, limits: limits)
    }
}

/// Reads the size, as `decodeImage` would give it, and the facts of a file; decodes no pixels.
///
/// With the number of frames, `SheetLayout` tells the size of the whole sheet.
///
/// A file whose pixels are damaged may pass here.
///
/// - Throws: `ImageDecodingError` when the header is damaged, unsupported or larger than `limits`.
public func readImageInfo(
    _ bytes: [UInt8],
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> (size: PixelSize, info: ImageInfo) {
    let format = try ImageFormat(sniffing: bytes.span)
    switch format {
    case .png: return try readPNGInfo(bytes.span, limits: limits)
    case .jpeg: return try JPEGHeader(bytes.span, limits: limits).summary
    case .webp: return try readWebPInfo(bytes.span, limits: limits)
    case .gif: return try readGIFInfo(bytes.span, limits: limits)
    case .aseprite: return try readAsepriteInfo(bytes, limits: limits)
    }
}
