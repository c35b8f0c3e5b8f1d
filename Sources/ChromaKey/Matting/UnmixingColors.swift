import Raster

extension TwoColorUnmixing {
    @inline(__always)
    static func color(_ word: UInt32) -> SIMD4<Float> {
        // All channels at once, which the compiler does not find by itself.
        let bytes = unsafe unsafeBitCast(word & 0xFF_FFFF, to: SIMD4<UInt8>.self)
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
    }

    @inline(__always)
    static func color(_ pixel: StraightPixel) -> SIMD4<Float> { color(pixel.colorWord) }

    static func color(_ color: RGB) -> SIMD4<Float> { Self.color(color.word) }
}

// The standard library's `min`, `max`, `pointwiseMin` and `pointwiseMax` of vectors branch lane by
// lane.
extension SIMD4 where Scalar: FloatingPoint {
    @inline(__always)
    var greatestMagnitude: Scalar {
        Swift.max(Swift.max(abs(x), abs(y)), Swift.max(abs(z), abs(w)))
    }
}

extension SIMD4<Float> {
    @inline(__always)
    var squaredLength: Float { (self * self).sum() }

    /// The root mean square of the channels of a difference of colors.
    @inline(__always)
    var rootMeanSquare: Float { (squaredLength / 3).squareRoot() }
}

extension SIMD4 where Scalar: Comparable {
    @inline(__always)
    func least(_ other: Self) -> Self {
        Self(
            Swift.min(x, other.x),
            Swift.min(y, other.y),
            Swift.min(z, other.z),
            Swift.min(w, other.w)
        )
    }

    @inline(__always)
    func greatest(_ other: Self) -> Self {
        Self(
            Swift.max(x, other.x),
            Swift.max(y, other.y),
            Swift.max(z, other.z),
            Swift.max(w, other.w)
        )
    }
}

extension UnmixingBatch.Answer {
    init(alpha: Float, color: SIMD4<Float>, cost: Float) {
        let isExplained = cost < .greatestFiniteMagnitude
        let pixel = StraightPixel(color, alpha: alpha, isLimited: !isExplained)
        self.init(alpha: alpha, pixel: pixel, cost: cost)
    }
}

extension RGB {
    init(_ color: SIMD4<Float>) { self.init(byte(color.x), byte(color.y), byte(color.z)) }
}

extension StraightPixel {
    /// About the luma, in code values.
    var luma: Int { (3 * Int(r) + 6 * Int(g) + Int(b)) / 10 }

    /// A rounded color.
    init(_ color: SIMD4<Float>, a: UInt8 = 255) {
        self.init(r: byte(color.x), g: byte(color.y), b: byte(color.z), a: a)
    }

    /// A pixel as a number: red in the lowest byte, alpha in the highest.
    @inline(__always)
    init(word: UInt32) {
        self.init(
            r: UInt8(truncatingIfNeeded: word),
            g: UInt8(truncatingIfNeeded: word &>> 8),
            b: UInt8(truncatingIfNeeded: word &>> 16),
            a: UInt8(truncatingIfNeeded: word &>> 24)
        )
    }

    /// A rounded color and alpha (0...1); almost clear becomes clear, almost opaque becomes opaque.
    ///
    /// A limited color is not greener than red or blue.
    init(_ color: SIMD4<Float>, alpha: Float, isLimited: Bool) {
        if alpha < 1.5 / 255 {
            self = .clear
            return
        }
        let alpha = alpha > 1 - 1.5 / 255 ? 1 : alpha
        self.init(color, a: byte(alpha * 255))
        if isLimited { g = min(g, max(r, b)) }
    }
}
