import CLibraries
import Raster

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
