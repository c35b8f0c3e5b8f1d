extension Place {
    /// Where the successor is written; it is garbage when found.
    var unfinished: String { joinPath(parent, ".\(name).kiln-new") }

    private var exchangedPrefix: String { ".\(name).kiln-new-" }

    /// Successors, or predecessors, that a killed process left.
    var exchangedFolders: [String] {
        // Looked for only where an exchange may have happened at all.
        guard let entries = try? disk.list(parent) else { return [] }
        return entries.filter { $0.kind == .folder && $0.name.hasPrefix(exchangedPrefix) }
            .map { joinPath(parent, $0.name) }
    }

    /// More files of others than this are not linked one by one.
    private static var mostForeignFiles: Int { 1000 }

    /// Writes a complete successor of the folder beside it and exchanges the two.
    ///
    /// Files that no bake wrote get a second name in the successor, so they stay the same files.
    /// What happens to them meanwhile is found in the predecessor afterwards and moved.
    ///
    /// - Returns: false when the folder cannot be exchanged; nothing has changed then.
    /// - Throws: what keeps the new files from being written.
    func exchange(_ change: OutputFolder.Change, owned: Set<String>) throws -> Bool {
        let inside = folder + "/"
        let fixed = change.inputs + ["."]
        guard folder != "/",
            !fixed.contains(where: { ((disk.realPath($0) ?? $0) + "/").hasPrefix(inside) })
        else { return false }
        let exists = disk.stamp(folder) != nil
        let mine = owned.union(change.files.map(\.path)).union([manifestName])
        do throws(DiskError) {
            if exists {
                try disk.createFolder(unfinished, like: folder)
                guard try adopt("", mine, Set(change.unchanged)) else {
                    try disk.remove(unfinished)
                    return false
                }
            } else {
                try disk.createFolder(unfinished)
            }
        } catch {
            // The parent may be read-only, the file system may know no links: the other way is left.
            try? disk.remove(unfinished)
            return false
        }
        do {
            for file in change.files + (change.manifest.map { [$0] } ?? []) {
                try Task.checkCancellation()
                try disk.write(try file.bytes(), to: joinPath(unfinished, file.path))
            }
            if !exists {
                try disk.rename(unfinished, to: folder)
                return true
            }
        } catch {
            try? disk.remove(unfinished)
            throw error
        }
        // Its own inode in its name tells successor from predecessor after a kill.
        let inode = disk.stamp(unfinished)?.inode ?? 0
        let successor = joinPath(parent, exchangedPrefix + String(inode))
        do throws(DiskError) {
            try disk.rename(unfinished, to: successor)
            try disk.exchange(successor, with: folder)
        } catch {
            try? disk.remove(unfinished)
            try? disk.remove(successor)
            return false
        }
        // The new outputs are in place; what is left over now is completed by the next run.
        try? absorb(successor, Array(mine))
        return true
    }

    /// Links everything into the successor that the new outputs do not replace.
    ///
    /// - Returns: false when it is too much, or stands where an output has to go.
    private func adopt(
        _ inner: String,
        _ mine: Set<String>,
        _ unchanged: Set<String>
    ) throws(DiskError) -> Bool {
        var count = 0
        var waiting = [inner]
        while let inner = waiting.popLast() {
            for entry in try disk.list(joinPath(folder, inner)) {
                let path = joinPath(inner, entry.name)
                let (from, to) = (joinPath(folder, path), joinPath(unfinished, path))
                if entry.kind == .folder {
                    if mine.contains(path) { return false }
                    try disk.createFolder(to, like: from)
                    waiting.append(path)
                } else if unchanged.contains(path) {
                    try disk.link(from, to: to)
                } else if !mine.contains(path) {
                    count += 1
                    let isInTheWay = mine.contains { $0.hasPrefix(path + "/") }
                    if count > Self.mostForeignFiles || isInTheWay { return false }
                    try disk.link(from, to: to)
                }
            }
        }
        return true
    }

    /// Removes the predecessor of the folder, or a successor that never came into its place.
    ///
    /// Whatever the predecessor holds that no bake wrote, and that the folder does not have, was
    /// put there while its successor was made: it is moved, never removed.
    func absorb(_ leftover: String, _ outputs: [String]) throws(DiskError) {
        guard let stamp = disk.stamp(leftover) else { return }
        if leftover.hasSuffix(".kiln-new-\(stamp.inode)") { return try disk.remove(leftover) }
        let mine = Set(outputs)
        var waiting = [""]
        while let inner = waiting.popLast() {
            for entry in try disk.list(joinPath(leftover, inner)) {
                let path = joinPath(inner, entry.name)
                let (from, to) = (joinPath(leftover, path), joinPath(folder, path))
                if entry.kind == .folder {
                    waiting.append(path)
                } else if !mine.contains(path), !isSame(from, to) {
                    try disk.createFolder(parentFolder(of: to))
                    try disk.rename(from, to: to)
                }
            }
        }
        try disk.remove(leftover)
        removeEmptyFolders(of: mine)
    }

    private func isSame(_ first: String, _ second: String) -> Bool {
        guard let first = disk.linkStamp(first), let second = disk.linkStamp(second) else {
            return false
        }
        return first.inode == second.inode
    }

    /// Folders that held outputs and hold nothing any more.
    func removeEmptyFolders(of outputs: Set<String>) {
        let folders = Set(outputs.map { parentFolder(of: $0) }).subtracting(["."])
        for inner in folders.sorted(by: >) { disk.removeIfEmpty(joinPath(folder, inner)) }
    }
}
