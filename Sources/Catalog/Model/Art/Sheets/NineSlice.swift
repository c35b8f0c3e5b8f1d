import Diagnostics

/// Widths of the borders that keep their size when the picture is stretched, in points.
public struct NineSlice: Hashable, Sendable {
    public var left = 0
    public var top = 0
    public var right = 0
    public var bottom = 0

    public init() {}
}

/// Read apart from its model, which shall not carry a place.
private struct NineSliceObject: CatalogObject {
    var slice = NineSlice()
    var place = CatalogPlace.none

    static var members: Members<NineSliceObject> {
        let width = Shape<Int>.integer(0...4096)
        return Members(
            "nineSlice",
            "a nine-slice",
            [
                Member("left", \.slice.left, width, need: .required, "In points."),
                Member("top", \.slice.top, width, need: .required, "In points."),
                Member("right", \.slice.right, width, need: .required, "In points."),
                Member("bottom", \.slice.bottom, width, need: .required, "In points."),
            ]
        )
    }
}

extension Shape<NineSlice> {
    static let nineSlice = Shape<NineSliceObject>.object.then { object, _, _, _ in
        object.slice
    }
}
