/// Which of several machines, that bake the same catalog over one cache, this is.
///
/// Nobody tells them what to do: each begins with what is its own by the number of the piece, then goes
/// over everything else in an order that no other has, and asks the cache before each piece of work.
/// So the work of a machine that is slow, or gone, is done by the others.
package struct WorkShare: Hashable, Sendable {
    package var index: Int
    package var count: Int

    /// Nil unless `index` is in `0..<count`.
    package init?(_ index: Int, of count: Int) {
        guard (0..<max(count, 0)).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// What is done first, and what then.
    ///
    /// - Parameter pieces: how many pieces of work there are, which all machines count alike.
    /// - Returns: indexes of pieces.
    package func parts(of pieces: Int) -> (own: [Int], others: [Int]) {
        let others = (0..<pieces).filter { $0 % count != index }
            .map { (rank: mixed(UInt64($0) << 32 &+ UInt64(index)), index: $0) }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
        return (Array(stride(from: index, to: pieces, by: count)), others.map(\.index))
    }

    /// The same, one after the other.
    package func order(_ pieces: Int) -> [Int] {
        let (own, others) = parts(of: pieces)
        return own + others
    }

    /// The same, but first what is near: all or a part of what it is made of lies on this machine.
    ///
    /// - Parameter nearness: of each piece, how large that part is.
    /// - Returns: indexes of pieces.
    package func order(nearness: [Double]) -> [Int] {
        order(nearness.count).enumerated().sorted {
            (-nearness[$0.element], $0.offset) < (-nearness[$1.element], $1.offset)
        }
        .map(\.element)
    }
}

/// The finalizer of SplitMix64: neighbors end far from each other.
private func mixed(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
}
