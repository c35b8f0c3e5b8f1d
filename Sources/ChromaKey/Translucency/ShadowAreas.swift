package import Raster

// Shadows: areas that are the screen seen through one even, dark color.
//
// In: a picture, its key-hued pixels and the screen. Out: which of them a cast shadow covers. A hard
// shadow is painted over the screen with one dark color S at one alpha a, so that it is
// I = a S + (1 - a) K: an even, darker screen. Green art of such a color is told from it by its rim:
// a shadow ends at the screen, without an outline and without shades of its own.

/// Where the screen is seen through cast shadows.
package struct ShadowAreas {
    /// The pixels of shadows, with those where they end at the screen.
    package private(set) var mask: BitMask
    /// Shadows that fade, and are not in the mask.
    private(set) var soft: [[SIMD2<Int32>]] = []
    /// What the shadows do to the screen, in the order in which they were found.
    private(set) var tones: [ShadowTone] = []

    /// No shadow.
    init(width: Int, height: Int) { mask = BitMask(width: width, height: height) }

    mutating func subtract(_ other: BitMask) { mask.subtract(other) }

    var softMask: BitMask {
        var result = BitMask(width: mask.width, height: mask.height)
        for area in soft { for pixel in area { result[Int(pixel.x), Int(pixel.y)] = true } }
        return result
    }

    /// Takes soft shadows into the mask.
    mutating func takeSoft(where isTaken: ([SIMD2<Int32>]) -> Bool) {
        for area in soft where isTaken(area) {
            for pixel in area { mask[Int(pixel.x), Int(pixel.y)] = true }
        }
    }

    /// How many tones are asked for: one for each light, and one for where two shadows meet.
    private static let mostTones = 4
    /// Fewer pixels have no rim that tells what they are; not measured.
    private static let leastPixels = 24

    /// - Parameters:
    ///   - picture: channels in order.
    ///   - classes: its pixels by themselves.
    ///   - screen: what is behind them.
    ///   - isPixelArt: whether edges of the art are hard.
    init(
        in picture: StraightImage,
        _ classes: PixelClasses,
        over screen: Screen,
        isPixelArt: Bool
    ) {
        self.init(width: picture.width, height: picture.height)
        let hued = classes.keyHued.subtracting(classes.screen)
        // Shades of green art are like shadows, but reach from black to light.
        var (dark, faint, shades) = (mask, mask, mask)
        hued.visit { x, y in
            let tone = ShadowTone(TwoColorUnmixing.color(picture[x, y]), over: screen(x, y))
            if tone.isDark { dark[x, y] = true }
            if tone.isFaint { faint[x, y] = true }
            if tone.isShade { shades[x, y] = true }
        }
        if dark.count < Self.leastPixels { return }
        takeEven(dark, shades, picture, classes, screen, isPixelArt: isPixelArt)
        soft = SoftShadows(in: picture, classes, over: screen)
            .areas(of: (dark | faint).subtracting(mask))
    }

    /// Takes shadows of one tone.
    private mutating func takeEven(
        _ dark: BitMask,
        _ shades: BitMask,
        _ picture: StraightImage,
        _ classes: PixelClasses,
        _ screen: Screen,
        isPixelArt: Bool
    ) {
        // Two pixels are each off by as much.
        let limit = 1.5 * ShadowTone.tolerance(noise: screen.noise)
        let even = picture.evenPixels(of: shades, within: limit)
        var left = even & dark
        var found: [(tone: ShadowTone, area: BitMask, rim: ShadowRim)] = []
        while found.count < Self.mostTones, let tone = ShadowTone(of: left, in: picture, over: screen)
        {
            let area = tone.area(of: dark, in: picture, over: screen)
            if area.count < Self.leastPixels { break }
            left.subtract(area)
            var rim = ShadowRim(
                tone,
                area,
                picture: picture,
                screen: screen,
                classes: classes,
                even: even
            )
            rim.measure()
            found.append((tone, area, rim))
        }
        let arts = found.filter { !$0.rim.isShadow(isPixelArt: isPixelArt, hasLikeArt: false) }
        let art = arts.map { $0.area.count }.max() ?? 0
        for (tone, area, rim) in found
        where rim.isShadow(isPixelArt: isPixelArt, hasLikeArt: art >= area.count) {
            tones.append(tone)
            mask |= area | rim.end
        }
    }
}

/// What a shadow does to the screen: it lets a share of it through, and adds a color.
package struct ShadowTone {
    /// The share of the screen that is seen.
    let through: Float
    /// The shadow's color times its alpha.
    let color: SIMD4<Float>

    /// The tone of one pixel, if a shadow covers it.
    ///
    /// Alpha and color of one pixel are not determined. A shadow's color is dark and nearly grey, so its
    /// green is taken to be the mean of its red and blue.
    init(_ own: SIMD4<Float>, over screen: SIMD4<Float>) {
        let span = max(screen.y - (screen.x + screen.z) / 2, 1)
        through = (own.y - (own.x + own.z) / 2) / span
        color = own - screen * through
    }

    private init(through: Float, color: SIMD4<Float>) {
        self.through = through
        self.color = color
    }

    /// Whether a shadow can have it.
    ///
    /// Shadows that artists paint have an alpha of 0.2 to 0.7 and are black or nearly, mostly a little blue;
    /// 64 is a quarter of white. What is fainter is no even area of its own, what is denser hardly shows a
    /// screen.
    var isDark: Bool {
        let alpha = 1 - through
        guard alpha > 0.08, alpha < 0.72 else { return false }
        let most = 64 * alpha + 1
        return color.x < most && color.z < most && color.x > -4 && color.z > -4
    }

    /// Whether it is so little that hardly anything tells its color: the end of a shadow that fades.
    var isFaint: Bool {
        let alpha = 1 - through
        return alpha <= 0.08 && alpha > -0.02 && max(color.max(), -color.min()) < 8
    }

    /// Whether it is of a shadow's hue, as shades of green art beside each other are.
    var isShade: Bool {
        let alpha = 1 - through
        let most = 96 * alpha + 1
        return alpha > 0.08 && color.x < most && color.z < most
    }

    func callAsFunction(over screen: SIMD4<Float>) -> SIMD4<Float> { color + screen * through }

    /// How far pixels of one tone are from it, in code values: rounding of picture and screen, and noise.
    ///
    /// `Screen.noise` is 2 standard deviations of a channel; 3 hold nearly all of three channels.
    static func tolerance(noise: Float) -> Float { 2.5 + 1.5 * noise }

    /// The tone that most of an even plane has; nil when it is empty.
    init?(of plane: BitMask, in picture: StraightImage, over screen: Screen) {
        let limit = Self.tolerance(noise: screen.noise)
        var counts: [SIMD4<Int32>: Int] = [:]
        plane.visit { x, y in
            let tone = ShadowTone(TwoColorUnmixing.color(picture[x, y]), over: screen(x, y))
            let values = SIMD4(tone.through * screen.color.y, tone.color.x, tone.color.z, 0)
            counts[SIMD4<Int32>(values / (2 * limit), rounding: .down), default: 0] += 1
        }
        let mode = counts.max { a, b in
            (a.value, a.key.x, a.key.y, a.key.z) < (b.value, b.key.x, b.key.y, b.key.z)
        }
        guard let mode else { return nil }
        let middle = (SIMD4<Float>(mode.key) + 0.5) * (2 * limit)
        var tone = ShadowTone(
            through: middle.x / max(screen.color.y, 1),
            color: SIMD4(middle.y, (middle.y + middle.z) / 2, middle.z, 0)
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
        let off = own - self(over: screen)
        return max(off.max(), -off.min()) <= limit
    }

    /// The pixels of a plane that have this tone.
    func area(of plane: BitMask, in picture: StraightImage, over screen: Screen) -> BitMask {
        let limit = Self.tolerance(noise: screen.noise)
        var result = BitMask(width: plane.width, height: plane.height)
        plane.visit { x, y in
            let own = TwoColorUnmixing.color(picture[x, y])
            if isLike(own, over: screen(x, y), within: limit) { result[x, y] = true }
        }
        return result
    }
}

extension StraightImage {
    /// The pixels of a plane that belong to squares of four whose colors are alike.
    func evenPixels(of plane: BitMask, within limit: Float) -> BitMask {
        var result = BitMask(width: width, height: height)
        plane.visit { x, y in
            guard plane[x + 1, y], plane[x, y + 1], plane[x + 1, y + 1] else { return }
            let first = TwoColorUnmixing.color(self[x, y])
            var (least, most) = (first, first)
            for other in [self[x + 1, y], self[x, y + 1], self[x + 1, y + 1]] {
                let color = TwoColorUnmixing.color(other)
                least = pointwiseMin(least, color)
                most = pointwiseMax(most, color)
            }
            guard (most - least).max() <= limit else { return }
            result[x, y] = true
            result[x + 1, y] = true
            result[x, y + 1] = true
            result[x + 1, y + 1] = true
        }
        return result
    }
}
