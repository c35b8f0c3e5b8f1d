import Diagnostics

/// Widths of the borders that keep their size when the picture is stretched: in catalogs in points,
/// in descriptors in pixels of the page.
public struct NineSlice: Hashable, Sendable, Encodable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// As a list of left, top, right and bottom.
    public func encode(to encoder: any Encoder) throws {
        try [left, top, right, bottom].encode(to: encoder)
    }

    static var members: Members<NineSlice> {
        let width = Shape<Int>.integer(0...4096)
        return Members("nineSlice", "a nine-slice") {
            Member("left", \.left, width, need: .required).about("In points.")
            Member("top", \.top, width, need: .required).about("In points.")
            Member("right", \.right, width, need: .required).about("In points.")
            Member("bottom", \.bottom, width, need: .required).about("In points.")
        }
    }
}
