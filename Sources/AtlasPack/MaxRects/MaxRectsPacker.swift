/// MaxRects packing of one bin, with the global best short side fit.
///
/// Repeatedly takes the pair of remaining cell and free rectangle with the smallest leftover.
/// Jylänki: "A Thousand Ways to Pack the Bin", 2010, MAXRECTS-BSSF-GLOBAL. Much slower than the
/// skyline and usually less dense.
enum MaxRectsPacker {
    /// Places all cells; nil if some do not fit, or `steps` (pairs evaluated, counted down) run
    /// out.
    static func pack(_ kinds: CellKinds, into bin: BinSize, steps: inout Int) -> PackedBin? {
        var remaining = kinds.counts
        var free = FreeSpace(bin)
        var result = PackedBin.empty
        for _ in 0..<remaining.reduce(0, +) {
            var best: (fit: FreeSpace.Fit, kind: Int, size: BinSize)?
            for (kind, count) in remaining.enumerated() where count > 0 {
                for size in kinds.kinds[kind].orientations {
                    steps -= free.areas.count
                    if let fit = free.bestFit(size), fit.isBetter(than: best?.fit) {
                        best = (fit, kind, size)
                    }
                }
            }
            guard let (fit, kind, size) = best, steps > 0 else { return nil }
            result.append(kind: kind, x: fit.x, y: fit.y, size)
            free.occupy(.init(x: fit.x, y: fit.y, width: size.width, height: size.height))
            remaining[kind] -= 1
        }
        return result
    }
}
