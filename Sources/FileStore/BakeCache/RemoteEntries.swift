/// Entries shared between machines: a fallback for missing entries, and a copy of stored ones.
///
/// Nothing fails: unavailable entries are absent, and failed uploads are dropped.
package protocol RemoteEntries: Sendable {
    /// Whether to upload everything in the cache, because other machines wait for it.
    var wantsEverything: Bool { get }

    /// Looks up many entries at once for `header(of:)`.
    func ask(for keys: [Digest])

    /// Whether the entry was looked up and is missing.
    func lacks(_ key: Digest) -> Bool

    /// Nil for a missing entry.
    func header(of key: Digest) -> [UInt8]?

    /// Passes on complete entries, a few at a time, skipping unavailable ones.
    func fetch(
        _ keys: [Digest],
        _ take: (_ key: Digest, _ entry: BakeCache.Entry) -> Void
    )

    var isGone: Bool { get }

    /// Uploads an entry without a payload immediately.
    func announce(_ key: Digest, header: [UInt8])

    /// Uploads an entry, possibly later.
    func offer(_ key: Digest, _ entry: BakeCache.Entry)
}
