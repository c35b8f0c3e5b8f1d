/// Luma and color differences as in JPEG: ITU-R BT.601, full range, without the offset of 128.
///
/// Constants have the digits of the JPEG File Interchange Format (1992), up to 32-bit precision.
/// Every form computes in the order of `of(_:)`, so that all agree bit for bit.
public enum YCbCr {
    @inlinable public static var lumaOfRed: Float { 0.299 }
    @inlinable public static var lumaOfGreen: Float { 0.587 }
    @inlinable public static var lumaOfBlue: Float { 0.114 }
    /// Factors of the blue difference; that of blue is 1/2.
    @inlinable public static var blueOfRed: Float { -0.168_74 }
    @inlinable public static var blueOfGreen: Float { -0.331_26 }
    /// Factors of the red difference; that of red is 1/2.
    @inlinable public static var redOfGreen: Float { -0.418_69 }
    @inlinable public static var redOfBlue: Float { -0.081_31 }
    /// Factors from differences: red from red's, green from both, blue from blue's.
    @inlinable public static var toRed: Float { 1.402 }
    @inlinable public static var toGreenOfBlue: Float { -0.344_136 }
    @inlinable public static var toGreenOfRed: Float { 0.714_136 }
    @inlinable public static var toBlue: Float { 1.772 }

    /// Luma, blue and red difference, and 0, of r, g, b and an unused lane; all code values.
    @inlinable @inline(__always)
    public static func of(_ c: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4<Float>(lumaOfRed, blueOfRed, 0.5, 0) * c.x
            + SIMD4<Float>(lumaOfGreen, blueOfGreen, redOfGreen, 0) * c.y
            + SIMD4<Float>(lumaOfBlue, 0.5, redOfBlue, 0) * c.z
    }
}
