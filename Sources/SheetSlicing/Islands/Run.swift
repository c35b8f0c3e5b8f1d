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

/// The connected components of some runs, corners included.
///
/// Runs of neighboring rows are joined by union-find with path halving (Rosenfeld and Pfaltz 1966),
/// so that the work depends on the number of runs, not of pixels.
struct ConnectedComponents {
    /// The component of each run, numbered from 0 in the order of first runs.
    let labels: [Int32]
    private(set) var areas: [Int] = []
    private(set) var bounds: [PixelRect] = []

    var count: Int { areas.count }

    /// Takes runs row by row, left to right.
    init(_ runs: [Run]) {
        var parents = (0..<runs.count).map { Int32($0) }
        func root(_ run: Int) -> Int {
            var run = run
            while parents[run] != run {
                parents[run] = parents[Int(parents[run])]
                run = Int(parents[run])
            }
            return run
        }
        // The first run of the row above that may still touch.
        var above = 0
        var rowStart = 0
        for index in runs.indices {
            let run = runs[index]
            if index > 0, runs[index - 1].y != run.y {
                above = rowStart
                rowStart = index
            }
            while above < rowStart, runs[above].y < run.y - 1 || runs[above].to < run.from {
                above += 1
            }
            var other = above
            while other < rowStart, runs[other].from <= run.to {
                let (a, b) = (root(other), root(index))
                parents[max(a, b)] = Int32(min(a, b))
                other += 1
            }
        }
        // The root of a component is its first run, and so labeled first.
        var labels = [Int32](repeating: 0, count: runs.count)
        for index in runs.indices {
            let first = root(index)
            if first == index {
                labels[index] = Int32(areas.count)
                areas.append(0)
                bounds.append(PixelRect(runs[index]))
            }
            let label = Int(labels[first])
            labels[index] = Int32(label)
            areas[label] += runs[index].length
            bounds[label] = bounds[label].union(PixelRect(runs[index]))
        }
        self.labels = labels
    }

    /// The runs of each component, in order; empty unless `isWanted`.
    func groups(of runs: [Run], where isWanted: (Int) -> Bool) -> [[Run]] {
        let wanted = (0..<count).map(isWanted)
        // Counted first: growing arrays would take up to three times their size.
        var sizes = [Int](repeating: 0, count: count)
        for label in labels where wanted[Int(label)] { sizes[Int(label)] += 1 }
        var groups = [[Run]](repeating: [], count: count)
        for label in groups.indices where sizes[label] > 0 {
            groups[label].reserveCapacity(sizes[label])
        }
        for (run, label) in zip(runs, labels) where wanted[Int(label)] {
            groups[Int(label)].append(run)
        }
        return groups
    }
}
