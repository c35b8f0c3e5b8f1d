import Synchronization

/// What another machine said that a file holds.
struct HeardSource: Sendable {
    var size: Int
    /// Of the last bytes of the file.
    var tail: Digest
    var digest: Digest
}

// What machines that share work tell each other of large sources, so that each reads its part of
// them. A word is believed of a file of the same size and the same end, where formats keep their
// checksums; and it only decides what a worker looks for in the cache. Whatever is rendered is read,
// and whoever writes outputs believes nobody.
extension SourceDigests {
    /// Smaller files are read sooner than others are asked.
    private static let fewestBytes: Int64 = 64 << 10
    private static let tailBytes: Int64 = 4 << 10

    /// Those of some files that are worth talking about, with their sizes.
    package func large(_ paths: [String]) -> [(path: String, size: Int)] {
        Set(paths).sorted().compactMap { path in
            guard let size = disk.stamp(joinPath(folder, path))?.size, size >= Self.fewestBytes
            else { return nil }
            return (path, Int(size))
        }
    }

    /// What is told of those of some files that were read here.
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

    /// Believes what another machine told; nothing when it is damaged.
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
