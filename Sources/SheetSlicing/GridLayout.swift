public import Geometry

/// Equal cells in columns and rows.
public struct GridLayout: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    /// Pixels around the whole grid.
    public var margin: Int
    /// Pixels between neighboring cells.
    public var spacing: Int
    /// In pixels; nil divides the sheet evenly.
    public var cellWidth: Int?
    /// In pixels; nil divides the sheet evenly.
    public var cellHeight: Int?
    /// How many cells are in use, row by row; nil means all.
    public var count: Int?
    /// Pixels taken off each cell's four sides once it is cut.
    public var inset: Int

    public init(
        columns: Int,
        rows: Int,
        margin: Int = 0,
        spacing: Int = 0,
        cellWidth: Int? = nil,
        cellHeight: Int? = nil,
        count: Int? = nil,
        inset: Int = 0
    ) {
        self.columns = columns
        self.rows = rows
        self.margin = margin
        self.spacing = spacing
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.count = count
        self.inset = inset
    }

    /// The cells of a sheet of `size`, row by row, left to right.
    ///
    /// - Throws: `SlicingError` when the grid does not divide the sheet into whole, equal cells.
    public func cells(of size: PixelSize) throws(SlicingError) -> [PixelRect] {
        let width = try cellLength(size.width, parts: columns, fixed: cellWidth, .columns)
        let height = try cellLength(size.height, parts: rows, fixed: cellHeight, .rows)
        guard inset >= 0, inset < (min(width, height) + 1) / 2 else {
            throw .insetTooLarge(inset, cellWidth: width, cellHeight: height)
        }
        var cells: [PixelRect] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = PixelRect(
                    x: margin + column * (width + spacing) + inset,
                    y: margin + row * (height + spacing) + inset,
                    width: width - 2 * inset,
                    height: height - 2 * inset
                )
                if let cell { cells.append(cell) }
            }
        }
        return Array(cells.prefix(max(0, count ?? cells.count)))
    }

    private func cellLength(
        _ length: Int,
        parts: Int,
        fixed: Int?,
        _ axis: SlicingError.Axis
    ) throws(SlicingError) -> Int {
        let sides = 0...PixelSize.maximumSide
        guard (1...PixelSize.maximumSide).contains(parts), sides.contains(margin),
            sides.contains(spacing), fixed.map(sides.contains) ?? true
        else { throw .impossibleGrid(self) }
        let inner = length - 2 * margin - (parts - 1) * spacing
        guard inner >= parts * max(1, fixed ?? 1) else {
            throw .tooSmall(axis, length: length, parts: parts)
        }
        if let fixed { return max(1, fixed) }
        guard inner % parts == 0 else {
            throw .unevenCells(axis, length: length, parts: parts, remainder: inner % parts)
        }
        return inner / parts
    }
}

/// Why a sheet cannot be cut.
public enum SlicingError: Error, Hashable, Sendable {
    public enum Axis: String, Hashable, Sendable {
        case columns
        case rows
    }

    /// Counts below one, or lengths below zero.
    case impossibleGrid(GridLayout)
    case tooSmall(Axis, length: Int, parts: Int)
    case unevenCells(Axis, length: Int, parts: Int, remainder: Int)
    /// Nothing would be left of a cell.
    case insetTooLarge(Int, cellWidth: Int, cellHeight: Int)
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
        }
    }
}
