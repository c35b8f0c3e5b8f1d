import Diagnostics

/// Equal cells in rows and columns; lengths in source pixels.
public struct SheetGrid: Hashable, Sendable {
    public var columns = 1
    public var rows = 1
    /// The number of cells in use, in their order; nil means all.
    public var count: Int?
    /// In which order cells are counted.
    public var order = CellOrder.rows
    /// Nil: the sheet's width without margins and spacing, divided by the columns.
    public var cellWidth: Int?
    /// Nil: the sheet's height without margins and spacing, divided by the rows.
    public var cellHeight: Int?
    /// Around all cells.
    public var margin = 0
    /// Between cells.
    public var spacing = 0
    /// Taken off each cell's four sides once it is cut.
    public var inset = 0

    public init() {}

    /// The number of frames.
    public var frameCount: Int { min(count ?? .max, columns * rows) }
}

/// In which order the cells of a sheet are counted.
public enum CellOrder: String, Choice {
    case rows
    case columns

    var about: String {
        switch self {
        case .rows: "Row by row, each from the left; the default."
        case .columns: "Column by column, each from the top."
        }
    }
}

/// Read apart from its model, which shall not carry a place.
private struct GridObject: CatalogObject {
    var grid = SheetGrid()
    var place = CatalogPlace.none

    static var members: Members<GridObject> {
        let length = Shape<Int>.integer(0...16_384)
        let side = Shape<Int>.integer(1...16_384)
        return Members(
            "grid",
            "a grid",
            [
                Member(
                    "columns",
                    \.grid.columns,
                    .integer(1...1024),
                    need: .required,
                    "Cells side by side."
                ),
                Member(
                    "rows",
                    \.grid.rows,
                    .integer(1...1024),
                    default: 1,
                    "Cells one below another."
                ),
                Member(
                    "count",
                    \.grid.count,
                    .integer(1...1_048_576),
                    "Cells in use, in their order; all unless said."
                ),
                Member(
                    "order",
                    \.grid.order,
                    .choice,
                    default: "rows",
                    "In which order cells are counted."
                ),
                Member(
                    "cellWidth",
                    \.grid.cellWidth,
                    side,
                    "In source pixels; from the sheet's width unless said."
                ),
                Member(
                    "cellHeight",
                    \.grid.cellHeight,
                    side,
                    "In source pixels; from the sheet's height unless said."
                ),
                Member(
                    "margin",
                    \.grid.margin,
                    length,
                    default: 0,
                    "Around all cells, in source pixels."
                ),
                Member(
                    "spacing",
                    \.grid.spacing,
                    length,
                    default: 0,
                    "Between cells, in source pixels."
                ),
                Member(
                    "inset",
                    \.grid.inset,
                    length,
                    default: 0,
                    "Taken off each cell's four sides once it is cut, in source pixels."
                ),
            ]
        )
    }
}

extension Shape<SheetGrid> {
    static let grid = Shape<GridObject>.object.then { object, _, _, _ in object.grid }
}
