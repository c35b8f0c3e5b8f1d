public import Raster

public struct GridLayout: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    /// Pixels around the whole grid.
    public var margin: Int
    /// Pixels between neighboring cells.
    public var spacing: Int
    /// In pixels, as `cellHeight`; nil divides the sheet evenly.
    public var cellWidth: Int?
    public var cellHeight: Int?
    /// The number of used cells, in reading order; nil means all.
    public var count: Int?
    /// Pixels removed from each cell's four sides after cutting.
    public var inset: Int
    public var order: ReadingOrder

    public init(
        columns: Int,
        rows: Int,
        margin: Int = 0,
        spacing: Int = 0,
        cellWidth: Int? = nil,
        cellHeight: Int? = nil,
        count: Int? = nil,
        inset: Int = 0,
        order: ReadingOrder = .rows
    ) {
        self.columns = columns
        self.rows = rows
        self.margin = margin
        self.spacing = spacing
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.count = count
        self.inset = inset
        self.order = order
    }

    /// As many of these cells of an explicit size as fit on a sheet.
    ///
    /// The rest at the right and bottom is unused. Throws `SlicingError` if no cell fits, or a length
    /// is out of range.
    func filling(_ size: PixelSize) throws(SlicingError) -> GridLayout {
        let (width, height) = (cellWidth ?? 0, cellHeight ?? 0)
        let tooLarge = SlicingError.cellTooLarge(width: width, height: height, size)
        let lengths = 1...PixelSize.maximumSide
        let gaps = 0...PixelSize.maximumSide
        guard lengths.contains(width), lengths.contains(height), gaps.contains(margin),
            gaps.contains(spacing)
        else { throw tooLarge }
        var grid = self
        grid.columns = (size.width - 2 * margin + spacing) / (width + spacing)
        grid.rows = (size.height - 2 * margin + spacing) / (height + spacing)
        guard grid.columns > 0, grid.rows > 0 else { throw tooLarge }
        return grid
    }

    /// The cells of a sheet, in reading order; throws `SlicingError` unless the grid divides it
    /// into whole, equal cells.
    public func cells(of size: PixelSize) throws(SlicingError) -> [PixelRect] {
        let width = try cellLength(size.width, parts: columns, fixed: cellWidth, .columns)
        let height = try cellLength(size.height, parts: rows, fixed: cellHeight, .rows)
        guard inset >= 0, inset < (min(width, height) + 1) / 2 else {
            throw .insetTooLarge(inset, cellWidth: width, cellHeight: height)
        }
        var cells: [PixelRect] = []
        for place in order.places(columns: columns, rows: rows) {
            let cell = PixelRect(
                x: margin + place.column * (width + spacing) + inset,
                y: margin + place.row * (height + spacing) + inset,
                width: width - 2 * inset,
                height: height - 2 * inset
            )
            if let cell { cells.append(cell) }
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
