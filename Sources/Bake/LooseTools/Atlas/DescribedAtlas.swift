package import AtlasBuilding
package import Catalog
package import FileStore
package import KilnManifest

/// An atlas as its descriptors tell it, whoever wrote them.
package struct DescribedAtlas: Sendable {
    /// As it was asked for.
    package var path: String
    package var format: AtlasFormat
    /// One for each scale that the descriptors describe; of a manifest one for each target and scale.
    package var atlases: [AtlasDescription]
    /// Where page images are.
    package var folder: String
    /// The whole manifest, when that is the descriptor.
    package var manifest: Manifest?
}

extension DescribedAtlas: Encodable {
    private enum CodingKeys: CodingKey { case path, format, atlases, species, items, looks }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(format.rawValue, forKey: .format)
        try container.encode(atlases, forKey: .atlases)
        try container.encodeIfPresent(manifest?.species.map(\.id), forKey: .species)
        try container.encodeIfPresent(manifest?.items.map(\.id), forKey: .items)
        try container.encodeIfPresent(manifest?.looks.map(\.id), forKey: .looks)
    }
}

/// Whether a path is that of a descriptor rather than of a picture: by its ending, or a folder; by
/// what it holds on standard input.
package func isDescriptorPath(_ path: String, disk: any Disk) -> Bool {
    if path == StandardStream.path, let bytes = try? disk.read(path) {
        return likelyEnding(bytes) != nil
    }
    let lower = path.lowercased()
    return AtlasFormat.fileEndings.contains { lower.hasSuffix($0) }
        || disk.stamp(path)?.isFolder == true
}

/// Reads what describes an atlas: a manifest or a descriptor of any format that Kiln writes.
///
/// `path` may also be a `.spriteatlas`, or the folder `.sprites` of Godot's resources. With
/// `allPages` the descriptors of the atlas's other pages are read too, `NAME-0.json` and
/// `NAME-1.json`, where the format has one for each page.
///
/// - Returns: checked: every frame is on its page, and every page in the descriptor's folder.
package func describeAtlas(
    _ path: String,
    allPages: Bool = false,
    disk: any Disk
) throws(PictureFailure) -> DescribedAtlas {
    let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let reader = DescriptorReader(path: trimmed, disk: disk)
    let described = try reader.atlas(allPages: allPages)
    for page in described.atlases.flatMap(\.pages) {
        for file in [page.imageFile, page.normalMapFile].compactMap(\.self) {
            try reader.checkInside(file, of: described.folder)
        }
    }
    return described
}
