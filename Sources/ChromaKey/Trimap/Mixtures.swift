import Raster

extension BitMask {
    /// The pixels of `asked` that are mixtures of the screen and a pixel of `others` at most two
    /// columns and rows away.
    ///
    /// A mixture may be off by `tolerance`, the root of the squared distance in code values.
    static func mixtures(
        of picture: StraightImage,
        _ screen: Screen,
        _ asked: BitMask,
        besides others: BitMask,
        tolerance: Float
    ) -> BitMask {
        var result = BitMask(width: asked.width, height: asked.height)
        asked.visit { x, y in
            let behind = screen(x, y)
            let own = TwoColorUnmixing.color(picture[x, y]) - behind
            let length = (own * own).sum()
            for py in max(0, y - 2)...min(asked.height - 1, y + 2) {
                for px in max(0, x - 2)...min(asked.width - 1, x + 2) where others[px, py] {
                    let other = TwoColorUnmixing.color(picture[px, py]) - behind
                    let whole = (other * other).sum()
                    // Shades change slowly, edges do not: 8 code values a channel; not measured.
                    let step = other - own
                    guard whole > length, (step * step).sum() > 200 else { continue }
                    let share = (own * other).sum() / whole
                    if length - share * share * whole < tolerance * tolerance {
                        result[x, y] = true
                        return
                    }
                }
            }
        }
        return result
    }
}

extension StraightImage {
    /// The pixels within 12 code values of one of the colors in every channel.
    ///
    /// Documentation/keying.md promises this for `keep` and `clear`. Not measured: covers a drawn
    /// color's noise, and not its neighbors.
    func pixels(like colors: [RGB], outside background: BitMask) -> BitMask {
        var result = BitMask(width: width, height: height)
        background.inverted().visit { x, y in
            let pixel = self[x, y]
            result[x, y] = colors.contains {
                abs(Int(pixel.r) - Int($0.r)) <= 12 && abs(Int(pixel.g) - Int($0.g)) <= 12
                    && abs(Int(pixel.b) - Int($0.b)) <= 12
            }
        }
        return result
    }
}
