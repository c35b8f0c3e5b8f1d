public import Raster

/// Equal cells of an explicit size, as many as fit; the rest at the right and bottom is unused.
public struct CellLayout: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// Pixels around the whole grid.
    public var margin = 0
    /// Pixels between neighboring cells.
    public var spacing = 0
    /// Pixels removed from each cell's four sides after cutting.
    public var inset = 0
    /// The number of used cells, in reading order; nil means all.
    public var count: Int?
    public var order = ReadingOrder.rows

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The grid of these cells on a sheet; throws `SlicingError` if no cell fits, or a length is
    /// out of range.
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
