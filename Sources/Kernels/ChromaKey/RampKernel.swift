package import KernelTypes

/// Multiplies alpha by a ramp over the distance d of a pixel's color from a key's, in 32-bit floating
/// point and straight sRGB code values of 0...1.
///
///     t = clamp((d - low) / width, 0, 1);  alpha *= t² (3 - 2 t), a step at low where width is 0
///
/// The distance is that of colors, the formula that many games carry in a shader, or that of chroma,
/// as in GPUImage's chroma key filter (BradLarson/GPUImage, `GPUImageChromaKeyFilter.m`):
///
///     Y  = .2989 R + .5866 G + .1145 B;  Cr = .7132 (R - Y);  Cb = .5647 (B - Y)
///
/// `source` and `target` have `count` RGBA8 pixels, and may be the same memory. `clear` gets a bit
/// for each pixel whose alpha becomes 0, lowest first, 64 pixels a word, padded with zeros. Results
/// are the numbers of opaque pixels.
package enum RampKernel {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: RampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        var opaque = 0
        for word in 0..<(count + 63) / 64 {
            var bits: UInt64 = 0
            for bit in 0..<min(64, count - word * 64) {
                let offset = (word * 64 + bit) * 4
                let pixel = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let result = keyed(pixel, limits)
                unsafe target.storeBytes(of: result, toByteOffset: offset, as: UInt32.self)
                if result >> 24 == 0 { bits |= 1 << UInt64(bit) }
                if result >> 24 == 255 { opaque += 1 }
            }
            unsafe clear[word] = bits
        }
        return opaque
    }

    private static func keyed(_ pixel: UInt32, _ limits: RampLimits) -> UInt32 {
        let red = Float(pixel & 255) - Float(limits.key & 255)
        let green = Float(pixel >> 8 & 255) - Float(limits.key >> 8 & 255)
        let blue = Float(pixel >> 16 & 255) - Float(limits.key >> 16)
        var squared = red * red + green * green + blue * blue
        if limits.isChroma {
            let luma = 0.2989 * red + 0.5866 * green + 0.1145 * blue
            let (redChroma, blueChroma) = (0.7132 * (red - luma), 0.5647 * (blue - luma))
            squared = redChroma * redChroma + blueChroma * blueChroma
        }
        let distance = squared.squareRoot() / 255
        var t: Float = distance < limits.low ? 0 : 1
        if limits.width > 0 { t = min(max((distance - limits.low) / limits.width, 0), 1) }
        let alpha = Float(pixel >> 24) * (t * t * (3 - 2 * t))
        return pixel & 0x00FF_FFFF | UInt32(alpha + 0.5) << 24
    }

    /// The same, eight pixels at a time, and 64 where all have the key's color.
    ///
    /// Most pixels are clearly on one side of the ramp, which a few multiplications show; the rest
    /// of the formula runs only for eight pixels with one that is not.
    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: RampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        guard limits.isChroma else {
            return unsafe vector(source, target, count, limits, clear) {
                $0.x * $0.x + $0.y * $0.y + $0.z * $0.z
            }
        }
        return unsafe vector(source, target, count, limits, clear) { own in
            let luma: Floats = 0.2989 * own.x + 0.5866 * own.y + 0.1145 * own.z
            let (red, blue): (Floats, Floats) = (0.7132 * (own.x - luma), 0.5647 * (own.z - luma))
            return red * red + blue * blue
        }
    }

    @inline(__always)
    private static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        _ count: Int,
        _ limits: RampLimits,
        _ clear: UnsafeMutablePointer<UInt64>,
        squared: (_ difference: Triple) -> Floats
    ) -> Int {
        let words = count / 64
        let isInPlace = unsafe source == UnsafeRawPointer(target)
        let key = Triple(Words(repeating: limits.key))
        var opaque = 0
        for word in 0..<words {
            let from = unsafe source + word &* 256
            let to = unsafe target + word &* 256
            if limits.below > 0, unsafe isKey(from, limits.key) {
                let color = Words(repeating: limits.key)
                for step in 0..<8 {
                    unsafe to.storeBytes(of: color, toByteOffset: step &* 32, as: Words.self)
                }
                unsafe clear[word] = ~0
                continue
            }
            var bits: UInt64 = 0
            for step in 0..<8 {
                let words = unsafe from.loadUnaligned(fromByteOffset: step &* 32, as: Words.self)
                let result = keyed(words, squared(Triple(words) - key), limits)
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
                limits,
                clear: clear + words
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

    @inline(__always)
    private static func keyed(_ words: Words, _ squared: Floats, _ limits: RampLimits) -> Words {
        let isBelow = (squared - limits.below).isNegative
        let isAbove = (limits.above - squared).isNegative
        if (~(isBelow | isAbove)).isZero { return words & (0x00FF_FFFF | ~isBelow) }
        return ramped(words, squared, limits)
    }

    /// The formula with the reference's operations.
    @inline(never)
    private static func ramped(_ words: Words, _ squared: Floats, _ limits: RampLimits) -> Words {
        let off: Floats = squared.squareRoot() / 255 - limits.low
        if limits.width == 0 { return words & (0x00FF_FFFF | ~off.isNegative) }
        let t = (off / limits.width).positive.least(Floats(repeating: 1))
        let alpha = Floats(whole: words &>> 24) * (t * t * (3 - 2 * t))
        return words & 0x00FF_FFFF | (alpha + 0.5).roundedDown &<< 24
    }
}
