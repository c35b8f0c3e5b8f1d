import FileStore

// Xcode's `.spriteatlas`: a folder of loose images and descriptions, which actool packs. This file
// writes the descriptions; `spriteAtlasImages` lists the images.

/// A loose image of a `.spriteatlas`: the whole sprite, before trimming.
package struct LooseImage: Sendable {
    package var frame: String
    package var scale: Int
    /// Relative to the folder of the `.spriteatlas`.
    package var path: String
}

/// The images of a `.spriteatlas` for each sprite and scale, in the order of the paths; pages are
/// ignored.
package func spriteAtlasImages(_ scales: [AtlasDescription]) -> [LooseImage] {
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

/// Describes a `.spriteatlas`: a `Contents.json` for it, and one for each sprite's image set, in
/// the order of the paths; pages are ignored.
///
/// `providesNamespace`: names of sprites include the atlas, as in `pets/hat`. Throws `ExportError`
/// if Xcode does not support a scale, or two sprites would have the same name.
package func exportSpriteAtlas(
    _ scales: [AtlasDescription],
    providesNamespace: Bool = false
) throws(ExportError) -> [ExportedFile] {
    for atlas in scales { try atlas.check() }
    guard !scales.isEmpty else { return [] }
    for atlas in scales where ![1, 2, 3].contains(atlas.scale) {
        throw .contradiction(
            "\"spriteatlas\" has the scales 1, 2 and 3, found \(decimal(atlas.scale))"
        )
    }
    let root = folderName(scales)
    var files = [assetCatalogContents(of: root, providesNamespace: providesNamespace)]
    let byFrame = Dictionary(grouping: spriteAtlasImages(scales), by: \.frame)
    for (frame, images) in byFrame.sorted(by: { $0.key < $1.key }) {
        let entries = images.sorted { $0.scale < $1.scale }.map { image in
            AssetCatalogImage(
                file: image.path.split(separator: "/").last.map(String.init),
                idiom: "universal",
                scale: image.scale
            )
        }
        let folder = "\(root)/\(imageSetName(frame)).imageset"
        files.append(assetCatalogContents(of: folder, images: entries))
    }
    return try checkingPaths(files.sorted { $0.path < $1.path })
}

private func folderName(_ scales: [AtlasDescription]) -> String {
    "\(scales.first?.unscaledName ?? "").spriteatlas"
}

/// The name by which a game finds the sprite: image sets are in one folder, so `/` becomes `_`.
package func imageSetName(_ frame: String) -> String {
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
