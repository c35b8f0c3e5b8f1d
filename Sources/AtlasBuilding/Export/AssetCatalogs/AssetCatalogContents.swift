import Diagnostics
import FileStore
package import KernelTypes

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
