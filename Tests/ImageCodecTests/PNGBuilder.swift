import ImageCodec

/// Writes small PNGs of every kind by the letter of the specification.
///
/// Stored deflate blocks, no clever choice anywhere; independent of the encoder under test except
/// for chunk framing.
struct PNGBuilder {
    var width: Int
    var height: Int
    var bitDepth = 8
    var colorType = 6
    var isInterlaced = false
    var palette: [UInt8] = []
    var transparency: [UInt8] = []
    /// The filter's number for each row, repeated.
    var filters = [0]
    /// Sample values, row-major, channels interleaved; each below 2^bitDepth.
    var samples: [Int]
    /// Chunks to put before the pixels.
    var extras: [(String, [UInt8])] = []
    /// The pixels' stream is cut into IDAT chunks of this many bytes.
    var dataChunk = Int.max

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    func file() -> [UInt8] {
        var writer = PNGWriter()
        writer.append("IHDR", header())
        for (name, data) in extras { writer.append(name, data) }
        if !palette.isEmpty { writer.append("PLTE", palette) }
        if !transparency.isEmpty { writer.append("tRNS", transparency) }
        let stream = Self.stored(scanlines())
        var start = 0
        repeat {
            let end = min(stream.count, start + min(dataChunk, stream.count))
            writer.append("IDAT", stream[start..<end])
            start = end
        } while start < stream.count
        writer.append("IEND", [])
        return writer.bytes
    }

    func header() -> [UInt8] {
        UInt32(truncatingIfNeeded: width).bigEndianBytes
            + UInt32(truncatingIfNeeded: height).bigEndianBytes
            + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    }

    /// Filtered rows, each after its filter's number; for interlaced files of all seven passes.
    func scanlines() -> [UInt8] {
        guard isInterlaced else {
            return pass(columns: Array(0..<width), rows: Array(0..<height))
        }
        // Start and step of columns and rows (PNG specification, section 8.2).
        let passes = [
            (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
            (0, 1, 1, 2),
        ]
        return passes.flatMap { x0, dx, y0, dy in
            pass(
                columns: Array(stride(from: x0, to: width, by: dx)),
                rows: Array(stride(from: y0, to: height, by: dy))
            )
        }
    }

    private func pass(columns: [Int], rows: [Int]) -> [UInt8] {
        if columns.isEmpty { return [] }
        let distance = max(1, channels * bitDepth / 8)
        var above = [UInt8](repeating: 0, count: (columns.count * channels * bitDepth + 7) / 8)
        var out: [UInt8] = []
        for (i, y) in rows.enumerated() {
            let row = packed(
                columns.flatMap { x in
                    (0..<channels).map { samples[(y * width + x) * channels + $0] }
                }
            )
            let filter = filters[i % filters.count]
            out.append(UInt8(filter))
            for j in row.indices {
                let left = j >= distance ? Int(row[j - distance]) : 0
                let corner = j >= distance ? Int(above[j - distance]) : 0
                let up = Int(above[j])
                let guess = left + up - corner
                let nearest = [left, up, corner].min { abs(guess - $0) < abs(guess - $1) }!
                let prediction = [0, left, up, (left + up) / 2, nearest][filter]
                out.append(row[j] &- UInt8(prediction))
            }
            above = row
        }
        return out
    }

    /// Samples of `bitDepth` bits in bytes, the first in the high bits.
    private func packed(_ values: [Int]) -> [UInt8] {
        if bitDepth == 16 { return values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        var out = [UInt8](repeating: 0, count: (values.count * bitDepth + 7) / 8)
        for (i, value) in values.enumerated() {
            let bit = i * bitDepth
            out[bit / 8] |= UInt8(value << (8 - bitDepth - bit % 8))
        }
        return out
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 65_535)
            let count = end - start
            out.append(end == bytes.count ? 1 : 0)
            out += [UInt8(count & 255), UInt8(count >> 8)]
            out += [UInt8(~count & 255), UInt8((~count >> 8) & 255)]
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + UInt32(b << 16 | a).bigEndianBytes
    }

    /// A picture of random samples in a layout.
    static func random(
        _ colorType: Int,
        _ bitDepth: Int,
        _ width: Int,
        _ height: Int,
        _ random: inout SeededRandom
    ) -> PNGBuilder {
        var builder = PNGBuilder(width: width, height: height, samples: [])
        builder.colorType = colorType
        builder.bitDepth = bitDepth
        builder.filters = (0..<5).map { _ in random.next(below: 5) }
        builder.samples = (0..<width * height * builder.channels).map { _ in
            random.next(below: 1 << bitDepth)
        }
        if colorType == 3 {
            let colors = 1 << bitDepth
            builder.palette = (0..<colors * 3).map { _ in UInt8(random.next(below: 256)) }
            builder.transparency = (0..<random.next(below: colors + 1)).map { _ in
                UInt8(random.next(below: 256))
            }
        }
        return builder
    }
}
