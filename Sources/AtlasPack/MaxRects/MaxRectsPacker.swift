public import Raster

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

/// The smallest page that MaxRects alone finds for `sizes` with a sweep of widths, as a baseline
/// for `pack`; nil if one page does not suffice.
@_spi(Benchmarks)
public func maxRectsBaseline(
    _ sizes: [PixelSize],
    options: PackOptions,
    widths: Int
) throws(PackError) -> PixelSize? {
    let rules = try PageRules(options)
    let cells = sizes.map { CellKind(rules.cell($0), turns: options.allowsRotation) }
    let kinds = CellKinds(cells.reduce(into: [:]) { $0[$1, default: 0] += 1 })
    var best: BinSize?
    var steps = Int.max
    for width in PageWidths.candidates(for: kinds, rules: rules, count: widths) {
        let limit = rules.heightLimit(width: width, areaBelow: best?.area ?? Int.max)
        let bin = BinSize(width: width, height: limit)
        guard bin.area >= kinds.totalArea else { continue }
        if let packed = MaxRectsPacker.pack(kinds, into: bin, steps: &steps) {
            let page = rules.page(covering: packed.used)
            if page.area < best?.area ?? Int.max { best = page }
        }
    }
    return best.flatMap { PixelSize(width: $0.width, height: $0.height) }
}
