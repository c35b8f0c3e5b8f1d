package import Raster

package struct OutlineBin {
    package let width: Int
    package let height: Int
    private(set) var used = BinSize.empty
    /// The number of words rows read so far, which measures work.
    private(set) var steps = 0

    /// Words per row.
    private let stride: Int
    /// Pixels that are used or too close to one.
    private var taken: BitMask
    /// The longest free run of each row, which alone rules out most places.
    private var longestFree: [Int]
    private let padding: Int
    // A row buffer.
    private var row: [UInt64]
    private var blocked: [UInt64]

    package init(width: Int, height: Int, padding: Int) {
        self.width = width
        self.height = height
        self.padding = padding
        taken = BitMask(width: width, height: height)
        stride = taken.stride
        longestFree = [Int](repeating: width, count: height)
        row = [UInt64](repeating: 0, count: stride)
        blocked = row
    }

    /// The lowest, then leftmost free place for a shape, which includes its extruded edge; nil for
    /// none.
    ///
    /// `bottom` limits how far down it extends.
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
        // Everything below is free.
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

    /// Blocks the columns at which a run would overlap something; returns whether all are blocked.
    private mutating func blockColumns(of run: BitMask.Run, at y: Int) -> Bool {
        let base = (y + run.row) * stride
        let stride = stride
        // Each column accumulates the next `length - 1` columns right of it, by doubling.
        return unsafe taken.words.withUnsafeBufferPointer { taken in
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

    /// ORs or replaces bits with those `step` columns to the right.
    ///
    /// Ascends, so that both may be the same row.
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

    /// Marks a shape's pixels, and those around them, as used.
    package mutating func put(_ shape: OrientedShape, atX x: Int, _ y: Int) {
        for run in shape.runs {
            let first = max(x + run.start - padding, 0)
            let end = min(x + run.start + run.length + padding, width)
            let rows = max(y + run.row - padding, 0)...min(y + run.row + padding, height - 1)
            for row in rows { taken.insert(first..<end, row: row) }
        }
        for row in max(y - padding, 0)..<min(y + shape.height + padding, height) {
            longestFree[row] = longestFreeStretch(inRow: row)
        }
        used.width = max(used.width, x + shape.width)
        used.height = max(used.height, y + shape.height)
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

    /// The first column from one on that is used, or free; the width if none exists.
    private func next(_ column: Int, inRow row: Int, isTaken: Bool) -> Int {
        var column = column
        while column < width {
            let word = taken.words[row * stride + column >> 6]
            let rest = (isTaken ? word : ~word) >> UInt64(column & 63)
            if rest != 0 { return min(column + rest.trailingZeroBitCount, width) }
            column = (column | 63) + 1
        }
        return width
    }

    /// Whether a shape is free at a place: a plain check for `lowestPlace`.
    package func isFree(_ shape: OrientedShape, atX x: Int, _ y: Int) -> Bool {
        shape.runs.allSatisfy { run in
            taken.count(in: x + run.start..<x + run.start + run.length, row: y + run.row) == 0
        }
    }
}

package struct OrientedShape: Sendable {
    package let width: Int
    package let height: Int
    let isTurned: Bool
    /// Longest first: they fail soonest.
    let runs: [BitMask.Run]
    let widest: [BitMask.Run]

    package init(_ shape: BitMask, isTurned: Bool) {
        width = shape.width
        height = shape.height
        self.isTurned = isTurned
        runs = shape.runs.sorted { ($1.length, $0.row, $0.start) < ($0.length, $1.row, $1.start) }
        var seen: Set<Int> = []
        widest = runs.filter { seen.insert($0.row).inserted }
    }
}

// A mask is the shape of a sprite for packing by outlines: the pixels of its rectangle that belong
// to it.
extension BitMask {
    package var turnedClockwise: BitMask {
        drawn(width: height, height: width) { x, y in self[y, height - 1 - x] }
    }

    package var turnedCounterclockwise: BitMask {
        drawn(width: height, height: width) { x, y in self[width - 1 - y, x] }
    }

    /// With its edges repeated outward, like the sprite's pixels.
    package func extruded(by distance: Int) -> BitMask {
        guard distance > 0 else { return self }
        return drawn(width: width + 2 * distance, height: height + 2 * distance) { x, y in
            self[min(max(x - distance, 0), width - 1), min(max(y - distance, 0), height - 1)]
        }
    }

    private func drawn(width: Int, height: Int, _ isSet: (Int, Int) -> Bool) -> BitMask {
        var result = BitMask(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where isSet(x, y) { result[x, y] = true }
        }
        return result
    }

    /// The set pixels as horizontal runs.
    package var runs: [Run] {
        var runs: [Run] = []
        for y in 0..<height {
            var start: Int?
            for x in 0...width {
                if self[x, y] {
                    start = start ?? x
                } else if let first = start {
                    runs.append(Run(row: y, start: first, length: x - first))
                    start = nil
                }
            }
        }
        return runs
    }

    package struct Run: Hashable, Sendable {
        package let row: Int
        package let start: Int
        package let length: Int
    }
}
