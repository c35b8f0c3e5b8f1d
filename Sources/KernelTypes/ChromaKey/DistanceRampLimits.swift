/// The key and the ramp of `DistanceRampKernel`, in its units.
package struct DistanceRampLimits: Sendable {
    /// Red in the lowest byte, alpha 0.
    package let key: UInt32
    package let low: Float
    /// 0 is a step.
    package let width: Float
    /// The least squared distance in code values that keeps some alpha.
    package let below: Float
    /// The least squared distance that keeps all alpha.
    package let above: Float

    /// The ramp goes from `low` (0...2), a distance of colors, over `width` (0...2).
    package init(_ color: RGB, low: Float, width: Float) {
        key = UInt32(color.r) | UInt32(color.g) << 8 | UInt32(color.b) << 16
        self.low = low
        self.width = width
        below = Self.least { Self.share($0, low, width) > 0 }
        above = Self.least { Self.share($0, low, width) >= 1 }
    }

    /// The position of a squared distance on the ramp, 0...1, with the kernel's operations.
    private static func share(_ squared: Int, _ low: Float, _ width: Float) -> Float {
        let distance = Float(squared).squareRoot() / 255
        guard width > 0 else { return distance < low ? 0 : 1 }
        return min(max((distance - low) / width, 0), 1)
    }

    /// The least squared distance that satisfies a condition, or one more than any two colors have.
    ///
    /// The formula is monotonic, so bisection works.
    private static func least(_ holds: (Int) -> Bool) -> Float {
        var (first, end) = (0, 3 * 255 * 255 + 1)
        while first < end {
            let middle = (first + end) / 2
            if holds(middle) { end = middle } else { first = middle + 1 }
        }
        return Float(first)
    }
}
