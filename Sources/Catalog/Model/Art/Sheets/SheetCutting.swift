public import SheetSlicing

/// How an asset becomes frames.
public enum SheetCutting: Hashable, Sendable {
    case cut(SheetCut)
    /// The file has so many frames of its own. No rule says so.
    case ownFrames(Int)

    /// The member of a sheet rule that says so.
    public var member: String {
        switch self {
        case .cut(.grid): "grid"
        case .cut(.cell): "cell"
        case .cut(.rects): "rects"
        case .cut(.islands): "islands"
        case .cut(.auto): "auto"
        case .ownFrames: "frames"
        }
    }

    /// The number of frames; nil when only the picture tells.
    public var frameCount: Int? {
        switch self {
        case .cut(let cut): cut.frameCount
        case .ownFrames(let count): count
        }
    }

    /// Whether the figures themselves tell where they are cut, so that they stand anywhere in their
    /// frames until they are registered.
    public var followsFigures: Bool {
        if case .cut(let cut) = self { cut.followsFigures } else { false }
    }
}
