package import Digests

/// Which of several machines, that bake the same catalog over one cache, this is.
///
/// Nobody tells them what to do: each begins with what is its own by the keys, then goes over
/// everything else in an order that no other has, and asks the cache before each piece of work. So
/// the work of a machine that is slow, or gone, is done by the others.
package struct WorkShare: Hashable, Sendable {
    package var index: Int
    package var count: Int

    /// Nil unless `index` is in `0..<count`.
    package init?(_ index: Int, of count: Int) {
        guard (0..<max(count, 0)).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether what follows from the key is this machine's to begin with.
    package func owns(_ key: Digest) -> Bool {
        leadingWord(key) % UInt64(count) == UInt64(index)
    }

    /// What is done first, and what then.
    ///
    /// - Parameter keys: everything that a piece follows from; nil for what no other can do.
    /// - Returns: indexes of pieces of work.
    package func order(of keys: [Digest?]) -> (own: [Int], others: [Int]) {
        var own: [Int] = []
        var others: [(rank: UInt64, index: Int)] = []
        for (place, key) in keys.enumerated() {
            if let key, !owns(key) {
                others.append((mixed(leadingWord(key) &+ UInt64(index)), place))
            } else {
                own.append(place)
            }
        }
        others.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
        return (own, others.map(\.index))
    }

    /// The same for pieces that all machines count alike.
    package func order(_ pieces: Int) -> [Int] {
        let others = (0..<pieces).filter { $0 % count != index }
            .map { (rank: mixed(UInt64($0) << 32 &+ UInt64(index)), index: $0) }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
        return Array(stride(from: index, to: pieces, by: count)) + others.map(\.index)
    }
}

private func leadingWord(_ digest: Digest) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(digest.bytes[$1]) }
}

/// The finalizer of SplitMix64: neighbors end far from each other.
private func mixed(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
}
