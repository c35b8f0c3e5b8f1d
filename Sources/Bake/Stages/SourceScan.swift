internal import Diagnostics

/// The files found under a catalog's sources.
struct SourceScan: Sendable {
    /// Relative to the catalog's folder, sorted by byte order within each source.
    var files: [String] = []
    /// The bytes of the `Contents.json` of image sets, by path.
    var contents: [String: [UInt8]] = [:]
    var diagnostics: [Diagnostic] = []

    /// Walks the source folders; hidden entries are left out.
    ///
    /// - Parameters:
    ///   - sources: the folders, relative to the catalog's.
    ///   - folder: the catalog's own, as the disk knows it.
    ///   - disk: where they are.
    init(_ sources: [String], in folder: String, disk: any Disk) {
        for source in sources {
            let root = joinPath(folder, source)
            guard disk.stamp(root)?.isFolder == true else {
                diagnostics.append(.missingSource(source))
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
            diagnostics.append(.unreadable(path, error.reason))
            return
        }
        for entry in entries where !entry.name.hasPrefix(".") {
            let found = joinPath(path, entry.name)
            guard entry.name.isTextThroughout || !namesAssets(entry) else {
                diagnostics.append(.unusableFileName(found))
                continue
            }
            switch entry.kind {
            case .folder: walk(found, root: root, folder: folder, disk: disk)
            case .file: add(found, folder: folder, disk: disk)
            case .link:
                guard let target = disk.realPath(joinPath(folder, found)),
                    target.hasPrefix(root + "/")
                else {
                    diagnostics.append(.linkLeavesSources(found))
                    continue
                }
                // A folder inside is walked under its own name; a link to it would double it.
                if disk.stamp(target)?.isFolder == false {
                    add(found, folder: folder, disk: disk)
                }
            case .other: break
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
            diagnostics.append(.unreadable(path, error.reason))
        }
    }
}

extension Diagnostic {
    fileprivate static func missingSource(_ source: String) -> Diagnostic {
        Diagnostic(
            id: "missing-source",
            at: SourceLocation(path: source),
            message: "the catalog names this folder under sources, found none",
            help: "create it, or correct \"sources\""
        )
    }

    fileprivate static func linkLeavesSources(_ path: String) -> Diagnostic {
        Diagnostic(
            id: "link-leaves-sources",
            at: SourceLocation(path: path),
            message: "the link leads out of the sources, or nowhere",
            help: "copy the file, or add its folder to \"sources\""
        )
    }

    fileprivate static func unusableFileName(_ path: String) -> Diagnostic {
        Diagnostic(
            id: "unusable-file-name",
            severity: .warning,
            at: SourceLocation(path: path),
            message: "the name is not UTF-8, so no asset can have it",
            help: "rename it"
        )
    }

    static func unreadable(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            id: "unreadable-picture",
            at: SourceLocation(path: path),
            message: "cannot be read: \(reason)",
            help: "check the file's permissions"
        )
    }
}
