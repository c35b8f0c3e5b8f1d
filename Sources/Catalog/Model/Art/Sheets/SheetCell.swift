import Diagnostics

/// A cell's size, and where cells begin; lengths in source pixels.
public struct SheetCell: Hashable, Sendable {
    public var width = 1
    public var height = 1
    /// Around all cells.
    public var margin = 0
    /// Between cells.
    public var spacing = 0
    /// Taken off each cell's four sides once it is cut.
    public var inset = 0
    /// The number of cells in use, in their order; nil means all that fit.
    public var count: Int?
    /// In which order cells are counted.
    public var order = CellOrder.rows

    public init() {}
}

/// A rectangle of a sheet, in source pixels from its upper left corner.
public struct SheetRect: Hashable, Sendable {
    public var x = 0
    public var y = 0
    public var width = 1
    public var height = 1

    public init() {}

    /// As the command line takes it: `x,y,width,height`.
    public var words: String { "\(x),\(y),\(width),\(height)" }
}

/// Read apart from its model, which shall not carry a place.
private struct CellObject: CatalogObject {
    var cell = SheetCell()
    var place = CatalogPlace.none

    static var members: Members<CellObject> {
        let length = Shape<Int>.integer(0...16_384)
        let side = Shape<Int>.integer(1...16_384)
        return Members(
            "cell",
            "a cell",
            [
                Member("width", \.cell.width, side, need: .required, "In source pixels."),
                Member("height", \.cell.height, side, need: .required, "In source pixels."),
                Member(
                    "margin",
                    \.cell.margin,
                    length,
                    default: 0,
                    "Around all cells, in source pixels."
                ),
                Member(
                    "spacing",
                    \.cell.spacing,
                    length,
                    default: 0,
                    "Between cells, in source pixels."
                ),
                Member(
                    "inset",
                    \.cell.inset,
                    length,
                    default: 0,
                    "Taken off each cell's four sides once it is cut, in source pixels."
                ),
                Member(
                    "count",
                    \.cell.count,
                    .integer(1...1_048_576),
                    "Cells in use, in their order; all that fit unless said."
                ),
                Member(
                    "order",
                    \.cell.order,
                    .choice,
                    default: "rows",
                    "In which order cells are counted."
                ),
            ]
        )
    }
}

private struct RectObject: CatalogObject {
    var rect = SheetRect()
    var place = CatalogPlace.none

    static var members: Members<RectObject> {
        let place = Shape<Int>.integer(0...16_384)
        let side = Shape<Int>.integer(1...16_384)
        return Members(
            "rect",
            "a rectangle",
            [
                Member("x", \.rect.x, place, need: .identity, "In source pixels from the left."),
                Member("y", \.rect.y, place, need: .identity, "In source pixels from the top."),
                Member("width", \.rect.width, side, need: .identity, "In source pixels."),
                Member("height", \.rect.height, side, need: .identity, "In source pixels."),
            ]
        )
    }
}

extension Shape<SheetCell> {
    static let cell = Shape<CellObject>.object.then { object, _, _, _ in object.cell }
}

extension Shape<SheetRect> {
    static let rect = Shape<RectObject>.object.then { object, _, _, _ in object.rect }
}

extension Shape<[SheetRect]> {
    static let rects = list(of: .rect, atLeast: 1, atMost: FrameList.limit)
}
