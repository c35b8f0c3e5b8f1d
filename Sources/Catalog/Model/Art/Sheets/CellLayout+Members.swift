import Diagnostics
import Raster
import SheetSlicing

/// A cut into equal cells.
protocol EqualCells: Sendable {
    var margin: Int { get set }
    var spacing: Int { get set }
    var inset: Int { get set }
}

extension CellLayout: EqualCells {}
extension GridLayout: EqualCells {}

extension EqualCells {
    @Rows<Member<Self>>
    static var spacingMembers: [Member<Self>] {
        let length = Shape<Int>.integer(0...16_384)
        Member("margin", \.margin, length, default: 0)
            .about("Around all cells, in source pixels.")
        Member("spacing", \.spacing, length, default: 0)
            .about("Between cells, in source pixels.")
        Member("inset", \.inset, length, default: 0)
            .about("Taken off each cell's four sides once it is cut, in source pixels.")
    }
}

extension CellLayout {
    static var members: Members<CellLayout> {
        let side = Shape<Int>.integer(1...16_384)
        return Members("cell", "a cell") {
            Member("width", \.width, side, need: .identity).about("In source pixels.")
            Member("height", \.height, side, need: .identity).about("In source pixels.")
            spacingMembers
            Member("count", \.count, .integer(1...1_048_576))
                .about("Cells in use, in their order; all that fit unless said.")
            Member("order", \.order, .choice, default: "rows")
                .about("In which order cells are counted.")
        }
    }
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

extension Shape<CellLayout> {
    static let cell = CellLayout.members.object(CellLayout(width: 1, height: 1))
}

extension Shape<PixelRect> {
    static let rect = RectSides.members.object(RectSides()).then { sides, _, _, _ in
        PixelRect(x: sides.x, y: sides.y, width: sides.width, height: sides.height)
    }
}

extension Shape<[PixelRect]> {
    static let rects = list(of: .rect, atLeast: 1, atMost: FrameList.limit)
}
