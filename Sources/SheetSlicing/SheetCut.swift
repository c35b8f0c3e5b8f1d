public import Raster

/// How a sheet is cut into frames.
public enum SheetCut: Hashable, Sendable {
    /// Equal cells that divide the sheet.
    case grid(GridLayout)
    /// Equal cells of a stated size, as many as fit.
    case cell(CellLayout)
    /// Stated rectangles.
    case rects([PixelRect])
    /// The figures: what is drawn, separated by clear pixels.
    case islands(IslandSettings)
    /// A grid where clear gutters show one, else the figures.
    case auto(AutoSettings)
}

extension SheetCut {
    /// The number of frames; nil when only the picture tells.
    public var frameCount: Int? {
        switch self {
        case .grid(let grid): min(grid.count ?? .max, grid.columns * grid.rows)
        case .cell(let cell): cell.count
        case .rects(let rects): rects.count
        case .islands(let islands): islands.count
        case .auto(let settings): settings.count
        }
    }

    /// Whether figures are looked for, so that only the picture tells where frames are.
    public var followsFigures: Bool {
        switch self {
        case .grid, .cell, .rects: false
        case .islands, .auto: true
        }
    }
}

/// Which frame comes next.
public enum ReadingOrder: String, CaseIterable, Hashable, Sendable {
    /// Row by row, each from left to right.
    case rows
    /// Column by column, each from top to bottom.
    case columns

    /// The places of a grid in this order.
    func places(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
        (0..<columns * rows).map { index in
            switch self {
            case .rows: (index % columns, index / columns)
            case .columns: (index / rows, index % rows)
            }
        }
    }
}

/// What is known of the figures on a sheet before they are sought.
public struct IslandSettings: Hashable, Sendable {
    /// How many figures there are; nil: as many as are found.
    public var count: Int?
    /// How many rows they stand in; nil: as many as are found.
    public var rows: Int?
    /// How many stand in a row, in the last at most; nil: as many as are found.
    public var columns: Int?
    /// Parts of fewer pixels are debris, dropped and reported; nil: chosen by the figures' size.
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

/// What is known of a sheet that may have a grid, or figures that stand freely.
public struct AutoSettings: Hashable, Sendable {
    /// How many frames there are; nil: as many as are found.
    public var count: Int?
    /// How many rows they stand in; nil: as many as are found.
    public var rows: Int?
    /// As in `IslandSettings`.
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
