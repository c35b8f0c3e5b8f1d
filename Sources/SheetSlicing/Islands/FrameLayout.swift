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
