import ChromaKey
import Raster
import TestSupport
import Testing

/// Specks, and what artists ask for after keying.
struct CleanupTests {
    /// A square of one color on the screen, hard edges.
    private func square(_ side: Int, in size: Int) -> StraightImage {
        let start = (size - side) / 2
        return painted(size, size) { x, y in
            let isInside =
                (start..<start + side).contains(x) && (start..<start + side).contains(y)
            return isInside ? Ink.red : Ink.green
        }
    }

    @Test func `color reaches exactly as far under clear pixels as asked`() {
        let image = square(20, in: 64)
        for reach in 0...16 {
            let keyed = key(image, settings: KeySettings(edge: reach)).image
            let row = (0..<64).map { keyed[$0, 32] }
            let colored = row.indices.filter { row[$0] != .clear }
            #expect(colored == Array(22 - reach..<42 + reach), "edge \(reach)")
            // The color is the art's, its alpha nothing.
            let hidden = StraightPixel(r: Ink.red.r, g: Ink.red.g, b: Ink.red.b, a: 0)
            #expect(colored.allSatisfy { row[$0] == Ink.red || row[$0] == hidden })
        }
    }

    @Test func `erosion takes whole pixels off every side`() {
        let image = square(20, in: 64)
        for radius in 0...11 {
            let settings = KeySettings(edge: 0, erode: radius)
            let keyed = key(image, settings: settings)
            for y in 0..<64 {
                for x in 0..<64 {
                    let isInside =
                        (22 + radius..<max(42 - radius, 22 + radius)).contains(x)
                        && (22 + radius..<max(42 - radius, 22 + radius)).contains(y)
                    #expect(keyed.image[x, y] == (isInside ? Ink.red : .clear))
                }
            }
            #expect(keyed.report.opaquePixels == max(0, 20 - 2 * radius) * max(0, 20 - 2 * radius))
        }
    }

    @Test func `erosion spares what touches the picture's border`() {
        let image = painted(40, 40) { x, y in y >= 20 ? Ink.red : Ink.green }
        let keyed = key(image, settings: KeySettings(erode: 3)).image
        #expect(keyed[0, 39] == Ink.red)
        #expect(keyed[0, 23] == Ink.red)
        #expect(keyed[0, 22].a == 0)
    }

    @Test func `feathering rises inward from nothing to everything`() {
        let image = square(30, in: 64)
        for radius in [1, 3, 6] {
            let keyed = key(image, settings: KeySettings(edge: 0, feather: radius)).image
            let alphas = (0..<32).map { Int(keyed[$0, 32].a) }
            #expect(alphas[..<17].allSatisfy { $0 == 0 }, "feather \(radius)")
            #expect(alphas == alphas.sorted(), "feather \(radius)")
            #expect(alphas[(17 + radius)...].allSatisfy { $0 == 255 }, "feather \(radius)")
            // Inside of the silhouette the steps are equal: 510 / (2 r + 1) each.
            for depth in 0..<radius {
                let exact = 2 * 255 * (radius + 1 + depth) / (2 * radius + 1) - 255
                #expect(abs(alphas[17 + depth] - exact) <= 1, "feather \(radius), \(depth)")
            }
            #expect(keyed[32, 32] == Ink.red)
        }
    }

    /// A screen with noise, and faint, lone dots that are too far from it to be taken for it.
    private func dotted(_ dots: [(x: Int, y: Int)], _ color: StraightPixel) -> StraightImage {
        var random = SeededRandom(seed: 2)
        var image = painted(96, 96) { x, y in
            let noise = { Int.random(in: -3...3, using: &random) }
            return StraightPixel(
                r: UInt8(20 + noise()),
                g: UInt8(225 + noise()),
                b: UInt8(30 + noise())
            )
        }
        let disc = SoftDisc(color: Ink.red, side: 40)
        for y in 0..<40 {
            for x in 0..<40 where disc.cover(x, y) > 0 {
                image[x + 28, y + 28] = mixture(
                    Ink.red,
                    disc.cover(x, y),
                    over: image[x + 28, y + 28]
                )
            }
        }
        for (x, y) in dots { image[x, y] = color }
        return image
    }

    @Test func `specks of an uneven screen are cleared, sparkles are kept`() {
        let places = [(8, 8), (80, 12), (12, 84), (86, 80)]
        let faint = mixture(Ink.white, 20, over: StraightPixel(r: 20, g: 225, b: 30))
        let specks = key(dotted(places, faint)).image
        for (x, y) in places { #expect(specks[x, y].a == 0) }
        let sparkles = key(dotted(places, Ink.white)).image
        for (x, y) in places { #expect(sparkles[x, y].a > 200) }
    }

    @Test func `a drawn screen leaves no specks, so the faintest dot was meant`() {
        var image = SoftDisc(color: Ink.red, side: 64).picture()
        image[4, 4] = mixture(Ink.white, 20, over: Ink.green)
        let pixel = key(image).image[4, 4]
        #expect((16...24).contains(pixel.a))
    }

    @Test func `spill leaves art alone that no screen shines on, whatever its hue`() {
        // Shaded from its middle to its rim, and across, in every hue but the screen's.
        let colors = [
            (150, 60, 210), (210, 60, 60), (220, 190, 60), (60, 90, 210), (200, 120, 60),
            (120, 120, 120), (230, 100, 190),
        ]
        for (r, g, b) in colors {
            for isAcross in [false, true] {
                var image = SoftDisc(color: Ink.red, side: 96).picture()
                for y in 0..<96 {
                    for x in 0..<96 where image[x, y] != Ink.green {
                        let (dx, dy) = (x - 48, y - 48)
                        let far = Double(isAcross ? x : dx * dx + dy * dy) / (isAcross ? 96 : 1700)
                        func shade(_ value: Int) -> UInt8 {
                            UInt8(min(max(Double(value) * (1.15 - 0.7 * far), 0), 255))
                        }
                        image[x, y] = StraightPixel(r: shade(r), g: shade(g), b: shade(b))
                    }
                }
                let plain = key(image).image
                let despilled = key(image, settings: KeySettings(spill: 1)).image
                let changed = zip(plain.pixels, despilled.pixels).count { $0 != $1 }
                #expect(changed == 0, "\(r) \(g) \(b) across \(isAcross)")
            }
        }
    }

    @Test func `spill is taken from art of the screen's opposite hue, too`() {
        // Violet, and a rim of four pixels with a tenth of the screen mixed in.
        let violet = StraightPixel(r: 150, g: 60, b: 210)
        var image = StraightImage(size: PixelSize(width: 64, height: 64)!, filledWith: Ink.green)
        image.fill(
            PixelRect(x: 12, y: 12, width: 40, height: 40)!,
            with: mixture(violet, 230, over: Ink.green)
        )
        image.fill(PixelRect(x: 16, y: 16, width: 32, height: 32)!, with: violet)
        let keyed = key(image, settings: KeySettings(spill: 1)).image
        let plain = key(image).image
        #expect(plain[13, 32].g > 75)
        #expect(keyed[13, 32].g < plain[13, 32].g - 10)
        #expect(keyed[13, 32].r > plain[13, 32].r)
        #expect(keyed[32, 32] == violet)
    }

    @Test func `spill is taken from the rim by the share asked, luma and alpha are kept`() {
        var image = square(40, in: 64)
        for y in 12..<52 { for x in 12..<14 { image[x, y].g += 40 } }
        let plain = key(image).image
        var last = Int(plain[12, 30].g)
        for spill in [0.25, 0.5, 0.75, 1] {
            let keyed = key(image, settings: KeySettings(spill: spill)).image
            let pixel = keyed[12, 30]
            #expect(Int(pixel.g) < last, "spill \(spill)")
            last = Int(pixel.g)
            #expect(zip(plain.pixels, keyed.pixels).allSatisfy { $0.a == $1.a })
            #expect(keyed[32, 32] == Ink.red)
        }
        #expect(last <= Int(Ink.red.g) + 24)
    }
}
