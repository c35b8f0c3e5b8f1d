final class PollingSource: ChangeSource {
    private static let interval = Duration.milliseconds(100)
    private static let disk = RealDisk()

    private let paths: [String]
    private var known: [String: FileStamp]
    /// Writers are unknown; a file is complete if it did not change between scans.
    let hasHalfWrittenFiles = false

    init(_ paths: [String]) throws(FileWatcher.Failure) {
        for path in paths where Self.disk.stamp(path) == nil {
            guard Self.disk.isFolder(parentFolder(of: path)) else {
                throw FileWatcher.Failure(path: path, reason: RealDisk.lastError)
            }
        }
        self.paths = paths
        known = Self.look(at: paths)
    }

    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String> {
        pause(min(wait, Self.interval))
        let now = Self.look(at: paths)
        defer { known = now }
        var changed = Set(now.filter { known[$0.key] != $0.value }.keys)
        changed.formUnion(known.keys.filter { now[$0] == nil })
        return changed
    }

    private static func look(at paths: [String]) -> [String: FileStamp] {
        var versions: [String: FileStamp] = [:]
        for path in paths {
            for file in disk.isFolder(path) ? disk.watchedFiles(below: path) : [path] {
                var stamp = disk.stamp(file)
                // Changes of attributes do not count.
                stamp?.changed = 0
                versions[file] = stamp
            }
        }
        return versions
    }
}

extension RealDisk {
    /// Follows links.
    package func isFolder(_ path: String) -> Bool { stamp(path)?.isFolder == true }

    /// The relevant entries of a folder; empty if unreadable.
    ///
    /// Links to folders are skipped, so that a walk ends.
    func watchedEntries(of folder: String) -> [(name: String, isFolder: Bool)] {
        let entries = (try? list(folder)) ?? []
        return entries.compactMap { entry in
            isPassedOver(entry.name) ? nil : (entry.name, entry.kind == .folder)
        }
    }

    /// The files in a folder, recursively.
    func watchedFiles(below folder: String) -> [String] {
        watchedEntries(of: folder).flatMap { entry in
            let path = joinPath(folder, entry.name)
            return entry.isFolder ? watchedFiles(below: path) : [path]
        }
    }
}
