/// New bytes of a file, written in full next to it until they take its place.
///
/// Its name, `.NAME.kiln-new-INODE`, ends in its own inode, so that no file of anybody else has it, and
/// it is locked while its maker lives: what a killed run left is removed by the next one, and nothing
/// else is.
package final class StagedFile: Sendable {
    private let disk: any Disk
    private let file: LockedFile
    /// Where it goes, links followed.
    private let target: String

    /// - Parameters:
    ///   - bytes: what the file is to hold.
    ///   - target: the file that is replaced, or created; its folder exists. A link stays one, and what
    ///     it leads to is replaced. Permissions stay.
    ///   - disk: where it is.
    /// - Throws: `DiskError`; nothing is left then.
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

    /// Puts the file in place in one step: whoever reads the other one meanwhile, or after a loss of
    /// power, has the old bytes or the new ones.
    ///
    /// - Parameter old: the digest of what the target held when it was read; nil when it was not there.
    /// - Throws: `DiskError`, also when the target holds something else by now. It is whole then.
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
    /// Replaces a file in one step, or creates it, unless it changed since it was read.
    ///
    /// - Parameters:
    ///   - bytes: what it is to hold.
    ///   - path: where it is; its folder exists.
    ///   - old: the digest of what it held when it was read; nil when it was not there.
    /// - Throws: `DiskError`; the file is whole then.
    package func replace(
        _ bytes: [UInt8],
        at path: String,
        over old: Digest?
    ) throws(DiskError) {
        try StagedFile(bytes, for: path, disk: self).commit(over: old)
    }

    /// Creates an empty file named `prefix` and its own inode, and locks it.
    fileprivate func createLockedFile(
        in folder: String,
        prefix: String,
        permissions: UInt16?
    ) throws(DiskError) -> LockedFile {
        while true {
            let random = String(UInt64.random(in: .min ... .max), radix: 16)
            let first = joinPath(folder, "\(prefix)x\(random)")
            try create([], at: first, permissions: permissions)
            do throws(DiskError) {
                if let lock = try self.lock(first), let name = nameWithInode(first, prefix: prefix)
                {
                    let path = joinPath(folder, name)
                    // A file that has this name without being the maker's is in nobody's way but ours.
                    guard kind(of: path) == nil else {
                        throw DiskError(.create, path, reason: "there is something already")
                    }
                    try rename(first, to: path)
                    return LockedFile(path: path, lock: lock)
                }
            } catch {
                guard kind(of: first) == nil else {
                    try? remove(first)
                    throw error
                }
            }
            // Another run took it for left before it was locked.
            try remove(first)
        }
    }

    /// Removes the files that runs which died left before they took their places.
    fileprivate func removeLeftStagedFiles(in folder: String, prefix: String) {
        for entry in (try? list(folder)) ?? []
        where entry.kind == .file && entry.name.hasPrefix(prefix) {
            let path = joinPath(folder, entry.name)
            guard let stamp = linkStamp(path) else { continue }
            let rest = entry.name.dropFirst(prefix.count)
            // One that was killed before it had its name has nothing in it.
            let isUnnamed = rest.first == "x" && UInt64(rest.dropFirst(), radix: 16) != nil
            let isLeft = UInt64(rest) == stamp.inode || stamp.size == 0 && isUnnamed
            guard isLeft, let lock = try? self.lock(path) else { continue }
            try? remove(path)
            withExtendedLifetime(lock) {}
        }
    }
}
