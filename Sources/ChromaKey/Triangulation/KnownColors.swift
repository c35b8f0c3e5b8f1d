import Raster

/// Rims with blurred equations: chroma was subsampled, or an image had a fractional offset.
///
/// A solid color nearby is as good as a second screen: with it one sharp image determines alpha. It
/// is used where it explains the images. The search is that of `best` for one screen.
struct KnownColors {
    private let pictures: [BackedPicture]
    private let image: StraightImage
    /// Solid pixels away from rims.
    private let samples: BitMask
    private let rim: BitMask
    /// Pixels inside solid art that look translucent because a line crosses them.
    private let lines: BitMask
    private let isSubsampled: Bool
    private let weights: SIMD4<Float>

    init?(_ solved: BackingEquations.Solved, _ pictures: [BackedPicture]) {
        isSubsampled = pictures.contains(where: \.isSubsampled)
        guard pictures.contains(where: { $0.isCompressed || $0.isBetweenPixels }) else {
            return nil
        }
        // Only images without a fractional offset are sharp.
        self.pictures = pictures.filter { !$0.isBetweenPixels }
        image = solved.image
        let solid = image.mask { solved.image[$0, $1].a == 255 }
        let faint = image.mask { solved.image[$0, $1].a < 26 }
        // The reach of a cubic, or of the next chroma cell.
        let reach = isSubsampled ? 3 : 2
        samples = solid.subtracting(faint.dilated(reach))
        // Outlines are thinner: with at most one pixel between.
        let nearFaint = faint.dilated(reach)
        let isInside = solid.subtracting(faint.dilated(1))
        // Glass and glows farther away are not rims.
        rim = (nearFaint & solid.dilated(reach)).subtracting(isInside)
        // Less solid pixels, or translucent ones where nothing is drawn, are glass and have glass
        // next to them.
        let contrast = Contrast(image: pictures[0].image)
        let others = solid.inverted()
        let glass = others.pixels { x, y in
            let alpha = solved.image[x, y].a
            // A line that is off by half a pixel changes a fifth of its contrast.
            let first = pictures[0].image[x, y]
            let change = pictures.map { $0.image[x, y].colorDistance(to: first) }.max()
            return alpha < 200 || (alpha < 230 && contrast(x, y) <= 24)
                || (change ?? 0) * 2 > contrast(x, y)
        }
        lines = others.subtracting(glass.dilated(2))
        // Chroma counts a fifth of luma (reference).
        weights = isSubsampled ? SIMD4(1, 0.2, 0.2, 0) : SIMD4(1, 1, 1, 0)
    }

    /// The image with the rims that a color nearby explains.
    func applied() -> StraightImage {
        var result = image
        rim.visit { x, y in
            guard let pixel = explained(x, y) else { return }
            result[x, y] = pixel
        }
        lines.visit { x, y in result[x, y] = pictures[0].image[x, y] }
        return result
    }

    private func explained(_ x: Int, _ y: Int) -> StraightPixel? {
        let reach = isSubsampled ? 6 : 4
        var shown: [(d: SIMD4<Float>, backing: SIMD4<Float>)] = []
        for picture in pictures {
            let backing = picture.backing(x, y)
            shown.append(
                (turned(TwoColorUnmixing.color(picture.image[x, y]) - backing), backing)
            )
        }
        let before = image[x, y]
        let alphaBefore = Float(before.a) / 255
        var best: (cost: Float, alpha: Float, color: SIMD4<Float>)?
        for py in max(0, y - reach)...min(image.height - 1, y + reach) {
            for px in max(0, x - reach)...min(image.width - 1, x + reach)
            where samples[px, py] {
                let color = TwoColorUnmixing.color(image[px, py])
                var (product, square): (Float, Float) = (0, 0)
                for (d, backing) in shown {
                    let f = turned(color - backing)
                    product += (weights * d * f).sum()
                    square += (weights * f * f).sum()
                }
                let alpha = min(max(product / max(square, 60), 0), 1)
                var rest: Float = 0
                for (d, backing) in shown {
                    let r = d - turned(color - backing) * alpha
                    rest += (weights * r * r).sum()
                }
                let far = Float((px - x) * (px - x) + (py - y) * (py - y))
                // As in `best`: the expected deviation, and the preference for near colors.
                let doubt: Float = isSubsampled ? 8 : 4
                let off = (alpha - alphaBefore) * KnownColors.trust
                let cost =
                    rest / Float(shown.count) / (doubt * doubt) + 0.15 * far + off * off
                if cost < best?.cost ?? .infinity { best = (cost, alpha, color) }
            }
        }
        guard var best, best.cost < 14 else { return nil }
        if isSubsampled { best.alpha = min(max((best.alpha - 0.06) / 0.84, 0), 1) }
        let whole = (best.alpha * 255).rounded()
        if whole == 0 { return .clear }
        if whole == 255 { return before.a == 255 ? before : StraightPixel(mean(x, y)) }
        return StraightPixel(best.color, a: UInt8(whole))
    }

    private func mean(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for picture in pictures { sum += TwoColorUnmixing.color(picture.image[x, y]) }
        return sum / Float(pictures.count)
    }

    /// Luma and chroma differences, if their weights differ.
    private func turned(_ color: SIMD4<Float>) -> SIMD4<Float> {
        guard isSubsampled else { return color }
        let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
        return SIMD4(luma, (color.z - luma) * 0.564, (color.x - luma) * 0.713, 0)
    }

    /// The weight of the alpha from the equations: a deviation of half costs 4 (not measured).
    private static let trust: Float = 4
}
