package import KernelTypes

/// Multiplies alpha by a ramp over the distance of a pixel's chroma from a key's: GPUImage's chroma
/// key filter (BradLarson/GPUImage, `GPUImageChromaKeyFilter.m`), in 32-bit floating point.
///
///     Y  = .2989 R + .5866 G + .1145 B;  Cr = .7132 (R - Y);  Cb = .5647 (B - Y)
///     alpha *= smoothstep(low, high, |(Cr, Cb) - (key's)|), a step where high is low
///
/// Rows and masks are those of `RampRow`.
package enum ChromaRampKernel {
    @inline(__always)
    private static func chroma(_ pixel: UInt32) -> (red: Float, blue: Float) {
        let red = Float(pixel & 255) / 255
        let green = Float(pixel >> 8 & 255) / 255
        let blue = Float(pixel >> 16 & 255) / 255
        let luma = 0.2989 * red + 0.5866 * green + 0.1145 * blue
        return (0.7132 * (red - luma), 0.5647 * (blue - luma))
    }

    @inline(__always)
    static func keyed(_ pixel: UInt32, _ limits: ChromaRampLimits) -> UInt32 {
        let own = chroma(pixel)
        let (red, blue) = (own.red - limits.keyRed, own.blue - limits.keyBlue)
        let distance = (red * red + blue * blue).squareRoot()
        guard limits.width > 0 else {
            return distance < limits.low ? pixel & 0x00FF_FFFF : pixel
        }
        let t = min(max((distance - limits.low) / limits.width, 0), 1)
        let alpha = Float(pixel >> 24) * (t * t * (3 - 2 * t))
        return pixel & 0x00FF_FFFF | UInt32(alpha + 0.5) << 24
    }

    /// Returns the number of opaque pixels.
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        _ limits: ChromaRampLimits,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        unsafe RampRow.reference(source, target, count: count, clear: clear) { keyed($0, limits) }
    }
}
