import AtlasBuilding
import Diagnostics

/// What outlines came to, for machines.
struct OutlineEntry: Encodable {
    var vertices: Int
    var triangles: Int
    /// The part of the sprites' rectangles that is not drawn, 0...1.
    var drawnLess: Double
    /// The part of the pages that packing by outlines saves, 0...1.
    var pagesLess: Double
    /// Whether sprites reach into each other's rectangles.
    var packedByOutlines: Bool

    init(_ summary: OutlineSummary) {
        vertices = summary.vertices
        triangles = summary.triangles
        drawnLess = summary.drawnLess
        pagesLess = summary.pagesLess
        packedByOutlines = summary.interlock
    }
}

/// The same for people.
func outlineLine(_ summary: OutlineSummary, keepsRectangles reason: String?) -> String {
    let meshes =
        "polygon: \(counted(summary.vertices, "vertex", "vertices")) and "
        + "\(counted(summary.triangles, "triangle")), \(percent(summary.drawnLess)) less drawn"
    if let reason { return meshes + "; packed as rectangles, because \(reason)" }
    return summary.interlock
        ? meshes + ", \(percent(summary.pagesLess)) less area than rectangles" : meshes
}
