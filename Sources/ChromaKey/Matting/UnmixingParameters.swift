import KernelTypes
import Raster

/// The numbers that differ between clean images and those with subsampled chroma.
///
/// Reference: everything about clean images but `greatestCostBehind`, `leastCostOfThinSamples`,
/// `spread`, the doubts and what noise adds to `highAlpha`; of subsampled ones the residual,
/// `impossibleWeight` and `lowAlpha`. The others by score, which was not recorded for each.
struct UnmixingParameters {
    var limits = UnmixingLimits()
    /// How far from the screen, and from the art inside, pixels are unmixed.
    let searchRadius: Int
    /// The minimum costs of frequent colors, and of lines too thin for samples.
    let leastCostOfPalette: Float = 4
    let leastCostOfThinSamples: Float = 6
    /// The cost at which a sample explains nothing.
    let greatestCost: Float = 14
    /// The cost from which on pixels that do not touch the screen count as art.
    let greatestCostBehind: Float = 3
    /// Alphas below this become 0 where chroma was subsampled.
    private let lowAlpha: Float = 0.06
    /// Alphas above 1 minus this become 1.
    let highAlpha: Float

    func stretched(_ alpha: Float) -> Float {
        min(max((alpha - lowAlpha) / (1 - lowAlpha - highAlpha), 0), 1)
    }

    init(noise: Float, isSubsampled: Bool, takesNearest: Bool) {
        searchRadius = isSubsampled ? 6 : 4
        highAlpha = isSubsampled ? 0.08 : min(1.5 + 3 * noise, 30) / 255
        // The residual of one standard deviation, in code values.
        let residual = (isSubsampled ? 8 : 4) + noise / 1.8
        limits.perUnit = 1 / (residual * residual)
        limits.impossibleWeight = isSubsampled ? 0.2 : 0.25
        limits.chromaWeight = isSubsampled ? 0.4 : 1
        let blur: (luma: Float, chroma: Float) = isSubsampled ? (2, 40) : (0, 0)
        limits.lumaDoubt = noise * 0.55 + 0.3 + blur.luma
        limits.chromaDoubt = noise * 0.55 + 0.3 + blur.chroma
        limits.takesNearest = takesNearest
    }
}
