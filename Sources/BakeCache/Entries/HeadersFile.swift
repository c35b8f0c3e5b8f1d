package import Digests
package import FileStore

/// The file beside a bake's record that holds the headers of the entries which the bake used.
package enum HeadersFile {
    /// What follows the name of the record.
    package static let suffix = ".headers"

    /// The bytes of the file.
    package static func encode(_ headers: [Digest: [UInt8]]) -> [UInt8] {
        var out = ByteWriter()
        out.put(BakeCache.version)
        out.put(headers.sorted { $0.key < $1.key }) { out, entry in
            out.put(entry.key)
            out.put(entry.value)
        }
        out.put(Digest(of: out.bytes))
        return out.bytes
    }

    /// Reads what `encode` wrote.
    package static func decode(_ bytes: [UInt8]) throws(ByteReader.Damage) -> [Digest: [UInt8]] {
        var reader = ByteReader(bytes)
        guard bytes.count > 32, try reader.string() == BakeCache.version else {
            throw ByteReader.Damage()
        }
        let content = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Digest(of: UnsafeRawBufferPointer(rebasing: buffer.dropLast(32)))
        }
        let count = try reader.int()
        guard count >= 0, count < bytes.count else { throw ByteReader.Damage() }
        var headers: [Digest: [UInt8]] = [:]
        headers.reserveCapacity(count)
        for _ in 0..<count {
            let key = try reader.digest()
            headers[key] = try reader.content()
        }
        guard try reader.digest() == content else { throw ByteReader.Damage() }
        return headers
    }
}
