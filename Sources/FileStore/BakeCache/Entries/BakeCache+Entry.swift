extension BakeCache {
    package struct Entry: Sendable {
        /// No payload is larger: 2 GB.
        package static let largestPayload = 2_000_000_000

        package var header: [UInt8]
        package var payload: [UInt8]
        /// Of the payload.
        package var digest: Digest

        package init(header: [UInt8], payload: [UInt8], digest: Digest) {
            self.header = header
            self.payload = payload
            self.digest = digest
        }

        /// One that is all header.
        package init(header: [UInt8]) {
            self.init(header: header, payload: [], digest: Digest(of: []))
        }
    }
}

// How an entry lies in a file.
extension BakeCache.Entry {
    private static let magic = Array("KILNENT2".utf8)

    /// An entry from its bytes; nil unless it is whole, and that of the key.
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

    /// The entry as its file holds it.
    func bytes(_ key: Digest) -> [UInt8] {
        var writer = ByteWriter(capacity: header.count + payload.count + 128)
        writer.put(Self.magic)
        writer.put(key)
        writer.put(header)
        writer.put(payload)
        writer.put(seal(key))
        return writer.bytes
    }

    /// The digest of all of it, with which it ends.
    ///
    /// The payload is in it by its own digest, which whoever made or fetched it knows already.
    private func seal(_ key: Digest) -> Digest {
        var writer = ByteWriter(capacity: header.count + 128)
        writer.put(Self.magic)
        writer.put(key)
        writer.put(header)
        writer.put(digest)
        return Digest(of: writer.bytes)
    }
}
