/// The screen and the limits of `ClassificationKernel`, in its units.
public struct ClassificationLimits: Sendable {
    /// The screen's color, code values.
    package let red: Int16
    package let green: Int16
    package let blue: Int16
    /// Units of 1/32640 for each code value above the screen's red and blue, below its green.
    package let perRed: Int16
    package let perGreen: Int16
    package let perBlue: Int16
    package let distance: Int32
    package let cover: Int32

    /// Larger differences are clamped; its square fits 16 bits.
    @inlinable public static var farthest: Int16 { 104 }

    /// The color is the screen's, in a channel order in which it is green.
    ///
    /// A pixel is screen if the channels' squared differences sum to less than `distance`, at most
    /// 10816. It is key-hued if Vlahos' color difference is less than `cover`, 0...1.
    package init(_ color: RGB, distance: Int, cover: Float) {
        red = Int16(color.r)
        green = Int16(color.g)
        blue = Int16(color.b)
        perRed = Int16(32640 / max(255 - Int(color.r), 1))
        perGreen = Int16(32640 / max(Int(color.g), 1))
        perBlue = Int16(32640 / max(255 - Int(color.b), 1))
        self.distance = Int32(min(max(distance, 0), 10816))
        self.cover = Int32(min(max(cover, 0), 1) * 32640)
    }
}

/// The key and the ramp of `RampKernel`.
package struct RampLimits: Sendable {
    /// Red in the lowest byte, alpha 0.
    package let key: UInt32
    /// Whether distances are those of chroma, as in GPUImage's filter, and not those of colors.
    package let isChroma: Bool
    package let low: Float
    /// 0 is a step.
    package let width: Float
    /// Squared distances in code values: less than `below` is certainly before the ramp, more than `above`
    /// certainly past it.
    package let below: Float
    package let above: Float

    /// The ramp goes from the distance `low` over `width`, both 0...2.
    package init(_ color: RGB, isChroma: Bool, low: Float, width: Float) {
        key = UInt32(color.r) | UInt32(color.g) << 8 | UInt32(color.b) << 16
        self.isChroma = isChroma
        self.low = low
        self.width = width
        // Far more than rounding.
        let margin: Float = 1e-5
        let (least, most) = (255 * max(low - margin, 0), 255 * (low + width + margin))
        (below, above) = (least * least, most * most)
    }
}

/// The mapping from scores to opacity.
package struct TranslucencyLimits: Sendable {
    /// The alpha from which on a pixel that would be translucent is art, kept bit for bit.
    ///
    /// Reference. With 0.90, glints on glass keep the screen's color.
    package static let nearlyOpaque: Float = 0.97

    /// The score at which opacity begins, and the range over which it grows (more than 0).
    package let low: Float
    package let width: Float
    /// Scores within 0.05 of it are counted.
    package let threshold: Float
    /// The weights of a pixel's own solidity and its component's score.
    package let ownShare: Float
    package let componentShare: Float

    /// `smoothing` is the range around the threshold over which opacity grows.
    package init(threshold: Float, smoothing: Float, componentShare: Float) {
        let (low, high) = (threshold - smoothing / 2, threshold + smoothing / 2)
        self.low = low
        width = max(high - low, 1e-4)
        self.threshold = threshold
        ownShare = 1 - componentShare
        self.componentShare = componentShare
    }
}

/// A layer of a network as its kernel reads it; see `EdgeNetwork.Layer` in ChromaKey.
@safe
package struct NetworkLayer {
    package let weights: UnsafePointer<Int16>
    package let biases: UnsafePointer<Int32>
    package let factors: UnsafePointer<Int32>
    /// The length of a row of weights, a multiple of 16.
    package let width: Int
    package let rows: Int
    /// How far sums are shifted right, before and after they are multiplied.
    package let shifts: SIMD2<Int32>

    package init(
        weights: UnsafePointer<Int16>,
        biases: UnsafePointer<Int32>,
        factors: UnsafePointer<Int32>,
        width: Int,
        rows: Int,
        shifts: SIMD2<Int32>
    ) {
        unsafe self.weights = weights
        unsafe self.biases = biases
        unsafe self.factors = factors
        self.width = width
        self.rows = rows
        self.shifts = shifts
    }
}
