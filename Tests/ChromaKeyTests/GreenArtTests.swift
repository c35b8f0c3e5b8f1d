import ChromaKey
import Raster
import TestSupport
import Testing

/// Green art that is on the screen's own line of colors, or is as vivid as the screen.
@Suite struct GreenArtTests {
    /// A shape of one color, anti-aliased.
    private struct Layer {
        let color: StraightPixel
        /// How much it covers, 0...255.
        var alpha = 255
        let holds: (_ x: Double, _ y: Double) -> Bool
    }

    /// Layers over green, 16 samples a pixel.
    private func drawing(_ width: Int, _ height: Int, _ layers: [Layer]) -> StraightImage {
        painted(width, height) { x, y in
            var color = Ink.green
            for layer in layers {
                let count = (0..<16).count { sample in
                    layer.holds(
                        Double(x) + Double(sample % 4) / 4 + 0.125,
                        Double(y) + Double(sample / 4) / 4 + 0.125
                    )
                }
                color = mixture(layer.color, count * layer.alpha / 16, over: color)
            }
            return color
        }
    }

    private func disc(_ cx: Double, _ cy: Double, _ radius: Double) -> (Double, Double) -> Bool {
        { x, y in (x - cx) * (x - cx) + (y - cy) * (y - cy) < radius * radius }
    }

    private let dark = StraightPixel(r: 16, g: 16, b: 20)

    /// Shades in no order, as hair is drawn, in blocks of `scale` pixels.
    private func hair(scale: Int) -> StraightImage {
        let ramp: [UInt8] = [20, 60, 96, 140]
        return painted(40 * scale, 40 * scale) { x, y in
            let (x, y) = (x / scale, y / scale)
            let jag = (x * 5 + 3) % 4
            guard (6..<34).contains(x), (6 + jag..<34 - jag).contains(y) else { return Ink.green }
            let (strand, curl) = (x / 2, y / 3)
            return StraightPixel(r: 0, g: ramp[(strand * 7 + curl * 3 + strand * curl) % 4], b: 4)
        }
    }

    @Test(arguments: [1, 2, 3]) func `hair in greens down to black stays as it was drawn`(
        scale: Int
    ) {
        let image = hair(scale: scale)
        let keyed = key(image)
        #expect(keyed.report.isPixelArt)
        for (own, was) in zip(keyed.image.pixels, image.pixels) {
            if was == Ink.green { #expect(own.a == 0) } else { #expect(own == was) }
        }
    }

    @Test func `a vivid green blob that touches the screen is solid, unless glass is asked for`() {
        let vivid = StraightPixel(r: 40, g: 255, b: 60)
        let shade = StraightPixel(r: 28, g: 178, b: 42)
        let image = drawing(
            80,
            80,
            [
                Layer(color: shade, holds: disc(40, 42, 30)),
                Layer(color: vivid, holds: disc(38, 38, 24)),
            ]
        )
        let keyed = key(image)
        #expect(keyed.report.isPixelArt == false)
        #expect(keyed.image[38, 38] == vivid)
        #expect(keyed.image[40, 68] == shade)
        // Also the edge between the two.
        for x in 14..<66 { #expect(keyed.image[x, 42].a == 255) }
        #expect(key(image, settings: KeySettings(preset: .glass)).image[38, 38].a < 100)
    }

    /// In two greens.
    private var figure: StraightImage {
        drawing(
            100,
            100,
            [
                Layer(color: StraightPixel(r: 0, g: 180, b: 60), holds: disc(50, 50, 36)),
                Layer(color: StraightPixel(r: 0, g: 232, b: 64), holds: disc(50, 56, 26)),
            ]
        )
    }

    private var glow: StraightImage {
        painted(100, 100) { x, y in
            let far = Double((x - 50) * (x - 50) + (y - 50) * (y - 50)).squareRoot()
            return mixture(
                StraightPixel(r: 255, g: 255, b: 220),
                Int(max(0, 220 - far * 5)),
                over: Ink.green
            )
        }
    }

    /// Expects the figure to be opaque, down to the row `last`, and the glow to be translucent.
    private func expectTruth(of figure: StraightImage, last: Int, and light: StraightImage) {
        for (x, y) in [(50, 20), (50, 56), (30, 60), (50, last)] {
            #expect(figure[x, y].a == 255, "at \(x), \(y)")
            #expect(figure[x, y].colorDistance(to: self.figure[x, y]) <= 5, "at \(x), \(y)")
        }
        for x in 54..<80 { #expect(light[x, 50].a < 230, "at \(x)") }
    }

    @Test func `noise hides neither that a green figure is painted nor that a glow fades`() {
        var random = SeededRandom(seed: 7)
        func noisy(_ image: StraightImage) -> StraightImage {
            painted(100, 100) { x, y in
                func value(_ value: UInt8) -> UInt8 {
                    UInt8(min(max(Int(value) + .random(in: -5...5, using: &random), 0), 255))
                }
                let pixel = image[x, y]
                return StraightPixel(r: value(pixel.r), g: value(pixel.g), b: value(pixel.b))
            }
        }
        let keyed = key(noisy(figure))
        #expect(keyed.report.screen?.noise ?? 0 > 1.5)
        expectTruth(of: keyed.image, last: 84, and: key(noisy(glow)).image)
    }

    @Test(arguments: [75, 90])
    func `JPEG hides neither that a figure is painted nor that a glow fades`(quality: Int) {
        func keyed(_ image: StraightImage) -> StraightImage {
            let hints = KeyHints(chromaSubsampling: .quarter)
            return key(image.throughJPEG(quality: quality), hints: hints).image
        }
        // Its rim is blurred.
        expectTruth(of: keyed(figure), last: 78, and: keyed(glow))
    }

    @Test func `a pale line in a green beam is paint, and no gap`() {
        func beam(_ color: StraightPixel, _ reach: Double) -> Layer {
            Layer(color: color) { x, y in
                abs(x - 50 - (50 - y) / 2) < reach && (8..<92).contains(y)
            }
        }
        let image = drawing(
            100,
            100,
            [
                beam(StraightPixel(r: 40, g: 255, b: 60), 5),
                beam(StraightPixel(r: 169, g: 255, b: 177), 1.5),
            ]
        )
        let keyed = key(image).image
        for y in 30..<70 {
            for x in 50 + (50 - y) / 2 - 1...50 + (50 - y) / 2 + 1 {
                #expect(keyed[x, y] == image[x, y], "at \(x), \(y)")
            }
        }
    }

    @Test func `a green eye is solid`() {
        let iris = StraightPixel(r: 30, g: 240, b: 110)
        let fur = StraightPixel(r: 210, g: 140, b: 70)
        let eye = [
            Layer(color: dark, holds: disc(60, 60, 16)),
            Layer(color: iris, holds: disc(60, 60, 14)),
        ]
        let pupil = Layer(color: dark, holds: disc(60, 60, 4))
        let cat = drawing(120, 120, [Layer(color: fur, holds: disc(60, 60, 48))] + eye + [pupil])
        #expect(key(cat).image[68, 60] == iris)
    }

    @Test func `facets of a cut stone are solid`() {
        let line = dark
        let tones: [UInt8] = [250, 200, 150, 110]
        let stone = drawing(
            100,
            100,
            [Layer(color: line, holds: disc(50, 50, 34))]
                + tones.enumerated().map { index, tone in
                    let (right, low) = (index % 2 == 1, index / 2 == 1)
                    return Layer(color: StraightPixel(r: tone / 4, g: tone, b: tone / 3)) { x, y in
                        (x - 50) * (x - 50) + (y - 50) * (y - 50) < 900
                            && (x > 50) == right && (y > 50) == low
                    }
                }
        )
        let keyed = key(stone).image
        for (x, y) in [(38, 38), (62, 38), (38, 62), (62, 62)] {
            #expect(keyed[x, y] == stone[x, y])
        }
    }

    @Test func `a green figure stays and its fading reflection does not`() {
        let skin = StraightPixel(r: 90, g: 190, b: 40)
        let back = StraightPixel(r: 60, g: 130, b: 30)
        let figure = drawing(
            100,
            140,
            [
                Layer(color: back, holds: disc(50, 44, 34)),
                Layer(color: skin, holds: disc(50, 50, 26)),
            ]
        )
        // Cut off where it stands, and mirrored below.
        let image = painted(100, 140) { x, y in
            if y < 70 { return figure[x, y] }
            let fade = max(0, 80 - (y - 70) * 5 / 4)
            return mixture(figure[x, 139 - y], fade, over: Ink.green)
        }
        let keyed = key(image).image
        #expect(keyed[50, 50] == skin)
        #expect(keyed[50, 66] == skin)
        #expect(keyed[50, 16] == back)
        #expect((1..<200).contains(keyed[50, 80].a))
        #expect((1..<120).contains(keyed[50, 100].a))
    }

    @Test func `a frame with a tint of the screen's hue does not make its glass art`() {
        let frame = StraightPixel(r: 216, g: 230, b: 218)
        let (outer, inner) = (disc(32, 32, 26), disc(32, 32, 20))
        let glasses = drawing(
            64,
            64,
            [
                Layer(color: frame) { outer($0, $1) && !inner($0, $1) },
                Layer(color: StraightPixel(r: 205, g: 228, b: 255), alpha: 90, holds: inner),
                Layer(color: StraightPixel(r: 255, g: 255, b: 255), alpha: 160) { x, y in
                    inner(x, y) && abs(x + y - 60) < 3
                },
            ]
        )
        let keyed = key(glasses).image
        #expect(keyed[54, 32] == frame)
        #expect(abs(Int(keyed[38, 40].a) - 90) < 16)
    }

    @Test func `shadows that fade are no art`() {
        let image = painted(100, 100) { x, y in
            let away = Double((x - 50) * (x - 50) + (y - 50) * (y - 50)).squareRoot()
            return mixture(dark, Int(max(0, min(120, 6 * (36 - away)))), over: Ink.green)
        }
        let keyed = key(image).image
        #expect((80..<200).contains(keyed[50, 50].a))
    }

    @Test func `a color to clear is background wherever it is, and a kept one is not`() {
        let floor = StraightPixel(r: 120, g: 170, b: 40)
        let image = painted(60, 60) { x, y in
            if (20..<40).contains(x), (10..<50).contains(y) {
                return (26..<34).contains(x) && (20..<30).contains(y) ? floor : Ink.red
            }
            return y < 40 ? Ink.green : floor
        }
        #expect(key(image).image[5, 50] == floor)
        for near in [RGB(120, 170, 40), RGB(132, 158, 52)] {
            let cleared = key(image, settings: KeySettings(clear: [near])).image
            #expect(cleared[5, 50].a == 0)
            #expect(cleared[30, 25].a == 0)
            #expect(cleared[22, 45] == Ink.red)
        }
        // One level more is another color.
        #expect(key(image, settings: KeySettings(clear: [RGB(133, 170, 40)])).image[5, 50].a == 255)
        let both = KeySettings(keep: [RGB(120, 170, 40)], clear: [RGB(120, 170, 40)])
        #expect(key(image, settings: both).image[5, 50] == floor)
    }

    @Test(arguments: [
        (160, StraightPixel(r: 0, g: 195, b: 0), StraightPixel(r: 50, g: 160, b: 62)),
        (80, StraightPixel(r: 0, g: 255, b: 0), StraightPixel(r: 50, g: 200, b: 50)),
    ]) func `a gradient that passes by the screen's color has no hole`(
        side: Int,
        screen: StraightPixel,
        green: StraightPixel
    ) {
        let brown = StraightPixel(r: 140, g: 90, b: 70)
        let teal = StraightPixel(r: 72, g: 190, b: 190)
        let (middle, radius) = (side / 2, side * 17 / 40)
        let image = painted(side, side) { x, y in
            let (dx, dy) = (x - middle, y - middle)
            guard dx * dx + dy * dy < radius * radius else { return screen }
            // 0...510 across the disc.
            let way = (dx * 87 + dy * 50 + radius * 100) * 510 / (radius * 200)
            return way < 255
                ? mixture(green, max(way, 0), over: brown)
                : mixture(teal, min(way - 255, 255), over: green)
        }
        let keyed = key(image).image
        let inside = side / 4..<side * 3 / 4
        for y in inside { for x in inside { #expect(keyed[x, y] == image[x, y]) } }
        #expect(keyed[0, 0].a == 0)
    }
}
