import Diagnostics

/// What the folder of a cache is called when nobody says where it is.
package let cacheFolderName = ".kiln-cache"

/// An output folder as the disk has it.
struct OutputPlace: Sendable {
    /// As the user named it.
    let shown: String
    /// All links followed.
    let folder: String
    let parent: String
    let name: String
    let disk: any Disk
    /// The file that records what is there; nil when the folder has none.
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

    /// Waits until nobody else works on the folder.
    ///
    /// The parent is locked, because the folder itself may be exchanged. A parent that may not be
    /// opened locks nobody out.
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
}

extension OutputPlace {
    /// Does what writes outputs; what the disk refuses is told of the path that the user asked for,
    /// not of the place where new files wait.
    func telling<Success>(
        _ work: () throws(DiskError) -> Success
    ) throws(DiskError) -> Success {
        do throws(DiskError) {
            return try work()
        } catch {
            throw told(error)
        }
    }

    /// The same error, as the user can act on it.
    func told(_ error: DiskError) -> DiskError {
        var told = error
        if let inner = pathInside(error.path) { told.path = inner == "" ? shown : shown(inner) }
        told.help = told.help ?? error.helpForOutputs
        return told
    }

    /// A path in the folder, in what is staged in it or in its successor, relative to the folder; nil
    /// for other paths.
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
            // Behind it stand the new files, or the journal.
            let isFile = parts.dropFirst().first == Staging.filesName
            return isFile ? parts.dropFirst(2).joined(separator: "/") : ""
        }
        guard drop(parent), parts.first?.hasPrefix(successorPrefix) == true else { return nil }
        return parts.dropFirst().joined(separator: "/")
    }
}

extension DiskError {
    /// What to do where an output cannot be written; nil where the reason does not tell.
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

/// Whether a relative path names something in the folder that it is relative to.
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

    /// Removes folders in `folder` that held `paths` and hold nothing any more.
    func removeEmptyFolders(in folder: String, of paths: some Sequence<String>) {
        for inner in foldersAbove(paths) where inner != "" {
            removeIfEmpty(joinPath(folder, inner))
        }
    }

    /// Flushes the names in `folder`, and in those of its folders that hold `paths`.
    func syncFolders(in folder: String, of paths: some Sequence<String>) throws(DiskError) {
        for inner in foldersAbove(paths) {
            let real = inner.isEmpty ? folder : joinPath(folder, inner)
            if kind(of: real) == .folder { try sync(real) }
        }
    }

    /// The name of a folder that only its maker knows: it ends in the folder's own inode.
    ///
    /// A folder that came with an archive or a repository has another inode, so that nobody can
    /// plant work for the next run, nor can a user's own folder be taken for such a one.
    func nameWithInode(_ path: String, prefix: String) -> String? {
        stamp(path).map { prefix + String($0.inode) }
    }

    /// Creates a folder named `prefix` and its own inode.
    ///
    /// - Parameters:
    ///   - parent: where to.
    ///   - prefix: what its name begins with.
    ///   - model: a folder with the permissions that it shall have; nil for those of any new one.
    /// - Returns: its path.
    /// - Throws: what the disk reports.
    func createOwnFolder(
        in parent: String,
        prefix: String,
        like model: String?
    ) throws(DiskError) -> String {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let first = joinPath(parent, "\(prefix)x\(random)")
        if let model { try createFolder(first, like: model) } else { try createFolder(first) }
        guard let name = nameWithInode(first, prefix: prefix) else {
            throw DiskError(.create, first, reason: "it is gone again")
        }
        let path = joinPath(parent, name)
        do throws(DiskError) {
            // A folder that has this name without being the maker's is in nobody's way but ours.
            guard kind(of: path) == nil else {
                throw DiskError(.create, path, reason: "there is something already")
            }
            try rename(first, to: path)
        } catch {
            removeIfEmpty(first)
            throw error
        }
        return path
    }

    /// Removes what runs left that were killed before their folders had their names: nothing is in it.
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
