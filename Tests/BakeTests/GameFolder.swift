import Bake
import FileStore
import Foundation
import Raster
import Synchronization
import TestSupport

/// The small game in a folder of its own on the real disk; removed at the end of the value's life.
final class GameFolder {
    let root: URL
    let disk = WatchedDisk()
    var catalog: String { root.appending(path: "game/catalog.json").path }
    var output: String { root.appending(path: "out").path }

    init() throws {
        let name = "kiln-game-\(UInt64.random(in: .min ... .max))"
        root = FileManager.default.temporaryDirectory.appending(path: name)
        for (path, bytes) in try smallGame().files { try put(path, bytes) }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func put(_ path: String, _ bytes: [UInt8]) throws {
        try RealDisk().write(bytes, to: root.appending(path: path).path)
    }

    func put(_ path: String, _ image: StraightImage) throws {
        let memory = MemoryDisk()
        try memory.put(path, image)
        try put(path, memory.files[path] ?? [])
    }

    func read(_ path: String) throws -> [UInt8] {
        try RealDisk().read(root.appending(path: path).path)
    }

    /// Every file below, hidden ones too, by path.
    func files(in folder: String) -> [String: [UInt8]] {
        let start = root.appending(path: folder).path
        var files: [String: [UInt8]] = [:]
        var waiting = [""]
        while let inner = waiting.popLast() {
            for entry in (try? RealDisk().list(start + "/" + inner)) ?? [] {
                let path = inner + entry.name
                if entry.kind == .folder {
                    waiting.append(path + "/")
                } else {
                    files[path] = try? RealDisk().read(start + "/" + path)
                }
            }
        }
        return files
    }

    func bake(
        mode: BakeRequest.Mode = .write,
        usesCache: Bool = true,
        jobs: Int = 2,
        isForced: Bool = false,
        targets: [String]? = nil
    ) async throws -> BakeSummary? {
        var request = BakeRequest(output: output, jobs: jobs)
        request.rules.isForced = isForced
        request.targets = targets
        request.usesCache = usesCache
        request.mode = mode
        return try await Bake.bake(catalogAt: catalog, request, disk: disk).summary
    }
}

/// The real disk, and a record of what was read and written.
final class WatchedDisk: Disk {
    private struct Log {
        var reads: [String] = []
        var writes: [String] = []
    }

    private let real = RealDisk()
    private let log = Mutex(Log())

    var reads: [String] { log.withLock { $0.reads } }
    var writes: [String] { log.withLock { $0.writes } }

    func forget() { log.withLock { $0 = Log() } }

    func read(_ path: String) throws(DiskError) -> [UInt8] {
        log.withLock { $0.reads.append(path) }
        return try real.read(path)
    }

    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        log.withLock { $0.writes.append(path) }
        try real.write(bytes, to: path)
    }

    func list(_ folder: String) throws(DiskError) -> [DiskEntry] { try real.list(folder) }
    func stamp(_ path: String) -> FileStamp? { real.stamp(path) }
    func linkStamp(_ path: String) -> FileStamp? { real.linkStamp(path) }
    func kind(of path: String) -> DiskEntry.Kind? { real.kind(of: path) }
    func permissions(of path: String) -> UInt16? { real.permissions(of: path) }
    func create(_ bytes: [UInt8], at path: String, permissions: UInt16?) throws(DiskError) {
        log.withLock { $0.writes.append(path) }
        try real.create(bytes, at: path, permissions: permissions)
    }
    func sync(_ path: String) throws(DiskError) { try real.sync(path) }
    func realPath(_ path: String) -> String? { real.realPath(path) }
    func rename(_ path: String, to target: String) throws(DiskError) {
        try real.rename(path, to: target)
    }
    func remove(_ path: String) throws(DiskError) { try real.remove(path) }
    func createFolder(_ path: String) throws(DiskError) { try real.createFolder(path) }
    func createFolder(_ path: String, like model: String) throws(DiskError) {
        try real.createFolder(path, like: model)
    }
    func removeIfEmpty(_ folder: String) { real.removeIfEmpty(folder) }
    func link(_ path: String, to target: String) throws(DiskError) {
        try real.link(path, to: target)
    }
    func exchange(_ staged: String, with live: String) throws(DiskError) {
        try real.exchange(staged, with: live)
    }
    func lock(_ folder: String) throws(DiskError) -> DiskLock? { try real.lock(folder) }
}
