public import Raster

/// Encodes straight RGBA8 as a PNG.
///
/// Decoding gives back every pixel bit for bit, colors under alpha 0 included. The file is a
/// function of the picture and the effort alone: the same on every machine with the same libdeflate.
/// Gray, palette and smaller depths are used where they are smaller and lose nothing.
///
/// - Throws: `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    effort: PNGEffort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let candidates = PNGLayout.candidates(for: ColorCensus(image), image.size)
    var best: (layout: PNGLayout, data: [UInt8])?
    for layout in candidates {
        guard let data = compressed(PNGRows(image, layout), layout, effort) else {
            throw .outOfMemory(width: image.width, height: image.height)
        }
        if let best, best.data.count + best.layout.tableBytes <= data.count + layout.tableBytes {
            continue
        }
        best = (layout, data)
    }
    guard let best else { throw .outOfMemory(width: image.width, height: image.height) }
    return pngFile(image.size, best.layout, best.data)
}

/// The pixels of one animation frame, as the zlib stream that IDAT and fdAT carry.
///
/// All frames of a file share one header, so the layout is always RGBA at 8 bits.
package func encodePNGFrame(
    _ image: StraightImage,
    effort: PNGEffort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    guard let data = compressed(PNGRows(image, .rgba), .rgba, effort) else {
        throw .outOfMemory(width: image.width, height: image.height)
    }
    return data
}

/// The data of an IHDR chunk for 8-bit RGBA without interlacing.
package func pngHeaderForRGBA(_ size: PixelSize) -> [UInt8] { pngHeader(size, .rgba) }

private func pngHeader(_ size: PixelSize, _ layout: PNGLayout) -> [UInt8] {
    UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        + [UInt8(layout.bitDepth), layout.kind.rawValue, 0, 0, 0]
}

private func pngFile(_ size: PixelSize, _ layout: PNGLayout, _ data: [UInt8]) -> [UInt8] {
    var file = PNGWriter()
    file.append("IHDR", pngHeader(size, layout))
    if let palette = layout.paletteChunk { file.append("PLTE", palette) }
    if let transparency = layout.transparencyChunk { file.append("tRNS", transparency) }
    // A chunk's length is below 2^31.
    for start in stride(from: 0, to: data.count, by: 1 << 30) {
        file.append("IDAT", data[start..<min(data.count, start + 1 << 30)])
    }
    file.append("IEND", [])
    return file.bytes
}
