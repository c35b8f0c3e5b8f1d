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

/// The free space of a bin as all maximal free rectangles, which overlap.
///
/// Jylänki: "A Thousand Ways to Pack the Bin", 2010, section 2.4.
struct FreeSpace {
    struct Area: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        var maxX: Int { x + width }
        var maxY: Int { y + height }

        func contains(_ other: Area) -> Bool {
            x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
        }

        func overlaps(_ other: Area) -> Bool {
            x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
        }
    }

    /// None is inside another.
    private(set) var areas: [Area]

    init(_ bin: BinSize) {
        areas =
            bin.width > 0 && bin.height > 0
            ? [Area(x: 0, y: 0, width: bin.width, height: bin.height)] : []
    }

    /// The best place for a rectangle, with the shorter and longer leftover length (best short side
    /// fit).
    struct Fit {
        var x: Int
        var y: Int
        var shortLeftover: Int
        var longLeftover: Int

        func isBetter(than other: Fit?) -> Bool {
            guard let other else { return true }
            return (shortLeftover, longLeftover, y, x)
                < (other.shortLeftover, other.longLeftover, other.y, other.x)
        }
    }

    /// Finds the best place for a rectangle; nil if it fits nowhere.
    ///
    /// `bin` restricts it to a part of the bin from its origin; nil for all of it.
    func bestFit(_ size: BinSize, within bin: BinSize? = nil) -> Fit? {
        var best: Fit?
        for area in areas {
            let right = min(area.maxX, bin?.width ?? area.maxX)
            let bottom = min(area.maxY, bin?.height ?? area.maxY)
            let widthLeft = right - area.x - size.width
            let heightLeft = bottom - area.y - size.height
            guard widthLeft >= 0, heightLeft >= 0 else { continue }
            let fit = Fit(
                x: area.x,
                y: area.y,
                shortLeftover: min(widthLeft, heightLeft),
                longLeftover: max(widthLeft, heightLeft)
            )
            if fit.isBetter(than: best) { best = fit }
        }
        return best
    }

    /// Removes `used` from the free space, of which parts may already be used.
    mutating func occupy(_ used: Area) {
        var kept: [Area] = []
        var split: [Area] = []
        for area in areas {
            guard area.overlaps(used) else {
                kept.append(area)
                continue
            }
            /// Keeps the columns and rows of the area from a corner to another, if any.
            @inline(__always)
            func keep(_ x: Int, _ y: Int, to maxX: Int, _ maxY: Int) {
                guard x < maxX, y < maxY else { return }
                split.append(Area(x: x, y: y, width: maxX - x, height: maxY - y))
            }
            keep(area.x, area.y, to: used.x, area.maxY)
            keep(used.maxX, area.y, to: area.maxX, area.maxY)
            keep(area.x, area.y, to: area.maxX, used.y)
            keep(area.x, used.maxY, to: area.maxX, area.maxY)
        }
        // Untouched rectangles cannot be inside a part of a touched one.
        areas = kept
        for (index, part) in split.enumerated() {
            let isCovered =
                kept.contains { $0.contains(part) }
                || split.enumerated().contains { other, area in
                    other != index && area.contains(part) && (area != part || other < index)
                }
            if !isCovered { areas.append(part) }
        }
    }
}
