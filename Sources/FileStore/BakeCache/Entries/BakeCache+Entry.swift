extension BakeCache {
    package struct Entry: Sendable {
        /// The maximum payload: 2 GB.
        package static let largestPayload = 2_000_000_000

        package var header: [UInt8]
        package var payload: [UInt8] = []
        package var digest = Digest(of: [])
    }
}

// The file format of an entry.
extension BakeCache.Entry {
    private static let magic = Array("KILNENT2".utf8)

    /// Nil unless the bytes are a complete entry of the key.
    init?(_ key: Digest, in bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(ByteReader.Damage) {
            guard try reader.content() == Self.magic, try reader.digest() == key else { return nil }
            let (header, payload) = (try reader.content(), try reader.content())
            self.init(header: header, payload: payload, digest: Digest(of: payload))
            guard try reader.digest() == seal(key) else { return nil }
            try reader.finish()
        } catch {
            return nil
        }
    }

    func bytes(_ key: Digest) -> [UInt8] {
        var writer = ByteWriter(capacity: header.count + payload.count + 128)
        writer.put(Self.magic)
        writer.put(key)
        writer.put(header)
        writer.put(payload)
        writer.put(seal(key))
        return writer.bytes
    }

    /// The digest at the end of the entry.
    ///
    /// It includes the payload's digest, which is already known, instead of its bytes.
    private func seal(_ key: Digest) -> Digest {
        var writer = ByteWriter(capacity: header.count + 128)
        writer.put(Self.magic)
        writer.put(key)
        writer.put(header)
        writer.put(digest)
        return Digest(of: writer.bytes)
    }
}
