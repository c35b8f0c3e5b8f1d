/// The key and the ramp of `ChromaRampKernel`, in its units.
package struct ChromaRampLimits: Sendable {
    /// Red in the lowest byte, alpha 0.
    package let key: UInt32
    package let keyRed: Float
    package let keyBlue: Float
    package let low: Float
    /// 0 is a step.
    package let width: Float

    /// The ramp goes from `low` to `high` (0...2), distances of chroma.
    package init(_ color: RGB, low: Float, high: Float) {
        key = UInt32(color.r) | UInt32(color.g) << 8 | UInt32(color.b) << 16
        let (r, g, b) = (Float(color.r) / 255, Float(color.g) / 255, Float(color.b) / 255)
        // GPUImage's weights, as in the kernel.
        let luma = 0.2989 * r + 0.5866 * g + 0.1145 * b
        (keyRed, keyBlue) = (0.7132 * (r - luma), 0.5647 * (b - luma))
        self.low = low
        width = max(high - low, 0)
    }
}
