package import KernelTypes

/// Multiplies alpha by a ramp over the distance of a pixel's color from a key's, in straight sRGB code
/// values of 0...1: the formula that many games carry in a shader, in 32-bit floating point.
///
///     d = |(R, G, B) - (key's)|;  t = clamp((d - low) / width, 0, 1);  alpha *= t² (3 - 2 t)
///
/// A width of 0 is a step: all of alpha from `low` on. Squares of distances are whole numbers under
/// 2^24 in code values, and so are exact. Rows and masks are those of `RampRow`.
package enum DistanceRampKernel {
    @inline(__always)
    static func keyed(_ pixel: UInt32, _ limits: DistanceRampLimits) -> UInt32 {
        func square(_ shift: UInt32) -> Int {
            let difference = Int(pixel >> shift & 255) - Int(limits.key >> shift & 255)
            return difference * difference
        }
        let distance = Float(square(0) + square(8) + square(16)).squareRoot() / 255
        var t: Float = distance < limits.low ? 0 : 1
        if limits.width > 0 { t = min(max((distance - limits.low) / limits.width, 0), 1) }
        let alpha = Float(pixel >> 24) * (t * t * (3 - 2 * t))
        return pixel & 0x00FF_FFFF | UInt32(alpha + 0.5) << 24
    }

    /// Returns the number of opaque pixels.
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: DistanceRampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        unsafe RampRow.reference(source, target, count: count, clear: clear) { keyed($0, limits) }
    }
}
