/// Entries that machines share: what a cache asks for what it has not, and gives what it stores.
///
/// Nothing here fails: what cannot be had is not there, and what cannot be given is not kept.
package protocol RemoteEntries: Sendable {
    /// Whether it is filled with everything that the cache has: others wait for it.
    var wantsEverything: Bool { get }

    /// Asks for many entries at once, so that `header(of:)` knows.
    func ask(for keys: [Digest])

    /// Whether it was asked for the entry, and has none.
    func lacks(_ key: Digest) -> Bool

    /// The header of an entry; nil when there is none.
    func header(of key: Digest) -> [UInt8]?

    /// Hands over whole entries, a few at a time; those that are not to be had are left out.
    func fetch(
        _ keys: [Digest],
        _ take: (_ key: Digest, _ entry: BakeCache.Entry) -> Void
    )

    /// Whether it is asked for nothing any more.
    var isGone: Bool { get }

    /// Takes an entry without a payload at once.
    func announce(_ key: Digest, header: [UInt8])

    /// Takes an entry, maybe later.
    func offer(_ key: Digest, _ entry: BakeCache.Entry)
}
