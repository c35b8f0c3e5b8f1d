import Diagnostics
import Raster
public import SheetSlicing

extension ReadingOrder: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .rows: "Row by row, each from the left; the default.",
        .columns: "Column by column, each from the top.",
    ]
}

extension GridLayout {
    static var members: Members<GridLayout> {
        let side = Shape<Int>.integer(1...16_384)
        return Members("grid", "a grid") {
            Member("columns", \.columns, .integer(1...1024), need: .required)
                .about("Cells side by side.")
            Member("rows", \.rows, .integer(1...1024), default: 1).about("Cells one below another.")
            Member("count", \.count, .integer(1...1_048_576))
                .about("Cells in use, in their order; all unless said.")
            Member("order", \.order, .choice, default: "rows")
                .about("In which order cells are counted.")
            Member("cellWidth", \.cellWidth, side)
                .about("In source pixels; from the sheet's width unless said.")
            Member("cellHeight", \.cellHeight, side)
                .about("In source pixels; from the sheet's height unless said.")
            spacingMembers
        }
    }

    /// Of cells of an explicit size.
    fileprivate static var cellMembers: Members<GridLayout> {
        let side = Shape<Int>.integer(1...16_384)
        return Members("cell", "a cell") {
            Member("width", side, need: .identity) { $0.cellWidth = $1 }.about("In source pixels.")
            Member("height", side, need: .identity) { $0.cellHeight = $1 }
                .about("In source pixels.")
            spacingMembers
            Member("count", \.count, .integer(1...1_048_576))
                .about("Cells in use, in their order; all that fit unless said.")
            Member("order", \.order, .choice, default: "rows")
                .about("In which order cells are counted.")
        }
    }

    @Rows<Member<GridLayout>>
    private static var spacingMembers: [Member<GridLayout>] {
        let length = Shape<Int>.integer(0...16_384)
        Member("margin", \.margin, length, default: 0)
            .about("Around all cells, in source pixels.")
        Member("spacing", \.spacing, length, default: 0)
            .about("Between cells, in source pixels.")
        Member("inset", \.inset, length, default: 0)
            .about("Taken off each cell's four sides once it is cut, in source pixels.")
    }
}

extension Shape<GridLayout> {
    static let grid = GridLayout.members.object(GridLayout(columns: 1, rows: 1))
    static let cell = GridLayout.cellMembers.object(GridLayout(columns: 1, rows: 1))
}

/// The sides of a `PixelRect`, which is never empty.
private struct RectSides {
    var (x, y, width, height) = (0, 0, 1, 1)

    static var members: Members<RectSides> {
        let place = Shape<Int>.integer(0...16_384)
        let side = Shape<Int>.integer(1...16_384)
        return Members("rect", "a rectangle") {
            Member("x", \.x, place, need: .identity).about("In source pixels from the left.")
            Member("y", \.y, place, need: .identity).about("In source pixels from the top.")
            Member("width", \.width, side, need: .identity).about("In source pixels.")
            Member("height", \.height, side, need: .identity).about("In source pixels.")
        }
    }
}

extension Shape<PixelRect> {
    static let rect = RectSides.members.object(RectSides())
        .then { PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
}

extension IslandSettings {
    static var members: Members<IslandSettings> {
        Members("islands", "a search for figures") {
            Member("count", \.count, .figures).about("How many figures there have to be.")
            Member("rows", \.rows, .figures).about("In how many rows they stand.")
            Member("columns", \.columns, .figures)
                .about("How many stand in each row, in the last one at most.")
            Member("smallest", \.smallest, .integer(1...268_435_456))
                .about(
                    "Parts of fewer source pixels are debris, which is dropped and reported; "
                        + "by the figures' size unless said."
                )
        }
    }

    /// Of an automatic cut.
    fileprivate static var automaticMembers: Members<IslandSettings> {
        Members("auto", "an automatic cut") {
            members.list.filter { ["count", "rows"].contains($0.schema.name) }
        }
    }
}

extension Shape<Int> {
    fileprivate static let figures = integer(1...1024)
}

extension Shape<IslandSettings> {
    static let islands = IslandSettings.members.object(IslandSettings())

    /// `true`, or what is known of the figures.
    static let automatic = IslandSettings.automaticMembers.object(IslandSettings())
        .or(
            Shape(schema: .plain([("const", true)])) { node, _, _ in
                if case .bool(true) = node.value { return IslandSettings() }
                throw Refusal.wrongType(expected: "true or an object")
            }
        ) { node in node.kind != "an object" }
}

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
        .then { Pixelation(size: Double($0)) }
        .or(
            Shape(schema: .plain([("const", "auto")])) { node, _, _ in
                if node.text == "auto" { return Pixelation() }
                throw Refusal.badValue(expected: "\"auto\" or a whole number")
            }
        ) { node in node.kind == "a string" }
}

/// How the frames of a sheet are brought onto one common cell.
public struct SheetRegistration: Hashable, Sendable {
    public var anchor = RegisterAnchor.feet
    public var height = EvenHeight.none
    /// Lengths in source pixels.
    public var limits = RegisterLimits()

    public init() {}

    static var members: Members<SheetRegistration> {
        Members("register", "a registration") {
            Member("by", \.anchor, .anchor, default: "feet")
                .about(
                    "What stays at one place in all frames: feet, mass, none, or the color of a mark."
                )
            Member("height", \.height, .choice, default: "none")
                .about("Over which frames figures are made equally high.")
            Member("maxDrift", \.limits.maxDrift, .number(0...16_384))
                .about("Figures that have to be moved farther are reported, in source pixels.")
            Member("maxBreathing", \.limits.maxBreathing, .number(0...1))
                .about(
                    "Figures whose height differs by more from the others' are reported, as a share of it."
                )
            Member("maxTilt", \.limits.maxTilt, .number(0...90))
                .about(
                    "Figures whose ground line leans by more than the others' are reported, in degrees."
                )
        }
    }
}

/// Over which frames the subject's height is made even.
public enum EvenHeight: String, Choice {
    case none
    case animation
    case species

    static let about: KeyValuePairs<Self, String> = [
        .none: "Figures keep the height they were drawn with; the default.",
        .animation: "Over the frames of this sheet.",
        .species: "Over all sheets of a species and of its outfits.",
    ]
}

extension Shape<RegisterAnchor> {
    fileprivate static let anchor = Shape<String>.string.then(
        schema: .either([
            .plain([("enum", ["feet", "mass", "none"])]), Shape<HexColor>.color.schema,
        ])
    ) { text, node, name, reader in
        switch text {
        case "feet": return RegisterAnchor.feet
        case "mass": return .mass
        case "none": return RegisterAnchor.none
        default: break
        }
        let expected = "\"feet\", \"mass\", \"none\" or a color as #RRGGBB"
        let words = ["feet", "mass", "none"]
        return try reader.color(text, node, name, expected: expected, words: words)
            .map { .color($0) }
    }
}
