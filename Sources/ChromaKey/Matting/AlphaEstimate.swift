/// What one pixel's color alone tells of its alpha, given the screen behind it.
///
/// Alpha of one pixel is not determined (Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996): three
/// equations, four unknowns. What is known are a lower bound, from the gamut of the foreground
/// ("color to alpha"), and Vlahos' color difference, which is exact for grey.
///
/// Pixel and screen are straight code values, 0...255, turned so that the screen is green
/// (`ChannelOrder`); all results are 0...1 but `solidity`. Red and blue tell how far the pixel rises
/// above the screen, green how far it falls below, each as a share of the possible.
package struct AlphaEstimate {
    /// Alpha if this is translucent: exact for grey (Vlahos' color difference), the lower bound for
    /// saturated colors, in between for the rest.
    package let translucentAlpha: Float
    /// The least alpha for which some foreground color exists ("color to alpha").
    package let lowerBound: Float
    /// Vlahos' color difference as alpha; under 1 the pixel is key-hued.
    package let vlahos: Float
    /// How little this looks like something translucent; 0...1.63.
    ///
    /// Reference: weights by logistic regression on 73,000 solid green and 26,000 translucent pixels of about
    /// 750 sprites, rescaled so that 0.40 parts them best, and rounded; 12.7 % are on the wrong side. Neither
    /// the sprites nor the program are at hand.
    package let solidity: Float
    /// The share of the screen's green that is missing.
    let keyDrop: Float
    /// The greater and the lesser share that red and blue rise above the screen's.
    let greatestRise: Float
    let leastRise: Float

    /// How far red rises above the screen, green falls below it, blue and green rise, each as a share of the
    /// possible; divided at once, because divisions are most of the work.
    @inline(__always)
    private static func shares(_ pixel: SIMD4<Float>, _ screen: SIMD4<Float>) -> SIMD4<Float> {
        // Brighter than a dark screen counts, too. The divisor is at least 64 (reference), so that on screens
        // near to 255 rounding is no rise.
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

    /// `vlahos` alone.
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

/// A code value rounded to the nearest byte; what lies outside is clamped.
@inline(__always)
func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
