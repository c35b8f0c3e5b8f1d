import Bake
import FileStore
import Synchronization
import TestSupport

/// A disk in memory, some of whose operations a test replaces.
class ForwardingDisk: Disk, @unchecked Sendable {
    let disk: MemoryDisk

    init(_ disk: MemoryDisk) { self.disk = disk }

    func create(
        _ bytes: [UInt8],
        at path: String,
        permissions: UInt16?
    ) throws(DiskError) { try disk.create(bytes, at: path, permissions: permissions) }

    func exchange(_ staged: String, with live: String) throws(DiskError) {
        try disk.exchange(staged, with: live)
    }

    func read(_ path: String) throws(DiskError) -> [UInt8] { try disk.read(path) }
    func list(_ folder: String) throws(DiskError) -> [DiskEntry] { try disk.list(folder) }
    func stamp(_ path: String) -> FileStamp? { disk.stamp(path) }
    func linkStamp(_ path: String) -> FileStamp? { disk.linkStamp(path) }
    func kind(of path: String) -> DiskEntry.Kind? { disk.kind(of: path) }
    func permissions(of path: String) -> UInt16? { disk.permissions(of: path) }
    func realPath(_ path: String) -> String? { disk.realPath(path) }
    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try disk.write(bytes, to: path)
    }
    func sync(_ path: String) throws(DiskError) { try disk.sync(path) }
    func rename(_ path: String, to target: String) throws(DiskError) {
        try disk.rename(path, to: target)
    }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func createFolder(_ path: String) throws(DiskError) { try disk.createFolder(path) }
    func createFolder(_ path: String, like model: String) throws(DiskError) {
        try disk.createFolder(path, like: model)
    }
    func removeIfEmpty(_ folder: String) { disk.removeIfEmpty(folder) }
    func link(_ path: String, to target: String) throws(DiskError) {
        try disk.link(path, to: target)
    }
    func lock(_ folder: String) throws(DiskError) -> DiskLock? { try disk.lock(folder) }
}

/// Counts from 0.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}

/// Collects what a forced run says, sorted.
final class Announced: Sendable {
    private let paths = Mutex<[String]>([])

    func add(_ new: [String]) { paths.withLock { $0 += new } }

    var all: [String] { paths.withLock { $0.sorted() } }
}
