import Synchronization

/// The role of a machine among several that bake the same catalog with one cache.
///
/// There is no coordinator: each machine starts with its own pieces by number, then processes all
/// others in a unique order, and checks the cache before each piece. So others do the work of slow
/// or lost machines.
package struct WorkShare: Hashable, Sendable {
    package var index: Int
    package var count: Int

    /// Nil unless `index` is in `0..<count`.
    package init?(_ index: Int, of count: Int) {
        guard (0..<max(count, 0)).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// The indexes of this machine's pieces, and of the others, which come later; all machines use
    /// the same number of pieces.
    package func parts(of pieces: Int) -> (own: [Int], others: [Int]) {
        let others = (0..<pieces).filter { $0 % count != index }
            .map { (rank: mixed(UInt64($0) << 32 &+ UInt64(index)), index: $0) }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
        return (Array(stride(from: index, to: pieces, by: count)), others.map(\.index))
    }

    package func order(_ pieces: Int) -> [Int] {
        let (own, others) = parts(of: pieces)
        return own + others
    }

    /// The same order, but pieces with inputs on this machine come first.
    ///
    /// `nearness` is the local share of each piece's inputs.
    package func order(nearness: [Double]) -> [Int] {
        order(nearness.count).enumerated().sorted {
            (-nearness[$0.element], $0.offset) < (-nearness[$1.element], $1.offset)
        }
        .map(\.element)
    }
}

/// SplitMix64's finalizer: maps neighbors far apart.
private func mixed(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
}

// Messages between machines that share work: that one has started a long task, or a result that all
// need. They affect only who does what, and how long machines wait.
extension BakeCache {
    /// Claims an entry for this machine, unless another one claimed it recently.
    ///
    /// Returns whether to make it here; true without other machines.
    package func claim(_ key: Digest) -> Bool {
        guard share != nil else { return true }
        let mark = Digest(ofValues: "claim of an entry", key)
        guard state.withLock({ $0.claimed.insert(mark).inserted }) else { return true }
        let now = secondsSince1970()
        if let header = shared(mark) {
            if let age = Int(coded: header).map({ now - $0 }),
                (-Self.longestClaim...Self.longestClaim).contains(age)
            {
                state.withLock { _ = $0.claimed.remove(mark) }
                return false
            }
        }
        announce(mark, now.coded)
        return true
    }

    /// Whether another machine makes a missing entry; otherwise this one claims it.
    package func isLeftToOther(_ key: Digest) -> Bool {
        guard share != nil, !has(key), remoteHeader(of: key) == nil else { return false }
        return !claim(key)
    }

    /// Publishes something to the other machines immediately.
    package func announce(_ key: Digest, _ header: [UInt8]) {
        if let remote {
            remote.announce(key, header: header)
        } else {
            _ = place(key, Entry(header: header))
        }
    }

    /// Something that another machine published; nil if none did.
    package func shared(_ key: Digest) -> [UInt8]? {
        entry(of: key)?.header ?? remoteHeader(of: key)
    }

    /// Seconds after which a claim expires.
    private static let longestClaim = 600

    /// The header of an entry that another machine makes, once available; nil on timeout.
    ///
    /// All waits together take at most half a minute, or a quarter of the preceding work, so that a
    /// lost machine costs no more.
    package func headerFromOther(of key: Digest) -> [UInt8]? {
        let start = ContinuousClock.now
        let waited = state.withLock { $0.waited }
        let end = start + max(.seconds(30), (start - began - waited) / 4) - waited
        defer { state.withLock { $0.waited += ContinuousClock.now - start } }
        while !Task.isCancelled {
            if let header = shared(key) {
                state.withLock { state in
                    state.used[key] = header
                    state.counts.hits += 1
                }
                return header
            }
            guard ContinuousClock.now < end, remote?.isGone != true else { break }
            pause(.milliseconds(20))
        }
        return nil
    }
}
