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

/// A project's file, and the folder in which it may name pictures.
struct ImportPlace {
    let file: String
    let folder: String
    /// Nothing outside of it is read.
    let root: String
    let disk: any Disk

    /// Without a root it is the folder above the project's, so that a project names folders next to
    /// its own.
    init(_ file: String, root: String?, disk: any Disk) {
        self.file = file
        self.disk = disk
        folder = disk.stamp(file)?.isFolder == true ? file : parentFolder(of: file)
        let own = disk.realPath(folder) ?? folder
        let above = parentFolder(of: own)
        self.root = root ?? (above == "/" || above == "." ? own : above)
    }

    func failure(_ message: String, line: Int? = nil, help: String? = nil) -> Diagnostic {
        let place = line.map { "line \($0): " } ?? ""
        return Diagnostic(
            .error,
            about: file,
            shortened(place + message, to: Diagnostic.textLimit),
            help: help
        )
    }

    /// Reads the project's text.
    func read<Value>(_ work: (String) throws(FormatFault) -> Value) throws -> Value {
        let bytes = try disk.read(file)
        do throws(FormatFault) {
            return try work(try decodedText(bytes))
        } catch {
            throw failure(error.message)
        }
    }

    /// Where a path of the project leads; nil if there is nothing.
    ///
    /// An absolute path is often one of another computer: the file is looked for below the
    /// project's folder then, by as much of its path as is there.
    func resolve(_ named: String) throws(Diagnostic) -> String? {
        let path = String(named.map { $0 == "\\" ? "/" : $0 })
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let parts = path.split(separator: "/")
        let isDrive = parts.first.map { $0.utf8.count == 2 && $0.hasSuffix(":") } ?? false
        guard path.hasPrefix("/") || isDrive else {
            let target = joinPath(folder, path)
            guard disk.leads(target, into: root) else {
                throw failure(
                    "found \"\(named)\", which lies outside of \(disk.realPath(root) ?? root)",
                    help: "name a folder that holds the project and its pictures: --root DIR"
                )
            }
            return disk.stamp(target) == nil ? nil : target
        }
        if !isDrive, disk.stamp(path) != nil, disk.leads(path, into: root) { return path }
        for start in parts.indices.dropFirst() {
            let tail = parts[start...].joined(separator: "/")
            let target = joinPath(folder, tail)
            if namesInside(tail), disk.stamp(target) != nil, disk.leads(target, into: root) {
                return target
            }
        }
        return nil
    }

    /// The pictures that a file or a folder of the project gives, with their paths below the folder.
    func pictures(
        _ path: String
    ) throws(DiskError) -> (isFolder: Bool, files: [(path: String, inner: String)]) {
        guard disk.stamp(path)?.isFolder == true else {
            return (false, [(path, lastPart(of: path))])
        }
        let inner = try picturesInFolder(path, disk: disk)
        return (true, inner.map { (joinPath(path, $0), $0) })
    }
}
