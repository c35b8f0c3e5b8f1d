internal import Digests

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

    /// What is done first, and then; indexes of pieces of work.
    ///
    /// - Parameter keys: everything that a piece follows from; nil for what no other can do.
    func order(of keys: [Digest?]) -> (own: [Int], others: [Int]) {
        let words = keys.map { key in key.map { leadingWord($0) } }
        let isOwn = words.map { $0.map { $0 % UInt64(count) == UInt64(index) } ?? true }
        let others = words.indices.filter { !isOwn[$0] }
            .map { (rank: mixed((words[$0] ?? 0) &+ UInt64(index)), index: $0) }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
        return (words.indices.filter { isOwn[$0] }, others.map(\.index))
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
