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

/// Decodes a file with all its frames, each as displayed: disposed, blended, composited.
///
/// Frames are in rows of cells (`SheetLayout`); a still image has one. `part` is the name of a
/// layer or group of an Aseprite document; nil for all that is visible. Limits apply to all frames
/// together. Error messages name the format and the reason but not the file.
public func decodeSheet(
    _ bytes: [UInt8],
    part: String? = nil,
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> DecodedSheet {
    let format = try ImageFormat(sniffing: bytes.span)
    if let part, format != .aseprite { throw .noSuchPart(format, part, known: []) }
    return try decodeFrames(bytes, format, part: part, limits: limits)
}

/// All frames of a file; `isStill`: the first, or a PNG's default image.
func decodeFrames(
    _ bytes: [UInt8],
    _ format: ImageFormat,
    part: String? = nil,
    limits: DecodeLimits,
    isStill: Bool = false
) throws(ImageDecodingError) -> DecodedSheet {
    switch format {
    case .png where isStill: DecodedSheet(still: try decodePNG(bytes.span, limits: limits))
    case .png: try decodePNGSheet(bytes.span, limits: limits)
    case .jpeg: DecodedSheet(still: try decodeJPEG(bytes.span, limits: limits))
    case .webp: try decodeWebP(bytes.span, limits: limits, isStill: isStill)
    case .gif: try decodeGIF(bytes.span, limits: limits, isStill: isStill)
    case .aseprite: try decodeAseprite(bytes, part: part, limits: limits, isStill: isStill)
    }
}

/// Reads what a file declares about its frames, without decoding pixels; limits apply to all frames
/// together.
public func readSheetFacts(
    _ bytes: [UInt8],
    limits: DecodeLimits = DecodeLimits()
) throws(ImageDecodingError) -> SheetFacts {
    let format = try ImageFormat(sniffing: bytes.span)
    switch format {
    case .png:
        let header = try PNGHeader(bytes.span, limits: limits)
        let frames = try APNGFrames(bytes.span, header, limits: limits)?.frames ?? []
        let layout = try limits.layout(frames: max(1, frames.count), of: header.size, in: format)
        return SheetFacts(layout, durations: frames.map(\.duration))
    case .jpeg:
        let size = try JPEGHeader(bytes.span, limits: limits).size
        return SheetFacts(frames: 1, size: size, durations: [])
    case .webp:
        let header = try WebPHeader(bytes.span, limits: limits)
        let layout = try limits.layout(frames: header.frames, of: header.size, in: format)
        let durations = header.frames > 1 ? try header.durations(bytes.span) : []
        return SheetFacts(layout, durations: durations)
    case .gif:
        let summary = try GIFSummary(bytes.span, limits: limits)
        let frames = summary.durations.count
        let layout = try limits.layout(frames: frames, of: summary.size, in: format)
        return SheetFacts(layout, durations: summary.durations)
    case .aseprite:
        let document = try AsepriteDocument(bytes, limits: limits)
        let frameSize = document.header.frameSize
        let layout = try limits.layout(frames: document.header.frames, of: frameSize, in: format)
        var facts = SheetFacts(layout, durations: document.durations)
        facts.parts = document.layers.parts.map { document.layers[$0].path }
        facts.tags = document.tags
        facts.slices = document.slices.map { document.header.aspect.scaled($0) }
        return facts
    }
}
