import CLibraries

/// Inflates the pixel data of a PNG at once.
///
/// Returns exactly `count` bytes and a zero byte, or nil for anything unusual, which libpng then
/// handles.
func inflatePNG(_ bytes: Span<UInt8>, _ chunks: [Range<Int>], count: Int) -> [UInt8]? {
    guard let first = chunks.first else { return nil }
    if chunks.count == 1 { return inflateZlib(bytes.extracting(first), count: count) }
    var joined: [UInt8] = []
    joined.reserveCapacity(chunks.reduce(0) { $0 + $1.count })
    for chunk in chunks {
        unsafe bytes.extracting(chunk).withUnsafeBufferPointer {
            unsafe joined.append(contentsOf: $0)
        }
    }
    return inflateZlib(joined.span, count: count)
}

/// Inflates a zlib stream of `count` bytes at once, ignoring trailing data.
///
/// Returns exactly `count` bytes and a zero byte, or nil for any other contents.
func inflateZlib(_ stream: Span<UInt8>, count: Int) -> [UInt8]? {
    // zlib rejects distances beyond the declared window, which libdeflate ignores.
    guard stream.count >= 6, stream[0] & 0x0F == 8 else { return nil }
    let windowBits = Int(stream[0] >> 4) + 8
    guard windowBits == 15 || count <= 1 << windowBits else { return nil }
    // Deflate expands at most 1032 times: do not allocate for impossible sizes.
    guard count / 1032 <= stream.count else { return nil }
    let bytes = unsafe decompressed(stream, limit: count, addsZero: true)?.bytes
    return bytes?.count == count + 1 ? bytes : nil
}

/// Decompresses at most `limit` bytes, by default as a zlib stream; nil if out of memory.
///
/// Unless it succeeds there are no bytes. `addsZero`: a zero byte follows them.
func decompressed(
    _ stream: Span<UInt8>,
    limit: Int,
    addsZero: Bool = false,
    by decompress: (
        OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int,
        UnsafeMutablePointer<Int>?
    ) -> libdeflate_result = unsafe libdeflate_zlib_decompress
) -> (bytes: [UInt8], status: libdeflate_result)? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var status = LIBDEFLATE_BAD_DATA
    let capacity = limit + (addsZero ? 1 : 0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, used in
        status = unsafe stream.withUnsafeBytes { stream in
            unsafe decompress(
                decompressor,
                stream.baseAddress,
                stream.count,
                out.baseAddress,
                limit,
                &used
            )
        }
        if status != LIBDEFLATE_SUCCESS {
            used = 0
        } else if addsZero {
            unsafe out[used] = 0
            used += 1
        }
    }
    return (bytes, status)
}

/// Where a well-formed PNG stores its pixels.
///
/// Exists only for ordinary files: chunks in order, relevant checksums correct, tables of the right
/// length. libpng handles all others.
struct PNGDataScan {
    /// The data of each IDAT chunk, as ranges of the file.
    private(set) var data: [Range<Int>] = []

    init?(_ bytes: Span<UInt8>, _ header: PNGHeader) {
        guard var offset = header.firstData, Self.hasUsualTables(bytes, header) else { return nil }
        var chunksBefore = PNGHeader.signature.count
        while chunksBefore < offset {
            guard let chunk = PNGChunk(in: bytes, at: chunksBefore),
                Self.isUsual(chunk, in: bytes, header)
            else { return nil }
            chunksBefore = chunk.end
        }
        var isPastData = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            offset = chunk.end
            switch chunk.kind {
            case .idat:
                guard !isPastData, chunk.hasRightChecksum(in: bytes) else { return nil }
                data.append(chunk.data)
            case .iend:
                guard chunk.data.isEmpty, chunk.hasRightChecksum(in: bytes) else { return nil }
                return
            default:
                isPastData = true
                guard chunk.kind != .trns, Self.isSkippable(chunk) else { return nil }
            }
        }
        return nil
    }

    /// Whether a chunk before the pixels is the header, a known table, or irrelevant.
    private static func isUsual(
        _ chunk: PNGChunk,
        in bytes: Span<UInt8>,
        _ header: PNGHeader
    ) -> Bool {
        switch chunk.kind {
        case .ihdr:
            // Its checksum was checked; libpng handles a second one.
            chunk.data.lowerBound == PNGHeader.signature.count + 8
        case .plte:
            chunk.data == header.palette && chunk.hasRightChecksum(in: bytes)
        case .trns:
            // A palette's tRNS follows it; the checksum was checked.
            chunk.data == header.transparency
                && (header.colorType != 3
                    || header.palette.map { $0.upperBound < chunk.data.lowerBound } == true)
        default:
            isSkippable(chunk)
        }
    }

    private static func isSkippable(_ chunk: PNGChunk) -> Bool {
        chunk.kind.isAncillary && chunk.kind.isOfLetters && chunk.data.count < 1 << 20
    }

    private static func hasUsualTables(_ bytes: Span<UInt8>, _ header: PNGHeader) -> Bool {
        let entries = (header.palette?.count ?? 0) / 3
        switch header.colorType {
        case 0:
            return header.palette == nil && [nil, 2].contains(header.transparency?.count)
        case 2:
            return [nil, 6].contains(header.transparency?.count) && header.palette == nil
        case 3:
            guard let palette = header.palette, palette.count.isMultiple(of: 3) else {
                return false
            }
            return (1...1 << Int(header.bitDepth)).contains(entries)
                && (header.transparency?.count ?? 0) <= entries
        default:
            return header.palette == nil && header.transparency == nil
        }
    }
}

/// Converts samples of a PNG with up to 8 bits.
struct PNGSamples {
    /// For one sample per pixel: the RGBA word of every value.
    ///
    /// Palette indices past the end are opaque black, as in libpng.
    private let table: [UInt32]
    private let bitDepth: Int
    private let hasAlpha: Bool
    /// For RGB: the opaque color that tRNS makes transparent.
    let key: UInt32?

    init(_ bytes: Span<UInt8>, _ header: PNGHeader) {
        bitDepth = Int(header.bitDepth)
        hasAlpha = header.colorType == 4
        let values = header.channels == 1 ? 1 << bitDepth : 0
        var table = [UInt32](repeating: 0xFF00_0000, count: values)
        var key: UInt32?
        switch header.colorType {
        case 0:
            for value in 0..<values {
                table[value] = Self.gray(UInt32(value * 255 / (values - 1)), alpha: 255)
            }
            if let range = header.transparency,
                let level = bytes.bigEndian16(at: range.lowerBound)
            {
                table[Int(level) & (values - 1)] &= 0x00FF_FFFF
            }
        case 2:
            if let range = header.transparency {
                // The low bytes of three 16-bit numbers.
                let at = range.lowerBound
                key =
                    0xFF00_0000 | UInt32(bytes[at + 1]) | UInt32(bytes[at + 3]) << 8
                    | UInt32(bytes[at + 5]) << 16
            }
        case 3:
            let palette = header.palette ?? 0..<0
            for i in 0..<min(values, palette.count / 3) {
                let at = palette.lowerBound + 3 * i
                table[i] |= UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
                table[i] |= UInt32(bytes[at + 2]) << 16
            }
            for (i, at) in (header.transparency ?? 0..<0).enumerated() where i < values {
                table[i] = table[i] & 0x00FF_FFFF | UInt32(bytes[at]) << 24
            }
        default:
            break
        }
        self.table = table
        self.key = key
    }

    @unsafe
    func expand(_ row: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt32>, width: Int) {
        if hasAlpha {
            for x in 0..<width {
                unsafe out[x] = Self.gray(UInt32(row[2 &* x]), alpha: UInt32(row[2 &* x &+ 1]))
            }
            return
        }
        unsafe table.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            if bitDepth == 8 {
                for x in 0..<width { unsafe out[x] = table[Int(row[x])] }
                return
            }
            // The table covers all values of the mask.
            let mask = (1 << bitDepth) - 1
            for x in 0..<width {
                let bit = x &* bitDepth
                let sample = unsafe Int(row[bit >> 3]) >> (8 - bitDepth - (bit & 7))
                unsafe out[x] = table[sample & mask]
            }
        }
    }

    @inline(__always)
    private static func gray(_ level: UInt32, alpha: UInt32) -> UInt32 {
        level | level << 8 | level << 16 | alpha << 24
    }
}
