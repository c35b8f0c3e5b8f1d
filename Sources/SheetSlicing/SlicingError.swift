public import Raster

public enum SlicingError: Error, Hashable, Sendable {
    public enum Axis: String, Hashable, Sendable {
        case columns
        case rows
    }

    /// Counts below one, or lengths below zero.
    case impossibleGrid(GridLayout)
    case tooSmall(Axis, length: Int, parts: Int)
    case unevenCells(Axis, length: Int, parts: Int, remainder: Int)
    /// Nothing would remain of a cell.
    case insetTooLarge(Int, cellWidth: Int, cellHeight: Int)
    case cellTooLarge(width: Int, height: Int, PixelSize)
    case outside(PixelRect, PixelSize)
    /// Every pixel is clear.
    case nothingFound
    /// Everything visible is smaller than a figure.
    case onlySpecks
    case noRectangles
    /// The number of figures differs from the expected one; `found` is in reading order.
    case wrongCount(found: [PixelRect], expected: Int)
    /// A count, rows or columns below one, or a count that rows and columns do not allow.
    case impossibleExpectation(count: Int?, rows: Int?, columns: Int?)
}

extension SlicingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .impossibleGrid(let grid):
            "the grid has \(grid.columns) columns and \(grid.rows) rows, expected at least one each"
        case .tooSmall(let axis, let length, let parts):
            "the sheet cannot be cut: \(length) pixels do not hold \(parts) \(axis.rawValue)"
        case .unevenCells(let axis, let length, let parts, let remainder):
            "the sheet cannot be cut evenly: \(length) pixels for \(parts) \(axis.rawValue) "
                + "leave \(remainder) over"
        case .insetTooLarge(let inset, let width, let height):
            "an inset of \(inset) leaves nothing of cells of \(width)x\(height), "
                + "expected 0 to \((min(width, height) - 1) / 2)"
        case .cellTooLarge(let width, let height, let size):
            "no cell of \(width)x\(height) fits on a sheet of \(size)"
        case .outside(let rect, let size):
            "the rectangle \(rect) does not lie on a sheet of \(size)"
        case .nothingFound: "no figures found: every pixel is clear"
        case .onlySpecks: "no figures found: all that is visible is too small for one"
        case .noRectangles: "no rectangle is stated"
        case .wrongCount(let found, let expected):
            "found \(found.count) figure\(found.count == 1 ? "" : "s"), expected \(expected): "
                + found.map(\.description).joined(separator: ", ")
        case .impossibleExpectation(let count, let rows, let columns):
            "expected figures cannot be \(figuresText(count, rows, columns))"
        }
    }
}

private func figuresText(_ count: Int?, _ rows: Int?, _ columns: Int?) -> String {
    let parts = [
        count.map { "\($0) in all" },
        rows.map { "in \($0) rows" },
        columns.map { "in \($0) columns" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
}
