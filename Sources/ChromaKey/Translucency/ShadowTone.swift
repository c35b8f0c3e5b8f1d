import Raster

/// A shadow's effect on the screen: it passes a share of it, and adds a color.
///
/// This is the contract and the reference form of `ShadowToneKernel`.
package struct ShadowTone {
    /// The share of the screen that is visible.
    let through: Float
    /// The shadow's color times its alpha.
    let color: SIMD4<Float>
}

extension ShadowTone {
    /// The tone of one pixel, if a shadow covers it.
    ///
    /// Alpha and color of one pixel are underdetermined. A shadow's color is dark and nearly gray,
    /// so its green is assumed to be the mean of its red and blue.
    package init(_ own: SIMD4<Float>, over screen: SIMD4<Float>) {
        let span = max(screen.y - (screen.x + screen.z) / 2, 1)
        through = (own.y - (own.x + own.z) / 2) / span
        color = own - screen * through
    }

    /// The color times its alpha as painted: in negatives (`ChannelOrder`) dark is light.
    private func painted(isNegative: Bool) -> SIMD4<Float> {
        guard isNegative else { return color }
        return SIMD4(255, 255, 255, 0) * (1 - through) - color
    }

    /// Whether a shadow can have this tone.
    ///
    /// Painted shadows have an alpha of 0.2 to 0.7 and are black or nearly, often bluish; 64 is a
    /// quarter of white. Fainter ones are no separate even area, denser ones hardly show a screen.
    package func isDark(isNegative: Bool) -> Bool {
        let alpha = 1 - through
        guard alpha > 0.08, alpha < 0.72 else { return false }
        let most = 64 * alpha + 1
        let color = painted(isNegative: isNegative)
        return color.x < most && color.z < most && color.x > -4 && color.z > -4
    }

    /// Whether the tone is too faint to have a color: the end of a fading shadow.
    package func isFaint(isNegative: Bool) -> Bool {
        let alpha = 1 - through
        let color = painted(isNegative: isNegative)
        return alpha <= 0.08 && alpha > -0.02 && color.greatestMagnitude < 8
    }

    /// Whether the tone has a shadow's hue, as shades of green art do.
    package func isShade(isNegative: Bool) -> Bool {
        let alpha = 1 - through
        let most = 96 * alpha + 1
        let color = painted(isNegative: isNegative)
        return alpha > 0.08 && color.x < most && color.z < most
    }

    func callAsFunction(over screen: SIMD4<Float>) -> SIMD4<Float> { color + screen * through }

    /// The tolerance for pixels of one tone, in code values: rounding of image and screen, and
    /// noise.
    ///
    /// `Screen.noise` is 2 standard deviations of a channel; 3 cover nearly all of three channels.
    static func tolerance(over screen: Screen) -> Float { 2.5 + 1.5 * screen.noise }

    /// The most frequent tone of an even plane; nil if it is empty.
    init?(
        of plane: BitMask,
        in picture: StraightImage,
        over screen: Screen,
        within limit: Float
    ) {
        // Cells of through, red and blue, each in 20 bits; all are less than 2^19 from 0.
        var cells = NumberTable()
        var counts: [Int] = []
        let middleCell: Float = 524_288
        plane.visit { x, y in
            let tone = ShadowTone(TwoColorUnmixing.color(picture[x, y]), over: screen(x, y))
            func cell(_ value: Float) -> UInt64 {
                UInt64((value / (2 * limit)).rounded(.down) + middleCell)
            }
            let number =
                cell(tone.through * screen.color.y) << 40 | cell(tone.color.x) << 20
                | cell(tone.color.z)
            let place = cells.insert(number)
            if place == counts.count { counts.append(0) }
            counts[place] += 1
        }
        let mode = counts.indices.max {
            (counts[$0], cells.numbers[$0]) < (counts[$1], cells.numbers[$1])
        }
        guard let mode else { return nil }
        func middle(_ shift: UInt64) -> Float {
            let cell = Float(cells.numbers[mode] >> shift & 0xF_FFFF) - middleCell
            return (cell + 0.5) * (2 * limit)
        }
        let center = SIMD4(middle(40), middle(20), middle(0), 0)
        var tone = ShadowTone(
            through: center.x / max(screen.color.y, 1),
            color: SIMD4(center.y, (center.y + center.z) / 2, center.z, 0)
        )
        for round in 0..<2 {
            var sum = SIMD4<Double>()
            var count = 0.0
            // The mode's cell is wider than the tone.
            let near = round == 0 ? 2 * limit : limit
            plane.visit { x, y in
                let own = TwoColorUnmixing.color(picture[x, y])
                let behind = screen(x, y)
                guard tone.isLike(own, over: behind, within: near) else { return }
                let here = ShadowTone(own, over: behind)
                sum += SIMD4(
                    Double(here.color.x),
                    Double(here.color.y),
                    Double(here.color.z),
                    Double(here.through)
                )
                count += 1
            }
            if count == 0 { return nil }
            let mean = SIMD4<Float>(sum / count)
            tone = ShadowTone(through: mean.w, color: SIMD4(mean.x, mean.y, mean.z, 0))
        }
        self = tone
    }

    func isLike(_ own: SIMD4<Float>, over screen: SIMD4<Float>, within limit: Float) -> Bool {
        (own - self(over: screen)).greatestMagnitude <= limit
    }

    func area(
        of plane: BitMask,
        in picture: StraightImage,
        over screen: Screen,
        within limit: Float
    ) -> BitMask {
        unsafe picture.withWords { words in
            plane.pixels { x, y in
                let own = TwoColorUnmixing.color(unsafe words[y &* picture.width &+ x])
                return isLike(own, over: screen(x, y), within: limit)
            }
        }
    }
}
