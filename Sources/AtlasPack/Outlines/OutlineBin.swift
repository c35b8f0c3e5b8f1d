import Raster

/// A bin in which shapes lie, pixel by pixel.
package struct OutlineBin {
    package let width: Int
    package let height: Int
    /// How far the shapes reach.
    private(set) var used = BinSize(width: 0, height: 0)
    /// Rows of words looked at so far, the measure of work.
    private(set) var steps = 0

    /// Words a row.
    private let stride: Int
    /// A bit for each pixel that is taken or too near to one.
    private var taken: [UInt64]
    /// Of each row the longest stretch that is not taken: most places are ruled out by it alone.
    private var longestFree: [Int]
    private let padding: Int
    // Room for a row on its way.
    private var row: [UInt64]
    private var blocked: [UInt64]

    package init(width: Int, height: Int, padding: Int) {
        self.width = width
        self.height = height
        self.padding = padding
        stride = (width + 63) / 64
        taken = [UInt64](repeating: 0, count: stride * height)
        longestFree = [Int](repeating: width, count: height)
        row = [UInt64](repeating: 0, count: stride)
        blocked = row
    }

    /// The lowest place, and there the leftmost, where no pixel of a shape is taken.
    ///
    /// - Parameters:
    ///   - shape: oriented and grown by its extruded edge.
    ///   - bottom: how far down it may reach.
    /// - Returns: nil when there is none.
    package mutating func lowestPlace(
        of shape: OrientedShape,
        above bottom: Int
    ) -> (x: Int, y: Int)? {
        let limit = min(bottom, height) - shape.height
        guard limit >= 0, shape.width <= width else { return nil }
        for y in 0...limit {
            if let x = leftmostPlace(of: shape, at: y) { return (x, y) }
        }
        return nil
    }

    /// Blocks columns run by run, long ones first, until all are blocked.
    private mutating func leftmostPlace(of shape: OrientedShape, at y: Int) -> Int? {
        // Below everything that lies here there is nothing to look at.
        if y >= used.height + padding { return 0 }
        for run in shape.widest where y + run.row < height && run.length > longestFree[y + run.row]
        {
            return nil
        }
        let places = width - shape.width + 1
        for word in 0..<stride {
            let rest = places - word * 64
            blocked[word] = rest >= 64 ? 0 : rest <= 0 ? ~0 : ~0 << UInt64(rest)
        }
        let end = min(used.height + padding, height)
        for run in shape.runs where y + run.row < end {
            steps += 1
            if blockColumns(of: run, at: y) { return nil }
        }
        for word in 0..<stride where blocked[word] != ~0 {
            return word * 64 + (~blocked[word]).trailingZeroBitCount
        }
        return nil
    }

    /// Blocks the columns at which a run would meet something taken.
    ///
    /// - Returns: whether none is left.
    private mutating func blockColumns(of run: ItemShape.Run, at y: Int) -> Bool {
        let base = (y + run.row) * stride
        let stride = stride
        // Each column takes over what lies up to `length - 1` columns right of it, by doubling.
        return unsafe taken.withUnsafeBufferPointer { taken in
            unsafe row.withUnsafeMutableBufferPointer { row in
                unsafe blocked.withUnsafeMutableBufferPointer { blocked in
                    for word in 0..<stride { unsafe row[word] = taken[base &+ word] }
                    var reach = 1
                    while reach < run.length {
                        let step = min(reach, run.length &- reach)
                        unsafe OutlineBin.gather(row, from: step, into: row, keeps: true)
                        reach &+= step
                    }
                    unsafe OutlineBin.gather(row, from: run.start, into: row, keeps: false)
                    var free: UInt64 = 0
                    for word in 0..<stride {
                        unsafe blocked[word] |= row[word]
                        unsafe free |= ~blocked[word]
                    }
                    return free == 0
                }
            }
        }
    }

    /// Bits move down by `step` columns, over those that are there or in their place.
    ///
    /// Goes upward, so that both may be one row.
    @inline(__always)
    private static func gather(
        _ source: UnsafeMutableBufferPointer<UInt64>,
        from step: Int,
        into result: UnsafeMutableBufferPointer<UInt64>,
        keeps: Bool
    ) {
        let words = step >> 6
        let (down, up) = (UInt64(step & 63), UInt64(64 &- step & 63))
        for word in 0..<source.count {
            let near = word &+ words
            let low = unsafe near < source.count ? source[near] : 0
            let high = unsafe near &+ 1 < source.count ? source[near &+ 1] : 0
            let moved = low >> down | (down == 0 ? 0 : high << up)
            unsafe result[word] = keeps ? result[word] | moved : moved
        }
    }

    /// Takes a shape's pixels, and those around them.
    package mutating func put(_ shape: OrientedShape, atX x: Int, _ y: Int) {
        for run in shape.runs {
            let first = max(x + run.start - padding, 0)
            let last = min(x + run.start + run.length + padding, width) - 1
            let rows = max(y + run.row - padding, 0)...min(y + run.row + padding, height - 1)
            for row in rows { take(first...last, row: row) }
        }
        for row in max(y - padding, 0)..<min(y + shape.height + padding, height) {
            longestFree[row] = longestFreeStretch(inRow: row)
        }
        used.width = max(used.width, x + shape.width)
        used.height = max(used.height, y + shape.height)
    }

    private mutating func take(_ columns: ClosedRange<Int>, row: Int) {
        let base = row * stride
        let (start, end) = (columns.lowerBound >> 6, columns.upperBound >> 6)
        let head: UInt64 = ~0 << UInt64(columns.lowerBound & 63)
        let tail: UInt64 = ~0 >> UInt64(63 - columns.upperBound & 63)
        if start == end {
            taken[base + start] |= head & tail
            return
        }
        taken[base + start] |= head
        taken[base + end] |= tail
        for word in (start + 1)..<end { taken[base + word] = ~0 }
    }

    private func longestFreeStretch(inRow row: Int) -> Int {
        var (longest, column) = (0, 0)
        while column < width {
            let start = next(column, inRow: row, isTaken: false)
            column = next(start, inRow: row, isTaken: true)
            longest = max(longest, column - start)
        }
        return longest
    }

    /// The first column from one on that is taken, or is not; the width when there is none.
    private func next(_ column: Int, inRow row: Int, isTaken: Bool) -> Int {
        var column = column
        while column < width {
            let word = taken[row * stride + column >> 6]
            let rest = (isTaken ? word : ~word) >> UInt64(column & 63)
            if rest != 0 { return min(column + rest.trailingZeroBitCount, width) }
            column = (column | 63) + 1
        }
        return width
    }

    /// Whether a shape lies free at a place: pixel by pixel, as `lowestPlace` has to agree.
    package func isFree(_ shape: OrientedShape, atX x: Int, _ y: Int) -> Bool {
        shape.runs.allSatisfy { run in
            (run.start..<(run.start + run.length)).allSatisfy { column in
                let (x, y) = (x + column, y + run.row)
                return taken[y * stride + x / 64] >> UInt64(x % 64) & 1 == 0
            }
        }
    }
}

/// A shape as it lies in a bin.
package struct OrientedShape: Sendable {
    package let width: Int
    package let height: Int
    let isTurned: Bool
    /// The longest first: they tell soonest that a shape does not fit.
    let runs: [ItemShape.Run]
    /// The longest run of each row.
    let widest: [ItemShape.Run]

    package init(_ shape: ItemShape, isTurned: Bool) {
        width = shape.size.width
        height = shape.size.height
        self.isTurned = isTurned
        runs = shape.runs.sorted { ($1.length, $0.row, $0.start) < ($0.length, $1.row, $1.start) }
        var seen: Set<Int> = []
        widest = runs.filter { seen.insert($0.row).inserted }
    }
}
