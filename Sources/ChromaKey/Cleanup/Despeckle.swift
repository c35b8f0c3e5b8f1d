import Raster

// Cleanup: removes specks from the finished matte, and applies what artists ask for.
//
// In: a keyed image, straight RGBA, and the mask of its clear pixels. Out: the same with equal or
// less alpha: despeckling by growth from everything else, erosion (minimum filter), feathering (mean
// filter); and color under clear pixels (`Bitmap.bleed`).

extension StraightImage {
    /// Clears faint specks left by an uneven screen, and returns the number of cleared pixels.
    ///
    /// They are invisible, but keep a sprite from being trimmed: all faint, and away from everything
    /// else. Pixels that touch translucent ones stay. `clear` has a bit for each pixel of alpha 0,
    /// and grows.
    @discardableResult
    mutating func despeckle(
        _ trimap: Trimap,
        over screen: Screen,
        _ clear: inout BitMask
    ) -> Int {
        guard trimap.isSubsampled || !screen.isFlat || screen.noise > TrimapDraft.paintedNoise
        else { return 0 }
        let visible = clear.inverted()
        let translucent = trimap.translucency.translucent
        let asked = (trimap.unknown | trimap.secondRing) & visible.subtracting(translucent)
        let faint = asked.pixels { x, y in self[x, y].a < faintAlpha }
        if faint.isEmpty { return 0 }
        let others = visible.subtracting(faint) | translucent
        let specks = faint.subtracting((others.dilated(1) & faint).grown(within: faint, reach: 1))
        specks.visit { x, y in self[x, y] = .clear }
        clear |= specks
        return specks.count
    }
}

/// Ripples of generated and compressed screens, and haze, stay below it, measured; drawn glows do
/// not.
let faintAlpha: UInt8 = 32
