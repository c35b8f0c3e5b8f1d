internal import Raster

/// The zlib stream of a picture's rows in pieces, as small as the effort allows to find; nil when
/// memory ran out.
func compressed(_ rows: PNGRows, _ layout: PNGLayout, _ effort: PNGEffort) -> [[UInt8]]? {
    guard let (strategy, level) = choice(for: rows, layout, effort),
        let deflater = Deflater(level: level)
    else { return nil }
    guard rows.size.area > largestWhole else {
        return deflater.compress(rows.filtered(strategy, 0..<rows.size.height)).map { [$0] }
    }
    return banded(rows, strategy, deflater)
}

/// Pictures of up to this area are compressed as a whole: a page of 4096x4096 pixels.
private let largestWhole = 4096 * 4096

/// About how many filtered bytes are compressed at once in larger pictures.
///
/// No match reaches across bands: on a sheet of 8192x8192 pixels that costs 0.1 %.
private let bandBytes = 8 << 20

/// Filters and compresses band by band, so that no copy of the picture is made.
private func banded(
    _ rows: PNGRows,
    _ strategy: FilterStrategy,
    _ deflater: borrowing Deflater
) -> [[UInt8]]? {
    let height = rows.size.height
    let step = max(1, bandBytes / (rows.shape.rowBytes + 1))
    var stream = ZlibStream()
    for start in stride(from: 0, to: height, by: step) {
        let end = min(height, start + step)
        let band = rows.filtered(strategy, start..<end, after: start == 0 ? nil : start - 1)
        guard stream.append(band, isLast: end == height, deflater) else { return nil }
    }
    return stream.pieces
}

/// Chooses how to filter by compressing a part of the rows quickly in each way.
private func choice(
    for rows: PNGRows,
    _ layout: PNGLayout,
    _ effort: PNGEffort
) -> (strategy: FilterStrategy, level: Int)? {
    // Differences of indices or of parts of bytes mean nothing.
    if layout.kind == .palette || layout.bitDepth < 8 { return (.all(.none), effort.level) }
    guard let probe = Deflater(level: effort.probeLevel) else { return nil }
    let sample = rows.sample(ofBytes: effort.probedBytes)
    var best: (strategy: FilterStrategy, count: Int)?
    for strategy in effort.strategies {
        let limit = best?.count ?? .max
        guard
            let stream = probe.compress(
                rows.filtered(strategy, sample),
                shorterThan: limit
            )
        else { continue }
        best = (strategy, stream.count)
        // The first leaves the rows as they are: what hardly shrinks then has no repetitions to find.
        if let level = effort.levelForNoise,
            stream.count * 10 > sample.count * rows.shape.rowBytes * 7
        {
            return (rows.leastEntropy(of: effort.strategies, sample), level)
        }
    }
    return best.map { ($0.strategy, effort.level) }
}

extension PNGRows {
    /// The strategy after which the bytes have the smallest entropy; the first of equals.
    fileprivate func leastEntropy(
        of strategies: [FilterStrategy],
        _ rows: [Int]
    ) -> FilterStrategy {
        var best: (strategy: FilterStrategy, entropy: Int) = (strategies[0], .max)
        for strategy in strategies {
            let filtered = filtered(strategy, rows)
            let value = unsafe filtered.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe entropy($0, count: bytes.count) } ?? 0
            }
            if value < best.entropy { best = (strategy, value) }
        }
        return best.strategy
    }
}

extension PNGEffort {
    /// libdeflate's level for the result.
    fileprivate var level: Int {
        switch self {
        case .fast: 3
        case .balanced: 8
        case .best: 12
        }
    }

    /// libdeflate's level for rows without repetitions; nil where such rows get no other treatment.
    fileprivate var levelForNoise: Int? { self == .balanced ? 5 : nil }

    /// libdeflate's level for choosing filters.
    fileprivate var probeLevel: Int {
        switch self {
        case .fast: 1
        case .balanced: 4
        case .best: 6
        }
    }

    /// How many bytes of the picture are looked at for choosing filters.
    fileprivate var probedBytes: Int {
        switch self {
        case .fast: 128 << 10
        case .balanced: 256 << 10
        case .best: 512 << 10
        }
    }

    /// Simplest first: a later one must be smaller to be taken.
    fileprivate var strategies: [FilterStrategy] {
        switch self {
        case .fast: [.all(.none), .all(.sub), .all(.paeth)]
        case .balanced: [.all(.none), .all(.sub), .all(.paeth), .smallestSum]
        case .best:
            [
                .all(.none), .all(.sub), .all(.up), .all(.average), .all(.paeth), .smallestSum,
                .smallestEntropy,
            ]
        }
    }
}
