package import KernelTypes

extension ChromaRampKernel {
    /// The same, eight pixels at a time, and 64 where all have the key's color.
    ///
    /// Most pixels are clearly on one side of the ramp, which a few multiplications show; the
    /// formula runs only for eight pixels with one that is not.
    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: ChromaRampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        let sides = Sides(limits)
        return unsafe RampRow.vector(
            source,
            target,
            count: count,
            key: limits.low > 1e-5 ? limits.key : nil,
            clear: clear,
            keyed: { keyed($0, sides, limits) },
            keyedOne: { keyed($0, limits) }
        )
    }

    /// A fast distance, and the limits beyond which it is certainly on one side of the ramp.
    private struct Sides {
        /// The factors of red, green, blue for the two chroma channels, and the key's chroma.
        let red: (Float, Float, Float, Float)
        let blue: (Float, Float, Float, Float)
        let below: Float
        let above: Float

        init(_ limits: ChromaRampLimits) {
            red = (
                0.7132 * 0.7011 / 255, -0.7132 * 0.5866 / 255, -0.7132 * 0.1145 / 255, limits.keyRed
            )
            blue = (
                -0.5647 * 0.2989 / 255, -0.5647 * 0.5866 / 255, 0.5647 * 0.8855 / 255,
                limits.keyBlue
            )
            // Far more than the rounding errors of both ways to compute the distance.
            let margin: Float = 1e-5
            let low = max(limits.low - margin, 0)
            let high = limits.low + limits.width + margin
            below = low * low
            above = high * high
        }
    }

    @inline(__always)
    private static func keyed(_ words: Words, _ sides: Sides, _ limits: ChromaRampLimits) -> Words {
        let red = Floats(whole: words & 255)
        let green = Floats(whole: (words &>> 8) & 255)
        let blue = Floats(whole: (words &>> 16) & 255)
        let dr = red * sides.red.0 + green * sides.red.1 + (blue * sides.red.2 - sides.red.3)
        let db = red * sides.blue.0 + green * sides.blue.1 + (blue * sides.blue.2 - sides.blue.3)
        let squared = dr * dr + db * db
        let isBelow = (squared - sides.below).isNegative
        let isAbove = (sides.above - squared).isNegative
        if (~(isBelow | isAbove)).isZero { return words & (0x00FF_FFFF | ~isBelow) }
        return ramped(words, limits)
    }

    /// The formula with the reference's operations.
    @inline(never)
    private static func ramped(_ words: Words, _ limits: ChromaRampLimits) -> Words {
        let red = Floats(whole: words & 255) / 255
        let green = Floats(whole: (words &>> 8) & 255) / 255
        let blue = Floats(whole: (words &>> 16) & 255) / 255
        let luma = 0.2989 * red + 0.5866 * green + 0.1145 * blue
        let dr = 0.7132 * (red - luma) - limits.keyRed
        let db = 0.5647 * (blue - luma) - limits.keyBlue
        let distance = (dr * dr + db * db).squareRoot()
        if limits.width == 0 {
            return words & (0x00FF_FFFF | ~(distance - limits.low).isNegative)
        }
        let ratio = (distance - limits.low) / limits.width
        let positive = Floats().taken(where: ratio.isNegative, else: ratio)
        let t = positive.least(Floats(repeating: 1))
        let alpha = Floats(whole: words &>> 24) * (t * t * (3 - 2 * t))
        return words & 0x00FF_FFFF | (alpha + 0.5).roundedDown &<< 24
    }
}
