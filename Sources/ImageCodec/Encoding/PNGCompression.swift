/// The zlib stream of a picture's rows, as small as the effort allows to find; nil when memory ran
/// out.
func compressed(_ rows: PNGRows, _ layout: PNGLayout, _ effort: PNGEffort) -> [UInt8]? {
    guard let (strategy, level) = choice(for: rows, layout, effort) else { return nil }
    return Deflater(level: level)?.compress(rows.filtered(strategy))
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
        guard let stream = probe.compress(sample.filtered(strategy), shorterThan: limit) else {
            continue
        }
        best = (strategy, stream.count)
        // The first leaves the rows as they are: what hardly shrinks then has no repetitions to find.
        if let level = effort.levelForNoise, stream.count * 10 > sample.bytes.count * 7 {
            return (sample.leastEntropy(of: effort.strategies), level)
        }
    }
    return best.map { ($0.strategy, effort.level) }
}

extension PNGRows {
    /// The strategy after which the bytes have the smallest entropy; the first of equals.
    fileprivate func leastEntropy(of strategies: [FilterStrategy]) -> FilterStrategy {
        var best: (strategy: FilterStrategy, entropy: Int) = (strategies[0], .max)
        for strategy in strategies {
            let filtered = filtered(strategy)
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
