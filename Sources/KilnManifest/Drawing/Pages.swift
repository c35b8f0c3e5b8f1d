/// The page images that a game has in memory, of one target at one scale.
///
/// What an image is, and how it is loaded, is the game's: a `CGImage`, an `SKTexture`, a number that a
/// renderer gave.
///
///     var pages = try Pages<CGImage>(of: manifest, forDensity: displayScale)
///     try pages.load(for: look) { file in try image(at: folder.appending(path: file.path)) }
///     for step in try pages.drawList(for: look, animation: "idle", frame: 3) {
///         draw(pages[step], step)
///     }
public struct Pages<Image> {
    /// What says where everything is.
    public let manifest: Manifest
    /// The target's id.
    public let target: String
    /// Pixels per point.
    public let scale: Int
    /// What is loaded, by path.
    public private(set) var images: [String: Image] = [:]

    /// None so far, of a certain scale.
    ///
    /// - Parameters:
    ///   - manifest: of the bake.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Throws: `.unknownTarget` or `.unknownScale`.
    public init(
        of manifest: Manifest,
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) {
        self.manifest = manifest
        self.target = try manifest.target(target, scale: scale).id
        self.scale = scale
    }

    /// None so far, of the scale that looks best on a screen; see `Manifest.bestScale`.
    ///
    /// - Parameters:
    ///   - manifest: of the bake.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - density: pixels per point of the screen.
    ///   - isPixelArt: whether pixels have to stay square.
    /// - Throws: `.unknownTarget` or `.unknownScale`.
    public init(
        of manifest: Manifest,
        target: String? = nil,
        forDensity density: Double,
        isPixelArt: Bool = false
    ) throws(ManifestError) {
        let scale = try manifest.bestScale(
            forDensity: density,
            target: target,
            isPixelArt: isPixelArt
        )
        try self.init(of: manifest, target: target, scale: scale)
    }

    /// The image that a step is taken from; nil while it is not loaded.
    public subscript(step: DrawStep) -> Image? { images[step.image] }

    /// What to draw; see `Manifest.drawList`.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - animation: of the base; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    /// - Returns: one step a layer, of this target and scale.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    public func drawList(
        for look: Look,
        animation: String? = nil,
        frame: Int = 0
    ) throws(ManifestError) -> [DrawStep] {
        try manifest.drawList(
            for: look,
            animation: animation,
            frame: frame,
            target: target,
            scale: scale
        )
    }

    /// The files that a look still needs.
    ///
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    public func missing(for look: Look) throws(ManifestError) -> [PageFile] {
        try manifest.pageFiles(for: look, target: target, scale: scale)
            .filter { images[$0.path] == nil }
    }

    /// The files of a bundle that are not loaded yet.
    ///
    /// - Throws: `.unknownBundle`.
    public func missing(forBundle id: String) throws(ManifestError) -> [PageFile] {
        try manifest.pageFiles(forBundle: id, target: target, scale: scale)
            .filter { images[$0.path] == nil }
    }

    /// Loads what a look still needs; nothing when all of it is there.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - read: makes an image of a file.
    /// - Throws: `.unreadablePage` when `read` throws, with its error; images loaded before stay.
    public mutating func load(
        for look: Look,
        _ read: (PageFile) throws -> Image
    ) throws(ManifestError) {
        try load(missing(for: look), read)
    }

    /// Loads what a bundle still needs; nothing when all of it is there.
    ///
    /// - Parameters:
    ///   - id: the bundle's, as the catalog names it.
    ///   - progress: called after each file with the part of the files that is loaded, up to 1.
    ///   - read: makes an image of a file.
    /// - Throws: `.unknownBundle`, or `.unreadablePage` when `read` throws, with its error; images loaded
    ///   before stay.
    public mutating func load(
        forBundle id: String,
        progress: (Double) -> Void = { _ in },
        _ read: (PageFile) throws -> Image
    ) throws(ManifestError) {
        try load(missing(forBundle: id), progress: progress, read)
    }

    /// Takes an image that was loaded elsewhere, such as in a task.
    public mutating func insert(_ image: Image, for file: PageFile) { images[file.path] = image }

    /// Releases the page images that are not needed.
    ///
    /// - Parameters:
    ///   - looks: keeps their pages.
    ///   - ids: of images of the catalog, whose pages stay for all values of axes.
    ///   - bundles: ids of bundles, whose pages stay.
    /// - Throws: `ManifestError`, when the manifest does not know one of them, or the target does not
    ///   hold an image; all page images stay then.
    public mutating func keepOnly(
        for looks: [Look],
        images ids: [String] = [],
        bundles: [String] = []
    ) throws(ManifestError) {
        var needed: [PageFile] = []
        for look in looks {
            needed += try manifest.pageFiles(for: look, target: target, scale: scale)
        }
        for id in ids {
            needed += try manifest.pageFiles(forImage: id, target: target, scale: scale)
        }
        for id in bundles {
            needed += try manifest.pageFiles(forBundle: id, target: target, scale: scale)
        }
        let paths = Set(needed.map(\.path))
        images = images.filter { paths.contains($0.key) }
    }

    mutating func load(
        _ files: [PageFile],
        progress: (Double) -> Void = { _ in },
        _ read: (PageFile) throws -> Image
    ) throws(ManifestError) {
        for (index, file) in files.enumerated() {
            do {
                images[file.path] = try read(file)
            } catch {
                throw ManifestError(
                    .unreadablePage,
                    "page \"\(file.path)\" cannot be loaded: \(error)",
                    remedy: "copy the whole folder of the bake next to its manifest.json"
                )
            }
            progress(Double(index + 1) / Double(files.count))
        }
    }
}

extension Pages: Sendable where Image: Sendable {}
