import CCodec
import CLibraries
package import Raster

/// `isFromXcode`: the pixels are still as Xcode stores them.
func decodePNG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits,
    isFromXcode: Bool = false
) throws(ImageDecodingError) -> DecodedImage {
    let header = try PNGHeader(bytes, limits: limits)
    if header.isFromXcode {
        let file = try standardPNG(ofXcode: bytes, limits: limits)
        return try decodePNG(file.span, limits: limits, isFromXcode: true)
    }
    let colors = header.colors(in: bytes)
    var info = header.info(colors)
    if header.bitDepth == 16, limits.convertsColors, colors.colors != .sRGB,
        let image = try decodeWidePNG(bytes, header, colors.colors, &info)
    {
        return DecodedImage(image: image, info: info)
    }
    var image: StraightImage
    if let fast = decodePNGFast(bytes, header) {
        image = fast
    } else {
        image = try decodePNGWithLibrary(bytes, header)
    }
    if isFromXcode { image = restoredFromXcode(image) }
    image.convert(from: colors, limits, &info)
    return DecodedImage(image: image, info: info)
}

/// Converts a 16-bit image before rounding its samples; nil if no conversion is needed.
private func decodeWidePNG(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader,
    _ colors: PictureColors,
    _ info: inout ImageInfo
) throws(ImageDecodingError) -> StraightImage? {
    var samples = [UInt16](repeating: 0, count: header.size.area * 4)
    unsafe try callLibrary(bytes, header, bitDepth: 16, to: &samples)
    do throws(ColorTrouble) {
        return try StraightImage(converting: samples, size: header.size, from: colors)
    } catch {
        info.colorTrouble = error.reason
        return nil
    }
}

/// The reference form: libpng does all of it.
package func decodePNGWithLibrary(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader
) throws(ImageDecodingError) -> StraightImage {
    unsafe try StraightImage(size: header.size) { (pixels) throws(ImageDecodingError) in
        unsafe try callLibrary(bytes, header, bitDepth: 8, to: pixels.start)
    }
}

/// Writes RGBA with 8 or 16 bits a sample.
@unsafe
private func callLibrary(
    _ bytes: Span<UInt8>,
    _ header: PNGHeader,
    bitDepth: Int32,
    to out: UnsafeMutableRawPointer
) throws(ImageDecodingError) {
    let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
    unsafe try callDecoder(of: .png, reading: bytes) { file, message in
        unsafe kiln_png_decode(
            file.baseAddress,
            file.count,
            width,
            height,
            bitDepth,
            out,
            message
        )
    }
}

/// libpng decodes files with more filtered bytes row by row, in constant memory.
private let largestInflation = 64 << 20

/// The fast form: inflates the whole stream at once with libdeflate.
///
/// Nil for unusual files: 16-bit, interlaced, very large, out of order or damaged. Pixels equal
/// libpng's.
package func decodePNGFast(_ bytes: Span<UInt8>, _ header: PNGHeader) -> StraightImage? {
    guard header.bitDepth <= 8, !header.isInterlaced else { return nil }
    let shape = header.rowShape
    let count = (shape.rowBytes + 1) * header.size.height
    guard count <= largestInflation, let scan = PNGDataScan(bytes, header),
        var filtered = inflatePNG(bytes, scan.data, count: count)
    else { return nil }
    for y in 0..<header.size.height where filtered[y * (shape.rowBytes + 1)] > 4 { return nil }
    let samples = PNGSamples(bytes, header)
    return unsafe StraightImage(size: header.size) { pixels in
        unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
            unsafe filtered.withUnsafeMutableBufferPointer { rows in
                if shape.distance >= 3 {
                    unsafe unfilterTrueColor(rows.start, shape, header.size, to: words.start)
                    if let key = samples.key { unsafe clear(key, in: words) }
                } else {
                    unsafe unfilterSamples(rows.start, shape, header.size, samples, to: words.start)
                }
            }
        }
    }
}

@unsafe
private func unfilterTrueColor(
    _ rows: UnsafePointer<UInt8>,
    _ shape: PNGRowShape,
    _ size: PixelSize,
    to out: UnsafeMutablePointer<UInt32>
) {
    let zeros = [UInt32](repeating: 0, count: size.width)
    unsafe zeros.withUnsafeBufferPointer { zeros in
        for y in 0..<size.height {
            let from = unsafe rows + y * (shape.rowBytes + 1)
            let filter = unsafe PNGFilter(rawValue: from.pointee) ?? .none
            let target = unsafe out + y * size.width
            let above = unsafe y == 0 ? zeros.start : UnsafePointer(target - size.width)
            @inline(__always)
            func unfilter(stride: Int) {
                unsafe unfilterPixels(
                    filter,
                    from + 1,
                    stride: stride,
                    above: above,
                    to: target,
                    width: size.width
                )
            }
            if shape.distance == 4 { unfilter(stride: 4) } else { unfilter(stride: 3) }
        }
    }
}

@unsafe
private func unfilterSamples(
    _ rows: UnsafeMutablePointer<UInt8>,
    _ shape: PNGRowShape,
    _ size: PixelSize,
    _ samples: PNGSamples,
    to out: UnsafeMutablePointer<UInt32>
) {
    var above: UnsafePointer<UInt8>?
    for y in 0..<size.height {
        let start = unsafe rows + y * (shape.rowBytes + 1)
        let row = unsafe start + 1
        let filter = unsafe PNGFilter(rawValue: start.pointee) ?? .none
        if filter != .none { unsafe unfilterRowReference(filter, row, above: above, shape) }
        unsafe samples.expand(row, to: out + y * size.width, width: size.width)
        unsafe above = UnsafePointer(row)
    }
}

@unsafe
private func clear(_ key: UInt32, in pixels: UnsafeMutableBufferPointer<UInt32>) {
    for i in 0..<pixels.count where unsafe pixels[i] == key {
        unsafe pixels[i] = key & 0x00FF_FFFF
    }
}

/// A PNG that Xcode rewrote for iOS devices, as a standard one with unconverted colors.
///
/// Its first chunk is CgBI; its pixels are a deflate stream without zlib's header and checksum, in
/// the order blue, green, red, and premultiplied (https://theapplewiki.com/wiki/PNG_CgBI_Format).
/// The pixels stay so.
func standardPNG(
    ofXcode bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> [UInt8] {
    var offset = PNGHeader.signature.count
    var writer = PNGWriter(capacity: bytes.count + 64)
    var stream: [UInt8] = []
    var isClosed = false
    while !isClosed {
        guard let chunk = PNGChunk(in: bytes, at: offset) else {
            throw .truncated(.png, reason: "unexpected end of file")
        }
        offset = chunk.end
        switch chunk.kind {
        case .cgbi: break
        case .idat:
            guard chunk.hasRightChecksum(in: bytes) else {
                throw .damaged(.png, reason: "IDAT: CRC error")
            }
            stream += bytes.array(chunk.data)
        case .iend: isClosed = true
        default: writer.append(chunk.kind, bytes.array(chunk.data))
        }
    }
    let header = try PNGHeader(writer.bytes.span, limits: limits)
    guard header.bitDepth == 8, [2, 6].contains(header.colorType) else {
        let found = "CgBI: color type \(header.colorType) of \(header.bitDepth) bits"
        throw .unsupported(.png, reason: found)
    }
    let largest = header.largestStream
    guard largest / 1032 <= stream.count else {
        throw .truncated(.png, reason: "CgBI: too little data")
    }
    let found = unsafe decompressed(stream.span, limit: largest, by: libdeflate_deflate_decompress)
    guard let (inflated, status) = found else { throw .outOfMemory(.png) }
    guard status == LIBDEFLATE_SUCCESS else {
        throw .damaged(.png, reason: "CgBI: broken data")
    }
    // zlib's header and checksum (RFC 1950, section 2.2).
    let sum = unsafe libdeflate_adler32(1, inflated, inflated.count)
    writer.append("IDAT", [0x78, 0x01] + stream + sum.bigEndianBytes)
    writer.append("IEND", [])
    return writer.bytes
}

/// Pixels decoded from `standardPNG` in the usual channel order and with straight alpha.
func restoredFromXcode(_ image: StraightImage) -> StraightImage {
    let colors = unsafe image.withPixels { pixels in
        unsafe PremultipliedImage(size: image.size) { out in
            for i in 0..<pixels.count {
                let pixel = unsafe pixels[i]
                unsafe out[i] = PremultipliedPixel(r: pixel.b, g: pixel.g, b: pixel.r, a: pixel.a)
            }
        }
    }
    return colors.straight()
}

extension PNGHeader {
    /// An upper bound for the bytes of all filtered rows, interlaced ones too.
    fileprivate var largestStream: Int {
        let whole = (rowShape.rowBytes + 1) * size.height
        // The seven passes have at most two more rows for each row, and a byte more in each.
        return isInterlaced ? whole + 16 * (size.height + 8) + 8 * size.width : whole
    }
}
