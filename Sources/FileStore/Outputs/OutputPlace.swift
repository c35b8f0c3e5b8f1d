import Diagnostics

let cacheFolderName = ".kiln-cache"

struct OutputPlace: Sendable {
    /// As named by the user.
    let shown: String
    /// With all links resolved.
    let folder: String
    let parent: String
    let name: String
    let disk: any Disk
    /// The record of its files; nil if the folder has none.
    let record: RecordFile?

    init(_ path: String, _ disk: any Disk, _ record: RecordFile? = nil) throws(DiskError) {
        shown = path
        self.disk = disk
        self.record = record
        if let real = disk.realPath(path) {
            folder = real
        } else {
            let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
            let above = parentFolder(of: trimmed)
            try disk.createFolder(above)
            folder = joinPath(disk.realPath(above) ?? above, lastPart(of: trimmed))
        }
        parent = parentFolder(of: folder)
        name = lastPart(of: folder)
        if folder.pathParts.contains(where: { $0 == cacheFolderName }) {
            throw DiskError(
                .write,
                path,
                reason: "it lies in a cache, which may be removed at any time",
                help: "name another place"
            )
        }
        if let kind = disk.kind(of: folder), kind != .folder {
            throw DiskError(
                .create,
                path,
                reason: kind == .link
                    ? "it is a link that leads nowhere" : "a file with this name is in the way",
                help: "remove it, or name another folder with -o"
            )
        }
    }

    /// Waits for exclusive access to the folder.
    ///
    /// Locks the parent, because the folder itself may be exchanged. Without access to the parent
    /// there is no lock.
    func lock() async throws -> DiskLock {
        while true {
            do throws(DiskError) {
                if let lock = try disk.lock(parent) { return lock }
            } catch {
                return DiskLock {}
            }
            try await Task.sleep(nanoseconds: 20_000_000)
        }
    }

    /// A path in the folder, as the user may open it.
    func shown(_ path: String) -> String { joinPath(shown, path) }

    /// Performs writes, and reports errors for the user's path instead of the staging path.
    func explaining<Success>(
        _ work: () throws(DiskError) -> Success
    ) throws(DiskError) -> Success {
        do throws(DiskError) {
            return try work()
        } catch {
            throw explained(error)
        }
    }

    /// The same error for the user's path.
    func explained(_ error: DiskError) -> DiskError {
        var explained = error
        if let inner = pathInside(error.path) {
            explained.path = inner == "" ? shown : shown(inner)
        }
        explained.help = explained.help ?? error.helpForOutputs
        return explained
    }

    /// The path relative to the folder, its staging folder or its successor; nil for other paths.
    private func pathInside(_ path: String) -> String? {
        if path == folder { return "" }
        var parts = path.pathParts[...]
        func drop(_ whole: String) -> Bool {
            let above = whole.pathParts
            guard parts.starts(with: above) else { return false }
            parts = parts.dropFirst(above.count)
            return true
        }
        if drop(folder) {
            guard parts.first?.hasPrefix(Staging.prefix) == true else {
                return parts.joined(separator: "/")
            }
            // Followed by the new files, or the journal.
            let isFile = parts.dropFirst().first == Staging.filesName
            return isFile ? parts.dropFirst(2).joined(separator: "/") : ""
        }
        guard drop(parent), parts.first?.hasPrefix(successorPrefix) == true else { return nil }
        return parts.dropFirst().joined(separator: "/")
    }

    /// Classifies the entry at `path`, relative to the folder, by its record.
    func entry(_ path: String, _ owned: OwnedFiles) -> OutputEntry {
        if let obstacle = obstacle(onTheWayTo: path) { return .taken(obstacle) }
        func taken(_ kind: Obstacle.Kind) -> OutputEntry { .taken(Obstacle(shown(path), kind)) }
        let real = joinPath(folder, path)
        switch disk.kind(of: real) {
        case nil: return .free
        case .folder: return taken(.folder)
        case .link: return taken(.link)
        case .other: return taken(.special)
        case .file: break
        }
        guard let digest = owned.digests[path] else { return taken(.foreign) }
        if owned.isUntouched(path, digest) { return .owned }
        guard let bytes = try? disk.read(real) else { return taken(.changed) }
        return Digest(of: bytes) == digest ? .owned : taken(.changed)
    }

    /// What becomes of files that a run does not make again, sorted.
    func stale(_ paths: [String], _ owned: OwnedFiles) -> StaleOutputs {
        var stale = StaleOutputs()
        for path in paths.sorted() {
            switch entry(path, owned) {
            case .owned: stale.removed.append(path)
            case let entry where entry.isTaken(by: .changed): stale.left.append(path)
            default: break
            }
        }
        return stale
    }

    /// What prevents the parent folders of `path` from existing.
    private func obstacle(onTheWayTo path: String) -> Obstacle? {
        var above = ""
        for part in path.pathParts.dropLast() {
            above = joinPath(above, String(part))
            switch disk.kind(of: joinPath(folder, above)) {
            case .folder: continue
            case nil: return nil
            case .link: return Obstacle(shown(above), .link)
            case .file, .other: return Obstacle(shown(above), .file)
            }
        }
        return nil
    }
}

extension DiskError {
    /// What to do if an output cannot be written; nil for unknown reasons.
    fileprivate var helpForOutputs: String? {
        switch reason {
        case "no space left on device", "disk quota exceeded":
            "make room there, or name another place; the outputs are as they were"
        case "permission denied", "operation not permitted":
            "name a place that you may write to, or change its permissions"
        case "read-only file system": "name a place that can be written"
        default: nil
        }
    }
}

package func staysInside(_ path: String) -> Bool {
    let parts = path.pathParts
    return !parts.isEmpty && !parts.contains { ["", ".", ".."].contains($0) }
        && !path.utf8.contains(0)
}

extension Disk {
    /// The folders between `folder` and each of `paths`, the innermost first, `folder` last.
    private func foldersAbove(_ paths: some Sequence<String>) -> [String] {
        var folders: Set<String> = [""]
        for path in paths {
            var inner = parentFolder(of: path)
            while inner != ".", folders.insert(inner).inserted { inner = parentFolder(of: inner) }
        }
        return folders.sorted(by: >)
    }

    /// Removes folders in `folder` that contained `paths` and are empty now.
    func removeEmptyFolders(in folder: String, of paths: some Sequence<String>) {
        for inner in foldersAbove(paths) where inner != "" {
            removeIfEmpty(joinPath(folder, inner))
        }
    }

    /// Flushes the names in `folder`, and in its subfolders that contain `paths`.
    func syncFolders(in folder: String, of paths: some Sequence<String>) throws(DiskError) {
        for inner in foldersAbove(paths) {
            let real = inner.isEmpty ? folder : joinPath(folder, inner)
            if kind(of: real) == .folder { try sync(real) }
        }
    }

    /// Gives a new folder or file a name that ends in its own inode, which only its maker can choose;
    /// returns its path.
    ///
    /// A folder from an archive or a repository has another inode, so that it can neither inject
    /// work for the next run nor be mistaken for ours.
    func renameByInode(
        _ first: String,
        _ inode: UInt64,
        _ prefix: String
    ) throws(DiskError) -> String {
        let path = joinPath(parentFolder(of: first), "\(prefix)\(inode)")
        // A foreign entry with this name blocks only us.
        guard kind(of: path) == nil else {
            throw DiskError(.create, path, reason: "there is something already")
        }
        try rename(first, to: path)
        return path
    }

    /// Creates a folder named `prefix` and its own inode, with the permissions of `model` or the
    /// default; returns its path.
    func createOwnFolder(
        in parent: String,
        prefix: String,
        like model: String?
    ) throws(DiskError) -> String {
        let first = joinPath(parent, "\(prefix)x\(randomName())")
        if let model { try createFolder(first, like: model) } else { try createFolder(first) }
        guard let inode = stamp(first)?.inode else {
            throw DiskError(.create, first, reason: "it is gone again")
        }
        do throws(DiskError) {
            return try renameByInode(first, inode, prefix)
        } catch {
            removeIfEmpty(first)
            throw error
        }
    }

    /// Removes empty folders of runs that were killed before naming them.
    func removeUnnamedFolders(in parent: String, prefix: String) {
        for entry in (try? list(parent)) ?? []
        where entry.kind == .folder && entry.name.hasPrefix(prefix + "x") {
            removeIfEmpty(joinPath(parent, entry.name))
        }
    }

    /// The folders in `parent` whose names begin with `prefix` and end in a number.
    func numberedFolders(
        in parent: String,
        prefix: String
    ) -> [(path: String, number: UInt64, isOwn: Bool)] {
        guard let entries = try? list(parent) else { return [] }
        return entries.compactMap { entry in
            guard entry.kind == .folder, entry.name.hasPrefix(prefix),
                let number = UInt64(entry.name.dropFirst(prefix.count))
            else { return nil }
            let path = joinPath(parent, entry.name)
            return (path, number, stamp(path)?.inode == number)
        }
    }
}

/// The files in a folder recorded by earlier runs, with their digests.
///
/// Kiln neither replaces nor removes files that it did not write, or that were modified since.
/// Users may edit a record, so it is valid for a path only while the bytes there match and no link
/// is on the way.
package struct OwnedFiles: Sendable {
    /// By path, relative to the folder.
    package private(set) var digests: [String: Digest] = [:]
    /// Whether a file certainly has the recorded bytes, and need not be read.
    package var isUntouched: @Sendable (String, Digest) -> Bool = { _, _ in false }

    package init() {}

    /// Keeps the records of valid output paths.
    package init(_ records: some Sequence<(path: String, digest: Digest)>) {
        for record in records where Self.mayOwn(record.path) {
            digests[record.path] = record.digest
        }
    }

    /// The records of both; `other` takes precedence.
    package func joined(with other: OwnedFiles?) -> OwnedFiles {
        var joined = self
        joined.digests.merge(other?.digests ?? [:]) { $1 }
        return joined
    }

    /// The digests of some of the files.
    func digests(of paths: [String]) -> [String: Digest] {
        let paths = Set(paths)
        return digests.filter { paths.contains($0.key) }
    }

    /// Whether a run can have written `path`: it is in the folder, and not hidden.
    static func mayOwn(_ path: String) -> Bool {
        staysInside(path) && !path.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") }
    }
}

enum OutputEntry: Hashable, Sendable {
    case free
    /// A file with the recorded bytes.
    case owned
    /// Anything else, at the path itself or on the way to it.
    case taken(Obstacle)

    func isTaken(by kinds: Obstacle.Kind...) -> Bool {
        if case .taken(let obstacle) = self { kinds.contains(obstacle.kind) } else { false }
    }
}
