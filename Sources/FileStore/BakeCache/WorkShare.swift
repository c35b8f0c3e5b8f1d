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
