import Diagnostics
package import FileStore
import ImageCodec
package import KernelTypes
package import Raster

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

// The `Contents.json` of an Xcode asset catalog's folders.
//
// Format: Apple, Asset Catalog Format Reference; appearances and platforms, which are newer, as in
// files written by Xcode.

/// An image of an image set or of an app icon set, or an empty slot.
package struct AssetCatalogImage: Hashable, Sendable {
    /// In the set's folder; nil for an empty slot.
    package var file: String?
    /// `universal`, `iphone`, `ipad`, `mac`, `tv` or `watch`.
    package var idiom: String
    /// Pixels per point; nil for images without, such as icons of 1024x1024.
    package var scale: Int?
    /// `dark` or `tinted`; nil for any.
    package var appearance: String?
    /// `ios` or `watchos`, for app icons.
    package var platform: String?
    /// Of a square app icon, in points.
    package var side: Int?

    package init(
        file: String?,
        idiom: String,
        scale: Int? = nil,
        appearance: String? = nil,
        platform: String? = nil,
        side: Int? = nil
    ) {
        self.file = file
        self.idiom = idiom
        self.scale = scale
        self.appearance = appearance
        self.platform = platform
        self.side = side
    }

    fileprivate var json: JSONOutput {
        var members: [(String, JSONOutput)] = [("idiom", .string(idiom))]
        if let file { members.append(("filename", .string(file))) }
        if let scale { members.append(("scale", .string("\(scale)x"))) }
        if let platform { members.append(("platform", .string(platform))) }
        if let side { members.append(("size", .string("\(side)x\(side)"))) }
        if let appearance { members.append(appearances(appearance)) }
        return .object(members)
    }
}

private func appearances(_ appearance: String) -> (String, JSONOutput) {
    ("appearances", [["appearance": "luminosity", "value": .string(appearance)]])
}

/// The `Contents.json` of a color set: an opaque sRGB color, and the one for dark screens.
package func colorSetContents(of folder: String, _ color: RGB, dark: RGB?) -> ExportedFile {
    func entry(_ color: RGB, _ appearance: String?) -> JSONOutput {
        let components: JSONOutput = [
            "alpha": "1.000", "blue": .string(hexadecimal(color.b)),
            "green": .string(hexadecimal(color.g)), "red": .string(hexadecimal(color.r)),
        ]
        var members: [(String, JSONOutput)] = [
            ("color", ["color-space": "srgb", "components": components]), ("idiom", "universal"),
        ]
        if let appearance { members.append(appearances(appearance)) }
        return .object(members)
    }
    let colors = [entry(color, nil)] + [dark.map { entry($0, "dark") }].compactMap(\.self)
    return contents(of: folder, [("colors", .array(colors))])
}

/// The `Contents.json` of a folder in an asset catalog, as Xcode writes it.
///
/// The path of `folder` ends in `.imageset`, `.appiconset` or `.spriteatlas`, or is that of the
/// catalog or of a group. `images` are those of a set; nil for other folders. `rendering` is
/// `template` or `original`; nil lets the app decide. `providesNamespace`: the group's name becomes
/// a part of its members' names.
package func assetCatalogContents(
    of folder: String,
    images: [AssetCatalogImage]? = nil,
    rendering: String? = nil,
    providesNamespace: Bool = false
) -> ExportedFile {
    var root: [(String, JSONOutput)] = []
    if let images { root.append(("images", .array(images.map(\.json)))) }
    var properties: [(String, JSONOutput)] = []
    if let rendering { properties.append(("template-rendering-intent", .string(rendering))) }
    if providesNamespace { properties.append(("provides-namespace", true)) }
    if !properties.isEmpty { root.append(("properties", .object(properties))) }
    return contents(of: folder, root)
}

private func contents(of folder: String, _ members: [(String, JSONOutput)]) -> ExportedFile {
    let info: JSONOutput = ["author": .string(Generator.name), "version": 1]
    let root = JSONOutput.object(members + [("info", info)])
    return ExportedFile("\(folder)/Contents.json", text: root.xcodeText)
}

/// A description of unpacked sprites at one scale, each on a separate page.
///
/// For `spriteatlas`, whose pages Xcode draws. Includes frames without a visible pixel.
package func looseSprites(
    _ frames: [RenderedFrame],
    name: String,
    scale: Int
) -> AtlasDescription {
    AtlasDescription(
        name: name,
        scale: Double(scale),
        pages: frames.map { frame in
            let (width, height) = (frame.sourceSize.width * scale, frame.sourceSize.height * scale)
            let whole = AtlasFrame(frame.name, [0, 0, width, height])
            return .init(imageFile: frame.name, width: width, height: height, frames: [whole])
        }
    )
}

extension RenderedFrame {
    /// The untrimmed image; nil at a scale that was not rendered.
    package func whole(atScale scale: Int) -> StraightImage? {
        guard trim != nil else {
            return sourceSize.scaled(by: scale).map { StraightImage(size: $0) }
        }
        return fitted(scales: [scale], trims: false, threshold: 0).pictures[scale]?.unpacked()
    }
}

/// The images that a `.spriteatlas` has instead of pages: each frame untrimmed, at each scale, even
/// without a visible pixel.
///
/// Throws `DiskError` if out of memory, and `CancellationError`.
package func looseImages(
    of atlases: [AtlasDescription],
    _ frames: [RenderedFrame],
    effort: Effort,
    jobs: Int
) async throws -> [OutputFile] {
    let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
    let images = spriteAtlasImages(atlases)
    let files = try await inParallel(images.count, jobs: jobs) { index -> OutputFile? in
        let image = images[index]
        guard let whole = byName[image.frame]?.whole(atScale: image.scale) else { return nil }
        let bytes = try encode(whole, for: image.path, effort: effort)
        return OutputFile(path: image.path, bytes: bytes)
    }
    return files.compactMap(\.self)
}
