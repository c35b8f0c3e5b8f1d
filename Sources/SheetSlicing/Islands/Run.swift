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

struct Bounds {
    var left: Int
    var top: Int
    /// The column after the last.
    var right: Int
    /// The row after the last.
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
    var area: Int { width * height }

    mutating func include(_ run: Run) { self = union(Bounds(run)) }

    func union(_ other: Bounds) -> Bounds {
        Bounds(
            left: min(left, other.left),
            top: min(top, other.top),
            right: max(right, other.right),
            bottom: max(bottom, other.bottom)
        )
    }

    func contains(_ other: Bounds) -> Bool {
        left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom
    }

    func run(inRow y: Int) -> Run { Run(y: y, from: left, to: right) }

    /// The number of common columns; negative: the columns between.
    func commonColumns(_ other: Bounds) -> Int { min(right, other.right) - max(left, other.left) }

    /// The number of common rows; negative: the rows between.
    func commonRows(_ other: Bounds) -> Int { min(bottom, other.bottom) - max(top, other.top) }

    var rect: PixelRect {
        PixelRect(x: left, y: top, width: width, height: height) ?? PixelRect(.onePixel)
    }
}

extension Bounds {
    init(_ run: Run) { self.init(left: run.from, top: run.y, right: run.to, bottom: run.y + 1) }
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
