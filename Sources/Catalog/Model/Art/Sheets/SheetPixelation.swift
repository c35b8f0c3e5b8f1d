import Diagnostics

/// How blocks that were meant as pixels become pixels.
public struct SheetPixelation: Hashable, Sendable {
    /// The side of a block in source pixels; nil finds it.
    public var size: Int?
    /// How many colors are left; nil keeps all.
    public var colors: Int?

    public init(size: Int? = nil, colors: Int? = nil) {
        self.size = size
        self.colors = colors
    }
}

/// Read apart from its model, which shall not carry a place.
private struct PixelationObject: CatalogObject {
    var pixelation = SheetPixelation()
    var place = CatalogPlace.none

    static var members: Members<PixelationObject> {
        Members(
            "pixelate",
            "a pixelation",
            [
                Member(
                    "size",
                    .blockSize,
                    default: "auto",
                    "The side of a block in source pixels, or auto to find it."
                ) { $0.pixelation.size = $1.size },
                Member(
                    "colors",
                    \.pixelation.colors,
                    .integer(2...256),
                    "How many colors are left; all unless said."
                ),
            ]
        )
    }
}

extension Shape<SheetPixelation> {
    /// `"auto"`, a number, or an object with either and more.
    static let pixelation = Shape<PixelationObject>.object
        .then { object, _, _, _ in object.pixelation }
        .or(blockSize) { node in node.kind != "an object" }

    fileprivate static let blockSize = Shape<Int>.integer(2...256)
        .then { size, _, _, _ in SheetPixelation(size: size) }
        .or(
            Shape<String>.string.then(schema: .plain([("const", "auto")])) {
                text,
                node,
                name,
                reader in
                if text == "auto" { return SheetPixelation() }
                reader.reportBadValue(node, name, expected: "\"auto\" or a whole number")
                return nil
            }
        ) { node in node.kind == "a string" }
}
