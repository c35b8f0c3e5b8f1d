import Synchronization

/// Where the bytes of entries lie: small ones many to a file, a bundle.
///
/// Small entries wait in memory until there is a bundle of them; what waits when the process is
/// killed is made again. Bundles are whole or not there, and never change. A class with a lock,
/// because the stages of a bake work on it from several tasks at once.
final class EntryStore: Sendable {
    /// Where an entry lies in a bundle.
    private struct Place {
        var bundle: String
        var range: Range<Int>
    }

    private struct State {
        /// Entries that wait, and those on their way to the disk.
        var waiting: [Digest: [UInt8]] = [:]
        var waitingBytes = 0
        var leaving: [Int: [Digest: [UInt8]]] = [:]
        var departures = 0
        /// Of the bundles that were there when one was first asked for, and of later ones of this
        /// process; nil before.
        var places: [Digest: [Place]]?

        mutating func add(_ entries: [EntryBundle.Place], in bundle: String) {
            for entry in entries {
                places?[entry.key, default: []].append(
                    Place(bundle: bundle, range: entry.range)
                )
            }
        }
    }

    /// Entries of more bytes have a file of their own.
    private static let mostBytes = 128 << 10
    /// Fewer entries at once have a file each: bundles shall not be many.
    private static let fewest = 16
    /// So many bytes become a bundle.
    private static let bundleBytes = 4 << 20

    private let folder: String
    /// Whether other processes wait for entries, so that none is held back.
    private let isShared: Bool
    private let disk: any Disk
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: of all entries.
    ///   - isShared: whether other processes wait for entries; each has a file then.
    ///   - disk: where it is.
    init(folder: String, isShared: Bool, disk: any Disk) {
        self.folder = folder
        self.isShared = isShared
        self.disk = disk
    }

    private func path(of key: Digest) -> String {
        let name = key.text
        return joinPath(folder, "\(name.prefix(2))/\(name.dropFirst(2))")
    }

    /// What `check` makes of the bytes of an entry; nil when it says so of all there are.
    func read<Entry>(_ key: Digest, check: ([UInt8]) -> Entry?) -> Entry? {
        let waiting = state.withLock { state in
            state.waiting[key] ?? state.leaving.values.lazy.compactMap { $0[key] }.first
        }
        if let waiting { return check(waiting) }
        for place in places(of: key) {
            let path = joinPath(EntryBundle.folder(in: folder), place.bundle)
            if let bytes = try? disk.read(path, place.range), let entry = check(bytes) {
                return entry
            }
        }
        return (try? disk.readIfThere(path(of: key))).flatMap(check)
    }

    /// Whether there are bytes of an entry, be they whole or not.
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
                for bundle in EntryBundle.all(in: folder, disk: disk) {
                    state.add(bundle.entries ?? [], in: bundle.name)
                }
            }
            return state.places?[key] ?? []
        }
    }

    /// Keeps the bytes of an entry, in a file or until there is a bundle of them.
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

    /// Writes what waits.
    ///
    /// - Throws: what could not be written stays readable.
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
