// Xcode's `.spriteatlas`: a folder of loose images and descriptions, which actool packs itself.
// Here are the descriptions; `spriteAtlasImages` says where the images belong.

/// A loose image that a `.spriteatlas` refers to: the whole sprite, before trimming.
public struct LooseImage: Hashable, Sendable {
    public var frame: String
    public var scale: Int
    /// Relative to the folder that holds the `.spriteatlas`.
    public var path: String

    public init(frame: String, scale: Int, path: String) {
        self.frame = frame
        self.scale = scale
        self.path = path
    }
}

/// Where the images of a `.spriteatlas` belong.
///
/// - Parameter scales: the atlas at each of its scales; their pages do not matter.
/// - Returns: an image for each sprite and scale, in the order of the paths.
public func spriteAtlasImages(_ scales: [AtlasDescription]) -> [LooseImage] {
    let images = scales.flatMap { atlas in
        atlas.pages.flatMap(\.namedFrames).map { frame in
            let scale = Int(atlas.scale)
            let stem = imageSetName(frame.name)
            let suffix = scale == 1 ? "" : "@\(scale)x"
            return LooseImage(
                frame: frame.name,
                scale: scale,
                path: "\(folderName(scales))/\(stem).imageset/\(stem)\(suffix).png"
            )
        }
    }
    return images.sorted { $0.path < $1.path }
}

/// Describes a `.spriteatlas`: a `Contents.json` for it, and one for each sprite's image set.
///
/// - Parameters:
///   - scales: the atlas at each of its scales; their pages do not matter.
///   - providesNamespace: whether the app names sprites with the atlas, as in `pets/hat`.
/// - Returns: the files, in the order of their paths.
/// - Throws: `ExportError`, when a scale is none of Xcode's, or two sprites would have one name.
public func exportSpriteAtlas(
    _ scales: [AtlasDescription],
    providesNamespace: Bool = false
) throws(ExportError) -> [ExportedFile] {
    for atlas in scales { try atlas.check() }
    let files = try spriteAtlas(scales, providesNamespace: providesNamespace)
    return try checkingPaths(files.sorted { $0.path < $1.path })
}

/// `<atlas>.spriteatlas/Contents.json` and a `Contents.json` for each sprite's image set.
func spriteAtlas(
    _ scales: [AtlasDescription],
    providesNamespace: Bool = false
) throws(ExportError) -> [ExportedFile] {
    guard let first = scales.first else { return [] }
    for atlas in scales where ![1, 2, 3].contains(atlas.scale) {
        throw .contradiction(
            "\"spriteatlas\" has the scales 1, 2 and 3, found \(decimal(atlas.scale))"
        )
    }
    let author = first.generator.name
    var files = [
        assetCatalogContents(
            of: folderName(scales),
            author: author,
            providesNamespace: providesNamespace
        )
    ]
    let byFrame = Dictionary(grouping: spriteAtlasImages(scales), by: \.frame)
    for (frame, images) in byFrame.sorted(by: { $0.key < $1.key }) {
        let entries = images.sorted { $0.scale < $1.scale }.map { image in
            AssetCatalogImage(
                file: image.path.split(separator: "/").last.map(String.init),
                idiom: "universal",
                scale: image.scale
            )
        }
        let folder = "\(folderName(scales))/\(imageSetName(frame)).imageset"
        files.append(assetCatalogContents(of: folder, author: author, images: entries))
    }
    return files
}

private func folderName(_ scales: [AtlasDescription]) -> String {
    "\(scales.first?.unscaledName ?? "").spriteatlas"
}

/// The name under which a game finds the sprite: image sets lie in one folder, so `/` becomes `_`.
public func imageSetName(_ frame: String) -> String {
    String(frame.map { "/\\:*?\"<>|".contains($0) ? "_" : $0 })
}

extension AtlasDescription {
    /// The name without a suffix for the scale, such as `@2x`.
    var unscaledName: String {
        let suffix = "@\(decimal(scale))x"
        guard name.hasSuffix(suffix), name != suffix else { return name }
        return String(name.dropLast(suffix.count))
    }
}
