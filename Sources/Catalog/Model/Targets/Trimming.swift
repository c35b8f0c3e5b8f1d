import Diagnostics
import Raster

/// What of a frame is packed.
public enum Trimming: String, CaseIterable, Sendable {
    /// Clear margins too: `false` in the catalog.
    case none
    /// The rectangle of what is visible: `true`.
    case rectangle
    /// The same, with a mesh around what is visible: `"polygon"`.
    case polygon
}

extension Shape<Trimming> {
    /// True, false, or a word.
    static let trimming = Shape<Bool>.bool
        .then { trims, _, _, _ in trims ? Trimming.rectangle : .none }
        .or(Shape<TrimmingWord>.choice(or: ["true", "false"]).then { _, _, _, _ in .polygon }) {
            $0.kind == "a string"
        }
}

private enum TrimmingWord: String, Choice {
    case polygon

    var about: String { "Cut off, and each frame gets a mesh of triangles around what it shows." }
}

extension OutlineOptions.Form: Choice {
    var about: String {
        switch self {
        case .concave: "Along hollows, and around islands that lie apart."
        case .convex: "One outline that bridges hollows: fewer corners."
        }
    }
}
