import KernelTypes
package import Raster

/// A formula that multiplies each pixel's alpha by a ramp over the distance of its color from a
/// key's; colors stay.
@safe
package struct AlphaRamp: Sendable {
    /// Processes a row of RGBA8 pixels, and returns the number of opaque ones.
    private let row:
        @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<UInt64>)
            -> Int

    /// GPUImage's chroma key filter (`ChromaRampKernel`): a ramp over the distance of a pixel's
    /// chroma from the key's.
    ///
    /// `low` and `high` are chroma distances, 0...2: alpha becomes 0 up to `low`, and stays from
    /// `high` on.
    package init(chroma key: RGB, low: Float, high: Float) {
        let limits = ChromaRampLimits(key, low: low, high: high)
        let kernel = unsafe chosenKernels.chromaRamp
        unsafe row = { unsafe kernel($0, $1, $2, limits, $3) }
    }

    /// The formula that many games carry (`DistanceRampKernel`): a ramp over the distance of a
    /// pixel's color from the key's, in straight sRGB code values of 0...1.
    ///
    /// Alpha becomes 0 up to the distance `low`, and stays from `low + width` on; both 0...2, and a
    /// width of 0 is a step. With `isLinear`, colors are light instead of code values (IEC
    /// 61966-2-1), as Core Image's color cube measures them.
    package init(distance key: RGB, low: Float, width: Float, isLinear: Bool = false) {
        if isLinear {
            let ramp = LinearRamp(distance: key, low: low, width: width)
            unsafe row = { unsafe ramp($0, $1, $2, $3) }
            return
        }
        let limits = DistanceRampLimits(key, low: low, width: width)
        let kernel = unsafe chosenKernels.distanceRamp
        unsafe row = { unsafe kernel($0, $1, $2, limits, $3) }
    }

    /// Returns the clear pixels, and the number of opaque ones.
    package func callAsFunction(_ image: inout StraightImage) -> (clear: BitMask, opaque: Int) {
        let size = image.size
        var clear = BitMask(width: size.width, height: size.height)
        let stride = clear.stride
        func run(_ clear: Bits) -> Int {
            unsafe image.withMutablePixels { pixels in
                (0..<size.height).reduce(0) { opaque, y in
                    let pixels = unsafe UnsafeMutableRawPointer(pixels.start + y * size.width)
                    let bits = unsafe clear + y * stride
                    return unsafe opaque + row(UnsafeRawPointer(pixels), pixels, size.width, bits)
                }
            }
        }
        let opaque = unsafe run(&clear.words)
        return (clear, opaque)
    }
}
