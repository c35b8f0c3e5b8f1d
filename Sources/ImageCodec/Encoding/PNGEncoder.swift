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
    try encodePNG(image, only: PixelRect(image.size), effort: effort)
}

/// Encodes a part of a picture, where it is, as a PNG of its own.
///
/// - Throws: `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    only part: PixelRect,
    effort: PNGEffort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let file = unsafe image.withPixels { pixels in
        unsafe encoded(PixelRows(pixels, width: image.width, in: part), effort)
    }
    guard let file else { throw .outOfMemory(width: part.width, height: part.height) }
    return file
}

/// Nil when memory ran out.
private func encoded(_ pixels: PixelRows, _ effort: PNGEffort) -> [UInt8]? {
    var best: (layout: PNGLayout, data: [[UInt8]], count: Int)?
    for layout in PNGLayout.candidates(for: ColorCensus(pixels), pixels.size) {
        guard let data = compressed(PNGRows(pixels, layout), layout, effort) else { return nil }
        let count = layout.tableBytes + data.reduce(0) { $0 + $1.count }
        if let best, best.count <= count { continue }
        best = (layout, data, count)
    }
    return best.map { pngFile(pixels.size, $0.layout, $0.data) }
}

/// The pixels of one animation frame, as the zlib stream that IDAT and fdAT carry.
///
/// All frames of a file share one header, so the layout is always RGBA at 8 bits.
package func encodePNGFrame(
    _ image: StraightImage,
    effort: PNGEffort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let data = unsafe image.withPixels { pixels in
        let rows = unsafe PixelRows(pixels, width: image.width, in: PixelRect(image.size))
        return compressed(PNGRows(rows, .rgba), .rgba, effort)
    }
    guard let data else { throw .outOfMemory(width: image.width, height: image.height) }
    return data.count == 1 ? data[0] : Array(data.joined())
}

/// The data of an IHDR chunk for 8-bit RGBA without interlacing.
package func pngHeaderForRGBA(_ size: PixelSize) -> [UInt8] { pngHeader(size, .rgba) }

private func pngHeader(_ size: PixelSize, _ layout: PNGLayout) -> [UInt8] {
    UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        + [UInt8(layout.bitDepth), layout.kind.rawValue, 0, 0, 0]
}

private func pngFile(
    _ size: PixelSize,
    _ layout: PNGLayout,
    _ data: consuming [[UInt8]]
) -> [UInt8] {
    // A chunk's length is below 2^31.
    let most = 1 << 30
    let tables = 100 + layout.tableBytes
    var file = PNGWriter(capacity: tables + data.reduce(0) { $0 + $1.count + 24 })
    file.append("IHDR", pngHeader(size, layout))
    if let palette = layout.paletteChunk { file.append("PLTE", palette) }
    if let transparency = layout.transparencyChunk { file.append("tRNS", transparency) }
    for piece in data.indices {
        for start in stride(from: 0, to: data[piece].count, by: most) {
            file.append("IDAT", data[piece][start..<min(data[piece].count, start + most)])
        }
        // What the file holds is not needed twice.
        data[piece] = []
    }
    file.append("IEND", [])
    return file.bytes
}
