// Visible pixels come in (`BitMask`), a mesh of triangles that covers them goes out (`TriangleMesh`).
//
// An outline runs between the visible pixels and everything farther from them than a tolerance. It is
// looked for among the corners of the grown mask (`Band`), fitted closer by moving corners (`Fitting`),
// cut into triangles (`triangulated`), and checked as a whole before it is trusted: what does not cover
// every visible pixel, or crosses itself, is given up for a plainer one, in the end for the rectangle.
// No pictures and no files; all sums are of whole numbers, so that every machine finds the same.

/// How closely meshes follow what is visible.
public struct OutlineOptions: Hashable, Sendable {
    public enum Form: String, CaseIterable, Sendable {
        /// Follows hollows, and goes around islands that lie apart.
        case concave
        /// One outline without hollows.
        case convex
    }

    public var form: Form
    /// How many pixels beside the visible ones an outline may take in, 0...30.
    public var tolerance: Int

    public init(form: Form = .concave, tolerance: Int = OutlineOptions.defaultTolerance) {
        self.form = form
        self.tolerance = min(max(tolerance, 0), OutlineOptions.largestTolerance)
    }

    public static let defaultTolerance = 4
    /// What masks can be grown by at once.
    public static let largestTolerance = 30
}

/// The mesh that covers all pixels of a mask.
///
/// - Parameters:
///   - visible: at least one pixel; corners of the mesh are corners of its pixels.
///   - options: how closely.
/// - Returns: a mesh that covers every set pixel whole, without overlaps; the rectangle of the whole mask
///   where an outline would save less than a twenty-fifth of it.
public func outlineMesh(of visible: BitMask, _ options: OutlineOptions = .init()) -> TriangleMesh {
    let rectangle = TriangleMesh(rectangle: visible.width, visible.height)
    // Of a small sprite, as much as that would be all of it.
    let tolerance = min(options.tolerance, max(1, min(visible.width, visible.height) / 6))
    let polygons =
        switch options.form {
        case .concave: concaveOutlines(of: visible, tolerance: tolerance)
        case .convex: [convexOutline(of: visible, tolerance: tolerance)]
        }
    guard let polygons, let mesh = TriangleMesh(polygons), mesh.coversWhole(visible) else {
        return rectangle
    }
    // Below this, more corners cost more than fewer pixels save.
    return mesh.doubledArea * 25 <= rectangle.doubledArea * 24 ? mesh : rectangle
}

/// Outlines around the islands of a mask; nil when none was found that holds.
private func concaveOutlines(of visible: BitMask, tolerance: Int) -> [Polygon]? {
    let islands = IslandGroups(visible, tolerance: tolerance)
    guard !islands.members.isEmpty else { return nil }
    var polygons: [Polygon] = []
    var taken = BitMask(width: visible.width, height: visible.height)
    for (index, island) in islands.members.enumerated() {
        var others = taken
        for (other, member) in islands.members.enumerated() where other != index {
            others |= member
        }
        let polygon = outline(
            of: visible & island,
            around: island,
            avoiding: others,
            tolerance: islands.tolerance
        )
        polygons.append(polygon)
        if index + 1 < islands.members.count {
            taken |= polygon.touchedPixels(width: visible.width, height: visible.height)
        }
    }
    return polygons
}

/// The outline of one island: fitted within the tolerance, or within less, or its very border.
private func outline(
    of visible: BitMask,
    around island: BitMask,
    avoiding others: BitMask,
    tolerance: Int
) -> Polygon {
    let border = Polygon(border: island)
    var tolerance = tolerance
    while tolerance > 0 {
        let band = Band(visible, island: island, others: others, tolerance: tolerance)
        if let found = band.outline(along: border), band.holds(found) { return found }
        tolerance /= 2
    }
    return border
}

/// The convex outline of everything.
private func convexOutline(of visible: BitMask, tolerance: Int) -> Polygon {
    let exact = Polygon(hullOf: Polygon.corners(of: visible))
    guard tolerance > 0, exact.corners.count > 4 else { return exact }
    // The hull of an outline around the hull is convex and covers it, with fewer corners.
    let filled = exact.touchedPixels(width: visible.width, height: visible.height)
    let none = BitMask(width: visible.width, height: visible.height)
    let around = filled.dilated((tolerance + 1) / 2)
    let loose = outline(of: filled, around: around, avoiding: none, tolerance: tolerance)
    let hull = Polygon(hullOf: loose.corners)
    return hull.corners.count < exact.corners.count ? hull : exact
}
