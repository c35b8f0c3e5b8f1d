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

    /// A bin width, an order of the entries, and the resulting height.
    struct Climb {
        var width: Int
        var height: Int
        var order: [Int32]
    }

    /// Improves the most promising climbs by successive halving.
    ///
    /// All get the same number of steps, then the worse half is dropped, until one remains.
    mutating func climb(_ climbs: inout [Climb]) {
        let start = packer.steps
        climbs = Array(climbs.prefix(effort.climbs))
        while !climbs.isEmpty {
            rank(&climbs)
            let rest = effort.climbSteps - (packer.steps - start)
            guard rest > 0 else { return }
            let rounds = Int.bitWidth - climbs.count.leadingZeroBitCount
            let share = rest / rounds / climbs.count
            for index in climbs.indices { improve(&climbs[index], steps: share) }
            rank(&climbs)
            climbs = Array(climbs.prefix(climbs.count / 2))
        }
    }

    /// Sorts by closeness to a smaller page; drops hopeless ones.
    func rank(_ climbs: inout [Climb]) {
        let ratios = climbs.map { Double($0.height) / Double(goal(width: $0.width)) }
        let order = climbs.indices.filter { ratios[$0].isFinite }.sorted {
            (ratios[$0], climbs[$0].width) < (ratios[$1], climbs[$1].width)
        }
        climbs = order.map { climbs[$0] }
    }

    /// Swaps two entries of the order at a time, and keeps swaps that do not increase the height.
    private mutating func improve(_ climb: inout Climb, steps: Int) {
        let count = climb.order.count
        let start = packer.steps
        // Few entries have few orders, soon exhausted.
        var moves = min(count * count * count, 1_000_000)
        while packer.steps - start < steps, moves > 0 {
            moves -= 1
            let first = Int.random(in: 0..<count, using: &random)
            let second = Int.random(in: 0..<count, using: &random)
            guard first != second else { continue }
            climb.order.swapAt(first, second)
            let bin = BinSize(width: climb.width, height: climb.height)
            guard let packed = packer.pack(climb.order, into: bin) else {
                climb.order.swapAt(first, second)
                continue
            }
            let isLower = packed.used.height < climb.height
            climb.height = packed.used.height
            offer(packed)
            // Without a smaller page at this width there is no further gain.
            if isLower, goal(width: climb.width) == 0 { return }
        }
    }

    /// The largest page, as full as found.
    ///
    /// For cells that no single page fits: a sweep of the sort orders, MaxRects, then climbing.
    mutating func fullestPage() -> PackedBin {
        let bin = rules.largest
        var best = PackedBin.empty
        var order = orders[0]
        for candidate in orders {
            let packed = packer.pack(candidate, into: bin, needsAll: false)
            if let packed, packed.cellArea > best.cellArea { (best, order) = (packed, candidate) }
        }
        let count = order.count
        var moves = min(count * count * count, 1_000_000)
        let start = packer.steps
        while packer.steps - start < effort.fullPageSteps, moves > 0,
            best.cellArea < bin.area
        {
            moves -= 1
            let first = Int.random(in: 0..<count, using: &random)
            let second = Int.random(in: 0..<count, using: &random)
            guard first != second else { continue }
            order.swapAt(first, second)
            let packed = packer.pack(order, into: bin, needsAll: false)
            if let packed, packed.cellArea >= best.cellArea {
                best = packed
            } else {
                order.swapAt(first, second)
            }
        }
        return best
    }

    /// All cells on the largest page, by the first suitable sort order; nil if none fits.
    mutating func onePage() -> PackedBin? {
        guard cells.kinds.totalArea <= rules.largest.area else { return nil }
        for order in orders {
            if let packed = packer.pack(order, into: rules.largest) { return packed }
        }
        return nil
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

enum PageWidths {
    /// Strips waste little but are awkward; without a limit the search stays within this aspect, as
    /// long as the cells fit.
    private static let usualAspect = 4.0

    /// At most `count` widths, the ones close to a square first.
    static func candidates(for kinds: CellKinds, rules: PageRules, count: Int) -> [Int] {
        let narrowest = kinds.kinds.reduce(1) { max($0, $1.shortestBase) }
        let lowest = max(
            narrowest,
            (kinds.totalArea + rules.largest.height - 1) / rules.largest.height
        )
        guard lowest <= rules.largest.width else { return [] }
        // Aspect a means width = sqrt(a * area) at most, and at least sqrt(area / a).
        let aspect = min(rules.options.aspectLimit ?? usualAspect, 64)
        let squarest = integerSquareRoot(kinds.totalArea)
        let slimmest = integerSquareRoot(Int(Double(kinds.totalArea) / aspect))
        let flattest = integerSquareRoot(Int(Double(kinds.totalArea) * aspect)) + 1
        let from = min(max(lowest, slimmest), rules.largest.width)
        let to = min(max(from, flattest), rules.largest.width)
        let widest = kinds.kinds.reduce(to) { min(max($0, $1.size.width), rules.largest.width) }

        var widths: [Int] = []
        for width in from...widest {
            let page = rules.page(covering: BinSize(width: width, height: 1))
            let rounded = rules.bin(ofPage: page).width
            if rounded != widths.last { widths.append(rounded) }
        }
        if widths.count > count {
            let last = widths.count - 1
            widths = (0..<count).map { widths[$0 * last / max(count - 1, 1)] }
        }
        return widths.sorted { (abs($0 - squarest), $0) < (abs($1 - squarest), $1) }
    }

    /// Rounded down, by Newton's method.
    private static func integerSquareRoot(_ value: Int) -> Int {
        guard value > 1 else { return max(value, 0) }
        var root = value
        var next = value / 2 + 1
        while next < root {
            root = next
            next = (root + value / root) / 2
        }
        return root
    }
}

/// A small pseudo-random generator, deterministic across platforms.
///
/// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014; constants as
/// in Java's `SplittableRandom`.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
