import CSystem

/// Classifies pixels by their alpha.
///
/// `source` has `width` RGBA8 pixels in each of `height` rows that are `stride` bytes apart. The
/// four classes follow from the bytes of `limits`, lowest first: alpha of at least the first; of at
/// least the second; from the third to the fourth; and of at least 128. All limits are from 1 to
/// 128 but the fourth, which is from 128 to 254.
///
/// `touched` and `between` get the first and third class: a bit for each pixel, lowest first, 64
/// pixels a word, padded with zeros. `columns` has a word for each 64 columns, and accumulates the
/// bits of the second class. Returns the first and last row with pixels of the second class, -1
/// without any, and the number of pixels in the third and fourth class. `reference` and `vector`
/// agree bit for bit.
package enum AlphaClasses {
    package typealias Summary = (top: Int, bottom: Int, between: Int, solid: Int)

    package static func reference(
        _ source: UnsafeRawPointer,
        stride: Int,
        width: Int,
        height: Int,
        limits: SIMD4<UInt8>,
        touched: UnsafeMutablePointer<UInt64>,
        between: UnsafeMutablePointer<UInt64>,
        columns: UnsafeMutablePointer<UInt64>
    ) -> Summary {
        var summary: Summary = (-1, -1, 0, 0)
        let words = (width + 63) / 64
        for y in 0..<height {
            for word in 0..<words {
                let place = y * words + word
                unsafe touched[place] = 0
                unsafe between[place] = 0
                for bit in 0..<min(64, width - word * 64) {
                    let offset = y * stride + (word * 64 + bit) * 4 + 3
                    let alpha = unsafe source.load(fromByteOffset: offset, as: UInt8.self)
                    let own: UInt64 = 1 << UInt64(bit)
                    if alpha >= limits.x { unsafe touched[place] |= own }
                    if alpha >= limits.z, alpha <= limits.w {
                        unsafe between[place] |= own
                        summary.between += 1
                    }
                    if alpha >= 128 { summary.solid += 1 }
                    if alpha >= limits.y {
                        unsafe columns[word] |= own
                        if summary.top < 0 { summary.top = y }
                        summary.bottom = y
                    }
                }
            }
        }
        return summary
    }

    /// Alphas are gathered first: bytes fill vectors four times as well.
    package static func vector(
        _ source: UnsafeRawPointer,
        stride: Int,
        width: Int,
        height: Int,
        limits: SIMD4<UInt8>,
        touched: UnsafeMutablePointer<UInt64>,
        between: UnsafeMutablePointer<UInt64>,
        columns: UnsafeMutablePointer<UInt64>
    ) -> Summary {
        let words = (width &+ 63) &>> 6
        // Added to the lower seven bits of a byte, each limit sets its highest bit.
        let first = repeated(128 &- limits.x)
        let second = repeated(128 &- limits.y)
        let third = repeated(128 &- limits.z)
        let fourth = repeated(255 &- limits.w)
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: words &* 64) {
            buffer in
            var summary: Summary = (-1, -1, 0, 0)
            guard let alphas = buffer.baseAddress else { return summary }
            unsafe alphas.initialize(repeating: 0, count: words &* 64)
            var place = 0
            for y in 0..<height {
                let row = unsafe source + y &* stride
                for x in 0..<width {
                    let pixel = unsafe row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
                    unsafe alphas[x] = UInt8(truncatingIfNeeded: pixel &>> 24)
                }
                var any: UInt64 = 0
                for word in 0..<words {
                    let half = unsafe (load(alphas + word &* 64), load(alphas + (word &* 64 &+ 32)))
                    let rest = (half.0 & 0x7F7F_7F7F, half.1 & 0x7F7F_7F7F)
                    unsafe touched[place] = bits(
                        half.0 | (rest.0 &+ first),
                        half.1 | (rest.1 &+ first)
                    )
                    let found = bits(
                        (half.0 | (rest.0 &+ third)) & ~(half.0 & (rest.0 &+ fourth)),
                        (half.1 | (rest.1 &+ third)) & ~(half.1 & (rest.1 &+ fourth))
                    )
                    unsafe between[place] = found
                    summary.between &+= found.nonzeroBitCount
                    summary.solid &+= bits(half.0, half.1).nonzeroBitCount
                    let seen = bits(half.0 | (rest.0 &+ second), half.1 | (rest.1 &+ second))
                    unsafe columns[word] |= seen
                    any |= seen
                    place &+= 1
                }
                if any != 0 {
                    if summary.top < 0 { summary.top = y }
                    summary.bottom = y
                }
            }
            return summary
        }
    }

    @inline(__always)
    private static func load(_ bytes: UnsafePointer<UInt8>) -> Words {
        unsafe UnsafeRawPointer(bytes).loadUnaligned(as: Words.self)
    }

    @inline(__always)
    private static func repeated(_ byte: UInt8) -> Words {
        Words(repeating: UInt32(byte) &* 0x0101_0101)
    }

    /// The highest bits of 64 bytes.
    @inline(__always)
    private static func bits(_ low: Words, _ high: Words) -> UInt64 {
        @inline(__always)
        func bits(_ words: Words) -> UInt64 {
            unsafe withUnsafeBytes(of: words) { unsafe UInt64(kiln_highest_bits($0.baseAddress)) }
        }
        return bits(low) | bits(high) &<< 32
    }
}
