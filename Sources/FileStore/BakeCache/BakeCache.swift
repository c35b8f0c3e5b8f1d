import Synchronization

/// Results of earlier bakes by the digest of all their inputs.
///
/// An entry has a short header for planning later stages, and a payload with the bytes. Entries are
/// complete or absent: files are written under another name and moved, and entries contain their
/// own digest, so that processes can share the folder and damage is detected on reading. The folder
/// may be deleted at any time. Small entries stay in memory until they fill a file, or `flush` is
/// called.
///
/// A class with a lock, because the stages of a bake use it from several tasks.
package final class BakeCache: Sendable {
    /// Changes when a stage produces something else from the same input, or the format of entries
    /// changes.
    private static let stageVersion = "37"
    /// The prefix of keys: entries of other versions are not found.
    package static let version = "\(Generator.version)/\(stageVersion)"

    /// When an entry counts as present.
    enum Trust {
        /// If a record or the remote cache has its header.
        case headers
        /// If it is complete in the folder.
        case wholeEntries
        case nothing
    }

    struct State {
        /// Headers in the last bake's record, which need no file access.
        var known: [Digest: [UInt8]] = [:]
        var used: [Digest: [UInt8]] = [:]
        /// Recently stored or read payloads: pages are drawn from newly rendered frames, and the
        /// frames of a sheet are read one by one.
        var recent: [Digest: Entry] = [:]
        var recentBytes = 0
        var counts = CacheCounts()
        var lostAnEntry = false
        var trust = Trust.headers
        /// Why storing has stopped.
        var trouble: DiskError?
        /// The claims of this machine, and the time it has waited for others.
        var claimed: Set<Digest> = []
        var waited = Duration.zero

        mutating func keepRecent(_ entry: Entry, _ key: Digest) {
            let count = entry.payload.count
            guard recentBytes + count <= BakeCache.mostRecentBytes else { return }
            if recent.updateValue(entry, forKey: key) == nil { recentBytes += count }
        }
    }

    static let entriesName = "entries"
    package static let bakesName = "bakes"
    private static let mostRecentBytes = 32 << 20

    package let folder: String
    package let disk: any Disk
    /// The fallback for entries missing in the folder.
    package let remote: RemoteCache?
    /// This machine's share of the work; nil without other machines.
    package let share: WorkShare?
    let began = ContinuousClock.now
    let state = Mutex(State())
    let entries: EntryStore

    package let keeps: Bool

    package init(
        folder: String,
        keeps: Bool = true,
        remote: RemoteCache? = nil,
        share: WorkShare? = nil,
        disk: any Disk
    ) {
        self.folder = folder
        self.keeps = keeps
        self.remote = remote
        self.share = share
        self.disk = disk
        entries = EntryStore(
            folder: joinPath(folder, Self.entriesName),
            isShared: share != nil && remote == nil,
            disk: disk
        )
    }

    package var counts: CacheCounts { state.withLock { $0.counts } }
    package var used: [Digest: [UInt8]] { state.withLock { $0.used } }

    /// Why an entry could not be stored; nothing more is stored then.
    package var trouble: DiskError? { state.withLock { $0.trouble } }

    /// Writes, recording an error; returns whether it succeeded.
    @discardableResult
    private func noting(_ write: () throws(DiskError) -> Void) -> Bool {
        do throws(DiskError) {
            try write()
            return true
        } catch {
            state.withLock { $0.trouble = $0.trouble ?? error }
            return false
        }
    }

    /// Whether an entry disappeared after it was found.
    package var lostAnEntry: Bool { state.withLock { $0.lostAnEntry } }

    package func noteLoss() { state.withLock { $0.lostAnEntry = true } }

    package func remember(_ headers: [Digest: [UInt8]]) { state.withLock { $0.known = headers } }

    /// Starts over after a loss: first with complete entries only, then without the cache.
    ///
    /// Returns false if the cache was already unused.
    package func trustLess() -> Bool {
        state.withLock { state in
            let old = state
            guard old.trust != .nothing else { return false }
            state = State()
            state.trust = old.trust == .headers ? .wholeEntries : .nothing
            state.trouble = old.trouble
            (state.claimed, state.waited) = (old.claimed, old.waited)
            return true
        }
    }

    /// Nil for a missing or damaged entry.
    package func header(of key: Digest) -> [UInt8]? {
        let known = state.withLock { state in
            state.trust == .nothing ? nil : state.used[key] ?? state.known[key]
        }
        let header = known ?? entry(of: key)?.header ?? remoteHeader(of: key)
        state.withLock { state in
            if let header {
                state.used[key] = header
                state.counts.hits += 1
            } else {
                state.counts.misses += 1
            }
        }
        return header
    }

    /// The header from the last bake or this one, without marking the entry as used.
    package func rememberedHeader(of key: Digest) -> [UInt8]? {
        state.withLock { $0.used[key] ?? $0.known[key] }
    }

    package func payload(of key: Digest) -> [UInt8]? { wholeEntry(of: key)?.payload }

    package func wholeEntry(of key: Digest) -> Entry? {
        if let recent = state.withLock({ $0.recent[key] }) { return recent }
        guard let entry = entries.read(key) ?? fetch([key])[key] else { return nil }
        state.withLock { state in
            if state.recentBytes + entry.payload.count > Self.mostRecentBytes {
                state.recent = [:]
                state.recentBytes = 0
            }
            state.keepRecent(entry, key)
        }
        return entry
    }

    func entry(of key: Digest) -> Entry? {
        state.withLock { $0.trust == .nothing } ? nil : entries.read(key)
    }

    /// Stores an entry, recording errors as the cache's trouble; returns whether it is stored.
    ///
    /// `key` is the digest of all inputs, `header` is for planning. `digest` is the payload's, if
    /// known.
    @discardableResult
    package func store(
        _ key: Digest,
        header: [UInt8],
        payload: [UInt8],
        digest: Digest? = nil
    ) -> Bool {
        guard keeps else { return false }
        let entry = Entry(header: header, payload: payload, digest: digest ?? Digest(of: payload))
        remote?.offer(key, entry)
        return place(key, entry)
    }

    func place(_ key: Digest, _ entry: Entry) -> Bool {
        guard keeps, trouble == nil else { return false }
        let bytes = entry.bytes(key)
        guard noting({ () throws(DiskError) in try entries.store(key, bytes) }) else {
            return false
        }
        state.withLock { state in
            state.used[key] = entry.header
            state.counts.stored += 1
            state.counts.storedBytes += bytes.count
            state.keepRecent(entry, key)
        }
        return true
    }

    /// Writes waiting entries, recording errors.
    package func flush() {
        guard keeps, trouble == nil else { return }
        noting { () throws(DiskError) in
            try entries.flush()
            if counts.stored > 0 { try tagFolder() }
        }
    }

    /// Writes a file of the cache atomically, recording errors; returns whether it succeeded.
    @discardableResult
    package func place(_ bytes: [UInt8], at path: String) -> Bool {
        noting { () throws(DiskError) in
            try tagFolder()
            try disk.place(bytes, at: path)
        }
    }

    /// Tags the folder as a cache, and returns the disk's time: the stamp of a file written now, in
    /// nanoseconds since 1970.
    package func begin() throws(DiskError) -> Int64 {
        try tagFolder()
        return try now()
    }

    /// Tags the folder, also if it was removed during a bake.
    private func tagFolder() throws(DiskError) {
        let tag = joinPath(folder, CacheFolder.tagName)
        guard disk.kind(of: tag) == nil else { return }
        try disk.place(Array(CacheFolder.tag.utf8), at: tag)
        let ignore = joinPath(folder, CacheFolder.ignoreName)
        if disk.kind(of: ignore) == nil {
            try disk.place(Array(CacheFolder.ignore.utf8), at: ignore)
        }
    }

    package func now() throws(DiskError) -> Int64 {
        let path = joinPath(folder, CacheFolder.clockName)
        try disk.place([], at: path)
        return disk.stamp(path)?.modified ?? 0
    }

    /// Whether more than `limit` bytes were stored since this last returned true.
    ///
    /// The count persists in the folder, so that small bakes add up; concurrent processes make it
    /// inexact.
    package func hasGrown(by limit: Int) -> Bool {
        let stored = counts.storedBytes
        guard stored > 0 else { return false }
        let path = joinPath(folder, CacheFolder.growthName)
        let text = (try? disk.read(path)).map { String(decoding: $0, as: UTF8.self) }
        let (sum, isTooMuch) = (text.flatMap { Int($0) } ?? 0).addingReportingOverflow(stored)
        let hasGrown = isTooMuch || sum > limit
        place(Array(String(hasGrown ? 0 : sum).utf8), at: path)
        return hasGrown
    }
}

package struct CacheCounts: Hashable, Sendable {
    package var hits = 0
    package var misses = 0
    package var stored = 0
    package var storedBytes = 0
}

// Requests to the remote cache.
extension BakeCache {
    /// Looks up all missing entries in the remote cache at once.
    package func ask(for keys: [Digest]) {
        guard let remote else { return }
        let trust = state.withLock { $0.trust }
        let absent = keys.filter { !has($0) }
        switch trust {
        case .nothing: return
        case .headers: remote.ask(for: absent)
        case .wholeEntries: fetch(absent)
        }
        guard remote.wantsEverything, keeps else { return }
        let present = Set(keys).subtracting(absent)
        remote.ask(for: keys.filter(present.contains))
        for key in present where remote.lacks(key) {
            guard let entry = entries.read(key) else { continue }
            remote.offer(key, entry)
        }
    }

    /// Fetches the missing payloads of these entries at once.
    package func prepare(_ keys: [Digest]) {
        guard remote != nil else { return }
        fetch(keys.filter { key in state.withLock { $0.recent[key] == nil } && !isHere(key) })
    }

    func has(_ key: Digest) -> Bool {
        let isKnown = state.withLock { state in
            state.trust == .headers && (state.used[key] ?? state.known[key]) != nil
        }
        return isKnown || isHere(key)
    }

    /// Whether the entry is in the local cache.
    package func isHere(_ key: Digest) -> Bool { entries.has(key) }

    func remoteHeader(of key: Digest) -> [UInt8]? {
        switch state.withLock({ $0.trust }) {
        case .nothing: return nil
        case .headers: return remote?.header(of: key)
        case .wholeEntries:
            fetch([key])
            return entries.read(key)?.header
        }
    }

    /// Fetches payloads from the remote cache, and stores the entries locally.
    @discardableResult
    func fetch(_ keys: [Digest]) -> [Digest: Entry] {
        guard let remote, !keys.isEmpty, state.withLock({ $0.trust != .nothing }) else {
            return [:]
        }
        var found: [Digest: Entry] = [:]
        remote.fetch(keys) { key, entry in
            let isPlaced = place(key, entry)
            if keys.count == 1 {
                found[key] = entry
            } else if !isPlaced {
                state.withLock { $0.keepRecent(entry, key) }
            }
        }
        return found
    }
}
