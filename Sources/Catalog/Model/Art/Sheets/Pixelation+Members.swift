import Diagnostics
import SheetSlicing

extension Pixelation {
    static var members: Members<Pixelation> {
        Members("pixelate", "a pixelation") {
            Member("size", .blockSize, default: "auto") { $0.size = $1.size }
                .about("The side of a block in source pixels, or auto to find it.")
            Member("colors", \.colors, .integer(2...256))
                .about("How many colors are left; all unless said.")
        }
    }
}

extension Shape<Pixelation> {
    /// `"auto"`, a number, or an object with either and more.
    static let pixelation = Pixelation.members.object(Pixelation())
        .or(blockSize) { node in node.kind != "an object" }

    fileprivate static let blockSize = Shape<Int>.integer(2...256)
        .then { size, _, _, _ in Pixelation(size: Double(size)) }
        .or(
            Shape<String>.string.then(schema: .plain([("const", "auto")])) {
                text,
                node,
                name,
                reader in
                if text == "auto" { return Pixelation() }
                reader.reportBadValue(node, name, expected: "\"auto\" or a whole number")
                return nil
            }
        ) { node in node.kind == "a string" }
}
