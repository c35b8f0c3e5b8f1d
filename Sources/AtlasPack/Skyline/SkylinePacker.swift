/// Best-fit skyline packing of one bin.
///
/// The upper outline of placed cells is a list of horizontal segments. The lowest segment is filled
/// next, by the best fitting cell: one as wide as the segment, then one as high as an adjacent
/// wall, then the next in the given order; it is placed at the taller wall. A segment that nothing
/// fits is raised to its lower neighbor, and the area under it is lost. After Burke, Kendall,
/// Whitwell: "A New Placement Heuristic for the Orthogonal Stock-Cutting Problem", Operations
/// Research 52(4), 2004.
///
/// Reusable, so that memory is allocated once.
struct SkylinePacker {
    let cells: OrientedCells
    /// Cells examined and placed by all runs, which limits searches.
    private(set) var steps = 0

    /// The cost of a placement besides the cells examined.
    private static let stepsPerCell = 8

    /// The number of cells of each kind, and of all.
    private let counts: [Int32]
    private let cellCount: Int
    private var remaining: [Int32]
    private var list: EntryList
    private var byWidth: SideIndex.Remaining
    private var byHeight: SideIndex.Remaining
    private var skyline = Skyline()
    /// The position in `kindsByShortestBase` before which no cell remains.
    private var shortestCursor = 0

    init(_ cells: OrientedCells) {
        self.cells = cells
        counts = cells.kinds.counts.map(Int32.init)
        cellCount = cells.kinds.counts.reduce(0, +)
        remaining = counts
        list = EntryList(count: cells.entries.count)
        byWidth = SideIndex.Remaining(cells.byWidth)
        byHeight = SideIndex.Remaining(cells.byHeight)
    }

    /// Fills `bin` from the bottom up; nil if all cells are needed and some do not fit.
    ///
    /// `order` is a permutation of the entry numbers, preferred first.
    mutating func pack(
        _ order: [Int32],
        into bin: BinSize,
        needsAll: Bool = true
    ) -> PackedBin? {
        var spare = bin.area - cells.kinds.totalArea
        steps += counts.count
        if needsAll, spare < 0 { return nil }
        var missing = cellCount
        remaining.removeAll(keepingCapacity: true)
        remaining += counts
        list.fill(order, cells: cells)
        byWidth.refill()
        byHeight.refill()
        skyline.reset(width: bin.width)
        shortestCursor = 0
        var result = PackedBin.empty
        result.cells.reserveCapacity(missing)

        while missing > 0 {
            steps += SkylinePacker.stepsPerCell
            let gap = skyline.lowestGap()
            guard let choice = choose(gap, room: bin.height - gap.y) else {
                guard let lost = skyline.raise(gap) else { break }
                spare -= lost
                if needsAll, spare < 0 { return nil }
                continue
            }
            let entry = cells.entries[choice.entry]
            let width = Int(entry.width)
            let height = Int(entry.height)
            let x = choice.isLeft ? gap.x : gap.x + gap.width - width
            let kind = Int(entry.kind)
            result.append(kind: kind, x: x, y: gap.y, BinSize(width: width, height: height))
            missing -= 1
            skyline.fill(gap, width: width, height: height, atLeft: choice.isLeft)
            remaining[kind] -= 1
            if remaining[kind] == 0 {
                for entry in Int(cells.firstEntry[kind])..<Int(cells.firstEntry[kind + 1]) {
                    list.remove(entry)
                    byWidth.remove(entry)
                    byHeight.remove(entry)
                }
            }
        }
        return missing == 0 || !needsAll ? result : nil
    }

    /// The cell for `gap` with a height of at most `room`, and its side.
    private mutating func choose(
        _ gap: Skyline.Gap,
        room: Int
    ) -> (entry: Int, isLeft: Bool)? {
        while remaining[Int(cells.kindsByShortestBase[shortestCursor])] == 0 { shortestCursor += 1 }
        let shortest = cells.shortestBase[Int(cells.kindsByShortestBase[shortestCursor])]
        guard gap.width >= Int(shortest) else { return nil }
        let tallerIsLeft = gap.leftWall >= gap.rightWall

        // As wide as the gap: no loss. The tallest, unless one is also level with a wall.
        let widest = byWidth.longest(
            gap.width,
            upTo: room,
            preferring: Int32(gap.leftWall),
            Int32(gap.rightWall)
        )
        steps += widest.passed
        if let entry = widest.entry { return (entry, true) }

        // Level with a wall: the outline gets no new step. The taller wall first.
        let taller = max(gap.leftWall, gap.rightWall)
        let lower = min(gap.leftWall, gap.rightWall)
        if taller <= room, let entry = leveling(taller, gap) {
            return (entry, tallerIsLeft)
        }
        if lower <= room, lower != taller, let entry = leveling(lower, gap) {
            return (entry, !tallerIsLeft)
        }

        let (entry, passed) = list.first(within: BinSize(width: gap.width, height: room))
        steps += passed
        return entry.map { ($0, tallerIsLeft) }
    }

    /// The widest cell within the gap that is exactly `height` high.
    private mutating func leveling(_ height: Int, _ gap: Skyline.Gap) -> Int? {
        let (entry, passed) = byHeight.longest(height, upTo: gap.width)
        steps += passed
        return entry
    }
}
