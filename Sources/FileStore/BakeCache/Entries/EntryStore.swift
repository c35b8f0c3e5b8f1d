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
