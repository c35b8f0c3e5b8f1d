import KernelTypes
import Raster

/// The numbers that differ between clean images and those with subsampled chroma.
///
/// Reference: everything about clean images but `greatestCostBehind`, `leastCostOfThinSamples`,
/// `spread`, the doubts and what noise adds to `highAlpha`; of subsampled ones `residualScale`,
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
    let lowAlpha: Float
    /// Alphas above 1 minus this become 1.
    let highAlpha: Float

    func stretched(_ alpha: Float) -> Float {
        min(max((alpha - lowAlpha) / (1 - lowAlpha - highAlpha), 0), 1)
    }

    static func clean(noise: Float) -> UnmixingParameters {
        var result = UnmixingParameters(
            searchRadius: 4,
            lowAlpha: 1.5 / 255,
            highAlpha: min(1.5 + 3 * noise, 30) / 255
        )
        result.setDoubt(noise: noise, residualScale: 4 + noise / 1.8)
        result.limits.impossibleWeight = 0.25
        return result
    }

    static func subsampled(noise: Float) -> UnmixingParameters {
        var result = UnmixingParameters(searchRadius: 6, lowAlpha: 0.06, highAlpha: 0.08)
        result.setDoubt(noise: noise, residualScale: 8 + noise / 1.8)
        result.limits.chromaWeight = 0.4
        result.limits.impossibleWeight = 0.2
        result.limits.sharpening = 0.2
        result.limits.lumaDoubt += 2
        result.limits.chromaDoubt += 40
        return result
    }

    /// `residualScale` is the residual of one standard deviation, in code values.
    private mutating func setDoubt(noise: Float, residualScale: Float) {
        limits.perUnit = 1 / (residualScale * residualScale)
        limits.lumaDoubt = noise * 0.55 + 0.3
        limits.chromaDoubt = limits.lumaDoubt
    }
}
