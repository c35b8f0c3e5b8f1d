import Raster

/// Screen that scaling or sharpening pushed away from the art.
///
/// Both add a share of the contrast on each side of an edge, so that next to the art the screen is
/// farther from the art's colors than elsewhere: greener next to dark outlines. No mixture with art
/// gives such a color; a glow does, but reaches farther than an edge.
extension PixelClasses {
    /// How far from an edge scaling and sharpening reach, in pixels.
    ///
    /// An unsharp mask's radius of 2, or the second lobe of Lanczos enlarged by two; not measured.
    private static let overshootReach = 4

    /// Takes faint deviations from the screen for screen if they lead to nothing stronger.
    ///
    /// Painted screens ripple around the art. The fringe of a glow leads to the glow, that of an
    /// edge does not.
    mutating func takeRipples(of picture: StraightImage, over screen: Screen) {
        guard !keyHued.isEmpty, screen.noise > TrimapDraft.paintedNoise else { return }
        let limit = Self.ripple(over: screen)
        let asked = keyHued.subtracting(self.screen)
        let faint = unsafe picture.withWords { words in
            asked.pixels { x, y in
                let own = TwoColorUnmixing.color(unsafe words[y &* picture.width &+ x])
                return (own - screen(x, y)).squaredLength < 3 * limit * limit
            }
        }
        if faint.isEmpty { return }
        let solid = keyHued.inverted()
        let strong = asked.subtracting(faint)
        let ripples = faint.subtracting((solid | strong).dilated(1))
        // Edges are up to two pixels wide; anything strong farther out is art.
        let art = strong.subtracting(solid.dilated(2)).grown(within: faint, reach: 2)
        takeForScreen(ripples.subtracting(art))
    }

    mutating func takeOvershoot(of picture: StraightImage, over screen: Screen) {
        // No color is beyond a screen in the corner of the gamut.
        let corner = screen.color - SIMD4<Float>(0, 255, 0, 0)
        guard !keyHued.isEmpty, (corner * corner).sum() >= 12 else { return }
        let solid = keyHued.inverted()
        let reach = Self.overshootReach
        let asked = keyHued.subtracting(self.screen)
        let near = solid.dilated(reach)
        let beyond = unsafe picture.withWords { words in
            (asked & near.dilated(2 * reach)).pixels { x, y in
                let behind = screen(x, y)
                let own = TwoColorUnmixing.color(unsafe words[y &* picture.width &+ x])
                // Less green than the screen, or more of both others, means coverage by art.
                if behind.y - own.y > 0.04 * behind.y { return false }
                let d = own - behind
                return min(d.x, d.z) <= 12 && max(d.x, d.z) <= 24
            }
        }
        if beyond.isEmpty { return }
        // Light that continues beyond the reach of edges is a glow, all of it.
        let glow = beyond.subtracting(near).eroded(1).dilated(2 * reach)
        takeForScreen(
            (beyond & near).subtracting(glow).pixels { x, y in
                isBeyond(picture, solid, screen, x, y)
            }
        )
    }

    /// Whether a pixel is on the far side of the screen from one of the surrounding solid colors.
    private func isBeyond(
        _ picture: StraightImage,
        _ solid: BitMask,
        _ screen: Screen,
        _ x: Int,
        _ y: Int
    ) -> Bool {
        let behind = screen(x, y)
        let d = TwoColorUnmixing.color(picture[x, y]) - behind
        let length = (d * d).sum()
        let reach = Self.overshootReach
        for py in max(0, y - reach)...min(picture.height - 1, y + reach) {
            for px in max(0, x - reach)...min(picture.width - 1, x + reach) where solid[px, py] {
                let line = TwoColorUnmixing.color(picture[px, py]) - behind
                let whole = (line * line).sum()
                let along = -(line * d).sum()
                // At most half of the contrast, within 60 degrees of the line: clamping turns it. Not measured.
                if along > 0, along * along >= 0.25 * length * whole, length <= 0.25 * whole {
                    return true
                }
            }
        }
        return false
    }
}
