import Raster

extension BitMask {
    /// The pixels of `asked` that are mixtures of the screen and a pixel of `others` at most two
    /// columns and rows away.
    static func mixtures(
        of picture: StraightImage,
        _ screen: Screen,
        _ asked: BitMask,
        besides others: BitMask
    ) -> BitMask {
        let tolerance = ColorLine.tolerance(noise: screen.noise)
        return asked.pixels { x, y in
            let behind = screen(x, y)
            let own = TwoColorUnmixing.color(picture[x, y])
            let length = ColorLine(from: behind, to: own).square
            for py in max(0, y - 2)...min(asked.height - 1, y + 2) {
                for px in max(0, x - 2)...min(asked.width - 1, x + 2) where others[px, py] {
                    let other = TwoColorUnmixing.color(picture[px, py])
                    let line = ColorLine(from: behind, to: other)
                    // Shades change slowly, edges do not: 8 code values a channel; not measured.
                    guard line.square > length, ColorLine(from: own, to: other).square > 200
                    else { continue }
                    if line.mixture(own).off < tolerance * tolerance { return true }
                }
            }
            return false
        }
    }
}

/// How far the channels of one color are apart, in code values.
///
/// Documentation/keying.md promises this for `keep` and `clear`. Not measured: covers a drawn
/// color's noise, and not its neighbors.
let sameColor: Int32 = 12

extension StraightImage {
    /// The pixels within `sameColor` of one of the colors.
    func pixels(like colors: [RGB], outside background: BitMask) -> BitMask {
        let words = colors.map(\.word)
        return background.inverted().pixels { x, y in
            let own = self[x, y].colorWord
            return words.contains { GreenArt.step(own, $0) <= sameColor }
        }
    }
}
