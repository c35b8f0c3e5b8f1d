#if os(Linux)
import Diagnostics
import Glibc

/// Changed files reported by Linux: inotify(7).
final class InotifySource: ChangeSource {
    private let descriptor: Int32
    private let disk = RealDisk()
    /// By watch descriptor.
    private var folders: [Int32: Folder] = [:]
    private let roots: [String]
    /// Missing folders, which may come back.
    private var lost: [Folder] = []
    /// Written, but not closed since.
    private var halfWritten: Set<String> = []

    private struct Folder {
        var path: String
        /// The only names of interest; nil for the whole folder.
        var names: Set<String>?
    }

    private static let events = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
            | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )

    var hasHalfWrittenFiles: Bool { !halfWritten.isEmpty }

    init(_ paths: [String]) throws(FileWatcher.Failure) {
        roots = paths
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw FileWatcher.Failure(path: paths.first ?? "", reason: RealDisk.lastError)
        }
        for path in paths {
            if disk.isFolder(path) {
                try watch(tree: path)
            } else {
                try watch(parentFolder(of: path), only: lastPart(of: path))
            }
        }
    }

    deinit { close(descriptor) }

    /// Watches a folder recursively; returns the existing files.
    @discardableResult
    private func watch(tree root: String) throws(FileWatcher.Failure) -> Set<String> {
        var found: Set<String> = []
        var folders: [String] = []
        // Watched before it is read, so that new files are seen twice rather than never.
        try watch(root, only: nil)
        for entry in disk.watchedEntries(of: root) {
            let path = joinPath(root, entry.name)
            if entry.isFolder { folders.append(path) } else { found.insert(path) }
        }
        for folder in folders { found.formUnion(try watchIfThere(tree: folder)) }
        return found
    }

    private func watchIfThere(tree root: String) throws(FileWatcher.Failure) -> Set<String> {
        do throws(FileWatcher.Failure) {
            return try watch(tree: root)
        } catch {
            // Already removed; other errors would miss changes.
            if disk.isFolder(root) { throw error }
            return []
        }
    }

    private func watch(_ folder: String, only name: String?) throws(FileWatcher.Failure) {
        let watch = unsafe inotify_add_watch(descriptor, systemPath(folder), Self.events)
        guard watch >= 0 else {
            let reason =
                errno == ENOSPC
                ? "the system's limit of watched folders is reached "
                    + "(sysctl fs.inotify.max_user_watches)" : RealDisk.lastError
            throw FileWatcher.Failure(path: folder, reason: reason)
        }
        if let known = folders[watch] {
            // A watch of the whole folder takes precedence.
            guard let names = known.names else { return }
            folders[watch]?.names = name.map { names.union([$0]) }
        } else {
            folders[watch] = Folder(path: folder, names: name.map { [$0] })
        }
    }

    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String> {
        var changed = try findAgain()
        if !changed.isEmpty { return changed }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let longest: Int32 = lost.isEmpty ? 1_000_000 : 100
        guard unsafe poll(&entry, 1, min(wait.wholeMilliseconds, longest) + 1) > 0 else {
            return []
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return changed }
            for event in Self.parse(buffer[..<count]) { try note(event, in: &changed) }
        }
    }

    /// Watches lost folders that are back; returns the files in them.
    private func findAgain() throws(FileWatcher.Failure) -> Set<String> {
        var found: Set<String> = []
        for folder in lost where disk.isFolder(folder.path) {
            lost.removeAll { $0.path == folder.path }
            guard let names = folder.names else {
                found.formUnion(try watch(tree: folder.path))
                found.insert(folder.path)
                continue
            }
            for name in names {
                try watch(folder.path, only: name)
                found.insert(joinPath(folder.path, name))
            }
        }
        return found
    }

    /// Stops watching a folder recursively, because it would report obsolete names.
    private func unwatch(tree path: String) {
        for (watch, folder) in folders
        where folder.path == path || folder.path.hasPrefix(path + "/") {
            inotify_rm_watch(descriptor, watch)
            forget(watch)
        }
    }

    private func forget(_ watch: Int32) {
        guard let folder = folders.removeValue(forKey: watch) else { return }
        if folder.names != nil || roots.contains(folder.path) { lost.append(folder) }
    }

    private struct Event {
        var watch: Int32
        var mask: UInt32
        var name: String

        func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
    }

    /// `struct inotify_event`: watch, mask, cookie, length of the name; then the name, padded with
    /// zeros.
    private static func parse(_ bytes: ArraySlice<UInt8>) -> [Event] {
        func number(at place: Int) -> UInt32 {
            unsafe bytes[place...].withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
        }
        var events: [Event] = []
        var place = bytes.startIndex
        while place + 16 <= bytes.endIndex {
            let length = Int(number(at: place + 12))
            guard place + 16 + length <= bytes.endIndex else { break }
            let name = bytes[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 }
            events.append(
                Event(
                    watch: Int32(bitPattern: number(at: place)),
                    mask: number(at: place + 4),
                    name: pathText(name)
                )
            )
            place += 16 + length
        }
        return events
    }

    private func note(
        _ event: Event,
        in changed: inout Set<String>
    ) throws(FileWatcher.Failure) {
        if event.has(Int32(IN_Q_OVERFLOW)) {
            // Events were lost: everything may have changed.
            changed.formUnion(roots)
            halfWritten = []
            for root in roots where disk.isFolder(root) { try watch(tree: root) }
            return
        }
        guard let folder = folders[event.watch] else { return }
        if event.has(Int32(IN_IGNORED)) {
            forget(event.watch)
            return
        }
        if event.name.isEmpty {
            changed.insert(folder.path)
            if event.has(Int32(IN_MOVE_SELF)), folder.names != nil || roots.contains(folder.path) {
                unwatch(tree: folder.path)
            }
            return
        }
        if let names = folder.names, !names.contains(event.name) { return }
        if folder.names == nil, isPassedOver(event.name) { return }
        let path = joinPath(folder.path, event.name)
        changed.insert(path)
        if event.has(Int32(bitPattern: UInt32(IN_ISDIR))) {
            if event.has(Int32(IN_MOVED_FROM)) { unwatch(tree: path) }
            guard event.has(Int32(IN_CREATE)) || event.has(Int32(IN_MOVED_TO)) else { return }
            changed.formUnion(try watchIfThere(tree: path))
            return
        }
        if event.has(Int32(IN_MODIFY)) {
            halfWritten.insert(path)
        } else if !event.has(Int32(IN_CREATE)) {
            halfWritten.remove(path)
        }
    }
}
#endif
