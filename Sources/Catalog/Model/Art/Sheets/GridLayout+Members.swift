import Diagnostics
import SheetSlicing

extension ReadingOrder: Choice {
    var about: String {
        switch self {
        case .rows: "Row by row, each from the left; the default."
        case .columns: "Column by column, each from the top."
        }
    }
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
}

extension Shape<GridLayout> {
    static let grid = GridLayout.members.object(GridLayout(columns: 1, rows: 1))
}
