/// How a sheet is cut into frames.
public enum SheetCutting: Hashable, Sendable {
    /// So many equal cells.
    case grid(SheetGrid)
    /// As many cells of one size as fit.
    case cell(SheetCell)
    /// Where the author says.
    case rects([SheetRect])
    /// Around what is drawn, wherever it stands.
    case islands(SheetIslands)
    /// Along the gutters that are found, else around what is drawn.
    case automatic(SheetIslands)
    /// Nowhere: the file has so many frames of its own. No rule says so.
    case ownFrames(Int)
}

extension SheetCutting {
    /// The member of a sheet rule that says so.
    public var member: String {
        switch self {
        case .grid: "grid"
        case .cell: "cell"
        case .rects: "rects"
        case .islands: "islands"
        case .automatic: "auto"
        case .ownFrames: "frames"
        }
    }

    /// The number of frames; nil when only the picture tells.
    public var frameCount: Int? {
        switch self {
        case .grid(let grid): grid.frameCount
        case .cell(let cell): cell.count
        case .rects(let rects): rects.count
        case .islands(let islands), .automatic(let islands): islands.count
        case .ownFrames(let count): count
        }
    }

    /// Whether the figures themselves tell where they are cut, so that they stand anywhere in their
    /// frames until they are registered.
    public var followsFigures: Bool {
        switch self {
        case .grid, .cell, .rects, .ownFrames: false
        case .islands, .automatic: true
        }
    }
}
