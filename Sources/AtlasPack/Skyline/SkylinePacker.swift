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

/// The upper outline of placed cells in a bin: horizontal segments from left to right, without
/// gaps, all neighbors at different heights.
struct Skyline {
    private struct Segment {
        var x: Int32
        var y: Int32
        var width: Int32
    }

    /// The lowest segment and the adjacent walls.
    struct Gap {
        /// The segment's index in the outline; valid until the outline changes.
        fileprivate var position: Int
        var x: Int
        var y: Int
        var width: Int
        /// The height of the neighbor above the gap; `Skyline.edge` at the bin's edge.
        var leftWall: Int
        var rightWall: Int
    }

    /// The height of the bin's edges as walls: more than any cell's.
    static let edge = Int(Int32.max)

    private var segments: [Segment] = []

    mutating func reset(width: Int) {
        segments.removeAll(keepingCapacity: true)
        segments.append(Segment(x: 0, y: 0, width: Int32(width)))
    }

    /// The lowest segment, the leftmost of several.
    func lowestGap() -> Gap {
        var lowest = 0
        var y = Int32.max
        unsafe segments.withUnsafeBufferPointer { segments in
            for position in 0..<segments.count {
                let own = unsafe segments[position].y
                // Without an unpredictable branch.
                lowest = own < y ? position : lowest
                y = min(y, own)
            }
        }
        let segment = segments[lowest]
        return Gap(
            position: lowest,
            x: Int(segment.x),
            y: Int(y),
            width: Int(segment.width),
            leftWall: lowest == 0 ? Skyline.edge : Int(segments[lowest - 1].y - y),
            rightWall: lowest == segments.count - 1
                ? Skyline.edge : Int(segments[lowest + 1].y - y)
        )
    }

    /// Puts a rectangle of at most the gap's width into one end of the gap.
    mutating func fill(_ gap: Gap, width: Int, height: Int, atLeft: Bool) {
        let position = gap.position
        let top = Int32(gap.y + height)
        let width = Int32(width)
        if Int(width) == gap.width {
            segments[position].y = top
            mergeNeighbors(position)
        } else if atLeft {
            segments[position].x += width
            segments[position].width -= width
            if position > 0, segments[position - 1].y == top {
                segments[position - 1].width += width
            } else {
                segments.insert(Segment(x: Int32(gap.x), y: top, width: width), at: position)
            }
        } else {
            segments[position].width -= width
            if position + 1 < segments.count, segments[position + 1].y == top {
                segments[position + 1].x -= width
                segments[position + 1].width += width
            } else {
                let x = Int32(gap.x + gap.width) - width
                segments.insert(Segment(x: x, y: top, width: width), at: position + 1)
            }
        }
    }

    /// Raises the gap to its lower wall; returns the lost area, nil if the gap is as wide as the
    /// bin.
    mutating func raise(_ gap: Gap) -> Int? {
        let wall = min(gap.leftWall, gap.rightWall)
        guard wall < Skyline.edge else { return nil }
        segments[gap.position].y += Int32(wall)
        mergeNeighbors(gap.position)
        return wall * gap.width
    }

    private mutating func mergeNeighbors(_ position: Int) {
        let y = segments[position].y
        if position + 1 < segments.count, segments[position + 1].y == y {
            segments[position].width += segments[position + 1].width
            segments.remove(at: position + 1)
        }
        if position > 0, segments[position - 1].y == y {
            segments[position - 1].width += segments[position].width
            segments.remove(at: position)
        }
    }
}
