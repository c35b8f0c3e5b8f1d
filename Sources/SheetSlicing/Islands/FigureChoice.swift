import Raster

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
