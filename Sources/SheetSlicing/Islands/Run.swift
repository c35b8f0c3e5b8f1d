import Raster

/// A horizontal run of connected pixels.
///
/// 12 bytes: a dithered sheet has a run for every second pixel.
struct Run {
    private let row: Int32
    private let first: Int32
    private let end: Int32

    init(y: Int, from: Int, to: Int) {
        (row, first, end) = (Int32(y), Int32(from), Int32(to))
    }

    var y: Int { Int(row) }
    var from: Int { Int(first) }
    /// The column after the last.
    var to: Int { Int(end) }

    var length: Int { to - from }
}

extension Run {
    /// Calls `body` with the longest parts whose pixels have one value each, from the left.
    @inline(__always)
    func visitParts<Value: Equatable>(
        by value: (_ x: Int) -> Value,
        _ body: (_ part: Run, _ value: Value) -> Void
    ) {
        var (start, own) = (from, value(from))
        for x in from + 1..<to {
            let next = value(x)
            if next == own { continue }
            body(Run(y: y, from: start, to: x), own)
            (start, own) = (x, next)
        }
        body(Run(y: y, from: start, to: to), own)
    }
}

extension PixelRect {
    init(_ run: Run) {
        self =
            PixelRect(x: run.from, y: run.y, width: run.length, height: 1) ?? PixelRect(.onePixel)
    }

    /// The number of common columns; negative: the columns between.
    func commonColumns(_ other: PixelRect) -> Int { min(maxX, other.maxX) - max(x, other.x) }

    /// The number of common rows; negative: the rows between.
    func commonRows(_ other: PixelRect) -> Int { min(maxY, other.maxY) - max(y, other.y) }
}

extension Sequence<Run> {
    /// The number of pixels.
    var area: Int { reduce(0) { $0 + $1.length } }

    /// Twice the sum of the pixels' centers.
    var doubleColumns: Int { reduce(0) { $0 + $1.length * ($1.from + $1.to) } }
}

extension [Run] {
    /// The smallest rectangle around some runs; nil without any.
    var bounds: PixelRect? {
        first.map { first in reduce(PixelRect(first)) { $0.union(PixelRect($1)) } }
    }
}

/// The runs of pixels with an alpha above `threshold`, row by row, left to right.
func runs(of image: StraightImage, alphaAbove threshold: UInt8) -> [Run] {
    let limit = UInt32(threshold) << 24 | 0xFF_FFFF
    var runs: [Run] = []
    unsafe image.withWords { words in
        var count = 0
        for y in 0..<image.height {
            var wasVisible = false
            for x in 0..<image.width {
                let isVisible = unsafe words[y &* image.width &+ x] > limit
                if isVisible, !wasVisible { count &+= 1 }
                wasVisible = isVisible
            }
        }
        runs.reserveCapacity(count)
        for y in 0..<image.height {
            let row = y * image.width
            var x = 0
            while x < image.width {
                while x < image.width, unsafe words[row &+ x] <= limit { x &+= 1 }
                guard x < image.width else { break }
                let from = x
                while x < image.width, unsafe words[row &+ x] > limit { x &+= 1 }
                runs.append(Run(y: y, from: from, to: x))
            }
        }
    }
    return runs
}
