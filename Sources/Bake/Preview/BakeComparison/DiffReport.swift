/// What two bakes differ in, as `--json` prints it.
package struct DiffReport: Encodable {
    var old: String
    var new: String
    package private(set) var isChanged: Bool
    var changes: [ManifestChange]
    var pictures: [PictureChange]
    /// Pictures of an earlier run that show what does not differ any more; only where there were any.
    var removed: [String]?
    var sameFrames: Int
    var movedFrames: Int
    var unknownFrames: Int
    var unknownPictures: Int

    package init(
        old: String,
        new: String,
        _ comparison: BakeComparison,
        _ pictures: [PictureChange],
        removed: [String] = []
    ) {
        self.removed = removed.isEmpty ? nil : removed
        self.old = old
        self.new = new
        self.pictures = pictures.sorted { $0.order < $1.order }
        changes = comparison.changes
        // What could not be compared may have changed.
        isChanged =
            !changes.isEmpty || !pictures.isEmpty || comparison.unknownFrames > 0
            || comparison.unknownPictures > 0
        sameFrames = comparison.sameFrames
        movedFrames = comparison.movedFrames
        unknownFrames = comparison.unknownFrames
        unknownPictures = comparison.unknownPictures
    }
}

extension PictureChange {
    /// Looks first, then frames and files, by target and name.
    fileprivate var order: (Int, String, String) {
        (Subject.allCases.firstIndex(of: subject) ?? 0, target, name)
    }
}
