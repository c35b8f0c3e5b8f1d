/// What one pixel's color alone says, given the screen behind it.
///
/// Colors are turned so that the screen is green (`ChannelOrder`). r and b tell how far the pixel
/// rises above the screen, g how far it falls below, each as a share of the possible. From
/// measurements on sprite art (Documentation/keying.md).
package struct Evidence {
    /// Alpha if this is see-through: exact for grey (Vlahos' color difference), least alpha for
    /// saturated colors, in between for the rest.
    package let veil: Float
    /// Least alpha for which some color exists ("color to alpha").
    package let least: Float
    /// Vlahos' alpha; under 1 the pixel leans to the screen's hue.
    package let vlahos: Float
    /// How little this looks like something see-through.
    ///
    /// Fitted on solid greens and see-through
    /// pixels of 750 sprites; 0.40 parts them best.
    package let solidity: Float
    let drop: Float
    let most: Float
    let fewest: Float

    /// `vlahos` alone.
    @inline(__always)
    static func vlahos(_ pixel: SIMD4<Float>, over screen: SIMD4<Float>) -> Float {
        let red = max(pixel.x - screen.x, 0) / max(255 - screen.x, 1)
        let blue = max(pixel.z - screen.z, 0) / max(255 - screen.z, 1)
        let drop = max(screen.y - pixel.y, 0) / max(screen.y, 1)
        return min(drop + max(red, blue), 1)
    }

    @inline(__always)
    package init(_ pixel: SIMD4<Float>, over screen: SIMD4<Float>) {
        let red = max(pixel.x - screen.x, 0) / max(255 - screen.x, 1)
        let blue = max(pixel.z - screen.z, 0) / max(255 - screen.z, 1)
        drop = max(screen.y - pixel.y, 0) / max(screen.y, 1)
        // Brighter than a dark screen is evidence, too.
        let rise = max(pixel.y - screen.y, 0) / max(255 - screen.y, 64)
        most = max(red, blue)
        fewest = min(red, blue)
        let high = max(most, drop)
        let low = min(most, drop)
        let own = max(high, rise)
        vlahos = min(drop + most, 1)
        veil = min(max(high + low * (fewest / max(most, 1e-4)), rise), 1)
        least = min(own, max(vlahos, rise))
        solidity = 0.80 * max(drop, rise) + 0.83 * most - 0.43 * fewest
    }
}

/// A code value rounded to the nearest byte; what lies outside is clamped.
@inline(__always)
func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
