import ChromaKey
import Raster
import TestSupport
import Testing

/// Pixels that are a mixture of the screen and a color next to them.
struct UnmixingTests {
    /// A screen on the left and art on the right; between them each row has its number as cover.
    private func ramp(_ art: StraightPixel, over screen: StraightPixel) -> StraightImage {
        painted(24, 256) { x, y in
            x < 12 ? screen : x == 12 ? mixture(art, y, over: screen) : art
        }
    }

    private static let arts: [StraightPixel] = [
        Ink.red, Ink.white, StraightPixel(r: 20, g: 18, b: 24), StraightPixel(r: 40, g: 60, b: 200),
        StraightPixel(r: 250, g: 220, b: 40), StraightPixel(r: 120, g: 70, b: 40),
    ]

    /// How far alphas and colors of the ramp's column are off, but for what is drawn to an end.
    private func errors(
        _ art: StraightPixel,
        over screen: StraightPixel,
        _ settings: KeySettings
    ) -> (alpha: Int, color: Int) {
        let keyed = key(ramp(art, over: screen), settings: settings).image
        var (alpha, color) = (0, 0)
        for cover in 4...251 {
            let pixel = keyed[12, cover]
            alpha = max(alpha, abs(Int(pixel.a) - cover))
            // Under small alphas a level of the mixture is many levels of the color.
            if cover >= 64, pixel.a > 0 { color = max(color, distance(pixel, art)) }
        }
        return (alpha, color)
    }

    @Test(arguments: arts)
    func `every cover of an edge is found, and the art's own color with it`(art: StraightPixel) {
        for mode in [KeyMode.best, .fast] {
            let (alpha, color) = errors(art, over: Ink.green, KeySettings(mode: mode))
            #expect(alpha <= 2, "\(mode)")
            #expect(color <= 4, "\(mode)")
        }
    }

    @Test(arguments: arts)
    func `explained one by one, covers are the same`(art: StraightPixel) {
        let image = ramp(art, over: Ink.green)
        let one = KernelChoice.$usesReference.withValue(true) { key(image) }
        #expect(one == key(image))
    }

    /// Screens, and art that is far from each.
    @Test(arguments: [
        (RGB(0, 0, 255), StraightPixel(r: 220, g: 120, b: 30)),
        (RGB(255, 0, 255), StraightPixel(r: 60, g: 120, b: 60)),
        (RGB(8, 162, 24), StraightPixel(r: 200, g: 60, b: 90)),
        (RGB(255, 255, 255), StraightPixel(r: 30, g: 60, b: 120)),
        (RGB(0, 0, 0), StraightPixel(r: 230, g: 180, b: 90)),
    ])
    func `every cover is found over other screens`(screen: RGB, art: StraightPixel) {
        let behind = StraightPixel(r: screen.r, g: screen.g, b: screen.b)
        let (alpha, color) = errors(art, over: behind, KeySettings(key: .color(screen)))
        #expect(alpha <= 3)
        #expect(color <= 5)
    }

    @Test func `laid over the screen again, an edge is what it was`() {
        for art in UnmixingTests.arts {
            let image = ramp(art, over: Ink.green)
            let keyed = key(image).image
            for y in 0..<256 {
                let pixel = keyed[12, y]
                let again = mixture(pixel, Int(pixel.a), over: Ink.green)
                // What is next to nothing was taken for nothing.
                let tolerance = pixel.a == 0 ? 3 : 2
                #expect(distance(again, image[12, y]) <= tolerance, "\(art) at \(y)")
            }
        }
    }

    @Test func `covers next to none and next to all are none and all`() {
        let keyed = key(ramp(Ink.red, over: Ink.green)).image
        #expect(keyed[12, 0].a == 0)
        #expect(keyed[12, 1].a == 0)
        #expect(keyed[12, 254].a == 255)
        #expect(keyed[12, 255] == Ink.red)
        // And nothing else is drawn to the ends.
        #expect((3...252).allSatisfy { (1...254).contains(keyed[12, $0].a) })
    }

    @Test func `of two colors next to an edge pixel, the one that fits is taken`() {
        let blue = StraightPixel(r: 40, g: 60, b: 200)
        // Above red, below blue; the edge has both at many covers.
        let image = painted(30, 64) { x, y in
            let art = y < 32 ? Ink.red : blue
            return x < 14 ? Ink.green : x == 14 ? mixture(art, 30 + y * 3, over: Ink.green) : art
        }
        let keyed = key(image).image
        for y in 0..<64 {
            #expect(abs(Int(keyed[14, y].a) - (30 + y * 3)) <= 3, "row \(y)")
            #expect(distance(keyed[14, y], y < 32 ? Ink.red : blue) <= 8, "row \(y)")
        }
    }

    @Test func `the fast way takes the nearest color, the best way the one that fits`() {
        let blue = StraightPixel(r: 40, g: 60, b: 200)
        // A blue strand comes out of red hair: its tip is next to red alone.
        let image = painted(40, 40) { x, y in
            if x == 19, (10..<30).contains(y) { return mixture(blue, 20 + y * 6, over: Ink.green) }
            if x >= 20, x < 22 { return Ink.red }
            return x < 19 ? Ink.green : blue
        }
        let best = key(image).image
        let fast = key(image, settings: KeySettings(mode: .fast)).image
        for y in 14..<28 {
            #expect(abs(Int(best[19, y].a) - (20 + y * 6)) <= 8, "row \(y)")
            #expect(Int(best[19, y].b) > Int(best[19, y].r) + 60, "row \(y)")
        }
        #expect(best != fast)
    }

    @Test func `a line too thin for samples keeps its color`() {
        // One pixel wide and slanted, so that each row covers two pixels in part.
        let white = Ink.white
        let image = painted(60, 60) { x, y in
            let place = 20 * 16 + y * 5
            let cover = max(0, min(16, place + 16 - x * 16) - max(0, place - x * 16))
            return mixture(white, cover * 255 / 16, over: Ink.green)
        }
        let keyed = key(image).image
        var (seen, wrong) = (0, 0)
        for y in 4..<56 {
            let place = 20 * 16 + y * 5
            for x in 0..<60 {
                let cover = max(0, min(16, place + 16 - x * 16) - max(0, place - x * 16))
                guard cover >= 4 else { continue }
                seen += 1
                let pixel = keyed[x, y]
                if abs(Int(pixel.a) - cover * 255 / 16) > 12 || distance(pixel, white) > 24 {
                    wrong += 1
                }
            }
        }
        #expect(seen >= 75)
        #expect(wrong == 0)
    }

    @Test func `what nothing next to it explains is not left greener than red or blue`() {
        let lone = StraightPixel(r: 120, g: 190, b: 30)
        var image = SoftDisc(color: Ink.red, side: 40).picture()
        image[3, 3] = lone
        let pixel = key(image).image[3, 3]
        #expect(pixel.a > 0 && pixel.a < 255)
        #expect(pixel.g <= max(pixel.r, pixel.b))
    }

    @Test func `noise in the screen costs a few levels of cover`() {
        let screen = StraightPixel(r: 12, g: 235, b: 20)
        let clean = ramp(Ink.red, over: screen)
        var random = SeededRandom(seed: 4)
        let noisy = painted(clean.width, clean.height) { x, y in
            func shaken(_ value: UInt8) -> UInt8 {
                UInt8(min(max(Int(value) + Int.random(in: -3...3, using: &random), 0), 255))
            }
            let pixel = clean[x, y]
            return StraightPixel(r: shaken(pixel.r), g: shaken(pixel.g), b: shaken(pixel.b))
        }
        let keyed = key(noisy).image
        var sum = 0
        for y in 0..<256 { sum += abs(Int(keyed[12, y].a) - y) }
        #expect(sum <= 256 * 6)
        for y in 0..<256 { #expect(keyed[20, y] == noisy[20, y]) }
        for y in 0..<256 { #expect(keyed[4, y].a == 0) }
    }

    @Test func `what is behind an edge and shows the art alone is not among the changes`() throws {
        let image = ramp(Ink.red, over: Ink.green)
        let found = try #require(findings(in: image))
        let changes = found.changes().joined().joined()
        #expect(changes.allSatisfy { $0.x == 12 })
        #expect(Set(changes.map(\.y)).count >= 250)
    }
}
