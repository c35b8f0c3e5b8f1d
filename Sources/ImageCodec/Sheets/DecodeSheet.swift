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
