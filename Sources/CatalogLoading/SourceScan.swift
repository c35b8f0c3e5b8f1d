package import Diagnostics
package import FileStore
internal import PictureFiles

extension Check {
    package static let unreadablePicture = Check(
        "unreadable-picture",
        "a picture cannot be read",
        isFixed: true
    )
    package static let missingSource = Check("missing-source", "a folder of sources does not exist")
    package static let linkLeavesSources = Check(
        "link-leaves-sources",
        "a link leads out of the sources"
    )
    package static let unusableFileName = Check(
        "unusable-file-name",
        .warning,
        "a file's name is not UTF-8"
    )

    package static let ofLoading: [Check] = [
        .missingSource, .linkLeavesSources, .unusableFileName, .unreadableCatalog,
        .unreadablePicture,
    ]
}

/// The files found under a catalog's sources.
package struct SourceScan: Sendable {
    /// Relative to the catalog's folder, sorted by byte order within each source.
    package var files: [String] = []
    /// The bytes of the `Contents.json` of image sets, by path.
    package var contents: [String: [UInt8]] = [:]
    package var diagnostics: [Diagnostic] { found.diagnostics }

    private var found = DiagnosticList()
    private let followsLinks: Bool
    /// Where links to folders led to, so that a ring of links ends.
    private var linkedFolders: Set<String> = []

    /// Walks the source folders; hidden entries are left out.
    ///
    /// - Parameters:
    ///   - sources: the folders, relative to the catalog's.
    ///   - followsLinks: whether sources that are links, and links in them, may lead anywhere.
    ///   - folder: the catalog's own, as the disk knows it.
    ///   - disk: where they are.
    package init(_ sources: [String], followsLinks: Bool, in folder: String, disk: any Disk) {
        self.followsLinks = followsLinks
        for source in sources {
            let root = joinPath(folder, source)
            guard disk.stamp(root)?.isFolder == true else {
                found.append(.missingSource(source))
                continue
            }
            guard followsLinks || !disk.leadsOut(root, of: folder) else {
                found.append(.sourceLeadsOut(source))
                continue
            }
            let realRoot = disk.realPath(root) ?? root
            walk(source, root: realRoot, folder: folder, disk: disk)
        }
    }

    private mutating func walk(
        _ path: String,
        root: String,
        folder: String,
        disk: any Disk
    ) {
        let entries: [DiskEntry]
        do throws(DiskError) {
            entries = try disk.list(joinPath(folder, path))
        } catch {
            found.append(.unreadable(path, error.reason))
            return
        }
        for entry in entries where !entry.name.hasPrefix(".") {
            let inner = joinPath(path, entry.name)
            guard entry.name.isTextThroughout || !namesAssets(entry) else {
                found.append(.unusableFileName(inner))
                continue
            }
            switch entry.kind {
            case .folder: walk(inner, root: root, folder: folder, disk: disk)
            case .file: add(inner, folder: folder, disk: disk)
            case .link:
                let target = disk.realPath(joinPath(folder, inner))
                let isInside = target == root || target?.hasPrefix(root + "/") == true
                guard let target, isInside || followsLinks else {
                    found.append(.linkLeavesSources(inner))
                    continue
                }
                if disk.stamp(target)?.isFolder == false {
                    add(inner, folder: folder, disk: disk)
                } else if !isInside, linkedFolders.insert(target).inserted {
                    // A folder inside is walked under its own name; a link to it would double it.
                    walk(inner, root: root, folder: folder, disk: disk)
                }
            case .other:
                guard isPictureName(entry.name) else { break }
                found.append(.unreadable(inner, "it is not a regular file"))
            }
        }
    }

    /// Whether an asset would be called as a file or folder is: a picture, or an image set.
    private func namesAssets(_ entry: DiskEntry) -> Bool {
        entry.kind == .folder
            ? entry.name.hasSuffix(".imageset")
            : entry.kind != .other && isPictureName(entry.name)
    }

    private mutating func add(_ path: String, folder: String, disk: any Disk) {
        if isPictureName(lastPart(of: path)) { files.append(path) }
        guard path.hasSuffix(".imageset/Contents.json") else { return }
        do throws(DiskError) {
            contents[path] = try disk.read(joinPath(folder, path))
        } catch {
            found.append(.unreadable(path, error.reason))
        }
    }
}

extension Diagnostic {
    fileprivate static func missingSource(_ source: String) -> Diagnostic {
        Diagnostic(
            .missingSource,
            at: SourceLocation(path: source),
            message: "the catalog names this folder under sources, found none",
            help: "create it, or correct \"sources\""
        )
    }

    fileprivate static func linkLeavesSources(_ path: String) -> Diagnostic {
        Diagnostic(
            .linkLeavesSources,
            at: SourceLocation(path: path),
            message: "the link leads out of the sources, or nowhere",
            help: "copy the file, add its folder to \"sources\", or set \"followLinks\" to true"
        )
    }

    fileprivate static func sourceLeadsOut(_ source: String) -> Diagnostic {
        Diagnostic(
            .linkLeavesSources,
            at: SourceLocation(path: source),
            message: "this folder of sources is a link that leads out of the catalog's folder",
            help: "copy the art, or set \"followLinks\" to true"
        )
    }

    fileprivate static func unusableFileName(_ path: String) -> Diagnostic {
        Diagnostic(
            .unusableFileName,
            at: SourceLocation(path: path),
            message: "the name is not UTF-8, so no asset can have it",
            help: "rename it"
        )
    }

    package static func unreadable(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            .unreadablePicture,
            at: SourceLocation(path: path),
            message: "cannot be read: \(reason)",
            help: "check the file's permissions"
        )
    }
}
