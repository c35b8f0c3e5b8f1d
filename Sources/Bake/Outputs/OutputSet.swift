import Catalog
import Diagnostics
package import FileStore
package import KilnManifest

/// All files of a bake, and what becomes of those of an earlier one.
struct OutputSet: Sendable {
    /// By path; the manifest, which names all others, last.
    var files: [OutputFolder.NewFile]
    /// Paths of outputs that stay as an earlier bake left them.
    var kept: Set<String>
    /// Targets of the earlier bake that the catalog does not have any more.
    var gone: [String]
    /// Targets that stay, and miss frames that the manifest names.
    var outdated: [String]
    /// The manifest in the output folder; nil when none exists.
    var earlier: ManifestFile?
    /// The name of the catalog that the earlier manifest is of, when it is not the one that is baked.
    var otherCatalog: String?
}

extension BakeRun {
    /// The manifest in the output folder and its bytes; nil when none exists.
    func earlierManifest() -> (file: ManifestFile, bytes: [UInt8])? {
        let path = joinPath(request.output, manifestName)
        return (try? context.disk.read(path)).map { (ManifestFile($0), $0) }
    }

    /// Joins what was baked with what stays of the earlier bake, and writes the manifest.
    ///
    /// A bake of some targets leaves the others as they are. A bake of all targets keeps none that
    /// left the catalog.
    ///
    /// `before` is the manifest in the output folder some time ago.
    func assemble(
        _ manifest: Manifest,
        _ baked: [BakedTarget],
        replacing before: (file: ManifestFile, bytes: [UInt8])?
    ) throws -> OutputSet {
        let files = baked.flatMap { target in
            target.pages.map { page in
                OutputFolder.NewFile(
                    path: page.path,
                    byteCount: page.byteCount,
                    digest: page.digest
                ) {
                    [cache = context.cache] () throws(DiskError) in try page.bytes(cache)
                }
            } + target.files.map(OutputFolder.NewFile.init)
        }.sorted { $0.path < $1.path }
        let path = joinPath(request.output, manifestName)
        let earlier = (try? context.disk.read(path)).map { bytes in
            if let before, before.bytes == bytes { before.file } else { ManifestFile(bytes) }
        }
        var outputs = OutputSet(files: files, kept: [], gone: [], outdated: [], earlier: earlier)
        var manifest = manifest
        manifest.targets = baked.map(\.manifest)
        manifest.files = files.map { file in
            Manifest.File(path: file.path, bytes: file.byteCount, sha256: file.digest.text)
        }
        if case .kiln(let old, _) = earlier {
            if old.isOfAnotherCatalog(than: manifest) {
                outputs.otherCatalog = old.name
            } else {
                outputs.join(old, with: &manifest, of: self)
            }
        }
        let bytes = try ManifestFile.bytes(of: manifest)
        outputs.files.append(OutputFolder.NewFile(OutputFile(path: manifestName, bytes: bytes)))
        return outputs
    }
}

extension Manifest {
    /// Whether two manifests have neither their name nor anything that they describe in common.
    ///
    /// A catalog may be moved, renamed, or get other art, but hardly all at once. One that retires
    /// things knows of earlier bakes.
    func isOfAnotherCatalog(than other: Manifest) -> Bool {
        guard name != other.name, other.retired == nil else { return false }
        let (mine, others) = (things, other.things)
        return !mine.isEmpty && !others.isEmpty && mine.isDisjoint(with: others)
    }

    /// Ids of what it describes, each with its kind.
    private var things: Set<[String]> {
        let groups = [
            ("species", species.map(\.id)), ("item", items.map(\.id)),
            ("image", (images ?? []).map(\.id)), ("look", looks.map(\.id)),
        ]
        return Set(groups.flatMap { kind, ids in ids.map { [kind, $0] } })
    }
}

extension OutputSet {
    /// Takes over what this bake did not make.
    fileprivate mutating func join(
        _ old: Manifest,
        with manifest: inout Manifest,
        of run: BakeRun
    ) {
        let targets = run.loaded.catalog.targets
        let known = targets.map(\.id)
        let made = Set(manifest.targets.map(\.id))
        let others = old.targets.filter { !made.contains($0.id) }
        guard run.request.targets != nil else {
            gone = others.map(\.id).filter { !known.contains($0) }
            return
        }
        let owned = earlier?.owned ?? OwnedFiles()
        let oldFiles = old.files.filter { file in
            owned.digests[file.path] != nil
                && others.contains { file.path.hasPrefix($0.id + "/") }
        }
        let order = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
        manifest.targets = (manifest.targets + others).enumerated().sorted {
            (order[$0.element.id] ?? .max, $0.offset) < (order[$1.element.id] ?? .max, $1.offset)
        }.map(\.element)
        manifest.files = (manifest.files + oldFiles).sorted { $0.path < $1.path }
        kept = Set(oldFiles.map(\.path))
        let arts = manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art)
        let names = Set(arts.flatMap(\.frames))
        outdated = others.filter { target in
            let selection = targets.first { $0.id == target.id }?.settings.images
            let images = (manifest.images ?? []).filter { selection?.contains($0.id) ?? true }
            return target.kind == TargetKind.atlas.rawValue && target.pictures == nil
                && !names.union(images.flatMap(\.allFrames))
                    .allSatisfy { target.frames[$0] != nil }
        }.map(\.id)
    }
}

let manifestName = "manifest.json"

extension RecordFile {
    static let manifest = RecordFile(name: manifestName) { bytes in
        let file = ManifestFile(bytes)
        if case .foreign(let reason) = file {
            return .foreign("not a manifest that Kiln wrote: \(reason)")
        }
        return .ours(file.owned ?? OwnedFiles())
    }
}

/// What is under a manifest's name: a bake's own manifest, or somebody else's file.
enum ManifestFile {
    case kiln(Manifest, Digest)
    /// With the reason why it is not Kiln's.
    case foreign(String)

    init(_ bytes: [UInt8]) {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            self = .foreign(error.message)
            return
        }
        if manifest.generator.name != Generator.name {
            self = .foreign("its generator is not \(Generator.name)")
        } else if manifest.digest != nil, !Self.isAsWritten(bytes) {
            self = .foreign("it was changed since Kiln wrote it")
        } else {
            // Bakes before 0.2 wrote no digest; their word has to do.
            self = .kiln(manifest, Digest(of: bytes))
        }
    }

    /// The files that the manifest records, itself included; nil when it is not Kiln's.
    ///
    /// The files of a target are in the folder of its name: a manifest that lists others was not
    /// written by a bake, and does not make them Kiln's.
    var owned: OwnedFiles? {
        guard case .kiln(let manifest, let digest) = self else { return nil }
        let targets = Set(manifest.targets.map(\.id))
        let files = manifest.files.compactMap { file -> (path: String, digest: Digest)? in
            let parts = file.path.pathParts
            guard parts.count > 1, targets.contains(String(parts[0])),
                let digest = Digest(file.sha256)
            else { return nil }
            return (file.path, digest)
        }
        return OwnedFiles(files + [(manifestName, digest)])
    }

    /// A manifest's file: JSON that holds its own digest.
    static func bytes(of manifest: Manifest) throws -> [UInt8] {
        var manifest = manifest
        manifest.digest = String(repeating: "0", count: digitCount)
        var bytes = try manifest.jsonBytes()
        guard let place = digits(in: bytes) else { return bytes }
        bytes.replaceSubrange(place, with: Array(Digest(of: bytes).text.utf8))
        return bytes
    }

    private static let digitCount = 64

    /// Whether the file's digest is the one that it holds.
    private static func isAsWritten(_ bytes: [UInt8]) -> Bool {
        guard let place = digits(in: bytes) else { return false }
        var blank = bytes
        blank.replaceSubrange(place, with: repeatElement(UInt8(ascii: "0"), count: digitCount))
        return Array(Digest(of: blank).text.utf8) == Array(bytes[place])
    }

    /// Where the digits of the manifest's own digest stand; members of the outermost level alone
    /// are indented by two blanks.
    private static func digits(in bytes: [UInt8]) -> Range<Int>? {
        let heading = Array("\n  \"digest\" : \"".utf8)
        guard let first = heading.first else { return nil }
        var at = 0
        while let start = bytes[at...].firstIndex(of: first) {
            let end = start + heading.count
            guard end + digitCount <= bytes.count else { return nil }
            if bytes[start..<end].elementsEqual(heading) { return end..<end + digitCount }
            at = start + 1
        }
        return nil
    }
}

/// The outputs of a bake as they are on the disk.
package struct OpenedBake: Sendable {
    /// Of the manifest.
    package let path: String
    package let manifest: Manifest
    private let disk: any Disk

    private static let help = "name the output folder of a bake, or the manifest.json in it"

    /// Reads the manifest of a bake.
    ///
    /// `path` is an output folder, or a manifest.
    ///
    /// - Throws: `DiskError` when none exists, `CommandFailure` when it is not one.
    package init(_ path: String, disk: any Disk) throws {
        let isFolder = disk.stamp(path)?.isFolder == true
        let file = isFolder ? joinPath(path, manifestName) : path
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.read(file)
        } catch {
            var reported = error
            if disk.stamp(file) == nil { reported.help = error.help ?? Self.help }
            throw reported
        }
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            throw CommandFailure("\(file): \(error.message)", help: Self.help)
        }
        self.path = file
        self.disk = disk
    }

    /// The images of pages and pictures that the manifest lists and that do not exist; empty for a
    /// manifest without any of its files.
    package var missingImages: [String] {
        let isThere = { (path: String) in
            staysInside(path) && disk.stamp(joinPath(parentFolder(of: self.path), path)) != nil
        }
        guard manifest.files.contains(where: { isThere($0.path) }) else { return [] }
        return manifest.targets.flatMap { target in
            target.pages.flatMap(\.images).map(\.readablePath)
                + (target.pictures ?? []).map(\.path)
        }.uniqued.filter { !isThere($0) }
    }

    /// The bytes of an output by its path in the manifest; nil when it is not there, or the path
    /// leads out of the folder.
    package func output(_ path: String) throws(DiskError) -> [UInt8]? {
        guard staysInside(path) else { return nil }
        let file = joinPath(parentFolder(of: self.path), path)
        guard disk.stamp(file) != nil, !disk.leadsOut(file, of: parentFolder(of: self.path))
        else { return nil }
        return try disk.read(file)
    }
}
