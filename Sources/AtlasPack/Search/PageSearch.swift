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

    init(_ kinds: CellKinds, rules: PageRules, effort: PackEffort) {
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
                let bin = SkylinePacker.Bin(
                    width: width,
                    height: min(limit, (lowest?.height ?? Int.max) - 1),
                    needsAll: true
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
