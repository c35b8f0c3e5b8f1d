package import Bake
import Raster

/// What two bakes differ in, as `--json` prints it.
package struct DiffReport: Encodable {
    package struct Picture: Encodable {
        struct Difference: Encodable {
            var differingPixels: Int
            var comparedPixels: Int
            /// 0...1.
            var share: Double
            var maximumChannelDifference: Int
            /// Null when the pictures differ in size alone.
            var psnr: Double?
            /// As x, y, width and height.
            var area: [String: Int]?
            var summary: String
        }

        var kind: ChangeKind
        var target: String
        /// A frame's name; absent for others.
        var frame: String?
        /// The look in words; absent for others.
        var look: String?
        /// The path of a picture with a file of its own; absent for others.
        var file: String?
        var scale: Int
        /// As "136x128"; of the old picture, and of the new one.
        var oldSize: String?
        var newSize: String?
        var difference: Difference?
        /// The file that shows it.
        package var picture: String?
    }

    var old: String
    var new: String
    package private(set) var isChanged: Bool
    var changes: [ManifestChange]
    var pictures: [Picture]
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
        _ pictures: [Picture],
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

extension DiffReport.Picture {
    package init(_ change: PictureChange, picture: String?) {
        kind = change.kind
        target = change.target
        switch change.subject {
        case .frame(let name): frame = name
        case .look: look = change.name
        case .file(let path): file = path
        }
        scale = change.scale
        oldSize = change.old.map { "\($0.size)" }
        newSize = change.new.map { "\($0.size)" }
        difference = change.difference.map(Difference.init)
        self.picture = picture
    }

    var name: String { frame ?? file ?? look ?? "" }

    /// Looks first, then frames and files, by target and name.
    fileprivate var order: (Int, String, String) {
        (look != nil ? 0 : frame != nil ? 1 : 2, target, name)
    }

    /// What is to be said of it.
    var fact: String {
        if let difference { return difference.summary }
        return newSize ?? oldSize ?? "its page is not there"
    }
}

extension DiffReport.Picture.Difference {
    init(_ difference: PictureDifference) {
        differingPixels = difference.differingPixels
        comparedPixels = difference.comparedPixels
        share = Double(difference.differingPixels) / Double(difference.comparedPixels)
        maximumChannelDifference = difference.maximumChannelDifference
        psnr = difference.psnr.isFinite ? difference.psnr : nil
        area = difference.changedArea.map {
            ["x": $0.x, "y": $0.y, "width": $0.width, "height": $0.height]
        }
        summary = difference.summary
    }
}
