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
