/// MaxRects packing of one bin with the global best short side fit: of all cells that remain and all
/// free rectangles the pair that leaves the shortest side over.
///
/// Jylänki: "A Thousand Ways to Pack the Bin", 2010, MAXRECTS-BSSF-GLOBAL. Slower than the skyline
/// and usually less dense; it wins on some small sets.
enum MaxRectsPacker {
    /// - Returns: nil when the bin needs all cells and some do not fit.
    static func pack(
        _ kinds: CellKinds,
        into bin: BinSize,
        needsAll: Bool,
        steps: inout Int
    )
        -> PackedBin?
    {
        var remaining = kinds.counts
        var missing = remaining.reduce(0, +)
        var free = FreeSpace(bin)
        var result = PackedBin.empty
        while missing > 0 {
            var best: (fit: FreeSpace.Fit, kind: Int, size: BinSize)?
            for (kind, count) in remaining.enumerated() where count > 0 {
                for size in kinds.kinds[kind].orientations {
                    steps += free.areas.count
                    if let fit = free.bestFit(size), fit.isBetter(than: best?.fit) {
                        best = (fit, kind, size)
                    }
                }
            }
            guard let (fit, kind, size) = best else { return needsAll ? nil : result }
            result.append(kind: kind, x: fit.x, y: fit.y, size)
            free.occupy(.init(x: fit.x, y: fit.y, width: size.width, height: size.height))
            remaining[kind] -= 1
            missing -= 1
        }
        return result
    }
}
