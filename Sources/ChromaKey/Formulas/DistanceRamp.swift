import ChromaKeyKernelValues

/// The formula that many games carry: a ramp over the distance of a pixel's color from the key's, in
/// straight sRGB code values of 0...1.
///
///     d = |(R, G, B) - (key's)|;  t = clamp((d - low) / width, 0, 1);  alpha *= t² (3 - 2 t)
@safe
package struct DistanceRamp: AlphaRamp {
    private let limits: DistanceRampLimits
    private let kernel: KeyKernels.DistanceRamp

    /// Alpha becomes 0 up to the distance `low`, and stays from `low + width` on; both 0...2, and a
    /// width of 0 is a step.
    package init(key: RGB, low: Float, width: Float) {
        limits = DistanceRampLimits(red: key.r, green: key.g, blue: key.b, low: low, width: width)
        unsafe kernel = KeyKernels.chosen.distanceRamp
    }

    package func row(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        unsafe kernel(source, target, count, limits, clear)
    }
}
