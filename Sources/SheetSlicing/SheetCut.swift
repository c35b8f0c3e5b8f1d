public import Raster

public enum SheetCut: Hashable, Sendable {
    /// Equal cells that divide the sheet.
    case grid(GridLayout)
    /// Equal cells of an explicit size, as many as fit.
    case cell(CellLayout)
    case rects([PixelRect])
    /// Figures, separated by clear pixels.
    case islands(IslandSettings)
    /// A grid if clear gutters show one, else figures.
    case auto(AutoSettings)
}

public enum ReadingOrder: String, CaseIterable, Hashable, Sendable {
    /// Row by row, each from left to right.
    case rows
    /// Column by column, each from top to bottom.
    case columns

    /// The cells of a grid in this order.
    func places(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
        (0..<columns * rows).map { index in
            switch self {
            case .rows: (index % columns, index / columns)
            case .columns: (index / rows, index % rows)
            }
        }
    }
}

/// What is known about the figures on a sheet.
public struct IslandSettings: Hashable, Sendable {
    /// The number of figures; nil if unknown.
    public var count: Int?
    /// The number of rows; nil if unknown.
    public var rows: Int?
    /// The number of figures per row, at most in the last; nil if unknown.
    public var columns: Int?
    /// Smaller parts (in pixels) are dropped and reported as debris; nil derives it from the
    /// figures' size.
    public var smallest: Int?
    public var order: ReadingOrder

    public init(
        count: Int? = nil,
        rows: Int? = nil,
        columns: Int? = nil,
        smallest: Int? = nil,
        order: ReadingOrder = .rows
    ) {
        self.count = count
        self.rows = rows
        self.columns = columns
        self.smallest = smallest
        self.order = order
    }
}

/// What is known about a sheet with a grid or separate figures.
public struct AutoSettings: Hashable, Sendable {
    /// The number of frames; nil if unknown.
    public var count: Int?
    /// The number of rows; nil if unknown.
    public var rows: Int?
    public var smallest: Int?
    public var order: ReadingOrder

    public init(
        count: Int? = nil,
        rows: Int? = nil,
        smallest: Int? = nil,
        order: ReadingOrder = .rows
    ) {
        self.count = count
        self.rows = rows
        self.smallest = smallest
        self.order = order
    }
}
