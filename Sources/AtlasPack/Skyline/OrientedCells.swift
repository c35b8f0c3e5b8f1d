import Raster

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

/// Entries in a given order, for repeated queries of the first that fits.
///
/// Sides are stored contiguously in that order for vector comparisons.
struct EntryList {
    private typealias Sides = SIMD16<Int32>

    /// By position, padded to whole vectors with values that never fit.
    private var widths: [Int32]
    private var heights: [Int32]
    /// The number of entries in each vector.
    private var present: [Int]
    /// The entry at each position, and the position of each entry.
    private var entries: [Int32]
    private var places: [Int32]

    /// The width of a removed entry: larger than any gap.
    private static let gone = Int32.max

    init(count: Int) {
        let vectors = (count + Sides.scalarCount - 1) / Sides.scalarCount
        widths = [Int32](repeating: Self.gone, count: vectors * Sides.scalarCount)
        heights = widths
        present = [Int](repeating: 0, count: vectors)
        entries = [Int32](repeating: 0, count: count)
        places = entries
    }

    /// Takes all entries, in an order that contains each once.
    mutating func fill(_ order: [Int32], cells: OrientedCells) {
        for (place, entry) in order.enumerated() {
            let size = cells.entries[Int(entry)]
            widths[place] = size.width
            heights[place] = size.height
            entries[place] = entry
            places[Int(entry)] = Int32(place)
        }
        for vector in present.indices {
            present[vector] = min(Sides.scalarCount, order.count - vector * Sides.scalarCount)
        }
    }

    mutating func remove(_ entry: Int) {
        let place = Int(places[entry])
        widths[place] = Self.gone
        present[place / Sides.scalarCount] -= 1
    }

    /// The first entry no larger than `space`, which is inside a bin, or nil; and the number of
    /// entries examined.
    func first(within space: BinSize) -> (entry: Int?, passed: Int) {
        let width = Sides(repeating: Int32(space.width))
        let height = Sides(repeating: Int32(space.height))
        var passed = 0
        return unsafe widths.withUnsafeBytes { widths in
            unsafe heights.withUnsafeBytes { heights in
                for vector in present.indices {
                    let offset = vector &* MemoryLayout<Sides>.size
                    let besides =
                        unsafe width
                        &- widths.loadUnaligned(fromByteOffset: offset, as: Sides.self)
                    let below =
                        unsafe height
                        &- heights.loadUnaligned(fromByteOffset: offset, as: Sides.self)
                    // Negative if either side is too long.
                    let fits = besides | below
                    if fits.areNegative {
                        passed &+= present[vector]
                        continue
                    }
                    for lane in 0..<Sides.scalarCount {
                        // Removed entries do not count.
                        if besides[lane] != width[lane] &- Self.gone { passed &+= 1 }
                        if fits[lane] >= 0 {
                            return (Int(entries[vector &* Sides.scalarCount &+ lane]), passed)
                        }
                    }
                }
                return (nil, passed)
            }
        }
    }
}

extension SIMD16<Int32> {
    /// Comparing lane by lane would go through memory.
    @inline(__always)
    fileprivate var areNegative: Bool {
        let half = lowHalf & highHalf
        let quarter = half.lowHalf & half.highHalf
        let pair = unsafe unsafeBitCast(quarter, to: SIMD2<UInt64>.self)
        return pair[0] & pair[1] & 0x8000_0000_8000_0000 == 0x8000_0000_8000_0000
    }
}
