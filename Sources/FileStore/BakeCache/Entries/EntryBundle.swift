/// A file with many entries of a cache: magic, count, the keys and places of entries, the digest of
/// all that, and then the bytes of the entries.
struct EntryBundle {
    typealias Place = (key: Digest, range: Range<Int>)

    /// By key, so that equal entries make equal bundles.
    let sorted: [(key: Digest, bytes: [UInt8])]
    let places: [Place]
    /// Unique for the contents.
    let name: String

    private let head: [UInt8]
    private static let magic = Array("KILNBND1".utf8)
    /// After magic and count.
    private static let start = 16
    /// The key, offset and length of an entry.
    private static let placeBytes = 48
    private static let digestBytes = 32
    static let suffix = ".bundle"
    /// The maximum size: 64 MB; written ones have about 4 MB.
    private static let mostBytes = 64 << 20

    init(_ entries: [Digest: [UInt8]]) {
        sorted = entries.map { (text: $0.key.text, key: $0.key, bytes: $0.value) }
            .sorted { $0.text < $1.text }
            .map { ($0.key, $0.bytes) }
        var head = ByteWriter(bytes: Self.magic)
        head.put(sorted.count)
        var offset = Self.start + sorted.count * Self.placeBytes + Self.digestBytes
        var places: [Place] = []
        for (key, bytes) in sorted {
            head.put(key)
            head.put(offset)
            head.put(bytes.count)
            places.append((key, offset..<offset + bytes.count))
            offset += bytes.count
        }
        let digest = Digest(of: head.bytes)
        head.put(digest)
        self.head = head.bytes
        self.places = places
        name = String(digest.text.prefix(32)) + Self.suffix
    }

    var bytes: [UInt8] {
        var all = head
        all.reserveCapacity(places.last?.range.upperBound ?? head.count)
        for entry in sorted { all += entry.bytes }
        return all
    }

    /// The folder of bundles in that of all entries.
    static func folder(in entries: String) -> String { joinPath(entries, "bundles") }

    /// What is in a bundle; nil for a damaged one.
    static func places(in path: String, disk: any Disk) -> [Place]? {
        guard let size = disk.stamp(path).map({ Int($0.size) }), size <= mostBytes,
            let start = try? disk.read(path, 0..<start), start.starts(with: magic)
        else { return nil }
        do {
            var reader = ByteReader(Array(start.dropFirst(magic.count)))
            let count = try reader.int(
                in: 0...max(0, (size - Self.start - digestBytes) / placeBytes)
            )
            let headCount = Self.start + count * placeBytes + digestBytes
            let rest = try disk.read(path, Self.start..<headCount)
            guard start.count + rest.count == headCount else { return nil }
            let content = Digest(of: start + rest.dropLast(digestBytes))
            reader = ByteReader(rest)
            var places: [Place] = []
            for _ in 0..<count {
                let key = try reader.digest()
                let offset = try reader.int(in: min(headCount, size)...size)
                let length = try reader.int(in: 0...size - offset)
                places.append((key, offset..<offset + length))
            }
            return try reader.digest() == content ? places : nil
        } catch {
            return nil
        }
    }
}
