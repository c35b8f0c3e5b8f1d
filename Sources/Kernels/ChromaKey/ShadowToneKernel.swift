package import KernelTypes

/// Finds pixels that a shadow may cover, by its effect on the screen; eight at a time.
///
/// Contract and reference form, one pixel at a time, is `ShadowTone` in ChromaKey; operations are
/// the same.
package enum ShadowToneKernel {
    /// Classifies the tones of the pixels in a mask of `count` words.
    package static func classify(
        _ row: ScreenPixels,
        count: Int,
        asked: UnsafePointer<UInt64>,
        isNegative: Bool,
        dark: Bits,
        faint: Bits,
        shades: Bits
    ) {
        for word in 0..<count {
            let asked = unsafe asked[word]
            var found: (dark: UInt64, faint: UInt64, shades: UInt64) = (0, 0, 0)
            if asked != 0 {
                for step in 0..<8 {
                    let shift = UInt64(step &* 8)
                    if asked &>> shift & 255 == 0 { continue }
                    let eight = tones(row, word &* 64 &+ step &* 8, isNegative)
                    found.dark |= UInt64(eight.dark) &<< shift
                    found.faint |= UInt64(eight.faint) &<< shift
                    found.shades |= UInt64(eight.shades) &<< shift
                }
            }
            unsafe dark[word] = found.dark & asked
            unsafe faint[word] = found.faint & asked
            unsafe shades[word] = found.shades & asked
        }
    }

    /// A bit for each of eight pixels.
    @inline(__always)
    private static func tones(
        _ row: ScreenPixels,
        _ x: Int,
        _ isNegative: Bool
    ) -> (dark: UInt32, faint: UInt32, shades: UInt32) {
        let own = Triple(row.words(x))
        let behind = row.screen(x)
        let span: Floats = (behind.y - (behind.x + behind.z) / 2).greatest(Floats(repeating: 1))
        let through: Floats = (own.y - (own.x + own.z) / 2) / span
        let alpha: Floats = 1 - through
        var color = own - behind * through
        if isNegative {
            let white: Floats = 255 * alpha
            color = Triple(white - color.x, white - color.y, white - color.z)
        }
        let isSeen = (0.08 - alpha).signs
        let most: Floats = 64 * alpha + 1
        let dark =
            isSeen & (alpha - 0.72).signs & (color.x - most).signs & (color.z - most).signs
            & (-4 - color.x).signs & (-4 - color.z).signs
        let mostOfShades: Floats = 96 * alpha + 1
        let shades = isSeen & (color.x - mostOfShades).signs & (color.z - mostOfShades).signs
        let faint =
            ~isSeen & (-0.02 - alpha).signs & isSmall(color.x) & isSmall(color.y) & isSmall(color.z)
        return (dark, faint, shades)
    }

    @inline(__always)
    private static func isSmall(_ numbers: Floats) -> UInt32 {
        (numbers - 8).signs & (-8 - numbers).signs
    }
}
