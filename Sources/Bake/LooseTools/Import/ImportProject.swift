import AtlasBuilding
import Catalog
import Diagnostics
package import FileStore

/// Writes a catalog with the sprites and the settings of another tool's project or packed atlas.
///
/// `file` is a `.tps`, `.ftpp`, spright's `.conf`, libGDX's `pack.json`, an `.xcassets`, or the
/// descriptor of an atlas. No picture outside of `root` is read; nil is the folder above the
/// project's. `folder` may be there already.
///
/// - Throws: `Diagnostic` when a file is there already; it or `PictureFailure` when the project cannot
///   be used; `Obstruction`, `DiskError`; nothing was written then.
package func importProject(
    _ file: String,
    root: String? = nil,
    into folder: String,
    disk: any Disk
) async throws -> NewCatalog {
    let file = file.count > 1 && file.hasSuffix("/") ? String(file.dropLast()) : file
    let place = ImportPlace(file, root: root, disk: disk)
    var project = try readProject(place)
    guard !project.sprites.isEmpty || !project.copiedAssets.isEmpty else {
        let missing = project.missing.prefix(3).joined(separator: ", ")
        let reason = missing.isEmpty ? project.doubts.first : "\(missing) not found"
        throw place.failure("the project has no pictures" + (reason.map { ": \($0)" } ?? ""))
    }
    let name = lastPart(of: disk.realPath(file) ?? file).split(separator: ".").first ?? ""
    let files = project.catalogAndSources(named: catalogName(String(name)))
    return NewCatalog(
        paths: try await write(files, into: folder, reading: [], disk: disk),
        doubts: project.doubts
    )
}

private func readProject(_ place: ImportPlace) throws -> ImportedProject {
    let name = lastPart(of: place.file).lowercased()
    if place.disk.stamp(place.file) == nil {
        throw DiskError(.read, place.file, reason: "no such file or folder")
    }
    if name.hasSuffix(".tps") { return try readTexturePackerProject(place) }
    if name.hasSuffix(".ftpp") { return try readFreeTexPackerProject(place) }
    if name.hasSuffix(".conf") { return try readSprightProject(place) }
    if name.hasSuffix(".xcassets") || name.hasSuffix(".spriteatlas") {
        return try readAssetCatalogProject(place)
    }
    if name == "pack.json" { return try readLibGDXProject(place) }
    if place.folder == place.file, !name.hasSuffix(".sprites") {
        throw place.failure(
            "a folder, expected a project or an atlas",
            help: "for a folder of pictures: kiln init --from \(place.file)"
        )
    }
    guard isDescriptorPath(place.file, disk: place.disk) else {
        throw place.failure(
            "no project or atlas that Kiln imports",
            help: "expected .tps, .ftpp, .conf of spright, pack.json of libGDX, .xcassets, or an "
                + "atlas: \(AtlasFormat.fileEndings.joined(separator: ", "))"
        )
    }
    return try readAtlasProject(place)
}
