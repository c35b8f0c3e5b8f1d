import Raster

struct Part {
    /// Row by row, left to right.
    private(set) var runs: [Run]
    private(set) var area: Int
    private(set) var bounds: PixelRect
    /// The first run of each row of the bounds.
    private var rowStarts: [Int]

    init?(_ runs: [Run]) {
        guard let first = runs.first, let last = runs.last, let bounds = runs.bounds else {
            return nil
        }
        self.runs = runs
        area = runs.area
        self.bounds = bounds
        rowStarts = []
        for (index, run) in runs.enumerated() {
            while rowStarts.count <= run.y - first.y { rowStarts.append(index) }
        }
        while rowStarts.count <= last.y - first.y + 1 { rowStarts.append(runs.count) }
    }

    /// The parts must not overlap.
    mutating func join(_ others: [Part]) {
        let all = ([self] + others).flatMap(\.runs)
        if let joined = Part(all.sorted { ($0.y, $0.from) < ($1.y, $1.from) }) { self = joined }
    }

    func runs(inRow y: Int) -> ArraySlice<Run> {
        guard y >= bounds.y, y < bounds.maxY else { return [] }
        return runs[rowStarts[y - bounds.y]..<rowStarts[y - bounds.y + 1]]
    }

    /// The squared distance between the two outlines, between pixel centers.
    ///
    /// Values of at least `limit` are inexact.
    func squaredDistance(to other: Part, limit: Int = .max) -> Int {
        var nearest = limit
        for run in runs {
            var away = 0
            while away * away < nearest {
                let (up, down) = (run.y - away, run.y + away)
                if up < other.bounds.y, down >= other.bounds.maxY { break }
                for y in away == 0 ? [up] : [up, down] {
                    for candidate in other.runs(inRow: y) {
                        let sideways = max(
                            0,
                            candidate.from - run.to + 1,
                            run.from - candidate.to + 1
                        )
                        nearest = min(nearest, sideways * sideways + away * away)
                        if candidate.from >= run.to { break }
                    }
                }
                away += 1
            }
        }
        return nearest
    }

    /// A lower bound of `squaredDistance`, from the bounds.
    func leastSquaredDistance(to other: Part) -> Int {
        let across = max(0, 1 - bounds.commonColumns(other.bounds))
        let down = max(0, 1 - bounds.commonRows(other.bounds))
        return across * across + down * down
    }

    /// The figure with the nearest outline, and its squared distance; ties go to the first.
    func nearest(among figures: [Part]) -> (index: Int, squaredDistance: Int)? {
        var best: (index: Int, squaredDistance: Int)?
        let order = figures.indices.map { ($0, leastSquaredDistance(to: figures[$0])) }
        for (index, least) in order.sorted(by: { ($0.1, $0.0) < ($1.1, $1.0) }) {
            let limit = best?.squaredDistance ?? .max
            guard least < limit else { break }
            let distance = squaredDistance(to: figures[index], limit: limit)
            if distance < limit { best = (index, distance) }
        }
        return best
    }
}
