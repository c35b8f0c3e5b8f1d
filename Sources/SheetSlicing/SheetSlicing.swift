// SheetSlicing: cuts a sheet into frames, and aligns them for animation.
//
// In: a keyed sheet and how to cut it (`SheetCut`). Out: a `CutSheet` of boxes, with masks where
// neighbors overlap them (`cutSheet`); and aligned frames of one size (`registerFrames`). Grids and
// cells are arithmetic (`GridLayout`); figures without a grid are detected (`Islands`).

public import Raster

/// Cuts a keyed sheet with straight alpha into at least one frame.
///
/// Throws `SlicingError` if a layout does not fit the sheet, nothing is visible, or the number of
/// figures is not the expected one.
public func cutSheet(_ image: StraightImage, _ cut: SheetCut) throws(SlicingError) -> CutSheet {
    switch cut {
    case .grid(let layout): try cutCells(layout, on: image.size, .grid)
    case .cell(let layout): try cutCells(layout.filling(image.size), on: image.size, .cell)
    case .rects(let rects): try cutRects(rects, on: image.size)
    case .islands(let settings): try cutIslands(on: image, settings)
    case .auto(let settings): try cutAutomatically(image, settings)
    }
}

private func cutCells(
    _ layout: GridLayout,
    on size: PixelSize,
    _ method: CutMethod
) throws(SlicingError) -> CutSheet {
    let places = layout.order.places(columns: layout.columns, rows: layout.rows)
    let frames = zip(try layout.cells(of: size), places).map { cell, place in
        CutFrame(box: cell, row: place.row, column: place.column)
    }
    guard !frames.isEmpty else { throw .nothingFound }
    return CutSheet(frames: frames, method: method)
}

private func cutRects(_ rects: [PixelRect], on size: PixelSize) throws(SlicingError) -> CutSheet {
    guard !rects.isEmpty else { throw .noRectangles }
    for rect in rects where !PixelRect(size).contains(rect) { throw .outside(rect, size) }
    let frames = rects.enumerated().map { index, rect in
        CutFrame(box: rect, row: 0, column: index)
    }
    return CutSheet(frames: frames, method: .rects)
}

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
