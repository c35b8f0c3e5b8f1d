/// A file of all headers used by a bake, next to its record.
package enum HeadersFile {
    /// Appended to the record's name.
    package static let suffix = ".headers"

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
