import AtlasBuilding
package import Catalog
package import Diagnostics
package import FileStore

extension Check {
    package static let unreadablePicture = Check("unreadable-picture", isFixed: true)
    package static let missingSource = Check("missing-source")
    package static let linkLeavesSources = Check("link-leaves-sources")
    package static let unusableFileName = Check("unusable-file-name", .warning)

    package static let ofLoading: [Check] = [
        .missingSource, .linkLeavesSources, .unusableFileName, .unreadableCatalog,
        .unreadablePicture, .tagName, .layerNamedTwice, .paletteImage,
    ]
}

/// The files found under a catalog's sources.
package struct SourceScan: Sendable {
    /// Relative to the catalog's folder, sorted by byte order within each source.
    package var files: [String] = []
    /// The bytes of the `Contents.json` of image sets, by path.
    package var contents: [String: [UInt8]] = [:]
    /// Pictures of kinds that are not read, which may stand for one that is missing.
    package var foreignPictures: [String] = []
    /// Pictures that the catalog ignores; those in folders that it ignores are not known.
    package var ignoredPictures: [String] = []
    package var diagnostics: [Diagnostic] { found.diagnostics }

    private var found = DiagnosticList()
    private let rules: SourceRules
    private let folder: String
    private let disk: any Disk
    /// Where links to folders led to, so that a ring of links ends.
    private var linkedFolders: Set<String> = []
    /// The sources' own folders, each of which is walked once, by itself.
    private var roots: Set<String> = []
    private var linkedFiles: Set<String> = []

    /// Where links lead to out of their folder of sources, sorted.
    ///
    /// Files, and folders with all they hold, as the disk knows them.
    package var linkedPaths: [String] { linkedFolders.union(linkedFiles).sorted() }

    /// Walks the source folders; hidden and ignored entries are left out, and so are folders in which
    /// Xcode keeps what is no art of the game.
    package init(_ rules: SourceRules, in folder: String, disk: any Disk) {
        self.rules = rules
        self.folder = folder
        self.disk = disk
        let known = rules.folders.map { disk.realPath(joinPath(folder, $0)) }
        roots = Set(known.compactMap(\.self))
        var walked: Set<String> = []
        for source in rules.folders {
            let root = joinPath(folder, source)
            guard disk.stamp(root)?.isFolder == true else {
                found.append(.missingSource(source, in: folder, disk))
                continue
            }
            guard rules.followsLinks || !disk.leadsOut(root, of: folder) else {
                found.append(
                    .linkLeavesSources,
                    at: SourceLocation(path: source),
                    message:
                        "this folder of sources is a link that leads out of the catalog's folder",
                    help: "copy the art, or set \"followLinks\" to true"
                )
                continue
            }
            let realRoot = disk.realPath(root) ?? root
            // A folder that is named twice holds its files once.
            guard walked.insert(realRoot).inserted else { continue }
            walk(source, below: "", root: realRoot)
        }
    }

    /// One finding in place of one for each thing, if there are several and not a single picture.
    func withoutPictures(of catalog: Catalog) -> [Diagnostic] {
        guard files.isEmpty, diagnostics.isEmpty, catalog.profile?.placeholders != .missing,
            catalog.species.count + catalog.images.count > 2
        else { return [] }
        return [
            Diagnostic(
                .missingSource,
                at: catalog.place["sources"].location,
                message: "found no pictures in \(rules.folders.joined(separator: ", "))",
                help: rules.ignored.isEmpty
                    ? "add the art, or correct \"sources\""
                    : "correct \"ignore\", or add the art"
            )
            .spoiling([.sources])
        ]
    }

    /// App icons, colors and launch images of an asset catalog.
    private static let foldersWithoutAssets = [".appiconset", ".colorset", ".launchimage"]

    /// Of pictures that other tools write.
    private static let foreignEndings = [
        ".psd", ".svg", ".bmp", ".tga", ".tif", ".tiff", ".avif", ".heic", ".xcf", ".kra", ".jxl",
        ".ai", ".ora", ".procreate", ".clip", ".pdn", ".afphoto", ".afdesign", ".eps", ".pdf",
    ]
    /// They are only hints.
    private static let mostForeignPictures = 10_000

    private mutating func walk(_ path: String, below: String, root: String) {
        let entries: [DiskEntry]
        do throws(DiskError) {
            entries = try disk.list(joinPath(folder, path))
        } catch {
            found.append(.unreadable(path, error.reason).spoiling([.sources]))
            return
        }
        for entry in entries where !entry.name.hasPrefix(".") {
            let inner = joinPath(path, entry.name)
            let innerBelow = joinPath(below, entry.name)
            guard !rules.ignores(entry.name, at: innerBelow) else {
                if entry.kind == .file, isPictureName(entry.name),
                    ignoredPictures.count < Self.mostForeignPictures
                {
                    ignoredPictures.append(inner)
                }
                continue
            }
            // A picture, or an image set.
            let namesAsset =
                entry.kind == .folder
                ? entry.name.hasSuffix(".imageset")
                : entry.kind != .other && isPictureName(entry.name)
            guard entry.name.isTextThroughout || !namesAsset else {
                found.append(
                    .unusableFileName,
                    at: SourceLocation(path: inner),
                    message: "the name is not UTF-8, so no asset can have it",
                    help: "rename it"
                )
                continue
            }
            switch entry.kind {
            case .folder:
                guard !Self.foldersWithoutAssets.contains(where: entry.name.hasSuffix) else {
                    break
                }
                // One that is a source as well is walked as such.
                guard roots.count < 2 || !roots.contains(joinPath(root, innerBelow)) else { break }
                walk(inner, below: innerBelow, root: root)
            case .file: add(inner)
            case .link:
                let target = disk.realPath(joinPath(folder, inner))
                let isInside = target == root || target?.hasPrefix(root + "/") == true
                guard let target, isInside || rules.followsLinks else {
                    found.append(.badLink(inner, isDead: target == nil))
                    continue
                }
                if disk.stamp(target)?.isFolder == false {
                    if !isInside { linkedFiles.insert(target) }
                    add(inner)
                } else if !isInside, !roots.contains(target), linkedFolders.insert(target).inserted
                {
                    // A folder inside is walked under its own name; a link to it would double it.
                    walk(inner, below: innerBelow, root: root)
                }
            case .other:
                guard isPictureName(entry.name) else { break }
                found.append(
                    .unreadable(
                        inner,
                        "it is not a regular file",
                        help: "put a picture in its place, or remove it"
                    )
                    .spoiling(Diagnostic.art(in: inner))
                )
            }
        }
    }

    private mutating func add(_ path: String) {
        if isPictureName(lastPart(of: path)) {
            files.append(path)
        } else if Self.foreignEndings.contains(where: path.lowercased().hasSuffix),
            foreignPictures.count < Self.mostForeignPictures
        {
            foreignPictures.append(path)
        }
        guard path.hasSuffix(".imageset/Contents.json") else { return }
        do throws(DiskError) {
            contents[path] = try disk.read(joinPath(folder, path))
        } catch {
            found.append(.unreadable(path, error.reason))
        }
    }
}

extension Diagnostic {
    /// A source that is no folder.
    fileprivate static func missingSource(
        _ source: String,
        in folder: String,
        _ disk: any Disk
    ) -> Diagnostic {
        let isFile = disk.stamp(joinPath(folder, source)) != nil
        let parent = parentFolder(of: source)
        let folders = ((try? disk.list(joinPath(folder, parent))) ?? [])
            .filter { $0.kind == .folder && !$0.name.hasPrefix(".") }.map {
                joinPath(parent, $0.name)
            }
        let near = nearestMatch(to: source, in: folders)
        return Diagnostic(
            .missingSource,
            at: SourceLocation(path: source),
            message: isFile
                ? "found a file, expected a folder"
                : "there is no folder \"\(source)\"",
            help: isFile
                ? "name the folder of the file"
                : Glob(source).hasWildcards
                    ? "patterns are not allowed here: name the folder, which is read with all "
                        + "folders in it"
                    : near.map { "did you mean \"\($0)\"?" } ?? "create it, or correct \"sources\""
        )
        .spoiling([.sources])
        .following([.sources])
        .mended(by: isFile ? nil : renaming(source, to: clearMatch(to: source, in: folders)))
    }

    /// The same finding; a missing source at its place in the catalog.
    func located(in catalog: Catalog) -> Diagnostic {
        guard check == .missingSource, let source = location?.path else { return self }
        var result = self
        if catalog.place.has("sources") {
            let index = catalog.sources.folders.firstIndex(of: source) ?? 0
            result.location = catalog.place["sources"][index]["path"].location
        } else {
            result.location = catalog.place.location
            result.message =
                "the catalog names no \"sources\", and the default folder \(source) does not exist"
            result.help = "add \"sources\" with the folder of the art, or create \(source)"
        }
        return result
    }

    /// What is missing if a file cannot be used.
    fileprivate static func art(in path: String) -> Set<Matter> {
        Set(FileName(path: path).map { [.file($0.stem)] } ?? [])
    }

    /// A link to nothing, or out of the sources.
    fileprivate static func badLink(_ path: String, isDead: Bool) -> Diagnostic {
        Diagnostic(
            .linkLeavesSources,
            at: SourceLocation(path: path),
            message: isDead
                ? "the link points to nothing, or to itself"
                : "the link leads out of the source folders",
            help: isDead
                ? "correct the link, or replace it with the file"
                : "copy the file, add its folder to \"sources\", or set \"followLinks\" to true"
        )
        .spoiling(art(in: path))
    }

    package static func unreadable(
        _ path: String,
        _ reason: String,
        help: String = "check the file's permissions"
    ) -> Diagnostic {
        Diagnostic(
            .unreadablePicture,
            at: SourceLocation(path: path),
            message: "cannot be read: \(reason)",
            help: help
        )
    }
}

extension SourceScan {
    /// The digest of everything that findings of a load follow from where no file is opened.
    ///
    /// `named` are the files that the catalog names, by their paths.
    func names(_ catalog: Digest, _ named: [String: Digest?], _ profile: String?) -> Digest {
        var out = ByteWriter()
        out.put(catalog, named, profile, files)
        out.put(contents.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
        out.put(foreignPictures + ignoredPictures)
        return Digest(of: out.bytes)
    }
}
