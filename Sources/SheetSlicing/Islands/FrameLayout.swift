import Raster

extension IslandSettings {
    /// Sorts figures with their details into rows and reading order, and makes frames of them.
    ///
    /// `cores` are the bounds without details, which determine rows. `allRuns` has every visible
    /// pixel.
    func frames(
        _ figures: [Part],
        on image: StraightImage,
        _ cores: [PixelRect],
        allRuns: [Run]
    ) -> [CutFrame] {
        let index = Part(allRuns)
        var frames: [CutFrame] = []
        for (row, cluster) in rowClusters(of: cores, rows: rows).enumerated() {
            for (column, figure) in cluster.enumerated() {
                let bounds = figures[figure].boundsWithoutRinging(on: image)
                let mask = index.flatMap { ownPixels(of: figures[figure], in: bounds, among: $0) }
                frames.append(CutFrame(box: bounds, mask: mask, row: row, column: column))
            }
        }
        guard order == .columns else { return frames }
        return frames.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
    }

    /// The pixels of a figure's box that belong to no other; nil if all do.
    private func ownPixels(of figure: Part, in bounds: PixelRect, among all: Part) -> BitMask? {
        func clipped(_ run: Run) -> Range<Int> {
            let from = max(run.from, bounds.x)
            return from..<max(from, min(run.to, bounds.maxX))
        }
        func seen(_ part: Part) -> Int {
            (bounds.y..<bounds.maxY).reduce(0) { sum, y in
                part.runs(inRow: y).reduce(sum) { $0 + clipped($1).count }
            }
        }
        guard seen(all) > seen(figure) else { return nil }
        // Invisible pixels stay: the last traces of rims and glows.
        var mask = BitMask(width: bounds.width, height: bounds.height).inverted()
        for y in bounds.y..<bounds.maxY {
            for run in all.runs(inRow: y) {
                for x in clipped(run) { mask[x - bounds.x, y - bounds.y] = false }
            }
            for run in figure.runs(inRow: y) {
                for x in clipped(run) { mask[x - bounds.x, y - bounds.y] = true }
            }
        }
        return mask
    }
}

extension Part {
    /// The bounds without outer rows and columns that have only few faint pixels, such as JPEG
    /// artifacts; glows and shadows have more.
    fileprivate func boundsWithoutRinging(on image: StraightImage) -> PixelRect {
        var rows = [Line](repeating: Line(), count: bounds.height)
        var columns = [Line](repeating: Line(), count: bounds.width)
        for run in runs {
            for x in run.from..<run.to {
                let alpha = image[x, run.y].a
                rows[run.y - bounds.y].add(alpha)
                columns[x - bounds.x].add(alpha)
            }
        }
        let across = Line.range(of: rows, length: bounds.width)
        let down = Line.range(of: columns, length: bounds.height)
        guard let across, let down else { return bounds }
        return PixelRect(
            x: bounds.x + down.lowerBound,
            y: bounds.y + across.lowerBound,
            width: down.count,
            height: across.count
        ) ?? bounds
    }

    /// The alpha of a row or column.
    private struct Line {
        private var most: UInt8 = 0
        private var sum = 0

        mutating func add(_ alpha: UInt8) {
            most = max(most, alpha)
            sum += Int(alpha)
        }

        /// From the first line that counts to the last; nil if none does.
        static func range(of lines: [Line], length: Int) -> ClosedRange<Int>? {
            // Tuned on the truth set's JPEGs.
            func counts(_ line: Line) -> Bool {
                line.most > AlphaLevel.hardlySeen || line.sum * 12 > length * 255
            }
            guard let first = lines.firstIndex(where: counts),
                let last = lines.lastIndex(where: counts)
            else { return nil }
            return first...last
        }
    }
}

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
            let a = center(order[$0]) - center(order[$0 - 1])
            let b = center(order[$1]) - center(order[$1 - 1])
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
