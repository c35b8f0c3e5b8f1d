/// Replaces colors, and keeps alpha.
///
/// The pair whose `from` is nearest, by the greatest distance of a channel, wins, and the first of
/// ties; colors farther than `tolerance` from all of them stay. `source` and `target` have `count`
/// pixels of 4 bytes; they may be the same memory. Colors of pairs have red in the lowest byte and
/// 0 in the highest.
package enum ReplaceColors {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        from: UnsafeBufferPointer<UInt32>,
        to: UnsafeBufferPointer<UInt32>,
        tolerance: UInt32
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            var result = word
            var nearest = tolerance + 1
            for pair in from.indices {
                let distance = unsafe distance(word, from[pair])
                guard distance < nearest else { continue }
                nearest = distance
                result = unsafe word & 0xFF00_0000 | to[pair]
            }
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    /// The greatest difference of a channel, alpha aside.
    private static func distance(_ one: UInt32, _ other: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let (a, b) = (one >> shift & 255, other >> shift & 255)
            return max(a, b) - min(a, b)
        }
        return max(channel(0), channel(8), channel(16))
    }

    private typealias Lanes = SIMD8<Int32>

    @inline(__always)
    private static func channel(_ words: Words, _ shift: UInt32) -> Lanes {
        Lanes(truncatingIfNeeded: (words &>> shift) & 255)
    }

    /// The same, comparing each pair with eight pixels at once.
    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        from: UnsafeBufferPointer<UInt32>,
        to: UnsafeBufferPointer<UInt32>,
        tolerance: UInt32
    ) {
        var index = 0
        var last = Words()
        var lastResult: Words?
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            if let known = lastResult, (words ^ last).isZero {
                unsafe target.storeBytes(of: known, toByteOffset: index &* 4, as: Words.self)
                index &+= pixelsPerStep
                continue
            }
            let alpha = words & 0xFF00_0000
            let (red, green, blue) = (channel(words, 0), channel(words, 8), channel(words, 16))
            var result = words
            var nearest = Lanes(repeating: Int32(truncatingIfNeeded: tolerance &+ 1))
            for pair in from.indices {
                let wanted = unsafe Words(repeating: from[pair])
                let redOrGreen = (red &- channel(wanted, 0)).magnitude
                    .greatest((green &- channel(wanted, 8)).magnitude)
                let distance = redOrGreen.greatest((blue &- channel(wanted, 16)).magnitude)
                let isNearer = (distance &- nearest).isNegative
                nearest = nearest ^ ((nearest ^ distance) & isNearer)
                let replaced = unsafe alpha | Words(repeating: to[pair])
                result =
                    result ^ ((result ^ replaced) & Words(truncatingIfNeeded: isNearer))
            }
            (last, lastResult) = (words, result)
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(
            source + index &* 4,
            target + index &* 4,
            count: count &- index,
            from: from,
            to: to,
            tolerance: tolerance
        )
    }

    /// The same without tolerance, by an open hash table; the kernel for many pairs.
    ///
    /// `slots` has 2^`bits` slots with the words `from` and `to` at or after `slot(of: from)`,
    /// wrapping around; free ones, at least one, are `emptySlot`.
    package static func hashed(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        slots: UnsafePointer<SIMD2<UInt32>>,
        bits: UInt32
    ) {
        let mask = 1 &<< Int(bits) &- 1
        var last: UInt32 = 0
        var lastResult: UInt32?
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            var result = word
            if let lastResult, word == last {
                result = lastResult
            } else {
                let color = word & 0x00FF_FFFF
                var slot = Self.slot(of: color, bits: bits)
                while true {
                    let entry = unsafe slots[slot]
                    if entry.x == color {
                        result = word & 0xFF00_0000 | entry.y
                        break
                    }
                    if entry.x == emptySlot { break }
                    slot = (slot &+ 1) & mask
                }
                (last, lastResult) = (word, result)
            }
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: UInt32.self)
        }
    }

    /// Not a valid color word.
    package static let emptySlot = UInt32.max

    /// The first slot of a color.
    ///
    /// Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, section 6.4.
    @inline(__always)
    package static func slot(of color: UInt32, bits: UInt32) -> Int {
        Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> (32 &- bits))
    }
}
