import Raster

// Documents of Aseprite: files called .aseprite or .ase.
//
// Format: https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
//
//     AsepriteHeader       canvas, color mode, number of frames
//     AsepriteDocument     chunks become layers, cels, palettes, tilesets, tags and slices
//     AsepriteLayer        what is shown, and which parts can be asked for by name
//     AsepriteDrawing      cels in their order, unpacked and blended onto a frame
//     BlendMode            a layer's color over the one below
//
// A document is small while it is read: pixels stay packed in the file's bytes until a frame is drawn.

/// Decodes all frames of a document, or the first, or those of one layer or group.
func decodeAseprite(
    _ bytes: [UInt8],
    part: String?,
    limits: DecodeLimits,
    isStill: Bool
) throws(ImageDecodingError) -> DecodedSheet {
    let document = try AsepriteDocument(bytes, limits: limits)
    let durations = document.durations.prefix(isStill ? 1 : document.durations.count)
    let size = document.header.frameSize
    var sheet = FrameSheet(try limits.layout(frames: durations.count, of: size, in: .aseprite))
    var drawing = try AsepriteDrawing(document, part: part, limits: limits)
    for (frame, duration) in durations.enumerated() {
        sheet.append(try drawing.frame(frame), duration: duration)
    }
    let colors = document.colors
    var result = sheet.finished(colors.describing(document.header.info))
    result.image.convert(from: colors, limits, &result.info)
    return result
}

extension AsepriteDocument {
    /// Blending uses the file's values; only the result is converted.
    fileprivate var colors: FoundColors {
        switch profile {
        case .unsaid: FoundColors()
        case .sRGB: FoundColors(name: "sRGB")
        case .gamma(let gamma): FoundColors(colors: .gamma(1 / gamma), name: "gamma \(gamma)")
        case .icc(let range): FoundColors(profile: Array(bytes[range]))
        }
    }
}
