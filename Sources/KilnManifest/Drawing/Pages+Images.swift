/// Rooms, coins and faces: what the catalog lists as `images`.
extension Pages {
    /// What to draw for an image of the catalog; see `Manifest.drawList(forImage:)`.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis; an axis that is not named has its default.
    ///   - animation: of the image; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    /// - Returns: one step of this target and scale; none where the frame has no visible pixel.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for, or the target does
    ///   not hold the image.
    public func drawList(
        forImage id: String,
        axes: [String: String] = [:],
        animation: String? = nil,
        frame: Int = 0
    ) throws(ManifestError) -> [DrawStep] {
        try manifest.drawList(
            forImage: id,
            axes: axes,
            animation: animation,
            frame: frame,
            target: target,
            scale: scale
        )
    }

    /// The files that an image of the catalog still needs, for all of its animations.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis, an axis that is not named has its default; nil stands for all values.
    /// - Returns: in the order of pages, each once.
    /// - Throws: `.unknownImage`, or `.notInTarget` when the target does not hold the image.
    public func missing(
        forImage id: String,
        axes: [String: String]? = nil
    ) throws(ManifestError) -> [PageFile] {
        try manifest.pageFiles(forImage: id, axes: axes, target: target, scale: scale)
            .filter { images[$0.path] == nil }
    }

    /// Loads what an image of the catalog still needs; nothing when all of it is there.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis, an axis that is not named has its default; nil stands for all values.
    ///   - read: makes an image of a file.
    /// - Throws: what `missing(forImage:axes:)` throws, or `.unreadablePage` when `read` throws, with its
    ///   error; images loaded before stay.
    public mutating func load(
        forImage id: String,
        axes: [String: String]? = nil,
        _ read: (PageFile) throws -> Image
    ) throws(ManifestError) {
        try load(missing(forImage: id, axes: axes), read)
    }
}
