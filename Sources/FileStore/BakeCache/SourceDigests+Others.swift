import Synchronization

/// A file's contents according to another machine.
struct HeardSource: Sendable {
    var size: Int
    /// Of the last bytes of the file.
    var tail: Digest
    var digest: Digest
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
    package func told(of paths: [String]) -> [UInt8] {
        var out = ByteWriter()
        let known = large(paths).compactMap { path, size -> (path: String, HeardSource)? in
            guard let digest = try? digest(path).digest, let tail = tail(path, Int64(size)) else {
                return nil
            }
            return (path, HeardSource(size: size, tail: tail, digest: digest))
        }
        out.put(known) { out, one in
            out.put(one.path)
            out.put(one.1.size)
            out.put(one.1.tail)
            out.put(one.1.digest)
        }
        return out.bytes
    }

    /// Accepts digests from another machine, unless damaged.
    package func hear(_ bytes: [UInt8]) {
        typealias Damage = ByteReader.Damage
        var reader = ByteReader(bytes)
        let told = try? reader.array { (reader) throws(Damage) in
            let (path, size) = (try reader.string(), try reader.int())
            let tail = try reader.digest()
            return (path, HeardSource(size: size, tail: tail, digest: try reader.digest()))
        }
        heard.withLock { $0.merge(told ?? []) { first, _ in first } }
    }

    func heardDigest(_ path: String, _ stamp: FileStamp) -> Digest? {
        guard let one = heard.withLock({ $0[path] }), Int64(one.size) == stamp.size,
            one.tail == tail(path, stamp.size)
        else { return nil }
        return one.digest
    }

    private func tail(_ path: String, _ size: Int64) -> Digest? {
        let range = Int(max(0, size - Self.tailBytes))..<Int(size)
        return (try? disk.read(joinPath(folder, path), range)).map { Digest(of: $0) }
    }
}
