/// The kinds in each orientation they may be placed in, with an index by exact side.
///
/// Entry numbers are positions in `entries`. Kinds that are turned copies of themselves, and all
/// kinds when turning is forbidden, have one entry.
struct OrientedCells: Sendable {
    struct Entry: Sendable {
        var width: Int32
        var height: Int32
        var kind: Int32
    }

    let kinds: CellKinds
    let entries: [Entry]
    /// For each kind its first entry, and after the last kind the number of entries.
    let firstEntry: [Int32]
    let byWidth: SideIndex
    let byHeight: SideIndex
    /// Kinds by their shortest base, ascending.
    let kindsByShortestBase: [Int32]
    /// The shortest base of each kind.
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

/// The entries that have a given side, longest other side first.
struct SideIndex: Sendable {
    private let starts: [Int32]
    private let members: [Int32]

    init(_ sides: [Int32], then others: [Int32]) {
        let longest = Int(sides.max() ?? 0)
        var starts = [Int32](repeating: 0, count: longest + 2)
        for side in sides { starts[Int(side) + 1] += 1 }
        for side in 1..<starts.count { starts[side] += starts[side - 1] }
        self.starts = starts
        members = sides.indices.map(Int32.init).sorted {
            (sides[Int($0)], -others[Int($0)], $0) < (sides[Int($1)], -others[Int($1)], $1)
        }
    }

    /// The range of `members` whose side is `side`.
    @inline(__always)
    func range(_ side: Int) -> Range<Int> {
        guard side >= 0, side + 1 < starts.count else { return 0..<0 }
        return Int(starts[side])..<Int(starts[side + 1])
    }

    @inline(__always)
    subscript(position: Int) -> Int { Int(members[position]) }
}
