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

/// Decodes all frames of a document, or of one layer or group.
func decodeAsepriteSheet(
    _ bytes: [UInt8],
    part: String?,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedSheet {
    let document = try AsepriteDocument(bytes, limits: limits)
    var sheet = FrameSheet(try document.layout(limits))
    var drawing = try AsepriteDrawing(document, part: part, limits: limits)
    for (frame, duration) in document.durations.enumerated() {
        sheet.append(try drawing.frame(frame), duration: duration)
    }
    let colors = document.colors
    var result = sheet.finished(colors.describing(document.header.info))
    result.image.convert(from: colors, limits, &result.info)
    return result
}

func decodeAseprite(
    _ bytes: [UInt8],
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedImage {
    let document = try AsepriteDocument(bytes, limits: limits)
    var drawing = try AsepriteDrawing(document, part: nil, limits: limits)
    let colors = document.colors
    let info = colors.describing(document.header.info)
    var result = DecodedImage(image: try drawing.frame(0), info: info)
    result.image.convert(from: colors, limits, &result.info)
    return result
}

/// Reads what a document declares about its frames, without unpacking pixels.
func readAsepriteFacts(
    _ bytes: [UInt8],
    limits: DecodeLimits
) throws(ImageDecodingError) -> SheetFacts {
    let document = try AsepriteDocument(bytes, limits: limits)
    var facts = SheetFacts(try document.layout(limits), durations: document.durations)
    facts.parts = document.layers.parts.map { document.layers[$0].path }
    facts.tags = document.tags
    facts.slices = document.slices.map { document.header.aspect.scaled($0) }
    return facts
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

    fileprivate func layout(_ limits: DecodeLimits) throws(ImageDecodingError) -> SheetLayout {
        try limits.layout(frames: header.frames, of: header.frameSize, in: .aseprite)
    }
}
