internal import JSON

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

/// `<atlas>.spriteatlas/Contents.json` and a `Contents.json` for each sprite's image set.
func spriteAtlas(_ scales: [AtlasDescription]) throws(ExportError) -> [ExportedFile] {
    guard let first = scales.first else { return [] }
    for atlas in scales where ![1, 2, 3].contains(atlas.scale) {
        throw .contradiction(
            "\"spriteatlas\" has the scales 1, 2 and 3, found \(decimal(atlas.scale))"
        )
    }
    let info = JSONOutput.object([
        ("author", .string(first.generator.name)), ("version", .integer(1)),
    ])
    var files = [
        ExportedFile(
            "\(folderName(scales))/Contents.json",
            json: .object([("info", info)])
        )
    ]
    let byFrame = Dictionary(grouping: spriteAtlasImages(scales), by: \.frame)
    for (frame, images) in byFrame.sorted(by: { $0.key < $1.key }) {
        let entries = images.sorted { $0.scale < $1.scale }.map { image in
            let file = image.path.split(separator: "/").last.map(String.init) ?? ""
            return JSONOutput.object([
                ("filename", .string(file)), ("idiom", .string("universal")),
                ("scale", .string("\(image.scale)x")),
            ])
        }
        let folder = "\(folderName(scales))/\(imageSetName(frame)).imageset"
        let contents = JSONOutput.object([("images", .array(entries)), ("info", info)])
        files.append(ExportedFile("\(folder)/Contents.json", json: contents))
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
