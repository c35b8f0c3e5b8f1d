/// What the ramps share: a formula decides the alpha of each pixel in a row.
///
/// `source` and `target` have `count` RGBA8 pixels, and may be the same memory. `clear` gets a bit
/// for each pixel whose alpha becomes 0, lowest first, 64 pixels a word, padded with zeros.
enum RampRow {
    /// One pixel at a time; returns the number of opaque pixels.
    @inline(__always)
    static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        clear: UnsafeMutablePointer<UInt64>,
        keyed: (UInt32) -> UInt32
    ) -> Int {
        var opaque = 0
        for word in 0..<(count + 63) / 64 {
            var bits: UInt64 = 0
            for bit in 0..<min(64, count - word * 64) {
                let offset = (word * 64 + bit) * 4
                let pixel = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let result = keyed(pixel)
                unsafe target.storeBytes(of: result, toByteOffset: offset, as: UInt32.self)
                if result >> 24 == 0 { bits |= 1 << UInt64(bit) }
                if result >> 24 == 255 { opaque += 1 }
            }
            unsafe clear[word] = bits
        }
        return opaque
    }

    /// Eight pixels at a time, 64 where all have the key's color, and the rest one by one; returns
    /// the number of opaque pixels.
    ///
    /// `key` is the color that certainly becomes clear, alpha 0; nil for none. `keyed` computes
    /// eight pixels, `keyedOne` a single one.
    @inline(__always)
    static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        key: UInt32?,
        clear: UnsafeMutablePointer<UInt64>,
        keyed: (Words) -> Words,
        keyedOne: (UInt32) -> UInt32
    ) -> Int {
        let words = count / 64
        let isInPlace = unsafe source == UnsafeRawPointer(target)
        var opaque = 0
        for word in 0..<words {
            let from = unsafe source + word &* 256
            let to = unsafe target + word &* 256
            if let key, unsafe isKey(from, key) {
                let color = Words(repeating: key)
                for step in 0..<8 {
                    unsafe to.storeBytes(of: color, toByteOffset: step &* 32, as: Words.self)
                }
                unsafe clear[word] = ~0
                continue
            }
            var bits: UInt64 = 0
            for step in 0..<8 {
                let words = unsafe from.loadUnaligned(fromByteOffset: step &* 32, as: Words.self)
                let result = keyed(words)
                if (~result & 0xFF00_0000).isZero {
                    // Only unchanged pixels stay opaque.
                    if !isInPlace {
                        unsafe to.storeBytes(of: result, toByteOffset: step &* 32, as: Words.self)
                    }
                    opaque &+= 8
                    continue
                }
                unsafe to.storeBytes(of: result, toByteOffset: step &* 32, as: Words.self)
                let alpha = result &>> 24
                // Alpha 0 wraps, and so sets the highest bit.
                bits |= UInt64((alpha &- 1).highestBits) &<< UInt64(step &* 8)
                opaque &+= Int(((alpha &+ 1) &>> 8).sum)
            }
            unsafe clear[word] = bits
        }
        let done = words &* 64
        return unsafe opaque
            &+ reference(
                source + done &* 4,
                target + done &* 4,
                count: count &- done,
                clear: clear + words,
                keyed: keyedOne
            )
    }

    @inline(__always)
    private static func isKey(_ source: UnsafeRawPointer, _ key: UInt32) -> Bool {
        var different = Words()
        for step in 0..<8 {
            let words = unsafe source.loadUnaligned(fromByteOffset: step &* 32, as: Words.self)
            different |= (words ^ key) & 0x00FF_FFFF
            if step & 3 == 0, !different.isZero { return false }
        }
        return different.isZero
    }
}
