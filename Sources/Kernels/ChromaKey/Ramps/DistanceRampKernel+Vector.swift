package import KernelTypes

extension DistanceRampKernel {
    /// The same, eight pixels at a time, and 64 where all have the key's color.
    ///
    /// Squared distances show exactly which pixels are outside of the ramp; the formula runs only
    /// for eight pixels with one on it.
    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: DistanceRampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        unsafe RampRow.vector(
            source,
            target,
            count: count,
            key: limits.below > 0 ? limits.key : nil,
            clear: clear,
            keyed: { keyed($0, limits) },
            keyedOne: { keyed($0, limits) }
        )
    }

    @inline(__always)
    private static func keyed(_ words: Words, _ limits: DistanceRampLimits) -> Words {
        let red = Floats(whole: words & 255) - Float(limits.key & 255)
        let green = Floats(whole: (words &>> 8) & 255) - Float(limits.key &>> 8 & 255)
        let blue = Floats(whole: (words &>> 16) & 255) - Float(limits.key &>> 16)
        let squared = red * red + green * green + blue * blue
        let isBelow = (squared - limits.below).isNegative
        let isUnder = (squared - limits.above).isNegative
        if (isUnder & ~isBelow).isZero { return words & (0x00FF_FFFF | ~isBelow) }
        return ramped(words, squared, limits)
    }

    /// The formula with the reference's operations; the width is not 0.
    @inline(never)
    private static func ramped(
        _ words: Words,
        _ squared: Floats,
        _ limits: DistanceRampLimits
    ) -> Words {
        let distance = squared.squareRoot() / 255
        let t = ((distance - limits.low) / limits.width).positive.least(Floats(repeating: 1))
        let alpha = Floats(whole: words &>> 24) * (t * t * (3 - 2 * t))
        return words & 0x00FF_FFFF | (alpha + 0.5).roundedDown &<< 24
    }
}
