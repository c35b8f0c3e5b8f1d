import AtlasBuilding
import AtlasPack

/// What became of a stable layout, for machines.
struct LayoutEntry: Encodable {
    var file: String
    var kept: Int
    var moved: Int
    var added: Int
    var removed: Int
    var waste: Double
    var repacked: Bool

    init(_ change: LayoutChange) {
        file = change.path
        kept = change.report.kept
        moved = change.report.moved
        added = change.report.added
        removed = change.report.removed
        waste = change.report.waste
        repacked = change.report.isRepacked
    }
}
