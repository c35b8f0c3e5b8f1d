/// What one pixel's color implies about its alpha, given the screen behind it.
///
/// Alpha of one pixel is underdetermined (Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996):
/// three equations, four unknowns. Known are a lower bound, from the gamut of the foreground
/// ("color to alpha"), and Vlahos' color difference, which is exact for gray.
///
/// Pixel and screen are straight code values, 0...255, turned so that the screen is green
/// (`ChannelOrder`); all results except `solidity` are 0...1. Red and blue give the rise above the
/// screen, green the drop below it, each as a share of the maximum.
package struct AlphaEstimate {
    /// Alpha if this is translucent: exact for gray (Vlahos' color difference), the lower bound for
    /// saturated colors, in between for the rest.
    package let translucentAlpha: Float
    /// The least alpha for which a foreground color exists ("color to alpha").
    package let lowerBound: Float
    /// Vlahos' color difference as alpha; under 1 the pixel is key-hued.
    package let vlahos: Float
    /// How unlike something translucent this looks; 0...1.63.
    ///
    /// Reference: weights by logistic regression on 73,000 solid green and 26,000 translucent
    /// pixels of about 750 sprites, rescaled so that 0.40 separates them best, and rounded; 12.7 %
    /// are on the wrong side. Neither the sprites nor the program are available.
    package let solidity: Float
    /// The share of the screen's green that is missing.
    let keyDrop: Float
    /// The greater and the lesser of the shares by which red and blue rise above the screen.
    let greatestRise: Float
    let leastRise: Float

    /// The rise of red, drop of green, rise of blue and rise of green, each as a share of the
    /// maximum.
    ///
    /// Divided at once, because divisions are most of the work.
    @inline(__always)
    private static func shares(_ pixel: SIMD4<Float>, _ screen: SIMD4<Float>) -> SIMD4<Float> {
        // Brighter than a dark screen counts, too. The divisor is at least 64 (reference), so that
        // rounding is no rise on screens close to 255.
        SIMD4(
            max(pixel.x - screen.x, 0),
            max(screen.y - pixel.y, 0),
            max(pixel.z - screen.z, 0),
            max(pixel.y - screen.y, 0)
        )
            / SIMD4(
                max(255 - screen.x, 1),
                max(screen.y, 1),
                max(255 - screen.z, 1),
                max(255 - screen.y, 64)
            )
    }

    @inline(__always)
    static func vlahos(_ pixel: SIMD4<Float>, over screen: SIMD4<Float>) -> Float {
        let shares = AlphaEstimate.shares(pixel, screen)
        return min(shares.y + max(shares.x, shares.z), 1)
    }

    @inline(__always)
    package init(_ pixel: SIMD4<Float>, over screen: SIMD4<Float>) {
        let shares = AlphaEstimate.shares(pixel, screen)
        let (red, blue, rise) = (shares.x, shares.z, shares.w)
        keyDrop = shares.y
        greatestRise = max(red, blue)
        leastRise = min(red, blue)
        let high = max(greatestRise, keyDrop)
        let low = min(greatestRise, keyDrop)
        let own = max(high, rise)
        vlahos = min(keyDrop + greatestRise, 1)
        translucentAlpha = min(max(high + low * (leastRise / max(greatestRise, 1e-4)), rise), 1)
        lowerBound = min(own, max(vlahos, rise))
        solidity = 0.80 * max(keyDrop, rise) + 0.83 * greatestRise - 0.43 * leastRise
    }
}

/// A code value rounded to the nearest byte and clamped.
@inline(__always)
func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
