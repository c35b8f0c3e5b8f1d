import AtlasBuilding
import AtlasPack
package import Bake
import Diagnostics
import FileStore
import Raster

/// What packing did, for machines.
package struct PackReport: Encodable {
    var frames: Int
    var duplicates: Int
    var empty: [String]
    var unnamed: [String]
    /// Width and height of each.
    var pages: [[String: Int]]
    var occupancy: Double
    var bytes: Int
    var files: [String]
    /// What the atlas consisted of before, and does not any more.
    var removed: [String]
    var layout: LayoutEntry?
    var outlines: OutlineEntry?

    package init(_ summary: PackSummary) {
        frames = summary.frames
        duplicates = summary.duplicates
        empty = summary.empty
        unnamed = summary.unnamed
        pages = summary.pages.map { ["width": $0.width, "height": $0.height] }
        occupancy = summary.occupancy
        bytes = summary.bytes
        files = summary.files
        removed = summary.stale.removed
        layout = summary.layout.map(LayoutEntry.init)
        outlines = summary.outlines.map(OutlineEntry.init)
    }
}

/// The same for people.
package func packLines(_ summary: PackSummary) -> [String] {
    let sizes = summary.pages.map(\.description).joined(separator: ", ")
    let blank = summary.empty.isEmpty ? "" : ", \(summary.empty.count) blank"
    guard !summary.pages.isEmpty else {
        return ["wrote \(counted(summary.frames, "sprite")) by themselves: Xcode packs them"]
            + summary.files.map { "wrote \($0)" } + staleLines(summary.stale.removed)
    }
    let first =
        "packed \(counted(summary.frames, "frame")) (\(summary.duplicates) equal to others\(blank)) on "
        + "\(counted(summary.pages.count, "page")) (\(sizes)), \(percent(summary.occupancy)) occupied"
    let outlines = summary.outlines.map {
        [outlineLine($0, keepsRectangles: summary.keepsRectangles)]
    }
    return [first] + (outlines ?? [])
        + (summary.layout.map { ["layout \($0.path): \($0.report)"] } ?? [])
        + summary.files.map { "wrote \($0)" } + staleLines(summary.stale.removed)
}
