import Catalog
import Diagnostics
import Raster

/// A file that is drawn as large on the pet as it is.
struct FileSizeFacts: Sendable {
    var path: String
    var kind: SiblingFacts.Kind
    /// Of its first frame, in pixels.
    var frame: PixelSize
    /// Pixels per point.
    var density: Int

    fileprivate var points: SIMD2<Double> {
        SIMD2(Double(frame.width), Double(frame.height)) / Double(max(1, density))
    }
}

/// Finds the one file that has half, twice or another simple part of the size that all others of its
/// kind have, so that it is drawn too small or too large.
func oddFileSizes(_ files: [FileSizeFacts]) -> [Diagnostic] {
    SiblingFacts.Kind.allCases.compactMap { kind in
        let members = files.filter { $0.kind == kind }.uniqued(by: \.path)
        let sizes = Dictionary(grouping: members, by: \.points).values
        guard members.count >= 4, sizes.count == 2,
            let own = sizes.first(where: { $0.count == 1 })?.first,
            let due = sizes.first(where: { $0.count > 1 })?.first,
            let share = simpleShare(own.points / due.points)
        else { return nil }
        let density = Double(own.density)
        let (width, height) = (Int(due.points.x * density), Int(due.points.y * density))
        return Diagnostic(
            .oddPicture,
            severity: kind == .base ? nil : .note,
            ofPicture: own.path,
            "the picture has \(share.words) the size of the other \(members.count - 1) \(kind.noun), "
                + "found frames of \(own.frame) pixels, expected \(width)x\(height)",
            help: "export its frames at \(width)x\(height) pixels"
                + (share.isLarger && own.density == 1
                    ? ", or say the density in the file's name (@2x)" : "")
        )
    }
}

private func simpleShare(_ factors: SIMD2<Double>) -> (words: String, isLarger: Bool)? {
    let times = factors.x < 1 ? 1 / factors : factors
    let whole = times.x.rounded()
    guard (2...4).contains(whole), abs(times.x - whole) <= 0.02 * whole,
        abs(times.y - whole) <= 0.02 * whole
    else { return nil }
    let words =
        factors.x < 1 ? ["half", "a third of", "a quarter of"] : ["twice", "3 times", "4 times"]
    return (words[Int(whole) - 2], factors.x > 1)
}
