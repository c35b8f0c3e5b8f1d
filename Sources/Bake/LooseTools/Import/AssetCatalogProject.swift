import Catalog
import Diagnostics
import FileStore
import Raster

/// Reads an asset catalog or a sprite atlas of Xcode: image sets are copied as they are, colors
/// become names.
func readAssetCatalogProject(_ place: ImportPlace) throws -> ImportedProject {
    var project = ImportedProject()
    let real = place.disk.realPath(place.file) ?? place.file
    let (parent, root) = (parentFolder(of: real), lastPart(of: real))
    let scan = SourceScan(SourceRules(folders: [root]), in: parent, disk: place.disk)
    func index(pathNamed: [String]) -> AssetIndex {
        AssetIndex(files: scan.files, contents: scan.contents, pathNamed: pathNamed)
    }
    var assets = index(pathNamed: [])
    if assets.diagnostics.contains(where: { $0.check == .duplicateAsset }) {
        (assets, project.isNamedByPath) = (index(pathNamed: [root]), true)
        project.doubt("folders are part of names, because sets in several have one name")
    }
    for finding in scan.diagnostics + assets.diagnostics { project.doubt(finding.message) }
    let atlases = assets.assets.count { $0.files[0].path.contains(".spriteatlas/") }
    let paths = scan.files + scan.contents.keys.filter { !scan.files.contains($0) }
    for path in paths.sorted() {
        project.copied.append((path, try place.disk.read(joinPath(parent, path))))
    }
    project.copiedAssets = assets.assets.map(\.name)
    let densities = assets.assets.flatMap(\.files).map(\.density)
    project.scales = Set(densities + [1]).sorted()
    if atlases > 0 { project.format = .spriteatlas } else { project.kind = "xcassets" }
    project.doubt(
        "image sets outside of sprite atlases become sprites too",
        if: atlases > 0 && atlases < assets.assets.count
    )
    for foreign in scan.foreignPictures {
        project.doubt("\(foreign) is left out: Kiln reads PNG, JPEG, GIF, WebP and Aseprite")
    }
    try project.takeOtherSets(in: place.file, depth: 0, disk: place.disk)
    return project
}

extension ImportedProject {
    /// Sets that are no images.
    private static let others = [
        ".appiconset", ".launchimage", ".dataset", ".symbolset", ".brandassets", ".imagestack",
        ".stickerpack", ".sticker", ".stickersequence", ".cubetextureset", ".textureset",
        ".mipmapset", ".arresourcegroup", ".complicationset", ".gcdashboardimage",
        ".gcleaderboard", ".solidimagestack", ".iconset",
    ]

    fileprivate mutating func takeOtherSets(
        in folder: String,
        depth: Int,
        disk: any Disk
    ) throws {
        guard depth < 32 else { return }
        for entry in try disk.list(folder) where entry.kind == .folder {
            let inner = joinPath(folder, entry.name)
            if entry.name.hasSuffix(".colorset") {
                takeColor(String(entry.name.dropLast(".colorset".count)), inner, disk)
            } else if Self.others.contains(where: entry.name.hasSuffix) {
                doubt("\(entry.name) is not taken: it is no image")
            } else if !entry.name.hasSuffix(".imageset") {
                try takeOtherSets(in: inner, depth: depth + 1, disk: disk)
            }
        }
    }

    private mutating func takeColor(_ name: String, _ folder: String, _ disk: any Disk) {
        let path = joinPath(folder, "Contents.json")
        guard !disk.leadsOut(path, of: folder), let bytes = try? disk.read(path) else {
            return doubt("the color \(name) has no Contents.json")
        }
        var parser = JSONParser(SourceText(path: path, bytes: bytes))
        let entries = parser.parse()?.elements("colors") ?? []
        var isTaken = false
        for entry in entries {
            let appearances = entry.elements("appearances").map { $0.text("value") ?? "" }
            guard appearances.isEmpty || appearances == ["dark"],
                let color = entry.member("color"), let hex = color.hexColor
            else { continue }
            let id = inIdentifiers(name)
            let named = appearances.isEmpty ? id : id + "_dark"
            guard !colors.contains(where: { $0.name == named }) else { continue }
            colors.append((named, hex))
            isTaken = true
        }
        doubt("the color \(name) is not taken: it is no opaque sRGB color", if: !isTaken)
    }
}

extension JSONNode {
    /// `#RRGGBB` of an opaque sRGB color as Xcode writes it; nil for others.
    fileprivate var hexColor: String? {
        guard let components = member("components"), text("color-space") ?? "srgb" == "srgb",
            components.text("alpha").flatMap(Double.init) ?? 1 == 1
        else { return nil }
        let levels = ["red", "green", "blue"].compactMap { components.text($0).flatMap(Self.level) }
        return levels.count == 3 ? RGB(levels[0], levels[1], levels[2]).description : nil
    }

    /// 0...255 from `0x1F`, `31` or `0.122`.
    private static func level(_ text: String) -> UInt8? {
        if text.hasPrefix("0x") { return UInt8(text.dropFirst(2), radix: 16) }
        guard let number = Double(text), number >= 0 else { return nil }
        let level = text.contains(".") ? (number * 255).rounded() : number
        return level <= 255 ? UInt8(level) : nil
    }
}
