public import Raster

public enum SheetCut: Hashable, Sendable {
    /// Equal cells that divide the sheet.
    case grid(GridLayout)
    /// Equal cells of an explicit size, as many as fit: `columns` and `rows` do not count.
    case cell(GridLayout)
    case rects([PixelRect])
    /// Figures, separated by clear pixels.
    case islands(IslandSettings)
    /// A grid if clear gutters show one, else figures.
    case auto(IslandSettings)
}

extension SheetCut {
    /// The number of frames; nil when only the picture shows it.
    public var frameCount: Int? {
        switch self {
        case .grid(let grid): min(grid.count ?? .max, grid.columns * grid.rows)
        case .cell(let cell): cell.count
        case .rects(let rects): rects.count
        case .islands(let islands): islands.count
        case .auto(let settings): settings.count
        }
    }

    /// Whether figures are looked for, so that only the picture shows where frames are.
    public var followsFigures: Bool {
        switch self {
        case .grid, .cell, .rects: false
        case .islands, .auto: true
        }
    }
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
