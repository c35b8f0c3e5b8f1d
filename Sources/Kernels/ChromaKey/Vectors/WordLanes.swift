import CSystem

@inline(__always)
func loadWords(_ source: UnsafePointer<UInt32>) -> Words {
    unsafe UnsafeRawPointer(source).loadUnaligned(as: Words.self)
}

@inline(__always)
func storeWords(_ words: Words, _ target: UnsafeMutablePointer<UInt32>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: words, as: Words.self)
}

/// Eight pairs of words, as their first and second halves; the standard library's halves scalarize
/// everything computed from them.
@inline(__always)
func loadPairs(_ source: UnsafePointer<UInt32>) -> (first: Words, second: Words) {
    var halves = (first: Words(), second: Words())
    unsafe withUnsafeMutableBytes(of: &halves) { unsafe kiln_part_pairs(source, $0.baseAddress) }
    return halves
}

@inline(__always)
func storePairs(_ first: Words, _ second: Words, _ target: UnsafeMutablePointer<UInt32>) {
    unsafe withUnsafeBytes(of: (first, second)) { unsafe kiln_join_pairs($0.baseAddress, target) }
}

/// Eight words; those from `available` on are 0.
// Separate, because the compiler puts vectors that are filled lane by lane into memory.
@inline(never)
func lastWords(_ source: UnsafePointer<UInt32>, _ available: Int, _ x: Int) -> Words {
    func word(_ x: Int) -> UInt32 { x < available ? unsafe source[x] : 0 }
    return Words(
        word(x),
        word(x &+ 1),
        word(x &+ 2),
        word(x &+ 3),
        word(x &+ 4),
        word(x &+ 5),
        word(x &+ 6),
        word(x &+ 7)
    )
}

extension SIMD8<UInt32> {
    /// The sum of all lanes, which must fit 32 bits; `wrappedSum` is scalarized.
    @inline(__always)
    var sum: UInt32 {
        let parts = unsafe unsafeBitCast(self, to: SIMD4<UInt64>.self)
        let both = (parts[0] &+ parts[1]) &+ (parts[2] &+ parts[3])
        return UInt32(truncatingIfNeeded: both &+ both &>> 32)
    }

    /// A bit for each lane whose highest bit is set, the first one's lowest.
    @inline(__always)
    var highestBits: UInt32 {
        unsafe withUnsafeBytes(of: self) { unsafe kiln_highest_bits_of_words($0.baseAddress) }
    }

    /// All bits where a number is less than another; both under 2^31.
    @inline(__always)
    private func isLess(_ other: Words) -> Words {
        let signs = unsafe unsafeBitCast(self &- other, to: SIMD8<Int32>.self) &>> 31
        return unsafe unsafeBitCast(signs, to: Words.self)
    }

    @inline(__always)
    func least(_ other: Words) -> Words {
        let mask = isLess(other)
        return self & mask | other & ~mask
    }

    @inline(__always)
    func greatest(_ other: Words) -> Words {
        let mask = isLess(other)
        return other & mask | self & ~mask
    }
}
