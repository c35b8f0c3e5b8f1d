import CCodec
import CLibraries
import Raster

/// A way to encode an image's rows, and their division into bands.
struct PNGForm: Sendable {
    let layout: PNGLayout
    let strategy: FilterStrategy
    /// libdeflate levels of most bands, and of every fourth.
    private let levels: (most: Int, some: Int)
    /// The rows of each band, which depend on the image only.
    let bands: [Range<Int>]

    init(
        _ layout: PNGLayout,
        _ strategy: FilterStrategy,
        _ effort: Effort,
        level: Int? = nil,
        _ size: PixelSize
    ) {
        self.layout = layout
        self.strategy = strategy
        levels = (level ?? effort.level, level ?? effort.levelOfSome)
        let rowBytes = layout.rowShape(width: size.width).rowBytes + 1
        let count = max(1, min(size.height, rowBytes * size.height / effort.bandBytes))
        bands = (0..<count).map { size.height * $0 / count..<size.height * ($0 + 1) / count }
    }

    func level(of band: Int) -> Int { band.isMultiple(of: 4) ? levels.some : levels.most }

    /// The rows of a band, and the preceding ones in reach of matches.
    func rowsRead(by band: Int, width: Int) -> Range<Int> {
        let own = bands[band]
        let rowBytes = layout.rowShape(width: width).rowBytes + 1
        let above = min(own.lowerBound, (32 << 10 + rowBytes - 1) / rowBytes)
        return own.lowerBound - above..<own.upperBound
    }

    /// Filters and compresses a band; nil if out of memory.
    func part(_ band: Int, of pixels: PixelRows, _ deflater: borrowing Deflater) -> ZlibPart? {
        let rows = PNGRows(pixels, layout)
        let read = rowsRead(by: band, width: pixels.size.width)
        let first = read.lowerBound
        let filtered = rows.filtered(strategy, read, after: first == 0 ? nil : first - 1)
        return deflater.part(
            filtered,
            after: (bands[band].lowerBound - first) * (rows.shape.rowBytes + 1),
            isLast: band == bands.count - 1
        )
    }

    /// The forms to try, for the smallest file; nil if out of memory.
    static func candidates(for pixels: PixelRows, _ effort: Effort) -> [PNGForm]? {
        var found: [PNGForm] = []
        for layout in PNGLayout.candidates(for: ColorCensus(pixels), pixels.size) {
            guard let forms = candidates(for: pixels, layout, effort) else { return nil }
            found += forms
        }
        return found
    }

    static func candidates(
        for pixels: PixelRows,
        _ layout: PNGLayout,
        _ effort: Effort
    ) -> [PNGForm]? {
        if effort == .max {
            return promising(PNGRows(pixels, layout), effort)?.map {
                PNGForm(layout, $0, effort, pixels.size)
            }
        }
        guard let choice = choice(for: PNGRows(pixels, layout), layout, effort) else { return nil }
        return [PNGForm(layout, choice.strategy, effort, level: choice.level, pixels.size)]
    }
}

/// Chooses a filter strategy by compressing some rows quickly with each.
private func choice(
    for rows: PNGRows,
    _ layout: PNGLayout,
    _ effort: Effort
) -> (strategy: FilterStrategy, level: Int?)? {
    // Differences of indices or of parts of bytes are meaningless.
    if layout.kind == .palette || layout.bitDepth < 8 { return (.all(.none), nil) }
    guard let probe = Deflater(level: effort.probeLevel) else { return nil }
    // Trying all of a small image would take as long as the result.
    let total = rows.shape.rowBytes * rows.size.height
    let most =
        effort.probesAll ? effort.probedBytes : min(effort.probedBytes, max(16 << 10, total / 4))
    let sample = rows.sample(ofBytes: most)
    var best: (strategy: FilterStrategy, count: Int)?
    for strategy in effort.strategies {
        let limit = best?.count ?? .max
        let data = unsafe rows.filtered(strategy, sample).withUnsafeBytes {
            unsafe probe.compress($0, shorterThan: limit)
        }
        guard let data else { continue }
        best = (strategy, data.count)
        // The first strategy does not filter: rows that hardly shrink have no repetitions.
        if let level = effort.levelForNoise,
            data.count * 10 > sample.count * rows.shape.rowBytes * 7
        {
            return (rows.leastEntropy(of: effort.strategies, sample), level)
        }
    }
    return best.map { ($0.strategy, nil) }
}

/// The strategies close to the best one on a part of the rows; nil if out of memory.
private func promising(_ rows: PNGRows, _ effort: Effort) -> [FilterStrategy]? {
    guard let probe = Deflater(level: effort.probeLevel) else { return nil }
    let sample = rows.sample(ofBytes: effort.probedBytes)
    var counts: [Int] = []
    for strategy in effort.strategies {
        let data = unsafe rows.filtered(strategy, sample).withUnsafeBytes {
            unsafe probe.compress($0)
        }
        guard let data else { return nil }
        counts.append(data.count)
    }
    let least = counts.min() ?? 0
    // The ranking may change on the whole image, but hardly by a tenth.
    return zip(effort.strategies, counts).filter { $0.1 * 10 <= least * 11 }.map(\.0)
}

extension PNGRows {
    /// The strategy with the smallest entropy; ties go to the first.
    fileprivate func leastEntropy(
        of strategies: [FilterStrategy],
        _ rows: [Int]
    ) -> FilterStrategy {
        let entropies = strategies.map { strategy in
            unsafe filtered(strategy, rows).withUnsafeBufferPointer { bytes in
                unsafe entropy(bytes.start, count: bytes.count)
            }
        }
        return zip(strategies, entropies).min { $0.1 < $1.1 }?.0 ?? strategies[0]
    }
}

extension Effort {
    /// The approximate number of filtered bytes per band.
    ///
    /// Large enough that recompressing the 32 KB before each costs little.
    fileprivate var bandBytes: Int { self == .best ? 1 << 20 : 2 << 20 }

    /// libdeflate's level for most bands.
    fileprivate var level: Int {
        switch self {
        case .fast: 3
        case .balanced: 8
        case .best: 11
        case .max: 12
        }
    }

    /// libdeflate's level for the other bands.
    ///
    /// Level 11 takes half the time of 12 and gives the bytes of `oxipng -o2`; some bands at 12
    /// make the file smaller.
    fileprivate var levelOfSome: Int { self == .best ? 12 : level }

    /// libdeflate's level for rows without repetitions; nil for no special treatment.
    fileprivate var levelForNoise: Int? { self == .balanced ? 5 : nil }

    /// libdeflate's level for choosing filters.
    fileprivate var probeLevel: Int {
        switch self {
        case .fast: 1
        case .balanced, .best: 4
        case .max: 6
        }
    }

    /// Whether filters of small images are chosen by all rows.
    fileprivate var probesAll: Bool { self != .fast }

    /// The number of bytes used for choosing filters.
    fileprivate var probedBytes: Int {
        switch self {
        case .fast: 128 << 10
        case .balanced: 256 << 10
        case .best, .max: 512 << 10
        }
    }

    /// Simplest first: a later one must be smaller.
    fileprivate var strategies: [FilterStrategy] {
        switch self {
        case .fast: [.all(.none), .all(.sub), .all(.paeth)]
        case .balanced: [.all(.none), .all(.sub), .all(.paeth), .smallestSum]
        case .best, .max:
            [
                .all(.none), .all(.sub), .all(.up), .all(.average), .all(.paeth), .smallestSum,
                .smallestEntropy,
            ]
        }
    }
}

/// A libdeflate compressor: a level and its working memory.
@safe
struct Deflater: ~Copyable {
    private let compressor: OpaquePointer

    /// Nil if out of memory; `level` is 0...12, see libdeflate.h.
    init?(level: Int) {
        guard let made = unsafe libdeflate_alloc_compressor(Int32(level)) else { return nil }
        unsafe compressor = made
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// Compresses to deflate data (RFC 1951); nil if out of memory, or unless shorter than `limit`.
    func compress(
        _ bytes: UnsafeRawBufferPointer,
        shorterThan limit: Int = .max
    ) -> [UInt8]? {
        let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
        let capacity = min(bound, limit == .max ? bound : limit - 1)
        guard capacity > 0 else { return nil }
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe libdeflate_deflate_compress(
                compressor,
                bytes.baseAddress,
                bytes.count,
                out.baseAddress,
                capacity
            )
        }
        return result.isEmpty ? nil : result
    }

    /// Compresses a part of a zlib stream; nil if out of memory.
    ///
    /// `bytes` starts with `before` bytes that are already in the stream, and that matches may
    /// refer to. Unless `isLast`, the part ends on a whole byte.
    func part(_ bytes: [UInt8], after before: Int, isLast: Bool) -> ZlibPart? {
        unsafe bytes.withUnsafeBytes { bytes in
            // Matches refer back no further.
            let skipped = max(0, before - Self.window)
            let seen = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
            guard let data = unsafe compress(seen) else { return nil }
            let own = unsafe UnsafeRawBufferPointer(rebasing: bytes[before...])
            let sum = unsafe libdeflate_adler32(1, own.baseAddress, own.count)
            var part = ZlibPart(bytes: data, count: own.count, checksum: sum)
            // A whole stream stays as compressed.
            if isLast, before == 0 { return part }
            part.bytes = unsafe cut(data, seen, after: before - skipped, isLast: isLast)
            return part.bytes.isEmpty ? nil : part
        }
    }

    private static let window = 32 << 10

    /// The deflate data from some byte of its contents on; empty if out of memory.
    private func cut(
        _ data: [UInt8],
        _ contents: UnsafeRawBufferPointer,
        after before: Int,
        isLast: Bool
    ) -> [UInt8] {
        // Rewritten stored blocks may need a byte more each, and the cut a separate block.
        let capacity = data.count + data.count >> 10 + 1024
        let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            count = unsafe kiln_deflate_part(
                data,
                data.count,
                contents.baseAddress,
                contents.count,
                before,
                isLast ? 1 : 0,
                out.baseAddress,
                out.count
            )
        }
        // Copies to release spare memory.
        return unsafe result.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

struct ZlibPart: Sendable {
    var bytes: [UInt8]
    /// The number of uncompressed bytes.
    var count: Int
    var checksum: UInt32
}

/// Joins at least one part to a zlib stream (RFC 1950), returned in pieces; `level` is encoded in
/// the header like libdeflate does.
func zlibStream(_ parts: [ZlibPart], level: Int) -> [[UInt8]] {
    var checksum: UInt32 = 1
    for part in parts { checksum = adler32(checksum, followedBy: part.checksum, of: part.count) }
    // Deflate with a 32 KB window, no dictionary, and the compression level.
    let hint: UInt8 =
        switch level {
        case ..<2: 0x01
        case ..<6: 0x5E
        case ..<8: 0x9C
        default: 0xDA
        }
    var pieces = parts.map(\.bytes)
    pieces[0].insert(contentsOf: [0x78, hint], at: 0)
    pieces[pieces.count - 1] += checksum.bigEndianBytes
    return pieces
}

/// The Adler-32 (RFC 1950, section 9) of concatenated bytes, the second part having `count`.
func adler32(_ first: UInt32, followedBy second: UInt32, of count: Int) -> UInt32 {
    let base: UInt64 = 65521
    let (firstLow, firstHigh) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
    let (secondLow, secondHigh) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
    let length = UInt64(count) % base
    let low = (firstLow + secondLow + base - 1) % base
    let high = (firstHigh + secondHigh + length * (firstLow + base - 1)) % base
    return UInt32(high << 16 | low)
}

/// Another version of the library may give other bytes.
package let deflateVersion = LIBDEFLATE_VERSION_STRING
