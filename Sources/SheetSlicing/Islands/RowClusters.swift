import Raster

/// Groups boxes into rows: indices from top to bottom, each row from left to right.
///
/// Without a number of `rows`, a row ends when the next box is mostly below it.
func rowClusters(of bounds: [PixelRect], rows: Int?) -> [[Int]] {
    func center(_ index: Int) -> Int { bounds[index].y + bounds[index].maxY }
    let order = bounds.indices.sorted { (center($0), $0) < (center($1), $1) }
    var starts: Set<Int> = []
    if let rows {
        // At the widest gaps between centers.
        let steps = order.indices.dropFirst().sorted {
            let (a, b) = (
                center(order[$0]) - center(order[$0 - 1]), center(order[$1]) - center(order[$1 - 1])
            )
            return (-a, $0) < (-b, $1)
        }
        starts = Set(steps.prefix(rows - 1))
    }
    var clusters: [[Int]] = []
    for (place, index) in order.enumerated() {
        let isNew =
            rows != nil
            ? starts.contains(place) : clusters.last.map { isBelow(index, $0, bounds) } ?? true
        if isNew || clusters.isEmpty {
            clusters.append([index])
        } else {
            clusters[clusters.count - 1].append(index)
        }
    }
    return clusters.map { row in
        row.sorted {
            (bounds[$0].x + bounds[$0].maxX, $0) < (bounds[$1].x + bounds[$1].maxX, $1)
        }
    }
}

/// Whether a box shares less than a third of its height with the mean box of a row.
private func isBelow(_ index: Int, _ row: [Int], _ bounds: [PixelRect]) -> Bool {
    let top = row.reduce(0) { $0 + bounds[$1].y } / row.count
    let bottom = row.reduce(0) { $0 + bounds[$1].maxY } / row.count
    let common = min(bottom, bounds[index].maxY) - max(top, bounds[index].y)
    return common * 3 < min(bottom - top, bounds[index].height)
}
