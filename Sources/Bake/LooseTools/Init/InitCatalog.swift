import AtlasBuilding
import Catalog
import Diagnostics
package import FileStore

/// A catalog that was begun.
package struct NewCatalog: Hashable, Sendable {
    package var paths: [String]
    /// The pet of the user's own picture.
    package var species: String?
    /// What that pet plays; nil when it is one picture.
    package var animation: String?
    /// Arguments of `kiln preview` that show what there is; none where there is no pet.
    package var preview: [String] = []
    /// Arguments of `kiln bake` that this catalog wants.
    package var bake: [String] = []
    /// What a person should look at, as sentences.
    package var doubts: [String] = []
}

/// Writes a small catalog with its schema and its art, which bakes as it is.
///
/// `folder` may be there already.
///
/// - Throws: `Diagnostic` when one of the files is there already; `PictureFailure`, `Obstruction`,
///   `DiskError`; nothing was written then.
package func initCatalog(
    in folder: String,
    _ template: InitTemplate,
    disk: any Disk
) async throws -> NewCatalog {
    var files = embeddedFiles(in: template.rawValue)
    files.insert(schemaFile, at: 1)
    return NewCatalog(
        paths: try await write(files, into: folder, reading: [], disk: disk),
        preview: template.preview,
        bake: template == .app ? ["--profile", "production"] : []
    )
}

/// Writes a small catalog that begins with a picture of the user's own, and a hat.
///
/// `folder` may be there already. `picture` is of the pet, or a row of its frames, over a screen or
/// cut out; it is copied.
///
/// - Throws: `Diagnostic` when one of the files is there already; `PictureFailure` when the picture
///   cannot be used; `Obstruction`, `DiskError`; nothing was written then.
package func initCatalog(
    in folder: String,
    from picture: String,
    disk: any Disk
) async throws -> NewCatalog {
    let pet = try await OwnPet(picture, disk: disk)
    let hat = "assets-src/overlay_hat.png"
    var files = catalogFiles(pet.catalog)
    files.append(("assets-src/\(pet.file.name)", pet.file.bytes))
    files.append((hat, try pet.layout.hat(as: hat)))
    let animation = pet.isAnimated ? pet.animation : nil
    let motion = animation.map { ["--animation", $0, "-o", "pet.gif"] } ?? ["-o", "look.png"]
    // Few pixels are looked at enlarged.
    let factor = pet.layout.isPixelArt ? min(8, 256 / pet.layout.canvas) : 1
    let enlarged = factor > 1 ? ["--scale", "\(factor)"] : []
    return NewCatalog(
        paths: try await write(files, into: folder, reading: [picture], disk: disk),
        species: pet.id,
        animation: animation,
        preview: ["--species", pet.id, "--overlay", "hat"] + enlarged + motion
    )
}

/// Writes a catalog for a folder of art.
///
/// Names, folders and the pictures themselves say what each picture is. Pictures below `folder`
/// are used where they are; others are copied into `assets-src`.
///
/// - Throws: `Diagnostic` when a catalog is there already; `PictureFailure` when there is no usable
///   picture; `Obstruction`, `DiskError`; nothing was written then.
package func initCatalog(
    in folder: String,
    adopting art: String,
    disk: any Disk
) async throws -> NewCatalog {
    let adopted = try await AdoptedArt(art, disk: disk)
    let (real, own) = (disk.realPath(art) ?? art, disk.realPath(folder))
    var sources = ["assets-src"]
    var isCopied = true
    var ignored: [String] = []
    if let own, real.hasPrefix(own + "/") {
        (sources, isCopied) = ([String(real.dropFirst(own.count + 1))], false)
        ignored = adopted.ignored
    } else if real == own, adopted.files.allSatisfy({ $0.contains("/") }) {
        let folders = Set(adopted.files.compactMap { $0.split(separator: "/").first })
        (sources, isCopied) = (folders.map(String.init).sorted(), false)
        // Paths below each of them.
        ignored = adopted.ignored.map { String($0.drop { $0 != "/" }.dropFirst()) }
    }
    let catalog = AdoptedCatalog(
        adopted,
        name: catalogName(lastPart(of: real)),
        sources: sources,
        ignored: ignored
    )
    var files = catalogFiles(catalog.text)
    for file in adopted.files where isCopied && !adopted.ignored.contains(file) {
        files.append(("assets-src/\(file)", try disk.read(joinPath(art, file))))
    }
    var preview: [String] = []
    if let first = catalog.species.first {
        preview = ["--species", first] + (catalog.wornBase.map { ["--base", $0] } ?? [])
        preview += catalog.wornOverlays.flatMap { ["--overlay", $0] }
        let factor = catalog.pixelCanvas.map { min(8, max(1, 256 / $0)) } ?? 1
        preview += (factor > 1 ? ["--scale", "\(factor)"] : []) + ["-o", "look.png"]
    }
    return NewCatalog(
        paths: try await write(files, into: folder, reading: [], disk: disk),
        species: catalog.species.first,
        preview: preview,
        doubts: catalog.doubts
    )
}

/// A catalog's name after a file or folder; "game" if that gives no identifier.
func catalogName(_ name: String) -> String {
    let id = inIdentifiers(name.lowercased(), else: "-")
    return troubleOfIdentifier(id) == nil ? id : "game"
}

/// A file by its name in the new folder.
typealias NewFile = (name: String, bytes: [UInt8])

func catalogFiles(_ catalog: String) -> [NewFile] {
    let bytes = Array(catalog.utf8)
    var parser = JSONParser(SourceText(path: "catalog.json", bytes: bytes))
    // In the style of `kiln fmt`.
    let formatted = parser.parse().map { JSONLayout.formatted(bytes, $0) } ?? bytes
    return [("catalog.json", formatted), schemaFile]
}

/// Next to the catalog, so that editors complete its members without a network.
private var schemaFile: NewFile { ("catalog.schema.json", Array(catalogSchema().utf8)) }

/// Writes all files, or none.
func write(
    _ files: [NewFile],
    into folder: String,
    reading read: [String],
    disk: any Disk
) async throws -> [String] {
    let paths = files.map { joinPath(folder, $0.name) }
    let taken = paths.filter { disk.stamp($0) != nil }
    guard taken.isEmpty else {
        throw Diagnostic(
            .error,
            about: Generator.name,
            "there is something already: \(taken.joined(separator: ", "))",
            help: "name another folder, or move it away"
        )
    }
    let outputs = try await LooseOutputs(
        in: folder,
        reading: read,
        ReplacementRules(),
        disk: disk
    )
    do {
        for (name, bytes) in files { try outputs.add(bytes, as: name) }
        // From here on they are the user's, not Kiln's to replace.
        try await outputs.commit(isRecorded: false)
    } catch {
        outputs.discard()
        throw error
    }
    return paths
}

/// The kinds of games that a new catalog may begin, each with a folder in Starters.
package enum InitTemplate: String, CaseIterable, Sendable {
    case pet, pixel, badges, moods, app

    /// Arguments of `kiln preview`; none where there is no pet to draw.
    fileprivate var preview: [String] {
        switch self {
        case .pet: ["--species", "blob", "--base", "robe", "--overlay", "hat", "-o", "look.png"]
        case .pixel:
            ["--look", "good-night", "--animation", "idle", "--scale", "6", "-o", "look.gif"]
        case .badges, .moods, .app: []
        }
    }
}
