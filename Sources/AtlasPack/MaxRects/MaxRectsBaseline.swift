public import Raster

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
