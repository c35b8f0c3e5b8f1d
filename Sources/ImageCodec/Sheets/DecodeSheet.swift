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
    switch format {
    case .png: return try decodePNGSheet(bytes.span, limits: limits)
    case .jpeg: return DecodedSheet(still: try decodeJPEG(bytes.span, limits: limits))
    case .webp: return try decodeWebPSheet(bytes.span, limits: limits)
    case .gif: return try decodeGIFSheet(bytes.span, limits: limits)
    case .aseprite: return try decodeAsepriteSheet(bytes, part: part, limits: limits)
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
    case .png: return try readPNGSheetFacts(bytes.span, limits: limits)
    case .jpeg:
        let size = try JPEGHeader(bytes.span, limits: limits).summary.size
        return SheetFacts(frames: 1, size: size, durations: [])
    case .webp: return try readWebPSheetFacts(bytes.span, limits: limits)
    case .gif: return try readGIFSheetFacts(bytes.span, limits: limits)
    case .aseprite: return try readAsepriteFacts(bytes, limits: limits)
    }
}
