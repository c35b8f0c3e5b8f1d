public import Raster

/// Equal cells of a stated size, as many as fit; what is left over at the right and below is no cell.
public struct CellLayout: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// Pixels around the whole grid.
    public var margin: Int
    /// Pixels between neighboring cells.
    public var spacing: Int
    /// Pixels taken off each cell's four sides once it is cut.
    public var inset: Int
    /// How many cells are in use, in reading order; nil means all.
    public var count: Int?
    public var order: ReadingOrder

    public init(
        width: Int,
        height: Int,
        margin: Int = 0,
        spacing: Int = 0,
        inset: Int = 0,
        count: Int? = nil,
        order: ReadingOrder = .rows
    ) {
        self.width = width
        self.height = height
        self.margin = margin
        self.spacing = spacing
        self.inset = inset
        self.count = count
        self.order = order
    }

    /// The grid of these cells on a sheet of `size`.
    ///
    /// - Throws: `SlicingError` when not one cell fits, or a length is out of range.
    public func grid(on size: PixelSize) throws(SlicingError) -> GridLayout {
        let lengths = 1...PixelSize.maximumSide
        let gaps = 0...PixelSize.maximumSide
        guard lengths.contains(width), lengths.contains(height), gaps.contains(margin),
            gaps.contains(spacing)
        else { throw .cellTooLarge(self, size) }
        let columns = (size.width - 2 * margin + spacing) / (width + spacing)
        let rows = (size.height - 2 * margin + spacing) / (height + spacing)
        guard columns > 0, rows > 0 else { throw .cellTooLarge(self, size) }
        return GridLayout(
            columns: columns,
            rows: rows,
            margin: margin,
            spacing: spacing,
            cellWidth: width,
            cellHeight: height,
            count: count,
            inset: inset,
            order: order
        )
    }
}
