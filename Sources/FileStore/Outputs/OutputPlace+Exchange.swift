extension OutputPlace {
    var successorPrefix: String { ".\(name).kiln-new-" }

    /// Leftover successors and replaced predecessors, if their names prove that a run made them for
    /// this folder.
    ///
    /// A successor's name contains its own inode. After the exchange the folder has that inode, and
    /// the predecessor has the name.
    var ownSuccessors: [(path: String, isPredecessor: Bool)] {
        let live = disk.stamp(folder)?.inode
        return disk.numberedFolders(in: parent, prefix: successorPrefix).compactMap { found in
            if found.isOwn { return (found.path, false) }
            return found.number == live ? (found.path, true) : nil
        }
    }

    /// Removes leftovers of killed runs next to the folder.
    func recoverExchange() throws(DiskError) {
        disk.removeUnnamedFolders(in: parent, prefix: successorPrefix)
        for left in ownSuccessors {
            if left.isPredecessor {
                let recorded = recorded(in: left.path)
                try absorb(left.path) { path, real in
                    guard let digest = recorded.digests[path] else { return false }
                    return (try? disk.read(real)).map { Digest(of: $0) } == digest
                }
            } else {
                try disk.remove(left.path)
            }
        }
    }

    /// The files in the folder's record; none without one.
    private func recorded(in folder: String) -> OwnedFiles {
        guard let record, let bytes = try? disk.read(joinPath(folder, record.name)),
            case .ours(let owned) = record.read(bytes)
        else { return OwnedFiles() }
        return owned
    }

    /// The maximum number of other files to link one by one.
    private static var mostForeignFiles: Int { 1000 }

    /// Writes a complete successor of the folder next to it and exchanges the two; false, without
    /// changes, if impossible.
    ///
    /// Other files get hard links in the successor, so they stay the same files. Later changes to
    /// them are found in the predecessor and moved.
    func exchange(_ change: OutputFolder.Change, _ plan: OutputFolder.Plan) throws -> Bool {
        let inside = folder + "/"
        let fixed = Array(change.inputs.files) + Array(change.inputs.folders.keys) + ["."]
        // A concurrent loose command uses the folder by its path.
        guard folder != "/", !Staging.hasLeftovers(self),
            !fixed.contains(where: { ((disk.realPath($0) ?? $0) + "/").hasPrefix(inside) })
        else { return false }
        let exists = disk.kind(of: folder) != nil
        let successor: String
        do throws(DiskError) {
            successor = try disk.createOwnFolder(
                in: parent,
                prefix: successorPrefix,
                like: exists ? folder : nil
            )
        } catch {
            // The parent may be read-only; the fallback remains.
            return false
        }
        var isPlaced = false
        defer { if !isPlaced { try? disk.remove(successor) } }
        var adopted: [String] = []
        if exists {
            guard let paths = try? adopt(into: successor, leaving: plan.leaving) else {
                return false
            }
            adopted = paths
        }
        for file in change.files {
            try Task.checkCancellation()
            let path = joinPath(successor, file.path)
            let permissions = disk.permissions(of: joinPath(folder, file.path))
            try disk.create(try file.bytes(), at: path, permissions: permissions)
            try disk.sync(path)
        }
        disk.removeEmptyFolders(in: successor, of: plan.stale.removed)
        try disk.syncFolders(in: successor, of: change.files.map(\.path) + adopted)
        do throws(DiskError) {
            try disk.sync(parent)
            if exists {
                try disk.exchange(successor, with: folder)
            } else {
                try disk.rename(successor, to: folder)
            }
        } catch {
            return false
        }
        isPlaced = true
        try disk.sync(parent)
        // The new outputs are in place; the next run completes the rest.
        if exists {
            try? absorb(successor) { path, real in
                plan.leaving[path].map { $0 == disk.linkStamp(real) } ?? false
            }
        }
        return true
    }

    /// Links everything that is not leaving into the successor; returns the paths of its files and
    /// folders, nil if there are too many.
    private func adopt(
        into successor: String,
        leaving: [String: FileStamp]
    ) throws(DiskError) -> [String]? {
        var adopted: [String] = []
        var count = 0
        var waiting = [""]
        while let inner = waiting.popLast() {
            for entry in try disk.list(joinPath(folder, inner)) {
                let path = joinPath(inner, entry.name)
                let (from, to) = (joinPath(folder, path), joinPath(successor, path))
                if entry.kind == .folder {
                    try disk.createFolder(to, like: from)
                    waiting.append(path)
                } else if leaving[path] == nil {
                    count += 1
                    if count > Self.mostForeignFiles { return nil }
                    try disk.link(from, to: to)
                } else {
                    continue
                }
                adopted.append(path)
            }
        }
        return adopted
    }

    /// Removes the predecessor of the folder.
    ///
    /// Its files that Kiln may not remove (`mayGo`, by path in the folder and real path) were added
    /// or changed meanwhile, and are moved to their place, or next to it if that is taken.
    private func absorb(
        _ predecessor: String,
        _ mayGo: (_ path: String, _ real: String) -> Bool
    ) throws(DiskError) {
        var waiting = [""]
        var folders: [String] = []
        while let inner = waiting.popLast() {
            for entry in try disk.list(joinPath(predecessor, inner)) {
                let path = joinPath(inner, entry.name)
                if entry.kind == .folder {
                    waiting.append(path)
                    folders.append(path)
                } else if path != record?.name {
                    try release(path, from: predecessor, mayGo)
                }
            }
        }
        // The record tells the next run which files may be removed, if this one is killed.
        if let name = record?.name, disk.kind(of: joinPath(predecessor, name)) != nil {
            try release(name, from: predecessor, mayGo)
        }
        for inner in folders.sorted(by: >) { disk.removeIfEmpty(joinPath(predecessor, inner)) }
        disk.removeIfEmpty(predecessor)
    }

    /// Removes a file of the predecessor, or moves it back for the user.
    private func release(
        _ path: String,
        from predecessor: String,
        _ mayGo: (_ path: String, _ real: String) -> Bool
    ) throws(DiskError) {
        let (from, to) = (joinPath(predecessor, path), joinPath(folder, path))
        if disk.isSameFile(from, to) || mayGo(path, from) { return try disk.remove(from) }
        try disk.createFolder(parentFolder(of: to))
        try disk.rename(from, to: freeName(to))
    }

    /// The path itself, or with a suffix such as `.kept-1` if it exists.
    private func freeName(_ path: String) -> String {
        guard disk.kind(of: path) != nil else { return path }
        var number = 1
        while disk.kind(of: "\(path).kept-\(number)") != nil { number += 1 }
        return "\(path).kept-\(number)"
    }
}
