extension PageSearch {
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
