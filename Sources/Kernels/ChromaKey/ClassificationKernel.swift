package import KernelTypes

/// Classifies a row of pixels: which show only a flat screen, and which are key-hued.
///
/// Key-hued means less than `cover` by the color difference of Vlahos (US patent 3,595,987, 1971).
/// Channels are ordered so that the screen is green. `source` has `count` RGBA8 pixels, straight
/// code values. Masks get one bit per pixel, lowest first, 64 pixels a word, padded with zeros.
/// Classes ignore alpha; the result is whether all alphas are 255. `reference` and `vector` agree
/// bit for bit.
package enum ClassificationKernel {
    package static func reference(
        _ source: UnsafeRawPointer,
        count: Int,
        _ limits: ClassificationLimits,
        screen: UnsafeMutablePointer<UInt64>,
        keyHued: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        var alphas = UInt32.max
        for word in 0..<(count + 63) / 64 {
            var screenBits: UInt64 = 0
            var keyHuedBits: UInt64 = 0
            for bit in 0..<min(64, count - word * 64) {
                let pixel = unsafe source.loadUnaligned(
                    fromByteOffset: (word * 64 + bit) * 4,
                    as: UInt32.self
                )
                alphas &= pixel
                let red = Int32(pixel & 255)
                let green = Int32(pixel >> 8 & 255)
                let blue = Int32(pixel >> 16 & 255)
                var sum: Int32 = 0
                for difference in [
                    red - Int32(limits.red), green - Int32(limits.green),
                    blue - Int32(limits.blue),
                ] {
                    let size = min(abs(difference), Int32(ClassificationLimits.farthest))
                    sum += size * size
                }
                let redRise = max(red - Int32(limits.red), 0) * Int32(limits.perRed)
                let blueRise = max(blue - Int32(limits.blue), 0) * Int32(limits.perBlue)
                let drop = max(Int32(limits.green) - green, 0) * Int32(limits.perGreen)
                if sum < limits.distance { screenBits |= 1 << UInt64(bit) }
                if drop + max(redRise, blueRise) < limits.cover { keyHuedBits |= 1 << UInt64(bit) }
            }
            unsafe screen[word] = screenBits
            unsafe keyHued[word] = keyHuedBits
        }
        return alphas >> 24 == 255
    }

    /// 64 opaque pixels of exactly the screen's color, which is most of a sheet, are classified at
    /// once.
    package static func vector(
        _ source: UnsafeRawPointer,
        count: Int,
        _ limits: ClassificationLimits,
        screen: UnsafeMutablePointer<UInt64>,
        keyHued: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        let exact =
            UInt32(limits.red) | UInt32(limits.green) << 8 | UInt32(limits.blue) << 16 | 255 << 24
        let isExactScreen = limits.distance > 0 && limits.cover > 0
        var alphas = Words(repeating: ~0)
        let whole = count / 64
        for word in 0..<whole {
            let base = unsafe source + word &* 256
            if unsafe isExactScreen && isEverywhere(exact, base) {
                unsafe screen[word] = ~0
                unsafe keyHued[word] = ~0
                continue
            }
            var screenBits: UInt64 = 0
            var keyHuedBits: UInt64 = 0
            for step in 0..<8 {
                let pixels = unsafe base.loadUnaligned(fromByteOffset: step &* 32, as: Words.self)
                alphas &= pixels
                let bits = classify(pixels, limits)
                screenBits |= UInt64(bits.screen) &<< UInt64(step &* 8)
                keyHuedBits |= UInt64(bits.keyHued) &<< UInt64(step &* 8)
            }
            unsafe screen[word] = screenBits
            unsafe keyHued[word] = keyHuedBits
        }
        let isRestOpaque = unsafe reference(
            source + whole &* 256,
            count: count &- whole &* 64,
            limits,
            screen: screen + whole,
            keyHued: keyHued + whole
        )
        return isRestOpaque && (~alphas &>> 24).isZero
    }

    @inline(__always)
    private static func isEverywhere(_ pixel: UInt32, _ source: UnsafeRawPointer) -> Bool {
        var different = Words()
        for step in 0..<8 {
            let words = unsafe source.loadUnaligned(fromByteOffset: step &* 32, as: Words.self)
            different |= words ^ pixel
            // Art usually differs from the screen in the first step.
            if step & 3 == 0, !different.isZero { return false }
        }
        return different.isZero
    }

    @inline(__always)
    private static func classify(
        _ pixels: Words,
        _ limits: ClassificationLimits
    ) -> (screen: UInt32, keyHued: UInt32) {
        typealias Signed = SIMD16<Int16>
        let redBlue = unsafe unsafeBitCast(pixels & 0x00FF_00FF, to: Signed.self)
        let green = unsafe unsafeBitCast((pixels &>> 8) & 0xFF, to: Signed.self)
        let keyRedBlue = unsafe unsafeBitCast(
            Words(repeating: UInt32(limits.red) | UInt32(limits.blue) << 16),
            to: Signed.self
        )
        let keyGreen = unsafe unsafeBitCast(
            Words(repeating: UInt32(limits.green)),
            to: Signed.self
        )
        let perRedBlue = unsafe unsafeBitCast(
            Words(repeating: UInt32(limits.perRed) | UInt32(limits.perBlue) << 16),
            to: Signed.self
        )
        // Shifts and masks instead of comparisons, which the compiler scalarizes.
        let difference = redBlue &- keyRedBlue
        let sign = difference &>> 15
        let rise = difference & ~sign
        let sizes = atMostFarthest((difference ^ sign) &- sign)
        let greenDifference = keyGreen &- green
        let greenSign = greenDifference &>> 15
        let fall = greenDifference & ~greenSign
        let greenSizes = atMostFarthest((greenDifference ^ greenSign) &- greenSign)
        let squares = unsafe unsafeBitCast(sizes &* sizes, to: Words.self)
        let greenSquares = unsafe unsafeBitCast(greenSizes &* greenSizes, to: Words.self)
        let sum = (squares & 0xFFFF) &+ (squares &>> 16) &+ greenSquares

        let rises = unsafe unsafeBitCast(rise &* perRedBlue, to: Words.self)
        let redRise = rises & 0xFFFF
        let blueRise = rises &>> 16
        let above = unsafe unsafeBitCast(redRise &- blueRise, to: SIMD8<Int32>.self)
        let most = unsafe blueRise &+ unsafeBitCast(above & ~(above &>> 31), to: Words.self)
        let drop = unsafe unsafeBitCast(fall &* Signed(repeating: limits.perGreen), to: Words.self)
        let cover = drop &+ most

        // The highest bit means "less than".
        return (
            (sum &- UInt32(limits.distance)).highestBits,
            (cover &- UInt32(limits.cover)).highestBits
        )
    }

    @inline(__always)
    private static func atMostFarthest(_ sizes: SIMD16<Int16>) -> SIMD16<Int16> {
        let farthest = SIMD16<Int16>(repeating: ClassificationLimits.farthest)
        let rest = farthest &- sizes
        return farthest &- (rest & ~(rest &>> 15))
    }
}
