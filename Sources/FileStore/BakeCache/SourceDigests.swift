import Synchronization

/// A source file as seen by a bake.
package struct SourceState: Sendable {
    /// Relative to the catalog's folder.
    package var path: String
    package var stamp: FileStamp
    /// Whether any later edit is certain to change the stamp.
    package var isTrusted: Bool
    /// Nil if the bake did not use the file.
    package var digest: Digest?

    package init(path: String, stamp: FileStamp, isTrusted: Bool, digest: Digest?) {
        self.path = path
        self.stamp = stamp
        self.isTrusted = isTrusted
        self.digest = digest
    }
}

/// The digests of source files, reading only those that may have changed.
///
/// A stamp is trusted if the disk's clock had advanced past it before it was taken, so that later
/// writes get a later stamp. This detects edits in the same tick, restored modification times and
/// replaced files: the change time cannot be set, and the inode differs.
package final class SourceDigests: Sendable {
    package let disk: any Disk
    package let folder: String
    /// The disk's time at the start of the bake, in nanoseconds since 1970.
    private let began: Int64
    private let known: [String: SourceState]
    private let found = Mutex<[String: SourceState]>([:])
    let shared = Mutex<[String: SharedSource]>([:])

    package init(_ disk: any Disk, in folder: String, began: Int64, known: [SourceState]) {
        self.disk = disk
        self.folder = folder
        self.began = began
        self.known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    }

    /// The digest of a file, possibly from another machine, and its bytes if they had to be read.
    ///
    /// `path` is relative to the catalog's folder.
    package func digest(_ path: String) throws(DiskError) -> (digest: Digest, bytes: [UInt8]?) {
        if let digest = found.withLock({ $0[path]?.digest }) { return (digest, nil) }
        let real = joinPath(folder, path)
        let stamp = disk.stamp(real)
        if let stamp, let old = known[path], old.isTrusted, old.stamp == stamp,
            let digest = old.digest
        {
            found.withLock { $0[path] = old }
            return (digest, nil)
        }
        if let stamp, let digest = sharedDigest(path, stamp) {
            note(path, stamp, digest, isTrusted: false)
            return (digest, nil)
        }
        let bytes = try disk.read(real)
        let digest = Digest(of: bytes)
        if let stamp { note(path, stamp, digest, isTrusted: stamp.isTrusted(at: began)) }
        return (digest, bytes)
    }

    private func note(_ path: String, _ stamp: FileStamp, _ digest: Digest, isTrusted: Bool) {
        let source = SourceState(path: path, stamp: stamp, isTrusted: isTrusted, digest: digest)
        found.withLock { $0[path] = source }
    }

    /// Corrects the digest of a file that was read again.
    package func correct(_ path: String, _ digest: Digest) {
        found.withLock { found in
            found[path]?.digest = digest
            found[path]?.isTrusted = false
        }
    }

    /// Whether the file differs from the last bake's; nil if that did not use it.
    package func hasChanged(_ path: String) -> Bool? {
        guard let old = known[path]?.digest else { return nil }
        return found.withLock { $0[path]?.digest } != old
    }

    /// The files that differ from the last bake's, or are new, sorted.
    package var changed: [String] {
        found.withLock { $0 }.values.filter { source in
            source.digest != known[source.path]?.digest
        }.map(\.path).sorted()
    }

    package func sources(_ paths: [String]) -> [SourceState] {
        let found = found.withLock { $0 }
        return paths.compactMap { path in
            if let source = found[path] { return source }
            guard let stamp = disk.stamp(joinPath(folder, path)) else { return nil }
            let isTrusted = stamp.isTrusted(at: began)
            return SourceState(path: path, stamp: stamp, isTrusted: isTrusted, digest: nil)
        }
    }
}

extension FileStamp {
    /// Whether the file system seems to count whole or even seconds, like FAT.
    package var isCoarse: Bool { changed % 1_000_000_000 == 0 }

    /// Whether anything written after `now`, the disk's time when the stamp was taken or earlier,
    /// is certain to get another stamp.
    package func isTrusted(at now: Int64) -> Bool {
        changed < now - (isCoarse ? 2_000_000_000 : 0)
    }
}

/// A file's contents according to another machine.
struct SharedSource: FieldCoded, Sendable {
    var size: Int
    /// Of the last bytes of the file.
    var tail: Digest
    var digest: Digest

    static let fields = ByteFields<Self>({ ($0.size, $0.tail, $0.digest) }, Self.init)
}

// Digests of large sources exchanged by machines that share work, so that each reads only some
// files. They apply to files of the same size and the same end, where formats have checksums, and
// only select what a worker looks up in the cache. Rendered files are always read, and the machine
// that writes outputs ignores digests from others.
extension SourceDigests {
    /// Reading smaller files is faster than asking others.
    private static let fewestBytes: Int64 = 64 << 10
    private static let tailBytes: Int64 = 4 << 10

    /// The files worth sharing digests of, with their sizes.
    package func large(_ paths: [String]) -> [(path: String, size: Int)] {
        Set(paths).sorted().compactMap { path in
            guard let size = disk.stamp(joinPath(folder, path))?.size, size >= Self.fewestBytes
            else { return nil }
            return (path, Int(size))
        }
    }

    /// The encoded digests of files that were read here.
    package func sharedBytes(of paths: [String]) -> [UInt8] {
        var known: [String: SharedSource] = [:]
        for (path, size) in large(paths) {
            guard let digest = try? digest(path).digest, let tail = tail(path, Int64(size)) else {
                continue
            }
            known[path] = SharedSource(size: size, tail: tail, digest: digest)
        }
        return known.coded
    }

    /// Accepts digests from another machine, unless damaged.
    package func adopt(_ bytes: [UInt8]) {
        guard let found = [String: SharedSource](coded: bytes) else { return }
        shared.withLock { $0.merge(found) { first, _ in first } }
    }

    func sharedDigest(_ path: String, _ stamp: FileStamp) -> Digest? {
        guard let one = shared.withLock({ $0[path] }), Int64(one.size) == stamp.size,
            one.tail == tail(path, stamp.size)
        else { return nil }
        return one.digest
    }

    private func tail(_ path: String, _ size: Int64) -> Digest? {
        let range = Int(max(0, size - Self.tailBytes))..<Int(size)
        return (try? disk.read(joinPath(folder, path), range)).map { Digest(of: $0) }
    }
}
