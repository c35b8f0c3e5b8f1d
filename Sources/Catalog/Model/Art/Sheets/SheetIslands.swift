import Diagnostics

/// Figures that stand anywhere on a sheet, and what is known of them.
public struct SheetIslands: Hashable, Sendable {
    /// How many figures there are; nil takes what is found.
    public var count: Int?
    /// In how many rows they stand; nil takes what is found.
    public var rows: Int?
    /// How many stand in a row, in the last one at most; nil takes what is found.
    public var columns: Int?
    /// Parts of fewer source pixels are debris; nil decides by the figures' size.
    public var smallest: Int?

    public init() {}
}

/// Read apart from its model, which shall not carry a place.
private struct IslandsObject: CatalogObject {
    var islands = SheetIslands()
    var place = CatalogPlace.none

    static var members: Members<IslandsObject> {
        Members(
            "islands",
            "a search for figures",
            [
                Member("count", \.islands.count, .figures, "How many figures there have to be."),
                Member("rows", \.islands.rows, .figures, "In how many rows they stand."),
                Member(
                    "columns",
                    \.islands.columns,
                    .figures,
                    "How many stand in each row, in the last one at most."
                ),
                Member(
                    "smallest",
                    \.islands.smallest,
                    .integer(1...268_435_456),
                    "Parts of fewer source pixels are debris, which is dropped and told; "
                        + "by the figures' size unless said."
                ),
            ]
        )
    }
}

private struct AutoObject: CatalogObject {
    var islands = SheetIslands()
    var place = CatalogPlace.none

    static var members: Members<AutoObject> {
        Members(
            "auto",
            "an automatic cut",
            [
                Member("count", \.islands.count, .figures, "How many figures there have to be."),
                Member("rows", \.islands.rows, .figures, "In how many rows they stand."),
            ]
        )
    }
}

extension Shape<Int> {
    fileprivate static let figures = integer(1...1024)
}

extension Shape<SheetIslands> {
    static let islands = Shape<IslandsObject>.object.then { object, _, _, _ in object.islands }

    /// `true`, or what is known of the figures.
    static let automatic = Shape<AutoObject>.object.then { object, _, _, _ in object.islands }
        .or(
            Shape(schema: .plain([("const", true)])) { node, name, reader in
                if case .bool(true) = node.value { return SheetIslands() }
                reader.reportWrongType(node, name, expected: "true or an object")
                return nil
            }
        ) { node in node.kind != "an object" }
}
