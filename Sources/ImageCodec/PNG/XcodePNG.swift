import CDeflate
import Raster

/// A PNG as Xcode rewrites it for iOS devices, converted to the standard form.
///
/// Its first chunk is CgBI; its pixels are a deflate stream without zlib's header and checksum, in
/// the order blue, green, red, and premultiplied (https://theapplewiki.com/wiki/PNG_CgBI_Format).
struct XcodePNG {
    /// A standard PNG with unconverted colors.
    let file: [UInt8]

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var offset = PNGHeader.signature.count
        var writer = PNGWriter(capacity: bytes.count + 64)
        var stream: [UInt8] = []
        var isClosed = false
        // The header is written with the first chunk after CgBI, so that it comes first.
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
            throw .unsupported(
                .png,
                reason: "CgBI: color type \(header.colorType) of \(header.bitDepth) bits"
            )
        }
        writer.append("IDAT", try Self.zlibStream(stream, largest: header.largestStream))
        writer.append("IEND", [])
        file = writer.bytes
    }

    /// Adds zlib's header and checksum (RFC 1950, section 2.2).
    private static func zlibStream(
        _ deflated: [UInt8],
        largest: Int
    ) throws(ImageDecodingError) -> [UInt8] {
        guard largest / 1032 <= deflated.count else {
            throw .truncated(.png, reason: "CgBI: too little data")
        }
        let found = unsafe decompressed(
            deflated.span,
            limit: largest,
            by: libdeflate_deflate_decompress
        )
        guard let (inflated, status) = found else { throw .outOfMemory(.png) }
        guard status == LIBDEFLATE_SUCCESS else {
            throw .damaged(.png, reason: "CgBI: broken data")
        }
        let sum = unsafe inflated.withUnsafeBytes { inflated in
            unsafe libdeflate_adler32(1, inflated.baseAddress, inflated.count)
        }
        return [0x78, 0x01] + deflated + sum.bigEndianBytes
    }

    /// Converts pixels decoded from `file` to the usual channel order and straight alpha.
    static func restored(_ image: consuming StraightImage) -> StraightImage {
        let size = image.size
        let colors = unsafe image.withPixels { pixels in
            unsafe PremultipliedImage(size: size) { out in
                for i in 0..<pixels.count {
                    let pixel = unsafe pixels[i]
                    unsafe out[i] = PremultipliedPixel(
                        r: pixel.b,
                        g: pixel.g,
                        b: pixel.r,
                        a: pixel.a
                    )
                }
            }
        }
        return colors.straight()
    }
}

extension PNGHeader {
    /// An upper bound for the bytes of all filtered rows, interlaced ones too.
    fileprivate var largestStream: Int {
        let whole = (rowShape.rowBytes + 1) * size.height
        // The seven passes have at most two more rows for each row, and a byte more in each.
        return isInterlaced ? whole + 16 * (size.height + 8) + 8 * size.width : whole
    }
}
