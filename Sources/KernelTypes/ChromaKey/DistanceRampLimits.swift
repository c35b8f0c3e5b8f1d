/// The key and the ramp of `DistanceRampKernel`, in the units it computes in.
package struct DistanceRampLimits: Sendable {
    /// Red in the lowest byte, alpha 0.
    package let key: UInt32
    package let low: Float
    /// 0 is a step.
    package let width: Float
    /// The least square of a distance in code values that leaves some of alpha: all less leave none.
    package let below: Float
    /// The least that leaves all of it.
    package let above: Float

    /// The ramp goes from `low` (0...2), a distance of colors, over `width` (0...2).
    package init(red: UInt8, green: UInt8, blue: UInt8, low: Float, width: Float) {
        key = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16
        self.low = low
        self.width = width
        below = Self.least { Self.share($0, low, width) > 0 }
        above = Self.least { Self.share($0, low, width) >= 1 }
    }

    /// Where a square lies on the ramp, 0...1, by the kernel's own operations.
    private static func share(_ squared: Int, _ low: Float, _ width: Float) -> Float {
        let distance = Float(squared).squareRoot() / 255
        guard width > 0 else { return distance < low ? 0 : 1 }
        return min(max((distance - low) / width, 0), 1)
    }

    /// The least square from which on a condition holds, or one more than any two colors have.
    ///
    /// No operation of the formula falls as the square grows, so halving finds it.
    private static func least(_ holds: (Int) -> Bool) -> Float {
        var (first, end) = (0, 3 * 255 * 255 + 1)
        while first < end {
            let middle = (first + end) / 2
            if holds(middle) { end = middle } else { first = middle + 1 }
        }
        return Float(first)
    }
}
