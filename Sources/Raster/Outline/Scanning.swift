// Which pixels lines and triangles meet, in exact integer arithmetic.

/// The quotient rounded down; the divisor is above 0.
@inline(__always)
func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
}

/// The quotient rounded up; the divisor is above 0.
@inline(__always)
func ceilQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    -floorQuotient(-dividend, divisor)
}

/// A non-horizontal edge from its upper to its lower end.
struct Slope {
    let top: PixelPoint
    let width: Int
    let height: Int

    /// Nil for a horizontal edge.
    init?(_ a: PixelPoint, _ b: PixelPoint) {
        guard a.y != b.y else { return nil }
        let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
        top = upper
        width = lower.x - upper.x
        height = lower.y - upper.y
    }

    var rows: Range<Int> { top.y..<(top.y + height) }

    /// The columns of a row that the edge crosses; empty between two columns.
    @inline(__always)
    func columns(inRow row: Int) -> Range<Int> {
        let first = width * (row - top.y)
        let last = first + width
        return
            (top.x + floorQuotient(min(first, last), height))..<(top.x
            + ceilQuotient(max(first, last), height))
    }

    /// The column whose center, in the middle of a row, is on the edge; empty, between the columns
    /// left and right of it, if there is none.
    @inline(__always)
    func centers(inRow row: Int) -> Range<Int> {
        let across = width * (2 * (row - top.y) + 1) - height
        let last = top.x + floorQuotient(across, 2 * height)
        return top.x + ceilQuotient(across, 2 * height)..<last + 1
    }
}

/// The columns of an edge row by row, without a division for each.
struct SlopeWalk {
    private let leans: Bool
    private let height: Int
    private let step: Int
    private let rest: Int
    private var column: Int
    private var fraction = 0

    init(_ slope: Slope) {
        height = slope.height
        step = floorQuotient(slope.width, slope.height)
        rest = slope.width - step * slope.height
        column = slope.top.x
        leans = slope.width > 0
    }

    @inline(__always)
    mutating func next() -> Range<Int> {
        let (low, start) = (column, fraction == 0 ? column : column + 1)
        column += step
        fraction += rest
        if fraction >= height {
            fraction -= height
            column += 1
        }
        let end = fraction == 0 ? column : column + 1
        return leans ? low..<max(end, low) : column..<max(start, column)
    }
}

extension BitMask {
    /// Whether a line crosses the inside of a set pixel; touching does not count.
    func isCrossed(from a: PixelPoint, to b: PixelPoint) -> Bool {
        guard a.x != b.x, let slope = Slope(a, b) else { return false }
        var walk = SlopeWalk(slope)
        for row in slope.rows where hasAny(walk.next(), row: row) { return true }
        return false
    }

    /// Whether a triangle's inside overlaps that of a set pixel.
    func isMet(by a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint) -> Bool {
        let top = min(a.y, b.y, c.y)
        let bottom = max(a.y, b.y, c.y)
        // The long edge, and the two opposite.
        guard let first = Slope(a, b) ?? Slope(b, c) else { return false }
        let slopes = (Slope(b, c) ?? first, Slope(c, a) ?? first)
        for row in top..<bottom {
            var (left, right) = (Int.max, Int.min)
            for slope in [first, slopes.0, slopes.1] where slope.rows.contains(row) {
                let columns = slope.columns(inRow: row)
                left = min(left, columns.lowerBound)
                right = max(right, columns.upperBound)
            }
            if left < right, hasAny(left..<right, row: row) { return true }
        }
        return false
    }

    @inline(__always)
    func hasAny(_ columns: Range<Int>, row: Int) -> Bool {
        guard row >= 0, row < height else { return false }
        let first = max(columns.lowerBound, 0)
        let last = min(columns.upperBound, width) - 1
        guard first <= last else { return false }
        let start = row * stride + first >> 6
        let end = row * stride + last >> 6
        let head: UInt64 = ~0 << UInt64(first & 63)
        let tail: UInt64 = ~0 >> UInt64(63 - last & 63)
        if start == end { return words[start] & head & tail != 0 }
        if words[start] & head != 0 || words[end] & tail != 0 { return true }
        var index = start + 1
        while index < end {
            if words[index] != 0 { return true }
            index += 1
        }
        return false
    }
}

/// Calls `body` with the columns of each row that overlap a convex polygon.
func forEachRow(
    _ corners: [PixelPoint],
    in rows: Range<Int>,
    _ body: (_ row: Int, _ columns: Range<Int>) -> Void
) {
    // A vertical edge between two columns crosses none, and bounds both.
    forEachSpan(corners, in: rows, { $0.columns(inRow: $1) }, body)
}

/// Calls `body` with the columns of each row whose centers are in a convex polygon or on its edge.
func forEachCenter(
    _ corners: [PixelPoint],
    in rows: Range<Int>,
    _ body: (_ row: Int, _ columns: Range<Int>) -> Void
) {
    forEachSpan(corners, in: rows, { $0.centers(inRow: $1) }, body)
}

/// Calls `body` with the columns from the first to the last that the edges of a row bound.
@inline(__always)
private func forEachSpan(
    _ corners: [PixelPoint],
    in rows: Range<Int>,
    _ bounds: (_ slope: Slope, _ row: Int) -> Range<Int>,
    _ body: (_ row: Int, _ columns: Range<Int>) -> Void
) {
    let slopes = corners.indices.compactMap { index in
        Slope(corners[index], corners[index + 1 == corners.count ? 0 : index + 1])
    }
    guard let top = slopes.map(\.rows.lowerBound).min(),
        let bottom = slopes.map(\.rows.upperBound).max()
    else { return }
    for row in (top..<bottom).clamped(to: rows) {
        var (left, right) = (Int.max, Int.min)
        for slope in slopes where slope.rows.contains(row) {
            let columns = bounds(slope, row)
            left = min(left, columns.lowerBound)
            right = max(right, columns.upperBound)
        }
        if left < right { body(row, left..<right) }
    }
}
