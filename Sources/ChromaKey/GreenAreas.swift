/// Decides which pixels that lean to the screen's hue are solid and which are see-through.
///
/// Pixels that touch belong together: each pixel's own solidity counts for 0.3 and its area's mean
/// for 0.7.
struct GreenAreas {
    /// A horizontal run of pixels and the area it belongs to.
    private struct Run {
        var y: Int
        var start: Int
        var end: Int
        var parent: Int
        var solidity: Float
        var count: Float
    }

    private static let shareOfMean: Float = 0.7
    private var runs: [Run] = []

    /// `solidity` of the pixel at (x, y) is asked once for each set pixel.
    init(_ plane: BitPlane, solidity: (_ x: Int, _ y: Int) -> Float) {
        var above = 0..<0
        for y in 0..<plane.height {
            let first = runs.count
            appendRuns(of: plane, row: y, solidity)
            connect(above, first..<runs.count)
            above = first..<runs.count
        }
        gather()
    }

    /// Calls `body` with each run and its area's mean solidity.
    func visit(_ body: (_ y: Int, _ xs: Range<Int>, _ mean: Float) -> Void) {
        for run in runs {
            let area = runs[run.parent]
            body(run.y, run.start..<run.end, area.solidity / area.count)
        }
    }

    /// The solidity of a pixel in its area.
    static func vote(own: Float, mean: Float) -> Float {
        (1 - shareOfMean) * own + shareOfMean * mean
    }

    private mutating func appendRuns(
        of plane: BitPlane,
        row y: Int,
        _ solidity: (_ x: Int, _ y: Int) -> Float
    ) {
        for column in 0..<plane.stride {
            var word = plane.words[y * plane.stride + column]
            while word != 0 {
                let start = word.trailingZeroBitCount
                let rest = ~(word &>> UInt64(start))
                let length = min(rest.trailingZeroBitCount, 64 - start)
                let from = column * 64 + start
                var sum: Float = 0
                for x in from..<from + length { sum += solidity(x, y) }
                if let last = runs.last, last.y == y, last.end == from {
                    runs[runs.count - 1].end += length
                    runs[runs.count - 1].solidity += sum
                    runs[runs.count - 1].count += Float(length)
                } else {
                    runs.append(
                        Run(
                            y: y,
                            start: from,
                            end: from + length,
                            parent: runs.count,
                            solidity: sum,
                            count: Float(length)
                        )
                    )
                }
                if start + length == 64 { break }
                word &= ~0 &<< UInt64(start + length)
            }
        }
    }

    private mutating func connect(_ above: Range<Int>, _ below: Range<Int>) {
        var upper = above.lowerBound
        var lower = below.lowerBound
        while upper < above.upperBound, lower < below.upperBound {
            if runs[upper].start < runs[lower].end, runs[lower].start < runs[upper].end {
                let (a, b) = (root(upper), root(lower))
                if a != b { runs[max(a, b)].parent = min(a, b) }
            }
            if runs[upper].end < runs[lower].end { upper += 1 } else { lower += 1 }
        }
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while runs[index].parent != index {
            runs[index].parent = runs[runs[index].parent].parent
            index = runs[index].parent
        }
        return index
    }

    /// Sums each area up in its first run.
    private mutating func gather() {
        for index in runs.indices {
            let top = root(index)
            runs[index].parent = top
            if top != index {
                runs[top].solidity += runs[index].solidity
                runs[top].count += runs[index].count
            }
        }
    }
}
