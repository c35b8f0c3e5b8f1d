import ChromaKeyKernelValues

/// GPUImage's chroma key filter (BradLarson/GPUImage, `GPUImageChromaKeyFilter.m`): a ramp over the
/// distance of a pixel's chroma from the key's.
///
///     Y  = .2989 R + .5866 G + .1145 B;  Cr = .7132 (R - Y);  Cb = .5647 (B - Y)
///     alpha *= smoothstep(low, high, |(Cr, Cb) - (key's)|)
@safe
package struct ChromaRamp: AlphaRamp {
    private let limits: ChromaRampLimits
    private let kernel: KeyKernels.ChromaRamp

    /// `low` and `high` are chroma distances, 0...2: alpha becomes 0 up to `low`, and stays from
    /// `high` on.
    package init(key: RGB, low: Float, high: Float) {
        limits = ChromaRampLimits(red: key.r, green: key.g, blue: key.b, low: low, high: high)
        unsafe kernel = KeyKernels.chosen.chromaRamp
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
