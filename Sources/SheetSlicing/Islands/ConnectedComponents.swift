import Raster

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
