/// The kinds in each allowed orientation, with an index by exact side.
///
/// Entry numbers are positions in `entries`. Square kinds, and all kinds without rotation, have one
/// entry.
struct OrientedCells: Sendable {
    struct Entry: Sendable {
        var width: Int32
        var height: Int32
        var kind: Int32
    }

    let kinds: CellKinds
    let entries: [Entry]
    /// For each kind its first entry, and finally the number of entries.
    let firstEntry: [Int32]
    let byWidth: SideIndex
    let byHeight: SideIndex
    /// Ascending.
    let kindsByShortestBase: [Int32]
    let shortestBase: [Int32]

    init(_ kinds: CellKinds) {
        self.kinds = kinds
        var entries: [Entry] = []
        var firstEntry: [Int32] = []
        for (number, kind) in kinds.kinds.enumerated() {
            firstEntry.append(Int32(entries.count))
            for size in kind.orientations {
                entries.append(
                    Entry(
                        width: Int32(size.width),
                        height: Int32(size.height),
                        kind: Int32(number)
                    )
                )
            }
        }
        firstEntry.append(Int32(entries.count))
        self.entries = entries
        self.firstEntry = firstEntry
        byWidth = SideIndex(entries.map(\.width), then: entries.map(\.height))
        byHeight = SideIndex(entries.map(\.height), then: entries.map(\.width))
        shortestBase = kinds.kinds.map { Int32($0.shortestBase) }
        let shortest = shortestBase
        kindsByShortestBase = shortest.indices.map(Int32.init)
            .sorted { (shortest[Int($0)], $0) < (shortest[Int($1)], $1) }
    }
}

/// The entries with a given side, longest other side first.
struct SideIndex: Sendable {
    private let starts: [Int32]
    private let members: [Int32]
    /// The other side of each member, and the position of each entry among the members.
    private let others: [Int32]
    private let places: [Int32]

    init(_ sides: [Int32], then others: [Int32]) {
        let longest = Int(sides.max() ?? 0)
        var starts = [Int32](repeating: 0, count: longest + 2)
        for side in sides { starts[Int(side) + 1] += 1 }
        for side in 1..<starts.count { starts[side] += starts[side - 1] }
        self.starts = starts
        let members = sides.indices.map(Int32.init).sorted { one, two in
            let (side, other) = (sides[Int(one)], others[Int(one)])
            let (nextSide, nextOther) = (sides[Int(two)], others[Int(two)])
            if side != nextSide { return side < nextSide }
            return other != nextOther ? other > nextOther : one < two
        }
        var places = [Int32](repeating: 0, count: members.count)
        for (place, entry) in members.enumerated() { places[Int(entry)] = Int32(place) }
        self.members = members
        self.others = members.map { others[Int($0)] }
        self.places = places
    }

    struct Remaining {
        private let index: SideIndex
        /// By member: its other side, or more than any gap if removed.
        private var others: [Int32]

        init(_ index: SideIndex) {
            self.index = index
            others = index.others
        }

        mutating func refill() {
            others.removeAll(keepingCapacity: true)
            others += index.others
        }

        mutating func remove(_ entry: Int) { others[Int(index.places[entry])] = Int32.max }

        /// The entry with the longest other side up to `limit`, preferring the first that matches
        /// one of two others exactly, or nil; and the number of entries examined, removed ones
        /// included.
        @inline(__always)
        func longest(
            _ side: Int,
            upTo limit: Int,
            preferring first: Int32,
            _ second: Int32
        ) -> (entry: Int?, passed: Int) {
            let range = index.range(side)
            var found: Int?
            for place in range {
                let other = others[place]
                if Int(other) > limit { continue }
                if other == first || other == second {
                    return (index[place], place &- range.lowerBound &+ 1)
                }
                if found == nil { found = index[place] }
            }
            return (found, range.count)
        }

        /// The same without a preference, which ends with the first.
        @inline(__always)
        func longest(_ side: Int, upTo limit: Int) -> (entry: Int?, passed: Int) {
            let range = index.range(side)
            for place in range where Int(others[place]) <= limit {
                return (index[place], place &- range.lowerBound &+ 1)
            }
            return (nil, range.count)
        }
    }

    /// The range of `members` whose side is `side`.
    @inline(__always)
    private func range(_ side: Int) -> Range<Int> {
        guard side >= 0, side + 1 < starts.count else { return 0..<0 }
        return Int(starts[side])..<Int(starts[side + 1])
    }

    @inline(__always)
    private subscript(position: Int) -> Int { Int(members[position]) }
}
