// Outline: from visible pixels (`BitMask`) to a mesh of triangles that covers them
// (`TriangleMesh`).
//
// An outline runs between the visible pixels and everything farther from them than a tolerance. It
// is chosen among the corners of the grown mask (`Band`), tightened by moving corners (`Fitting`),
// triangulated (`triangulated`), and verified as a whole. If it misses a visible pixel or crosses
// itself, a simpler outline replaces it, in the end the rectangle. All arithmetic is in whole
// numbers, for equal results on every machine.

/// How closely meshes follow visible pixels.
public struct OutlineOptions: Hashable, Sendable {
    public enum Form: String, CaseIterable, Sendable {
        /// Follows concave outlines, and separates distant islands.
        case concave
        case convex
    }

    public var form: Form
    /// The maximum distance of an outline from visible pixels, 0...30 pixels.
    public var tolerance: Int

    public init(form: Form = .concave, tolerance: Int = OutlineOptions.defaultTolerance) {
        self.form = form
        self.tolerance = min(max(tolerance, 0), OutlineOptions.largestTolerance)
    }

    public static let defaultTolerance = 4
    /// The maximum dilation of masks.
    public static let largestTolerance = 30
}

/// The mesh that covers all pixels of a mask with at least one set pixel.
///
/// Its corners are pixel corners, and its triangles do not overlap. It is the mask's rectangle if
/// an outline would save less than a twenty-fifth.
public func outlineMesh(of visible: BitMask, _ options: OutlineOptions = .init()) -> TriangleMesh {
    let rectangle = TriangleMesh(rectangle: visible.width, visible.height)
    // Limited for small sprites.
    let tolerance = min(options.tolerance, max(1, min(visible.width, visible.height) / 6))
    let polygons =
        switch options.form {
        case .concave: concaveOutlines(of: visible, tolerance: tolerance)
        case .convex: [convexOutline(of: visible, tolerance: tolerance)]
        }
    guard let polygons, let mesh = TriangleMesh(polygons), mesh.coversWhole(visible) else {
        return rectangle
    }
    // Smaller savings are not worth the extra corners.
    return mesh.doubledArea * 25 <= rectangle.doubledArea * 24 ? mesh : rectangle
}

/// Outlines around the islands of a mask; nil if none is valid.
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

/// The outline of one island: fitted within the tolerance, else within less, else its exact border.
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

private func convexOutline(of visible: BitMask, tolerance: Int) -> Polygon {
    let exact = Polygon(hullOf: Polygon.corners(of: visible))
    guard tolerance > 0, exact.corners.count > 4 else { return exact }
    // The hull of an outline around the hull is convex and covers it with fewer corners.
    let filled = exact.touchedPixels(width: visible.width, height: visible.height)
    let none = BitMask(width: visible.width, height: visible.height)
    let around = filled.dilated((tolerance + 1) / 2)
    let loose = outline(of: filled, around: around, avoiding: none, tolerance: tolerance)
    let hull = Polygon(hullOf: loose.corners)
    return hull.corners.count < exact.corners.count ? hull : exact
}
