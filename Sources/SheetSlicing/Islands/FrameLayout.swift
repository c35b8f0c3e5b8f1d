internal import Raster

/// Puts figures into rows and reading order, and makes frames of them.
struct FrameLayout {
    private let rows: Int?
    private let order: ReadingOrder

    init(_ settings: IslandSettings) {
        rows = settings.rows
        order = settings.order
    }

    /// - Parameters:
    ///   - figures: with their details.
    ///   - cores: the bounds of each figure without its details, by which rows are told.
    ///   - allRuns: of every pixel that is seen, row by row, left to right.
    /// - Returns: frames in reading order.
    func frames(_ figures: [Part], _ cores: [Bounds], allRuns: [Run]) -> [CutFrame] {
        let index = Part(allRuns)
        var frames: [CutFrame] = []
        for (row, cluster) in rowClusters(of: cores, rows: rows).enumerated() {
            for (column, figure) in cluster.enumerated() {
                let mask = index.flatMap { ownPixels(of: figures[figure], among: $0) }
                let box = figures[figure].bounds.rect
                frames.append(CutFrame(box: box, mask: mask, row: row, column: column))
            }
        }
        guard order == .columns else { return frames }
        return frames.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
    }

    /// Every pixel of a figure's box that is not another's; nil where there is none of these.
    private func ownPixels(of figure: Part, among all: Part) -> BitMask? {
        let bounds = figure.bounds
        var seen = 0
        for y in bounds.top..<bounds.bottom {
            for run in all.runs(inRow: y) {
                seen += max(0, min(run.to, bounds.right) - max(run.from, bounds.left))
            }
        }
        guard seen > figure.area else { return nil }
        // What is not seen stays: the last traces of rims and glows.
        var mask = BitMask(width: bounds.width, height: bounds.height).inverted()
        for y in bounds.top..<bounds.bottom {
            for run in all.runs(inRow: y) {
                let (from, to) = (max(run.from, bounds.left), min(run.to, bounds.right))
                guard from < to else { continue }
                for x in from..<to { mask[x - bounds.left, y - bounds.top] = false }
            }
            for run in figure.runs(inRow: y) {
                for x in run.from..<run.to { mask[x - bounds.left, y - bounds.top] = true }
            }
        }
        return mask
    }
}
