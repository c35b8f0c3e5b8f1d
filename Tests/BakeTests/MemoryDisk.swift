import Bake
import ImageCodec
import Raster
import Synchronization

/// Files in memory, and a record of what was touched.
final class MemoryDisk: Disk {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var reads: [String] = []
        var writes: [String] = []
        /// Paths whose writing fails, with the reason.
        var refused: [String: String] = [:]
    }

    private let state = Mutex(State())

    var paths: [String] { state.withLock { $0.files.keys.sorted() } }
    var reads: [String] { state.withLock { $0.reads } }
    var files: [String: [UInt8]] { state.withLock { $0.files } }

    func put(_ path: String, _ text: String) { put(path, Array(text.utf8)) }

    func put(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }

    func put(_ path: String, _ image: StraightImage) throws { put(path, try encodePNG(image)) }

    func refuse(_ path: String, _ reason: String) { state.withLock { $0.refused[path] = reason } }

    func read(_ path: String) throws(DiskError) -> [UInt8] {
        let bytes = state.withLock { state in
            state.reads.append(path)
            return state.files[path]
        }
        guard let bytes else { throw DiskError(.read, path, reason: "no such file or directory") }
        return bytes
    }

    func list(_ folder: String) throws(DiskError) -> [DiskEntry] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        var entries: Set<DiskEntry> = []
        for path in paths where path.hasPrefix(prefix) {
            let rest = path.dropFirst(prefix.count)
            let name = String(rest.prefix { $0 != "/" })
            entries.insert(DiskEntry(name: name, kind: rest.contains("/") ? .folder : .file))
        }
        guard !entries.isEmpty else {
            throw DiskError(.list, folder, reason: "no such file or directory")
        }
        return entries.sorted { $0.name < $1.name }
    }

    func stamp(_ path: String) -> FileStamp? {
        if let bytes = files[path] {
            return FileStamp(
                isFolder: false,
                size: Int64(bytes.count),
                modified: 0,
                changed: 0,
                inode: 0
            )
        }
        guard paths.contains(where: { $0.hasPrefix(path + "/") }) else { return nil }
        return FileStamp(isFolder: true, size: 0, modified: 0, changed: 0, inode: 0)
    }

    func linkStamp(_ path: String) -> FileStamp? { stamp(path) }

    func realPath(_ path: String) -> String? { path }

    func createFolder(_ path: String, like model: String) throws(DiskError) {}

    func link(_ path: String, to target: String) throws(DiskError) {
        throw DiskError(.link, target, reason: "operation not supported")
    }

    func exchange(_ staged: String, with live: String) throws(DiskError) {
        throw DiskError(.exchange, live, reason: "operation not supported")
    }

    func lock(_ folder: String) throws(DiskError) -> DiskLock? { DiskLock {} }

    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        let reason = state.withLock { state in
            state.writes.append(path)
            if let reason = state.refused.first(where: { path.hasSuffix($0.key) })?.value {
                return reason as String?
            }
            state.files[path] = bytes
            return nil
        }
        if let reason { throw DiskError(.write, path, reason: reason) }
    }

    func rename(_ path: String, to target: String) throws(DiskError) {
        let moved = state.withLock { state in
            let inside = state.files.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
            for (file, bytes) in inside {
                state.files[file] = nil
                state.files[target + file.dropFirst(path.count)] = bytes
            }
            return !inside.isEmpty
        }
        guard moved else { throw DiskError(.rename, target, reason: "no such file or directory") }
    }

    func remove(_ path: String) throws(DiskError) {
        state.withLock { state in
            for file in state.files.keys where file == path || file.hasPrefix(path + "/") {
                state.files[file] = nil
            }
        }
    }

    func createFolder(_ path: String) throws(DiskError) {}

    func removeIfEmpty(_ folder: String) {}
}
