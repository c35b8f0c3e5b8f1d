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
        out.seal()
        return out.bytes
    }

    /// Reads what `encode` wrote.
    package static func decode(_ bytes: [UInt8]) throws(ByteReader.Damage) -> [Digest: [UInt8]] {
        var reader = try ByteReader(sealed: bytes)
        guard try reader.string() == BakeCache.version else { throw ByteReader.Damage() }
        let headers = try reader.dictionary { (reader) throws(ByteReader.Damage) in
            (try reader.digest(), try reader.content())
        }
        try reader.finish()
        return headers
    }
}
