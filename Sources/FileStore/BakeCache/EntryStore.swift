import Synchronization

/// Stores the bytes of entries, small ones in bundles.
///
/// Small entries stay in memory until they fill a bundle; an interrupted process loses them, to be
/// made again. Bundles are complete or absent, and never change. A class with a lock, because the
/// stages of a bake use it from several tasks.
final class EntryStore: Sendable {
    private typealias Place = (bundle: String, range: Range<Int>)

    private struct State {
        /// Entries in memory, and those being written.
        var waiting: [Digest: [UInt8]] = [:]
        var waitingBytes = 0
        var leaving: [Int: [Digest: [UInt8]]] = [:]
        var departures = 0
        /// The contents of bundles found at the first access, and of later ones of this process;
        /// nil before.
        var places: [Digest: [Place]]?

        mutating func add(_ entries: [EntryBundle.Place], in bundle: String) {
            for entry in entries {
                places?[entry.key, default: []].append((bundle, entry.range))
            }
        }
    }

    /// Larger entries have separate files.
    private static let mostBytes = 128 << 10
    /// Fewer entries get separate files, to limit the number of bundles.
    private static let fewest = 16
    private static let bundleBytes = 4 << 20

    private let folder: String
    /// Whether other processes wait for entries, so that none may be delayed.
    private let isShared: Bool
    private let disk: any Disk
    private let state = Mutex(State())

    /// If `isShared`, other processes wait for entries, and each gets a file.
    init(folder: String, isShared: Bool, disk: any Disk) {
        self.folder = folder
        self.isShared = isShared
        self.disk = disk
    }

    private func path(of key: Digest) -> String {
        let name = key.text
        return joinPath(folder, "\(name.prefix(2))/\(name.dropFirst(2))")
    }

    /// Nil for a missing or damaged entry.
    func read(_ key: Digest) -> BakeCache.Entry? {
        let waiting = state.withLock { state in
            state.waiting[key] ?? state.leaving.values.lazy.compactMap { $0[key] }.first
        }
        if let waiting { return BakeCache.Entry(key, in: waiting) }
        for place in places(of: key) {
            let path = joinPath(EntryBundle.folder(in: folder), place.bundle)
            if let bytes = try? disk.read(path, place.range),
                let entry = BakeCache.Entry(key, in: bytes)
            {
                return entry
            }
        }
        return (try? disk.readIfThere(path(of: key))).flatMap { BakeCache.Entry(key, in: $0) }
    }

    /// Whether bytes of an entry exist, complete or not.
    func has(_ key: Digest) -> Bool {
        let waits = state.withLock { state in
            state.waiting[key] != nil || state.leaving.values.contains { $0[key] != nil }
        }
        return waits || !places(of: key).isEmpty || disk.stamp(path(of: key)) != nil
    }

    private func places(of key: Digest) -> [Place] {
        state.withLock { state in
            if state.places == nil {
                state.places = [:]
                let bundles = EntryBundle.folder(in: folder)
                for entry in (try? disk.list(bundles)) ?? []
                where entry.kind == .file && entry.name.hasSuffix(EntryBundle.suffix) {
                    let places = EntryBundle.places(in: joinPath(bundles, entry.name), disk: disk)
                    state.add(places ?? [], in: entry.name)
                }
            }
            return state.places?[key] ?? []
        }
    }

    /// Stores the bytes of an entry in a file, or in memory until a bundle is full.
    func store(_ key: Digest, _ bytes: [UInt8]) throws(DiskError) {
        guard !isShared, bytes.count <= Self.mostBytes else {
            return try disk.place(bytes, at: path(of: key))
        }
        let isMuch = state.withLock { state in
            if state.waiting.updateValue(bytes, forKey: key) == nil {
                state.waitingBytes += bytes.count
            }
            return state.waitingBytes >= Self.bundleBytes
        }
        if isMuch { try flush() }
    }

    /// Writes waiting entries; if it throws, they stay readable.
    func flush() throws(DiskError) {
        let (number, entries) = state.withLock { state in
            let entries = state.waiting
            state.departures += 1
            state.leaving[state.departures] = entries
            (state.waiting, state.waitingBytes) = ([:], 0)
            return (state.departures, entries)
        }
        let bundle = EntryBundle(entries)
        if entries.count < Self.fewest {
            for (key, bytes) in bundle.sorted { try disk.place(bytes, at: path(of: key)) }
        } else {
            try disk.place(
                bundle.bytes,
                at: joinPath(EntryBundle.folder(in: folder), bundle.name)
            )
        }
        state.withLock { state in
            state.leaving[number] = nil
            if entries.count >= Self.fewest, state.places != nil {
                state.add(bundle.places, in: bundle.name)
            }
        }
    }
}

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
        writer.put(Self.magic, key, header, payload, seal(key))
        return writer.bytes
    }

    /// The digest at the end of the entry.
    ///
    /// It includes the payload's digest, which is already known, instead of its bytes.
    private func seal(_ key: Digest) -> Digest {
        var writer = ByteWriter(capacity: header.count + 128)
        writer.put(Self.magic, key, header, digest)
        return Digest(of: writer.bytes)
    }
}

extension Disk {
    /// Writes or replaces a file of the cache atomically.
    func place(_ bytes: [UInt8], at path: String) throws(DiskError) {
        let parent = parentFolder(of: path)
        let part = joinPath(parent, ".\(randomName()).part")
        let obstacle = kind(of: path)
        guard obstacle == nil || obstacle == .file, kind(of: parent) != .link else {
            throw DiskError(.write, path, reason: "something that is no cache entry is in the way")
        }
        do throws(DiskError) {
            try create(bytes, at: part, permissions: nil)
            try rename(part, to: path)
        } catch {
            try? remove(part)
            throw error
        }
    }
}
