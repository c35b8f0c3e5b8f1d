import Synchronization

/// Results of earlier bakes by the digest of everything that they follow from.
///
/// An entry has a short header, which says what a later stage needs to plan, and a payload with the
/// bytes. Entries are whole or not there: files are written under another name and moved, and entries
/// carry their own digest, so that processes may share the folder and damage is found when it is read.
/// The folder may be deleted at any time. Small entries lie in memory until there are enough of them
/// for a file, or `flush` says that no more come.
///
/// A class with a lock, because the stages of a bake work on it from several tasks at once.
package final class BakeCache: Sendable {
    /// Changes when a stage makes something else of the same input, or entries look different.
    private static let stageVersion = "18"
    /// What keys of entries begin with: entries of other versions are not found.
    package static let version = "\(Generator.version)/\(stageVersion)"

    /// What is taken for there.
    enum Trust {
        /// What a record or the remote cache has a header of.
        case headers
        /// What lies in the folder as a whole.
        case wholeEntries
        case nothing
    }

    struct State {
        /// Headers that the record of the last bake holds: asking for them opens no file.
        var known: [Digest: [UInt8]] = [:]
        /// Headers of everything that this bake used.
        var used: [Digest: [UInt8]] = [:]
        /// Payloads that were stored or read a moment ago: pages are drawn from what was just
        /// rendered, and the frames of a sheet are asked for one by one.
        var recent: [Digest: Entry] = [:]
        var recentBytes = 0
        var counts = CacheCounts()
        var lostAnEntry = false
        var trust = Trust.headers
        /// Why nothing more is kept.
        var trouble: DiskError?
        /// What this machine said it makes, and for how long it has waited for others.
        var claimed: Set<Digest> = []
        var waited = Duration.zero

        mutating func keepRecent(_ entry: Entry, _ key: Digest) {
            let count = entry.payload.count
            guard recentBytes + count <= BakeCache.mostRecentBytes else { return }
            if recent.updateValue(entry, forKey: key) == nil { recentBytes += count }
        }
    }

    package static let folderName = cacheFolderName
    static let entriesName = "entries"
    /// Where the states of bakes lie.
    package static let bakesName = "bakes"
    private static let mostRecentBytes = 32 << 20

    package let folder: String
    package let disk: any Disk
    /// What lies below: asked for what the folder has not.
    package let remote: (any RemoteEntries)?
    /// Which machine this is of those that share the cache and the work; nil when there are no others.
    package let share: WorkShare?
    let began = ContinuousClock.now
    let state = Mutex(State())
    let entries: EntryStore

    /// False when nothing may be written.
    package let keeps: Bool

    package init(
        folder: String,
        keeps: Bool = true,
        remote: (any RemoteEntries)? = nil,
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

    /// What kept the cache from keeping something; nothing more is stored then.
    package var trouble: DiskError? { state.withLock { $0.trouble } }

    private func note(_ error: DiskError) {
        state.withLock { $0.trouble = $0.trouble ?? error }
    }

    /// True when something that was there at first was gone when it was needed.
    package var lostAnEntry: Bool { state.withLock { $0.lostAnEntry } }

    package func noteLoss() { state.withLock { $0.lostAnEntry = true } }

    package func remember(_ headers: [Digest: [UInt8]]) { state.withLock { $0.known = headers } }

    /// Starts over after a loss: first with what is in the folder as a whole, then without it.
    ///
    /// - Returns: false when nothing was believed already.
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

    /// The header of an entry; nil when there is no whole one.
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

    /// The header of an entry as the last bake or this one left it; it does not count as used.
    package func rememberedHeader(of key: Digest) -> [UInt8]? {
        state.withLock { $0.used[key] ?? $0.known[key] }
    }

    /// The payload of an entry; nil when there is no whole one.
    package func payload(of key: Digest) -> [UInt8]? { wholeEntry(of: key)?.payload }

    /// An entry with its payload; nil when there is no whole one.
    package func wholeEntry(of key: Digest) -> Entry? {
        if let recent = state.withLock({ $0.recent[key] }) { return recent }
        guard let entry = readEntry(key) ?? fetch([key])[key] else { return nil }
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
        state.withLock { $0.trust == .nothing } ? nil : readEntry(key)
    }

    func readEntry(_ key: Digest) -> Entry? {
        entries.read(key) { Entry(key, in: $0) }
    }

    /// Keeps an entry; what goes wrong is noted as the cache's trouble.
    ///
    /// - Parameters:
    ///   - key: the digest of everything that it follows from.
    ///   - header: what planning needs of it.
    ///   - payload: its bytes.
    ///   - digest: of the payload, from whoever knows it; nil to have it computed.
    /// - Returns: false when the entry is not kept.
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
        do throws(DiskError) {
            try entries.store(key, bytes)
        } catch {
            note(error)
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

    /// Writes what waits; what goes wrong is noted.
    package func flush() {
        guard keeps, trouble == nil else { return }
        do throws(DiskError) {
            try entries.flush()
            if counts.stored > 0 { try tagFolder() }
        } catch {
            note(error)
        }
    }

    /// Writes a file of the cache in one step; what goes wrong is noted.
    ///
    /// - Returns: whether it is there.
    @discardableResult
    package func place(_ bytes: [UInt8], at path: String) -> Bool {
        do throws(DiskError) {
            try tagFolder()
            try disk.place(bytes, at: path)
            return true
        } catch {
            note(error)
            return false
        }
    }

    /// Makes the folder known as one that nobody needs to keep, and tells the disk's time.
    ///
    /// - Returns: the stamp of a file that was written now: nanoseconds since 1970.
    package func begin() throws(DiskError) -> Int64 {
        try tagFolder()
        return try now()
    }

    /// Marks the folder, also after somebody removed it while a bake runs.
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
}

extension BakeCache {
    /// Whether more than `limit` bytes were stored since this was said last.
    ///
    /// The count survives in the folder, so that many small bakes add up; it is not exact when
    /// several processes store at once.
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

/// What a cache did for a bake.
package struct CacheCounts: Hashable, Sendable {
    /// Things that were there.
    package var hits = 0
    /// Things that had to be made.
    package var misses = 0
    package var stored = 0
    package var storedBytes = 0

    package init() {}
}
