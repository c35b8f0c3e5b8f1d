import Raster

/// Searches for the smallest page that fits all cells, else for the fullest page.
///
/// A portfolio: a skyline sweep of many widths, each with all sort orders; MaxRects at the most
/// promising widths; then hill climbing over the order, until the steps of the effort run out.
struct PageSearch {
    let rules: PageRules
    let cells: OrientedCells
    let effort: SearchEffort
    var packer: SkylinePacker
    var random: SplitMix64
    let orders: [[Int32]]

    /// The smallest page so far that fits all cells.
    private(set) var best: PackedBin?
    private(set) var bestArea = Int.max

    init(_ kinds: CellKinds, rules: PageRules, effort: Effort) {
        self.rules = rules
        cells = OrientedCells(kinds)
        self.effort = SearchEffort(effort)
        packer = SkylinePacker(cells)
        random = SplitMix64(seed: rules.options.seed)
        orders = SortOrder.allCases.map { [cells] in $0.entries(of: cells) }
    }

    mutating func smallestPage() -> PackedBin? {
        guard cells.kinds.totalArea <= rules.largest.area else { return nil }
        var climbs = sweep()
        rank(&climbs)
        tryMaxRects(at: climbs.prefix(effort.maxRectsWidths).map(\.width))
        climb(&climbs)
        return best
    }

    /// Keeps `packed` if its page is the smallest so far.
    mutating func offer(_ packed: PackedBin) {
        guard packed.used.height <= rules.largest.height else { return }
        let area = rules.pageArea(covering: packed.used)
        guard area < bestArea else { return }
        best = packed
        bestArea = area
    }

    /// The maximum height at which a bin of `width` makes a smaller page than the best so far.
    ///
    /// 0 if the cells' area alone would exceed it.
    func goal(width: Int) -> Int {
        let limit = rules.heightLimit(width: width, areaBelow: bestArea)
        return limit * width < cells.kinds.totalArea ? 0 : limit
    }

    /// Tries all widths and orders; returns the lowest outcome of each width that is close to the
    /// goal.
    private mutating func sweep() -> [Climb] {
        let widths = PageWidths.candidates(for: cells.kinds, rules: rules, count: effort.widths)
        var climbs: [Climb] = []
        for width in widths {
            var lowest: Climb?
            for order in orders {
                let goal = goal(width: width)
                if goal == 0 { break }
                // An outcome slightly above the goal may be a good start for climbing.
                let limit = goal + goal / 32 + 2
                let bin = BinSize(
                    width: width,
                    height: min(limit, (lowest?.height ?? Int.max) - 1)
                )
                guard let packed = packer.pack(order, into: bin) else { continue }
                lowest = Climb(width: width, height: packed.used.height, order: order)
                offer(packed)
            }
            if let lowest { climbs.append(lowest) }
            if packer.steps > effort.sweepSteps { break }
        }
        return climbs
    }

    private mutating func tryMaxRects(at widths: [Int]) {
        var steps = effort.maxRectsSteps
        for width in widths {
            let bin = BinSize(width: width, height: goal(width: width))
            guard bin.height > 0, steps > 0 else { continue }
            if let packed = MaxRectsPacker.pack(cells.kinds, into: bin, steps: &steps) {
                offer(packed)
            }
        }
    }
}

/// The orders of cells in a sweep; each starts with the hardest to place.
enum SortOrder: CaseIterable {
    case height
    case width
    case area
    case perimeter
    case longestSide

    /// A permutation of all entries; ties are broken by the other measures and then by the entry
    /// number.
    func entries(of cells: OrientedCells) -> [Int32] {
        func key(_ entry: OrientedCells.Entry) -> (Int, Int, Int) {
            let width = Int(entry.width)
            let height = Int(entry.height)
            return switch self {
            case .height: (height, width, 0)
            case .width: (width, height, 0)
            case .area: (width * height, height, 0)
            case .perimeter: (width + height, height, 0)
            case .longestSide: (max(width, height), min(width, height), height)
            }
        }
        let keys = cells.entries.map(key)
        return cells.entries.indices.map(Int32.init).sorted { left, right in
            let leftKey = keys[Int(left)]
            let rightKey = keys[Int(right)]
            return leftKey != rightKey ? leftKey > rightKey : left < right
        }
    }
}

/// Limits for each part of a search; a step is a cell examined.
///
/// Tuned on the sets of NOTES.md: `balanced` stays below a second for hundreds of sprites.
struct SearchEffort {
    let widths: Int
    /// The limit of the sweep, even with widths left.
    let sweepSteps: Int
    /// The number of widths at which MaxRects is tried too.
    let maxRectsWidths: Int
    let maxRectsSteps: Int
    /// The number of sweep outcomes that are climbed.
    let climbs: Int
    let climbSteps: Int
    /// The climbing steps for a page that fits only some of the cells.
    let fullPageSteps: Int

    init(_ effort: Effort) {
        let million = 1_000_000
        switch effort {
        case .fast:
            (widths, sweepSteps) = (100, 10 * million)
            (maxRectsWidths, maxRectsSteps) = (0, 0)
            (climbs, climbSteps, fullPageSteps) = (0, 0, 0)
        case .balanced:
            (widths, sweepSteps) = (400, 60 * million)
            (maxRectsWidths, maxRectsSteps) = (2, 10 * million)
            (climbs, climbSteps, fullPageSteps) = (8, 40 * million, 10 * million)
        case .best, .max:
            (widths, sweepSteps) = (1000, 400 * million)
            (maxRectsWidths, maxRectsSteps) = (16, 200 * million)
            (climbs, climbSteps, fullPageSteps) = (32, 400 * million, 100 * million)
        }
    }
}
