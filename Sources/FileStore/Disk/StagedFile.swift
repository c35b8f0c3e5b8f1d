/// A complete new version of a file, next to the old one until `commit`.
///
/// Its name, `.NAME.kiln-new-INODE`, ends in its own inode, so that no other file has it, and it is
/// locked during its maker's lifetime: the next run removes leftovers of a killed run, and nothing
/// else.
package final class StagedFile: Sendable {
    private let disk: any Disk
    private let file: LockedFile
    /// With links resolved.
    private let target: String

    /// Stages bytes for an existing folder.
    ///
    /// If `target` is a link, the file that it leads to is replaced. Permissions stay. Leaves
    /// nothing if it throws.
    package init(_ bytes: [UInt8], for target: String, disk: any Disk) throws(DiskError) {
        let target = disk.realPath(target) ?? target
        let prefix = ".\(lastPart(of: target)).kiln-new-"
        disk.removeLeftStagedFiles(in: parentFolder(of: target), prefix: prefix)
        let permissions = disk.permissions(of: target)
        file = try disk.createLockedFile(
            in: parentFolder(of: target),
            prefix: prefix,
            permissions: permissions
        )
        self.disk = disk
        self.target = target
        do throws(DiskError) {
            try disk.write(bytes, to: file.path)
            try disk.sync(file.path)
        } catch {
            discard()
            throw error
        }
    }

    package func discard() { try? disk.remove(file.path) }

    /// Replaces the file atomically: readers see the old bytes or the new ones, even after a loss
    /// of power.
    ///
    /// `old` is the digest of the target when it was read; nil if it was missing. Throws, leaving
    /// the target intact, if its contents have changed.
    package func commit(over old: Digest?) throws(DiskError) {
        do throws(DiskError) {
            guard try disk.readIfThere(target).map({ Digest(of: $0) }) == old else {
                throw DiskError(
                    .write,
                    target,
                    reason: "it was changed while Kiln worked",
                    help: "run the command again"
                )
            }
            try disk.rename(file.path, to: target)
        } catch {
            discard()
            throw error
        }
        try disk.sync(parentFolder(of: target))
    }
}

private struct LockedFile: ~Copyable, Sendable {
    let path: String
    let lock: DiskLock
}

extension Disk {
    /// Replaces or creates a file atomically, unless it changed since it was read.
    ///
    /// Its folder must exist. `old` is its digest when it was read; nil if it was missing. The file
    /// stays intact on errors.
    package func replace(
        _ bytes: [UInt8],
        at path: String,
        over old: Digest?
    ) throws(DiskError) {
        try StagedFile(bytes, for: path, disk: self).commit(over: old)
    }

    /// Creates an empty, locked file named `prefix` and its own inode.
    fileprivate func createLockedFile(
        in folder: String,
        prefix: String,
        permissions: UInt16?
    ) throws(DiskError) -> LockedFile {
        while true {
            let first = joinPath(folder, "\(prefix)x\(randomName())")
            try create([], at: first, permissions: permissions)
            do throws(DiskError) {
                if let lock = try self.lock(first), let inode = stamp(first)?.inode {
                    let path = try renameByInode(first, inode, prefix)
                    return LockedFile(path: path, lock: lock)
                }
            } catch {
                guard kind(of: first) == nil else {
                    try? remove(first)
                    throw error
                }
            }
            // Another run removed it as a leftover before it was locked.
            try remove(first)
        }
    }

    /// Removes staged files left by killed runs.
    fileprivate func removeLeftStagedFiles(in folder: String, prefix: String) {
        for entry in (try? list(folder)) ?? []
        where entry.kind == .file && entry.name.hasPrefix(prefix) {
            let path = joinPath(folder, entry.name)
            guard let stamp = linkStamp(path) else { continue }
            let rest = entry.name.dropFirst(prefix.count)
            // A file without its final name is empty.
            let isUnnamed = rest.first == "x" && UInt64(rest.dropFirst(), radix: 16) != nil
            let isLeft = UInt64(rest) == stamp.inode || stamp.size == 0 && isUnnamed
            guard isLeft, let lock = try? self.lock(path) else { continue }
            try? remove(path)
            withExtendedLifetime(lock) {}
        }
    }
}
