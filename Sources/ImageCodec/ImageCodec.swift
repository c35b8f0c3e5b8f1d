public import Raster

// ImageCodec: image files.
//
// In: the bytes of a PNG, JPEG, WebP, GIF or Aseprite document. Out: straight RGBA8 pixels in sRGB
// (`decodeImage`), all frames side by side (`decodeSheet`), and the facts of the file that later
// stages need. In the other direction: pixels to a PNG, sequences to an APNG or a GIF. Nothing here
// uses a disk, a clock or another thread; no file contents trap, and declared sizes are checked
// before anything is allocated.

/// Decodes an image, or the first frame of an animation, to straight RGBA8 in sRGB.
///
/// PNG: every color type and depth, and Xcode's variant; 16-bit samples are rounded to 8 bits after
/// color conversion, and an APNG gives its default image. JPEG: baseline, progressive, gray, CMYK
/// and YCCK; the EXIF orientation is applied. WebP and GIF: as in browsers, except that a WebP's
/// EXIF orientation is ignored. Colors that cannot be converted are assumed to be sRGB, and
/// `ImageInfo.colorTrouble` has the reason. Error messages name the format and the reason but not
/// the file.
public func decodeImage(
    _ bytes: [UInt8],
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> DecodedImage {
    let format = try ImageFormat(sniffing: bytes.span)
    let sheet = try decodeFrames(bytes, format, limits: limits, isStill: true)
    return DecodedImage(image: sheet.image, info: sheet.info)
}

/// Reads the size, as `decodeImage` would return it, and the facts of a file without decoding
/// pixels.
///
/// `SheetLayout` gives the size of a sheet with all frames. Damaged pixels are not detected.
public func readImageInfo(
    _ bytes: [UInt8],
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> (size: PixelSize, info: ImageInfo) {
    let format = try ImageFormat(sniffing: bytes.span)
    switch format {
    case .png:
        let header = try PNGHeader(bytes.span, limits: limits)
        return (header.size, header.info(header.colors(in: bytes.span)))
    case .jpeg:
        let header = try JPEGHeader(bytes.span, limits: limits)
        return (header.size, header.info)
    case .webp:
        let header = try WebPHeader(bytes.span, limits: limits)
        return (header.size, header.info)
    case .gif:
        let summary = try GIFSummary(bytes.span, limits: limits)
        return (summary.size, summary.info)
    case .aseprite:
        var cursor = AsepriteCursor(bytes, "the header")
        let header = try AsepriteHeader(&cursor, limits: limits)
        return (header.frameSize, header.info)
    }
}
