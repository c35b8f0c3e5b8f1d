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

/// A division of a sheet's parts into figures, their details, and debris.
struct FigureChoice {
    /// The figures' cores, in the order of their first pixels.
    var figures: [Part]
    /// Smaller parts that belong to some figure.
    var details: [Part]
    var debris: [PixelRect]
    /// The ratio of the smallest figure's area to the largest detail's.
    var separation: Double

    var typicalArea: Double
}

/// Separates figures from details by area, because figures of a sheet have similar sizes.
///
/// Returns the minimum area of a figure, the typical area, and how clearly they differ.
func figureSizes(
    _ areas: [Int],
    expected count: Int?
) -> (least: Int, typical: Double, separation: Double) {
    let sorted = areas.sorted(by: >)
    guard let largest = sorted.first else { return (1, 1, 1) }
    let large = sorted.filter { $0 * 5 >= largest }
    let typical = Double(large[large.count / 2])
    // Smaller parts are never figures.
    let floor = 0.12 * typical
    if let count, count <= sorted.count, Double(sorted[count - 1]) >= floor {
        let next = count < sorted.count ? Double(sorted[count]) : 0
        // The rest are details, unless one is an extra figure.
        if next < 0.5 * Double(sorted[count - 1]) {
            return (sorted[count - 1], typical, Double(sorted[count - 1]) / max(1, next))
        }
    }
    if let count, count > large.count {
        // Figures touch: the total gives the size of one, and parts of at least half of that are
        // figures.
        let single = Double(sorted.reduce(0, +)) / Double(count)
        if single < 0.8 * typical {
            let least = max(1, Int(0.4 * single))
            let next = Double(sorted.first { $0 < least } ?? 1)
            return (least, single, single / max(1, next))
        }
    }
    // The largest gap between two sizes in the range where figures may end and details begin.
    var best = (least: Int(floor.rounded(.up)), separation: 1.0)
    for (index, area) in sorted.enumerated() where Double(area) >= floor {
        let next = index + 1 < sorted.count ? Double(sorted[index + 1]) : 0
        guard next <= 0.4 * typical else { continue }
        let step = Double(area) / max(next, floor)
        if step > best.separation {
            best = (area, step)
        }
    }
    let next = Double(sorted.first { $0 < best.least } ?? 1)
    return (best.least, typical, Double(best.least) / max(1, next))
}

extension [Part] {
    /// Merges small figures inside others, or closely above or below a larger one, into these.
    ///
    /// Figures with an area of at least `least` stay.
    func joiningPieces(smallerThan least: Double) -> [Part] {
        var figures = self
        var order = indices.sorted { (figures[$0].area, $0) < (figures[$1].area, $1) }
        while let index = order.first {
            order.removeFirst()
            guard Double(figures[index].area) < least else { continue }
            let host = order.first { figures[index].isPiece(of: figures[$0]) }
            guard let host else { continue }
            figures[host].join([figures[index]])
            figures.remove(at: index)
            order = order.map { $0 > index ? $0 - 1 : $0 }
        }
        return figures
    }
}

extension Part {
    /// Whether it looks like a piece of `other`: a face within an outline, a head above a body.
    fileprivate func isPiece(of other: Part) -> Bool {
        let columns = bounds.commonColumns(other.bounds)
        let rows = bounds.commonRows(other.bounds)
        if columns > 0, rows > 0, columns * rows * 5 >= bounds.size.area * 4 { return true }
        return area * 2 < other.area && columns * 5 >= bounds.width * 3
            && -rows * 16 <= other.bounds.height
    }
}
