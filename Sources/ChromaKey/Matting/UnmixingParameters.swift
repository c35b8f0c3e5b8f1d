import KernelTypes
import Raster

/// The numbers that differ between clean images and those with subsampled chroma.
///
/// Reference: everything about clean images but `greatestCostBehind`, `leastCostOfThinSamples`,
/// `colorSpread`, `doubt` and what noise adds to `highAlpha`; of subsampled ones `residualScale`,
/// `impossibleWeight` and `lowAlpha`. The others by score, which was not recorded for each.
struct UnmixingParameters {
    /// How far from the screen, and from the art inside, pixels are unmixed.
    var searchRadius: Int
    /// Weight of chroma against luma in the distance of colors.
    var chromaWeight: Float
    /// The residual of one standard deviation, in code values.
    var residualScale: Float
    /// Cost of each squared pixel of distance to the sample.
    var distanceCost: Float = 0.15
    /// The minimum costs of frequent colors, and of lines too thin for samples.
    let leastCostOfPalette: Float = 4
    let leastCostOfThinSamples: Float = 6
    /// The cost at which a sample explains nothing.
    var greatestCost: Float = 14
    /// The cost from which on pixels that do not touch the screen count as art.
    var greatestCostBehind: Float = 3
    /// Weight of impossible alphas.
    var impossibleWeight: Float
    var lowAlpha: Float
    /// Alphas above 1 minus this become 1.
    var highAlpha: Float
    /// The typical variation of colors around their sample.
    var colorSpread: Float = 8
    /// How much alpha from blurred chroma is sharpened.
    var sharpening: Float = 0
    var takesNearest = false
    var lumaDoubt: Float = 0
    var chromaDoubt: Float = 0

    /// The cost of a squared residual of one code value.
    var perUnit: Float { 1 / (residualScale * residualScale) }

    /// The uncertainty of a solid color's luma and chroma from noise, in code values.
    func doubt(_ noise: Float) -> (luma: Float, chroma: Float) {
        (noise * 0.55 + 0.3 + lumaDoubt, noise * 0.55 + 0.3 + chromaDoubt)
    }

    func limits(noise: Float) -> UnmixingLimits {
        UnmixingLimits(
            chromaWeight: chromaWeight,
            perUnit: perUnit,
            impossibleWeight: impossibleWeight,
            distanceCost: distanceCost,
            sharpening: sharpening,
            spread: colorSpread * colorSpread,
            lumaDoubt: doubt(noise).luma,
            chromaDoubt: doubt(noise).chroma,
            takesNearest: takesNearest
        )
    }

    func stretched(_ alpha: Float) -> Float {
        min(max((alpha - lowAlpha) / (1 - lowAlpha - highAlpha), 0), 1)
    }

    static func clean(noise: Float) -> UnmixingParameters {
        UnmixingParameters(
            searchRadius: 4,
            chromaWeight: 1,
            residualScale: 4 + noise / 1.8,
            impossibleWeight: 0.25,
            lowAlpha: 1.5 / 255,
            highAlpha: min(1.5 + 3 * noise, 30) / 255
        )
    }

    static func subsampled(noise: Float) -> UnmixingParameters {
        UnmixingParameters(
            searchRadius: 6,
            chromaWeight: 0.4,
            residualScale: 8 + noise / 1.8,
            impossibleWeight: 0.2,
            lowAlpha: 0.06,
            highAlpha: 0.08,
            colorSpread: 8,
            sharpening: 0.2,
            lumaDoubt: 2,
            chromaDoubt: 40
        )
    }
}
