import ChromaKey
import Raster
import TestSupport
import Testing

/// Art that shows the screen through.
struct TranslucencyTests {
    /// A pane in a dark frame with one soft side, over the screen.
    private func framed(_ pane: StraightPixel) -> StraightImage {
        let ink = StraightPixel(r: 16, g: 16, b: 20)
        return painted(60, 48) { x, y in
            if (16..<44).contains(x), (14..<34).contains(y) { return pane }
            if (12..<48).contains(x), (10..<38).contains(y) { return ink }
            if x == 11, (10..<38).contains(y) { return mixture(ink, y * 6, over: Ink.green) }
            return Ink.green
        }
    }

    @Test func `grey glass of any cover gets its alpha and its color back`() {
        for grey in [UInt8(60), 128, 230] {
            let glass = StraightPixel(r: grey, g: grey, b: grey)
            for cover in stride(from: 24, through: 150, by: 9) {
                let image = framed(mixture(glass, cover, over: Ink.green))
                let pixel = key(image, settings: KeySettings(preset: .glass)).image[30, 24]
                #expect(abs(Int(pixel.a) - cover) <= 1, "\(grey) of \(cover)")
                #expect(distance(pixel, glass) <= 255 / cover + 2, "\(grey) of \(cover)")
            }
        }
    }

    @Test func `a shadow becomes black of its cover`() {
        for cover in stride(from: 16, through: 150, by: 6) {
            let image = framed(mixture(StraightPixel(r: 0, g: 0, b: 0), cover, over: Ink.green))
            for mode in [KeyMode.best, .fast] {
                var settings = KeySettings(preset: .glass)
                settings.mode = mode
                let pixel = key(image, settings: settings).image[30, 24]
                #expect(abs(Int(pixel.a) - cover) <= 1, "cover \(cover), \(mode)")
                #expect(max(pixel.r, pixel.g, pixel.b) <= 8, "cover \(cover), \(mode)")
            }
        }
    }

    @Test func `laid over the screen again, see-through greens are what they were`() {
        // Every fourth color that leans to the screen, as a pane on its own row of pixels.
        var random = SeededRandom(seed: 12)
        var asked = 0
        for _ in 0..<60 {
            let pane = StraightPixel(
                r: UInt8.random(in: 0...110, using: &random),
                g: UInt8.random(in: 120...250, using: &random),
                b: UInt8.random(in: 0...110, using: &random)
            )
            let settings = KeySettings(threshold: 0.95, smoothing: 0)
            let pixel = key(framed(pane), settings: settings).image[30, 24]
            guard pixel.a > 0, pixel.a < 255 else { continue }
            asked += 1
            // What is greener than a mixture can be is made grey on purpose.
            let again = mixture(pixel, Int(pixel.a), over: Ink.green)
            #expect(abs(Int(again.r) - Int(pane.r)) <= 2, "\(pane)")
            #expect(abs(Int(again.b) - Int(pane.b)) <= 2, "\(pane)")
            #expect(pixel.g <= max(pixel.r, pixel.b))
        }
        #expect(asked >= 40)
    }

    @Test func `a higher threshold never makes a green more solid`() {
        let pane = mixture(StraightPixel(r: 100, g: 170, b: 230), 115, over: Ink.green)
        for mode in [KeyMode.best, .fast] {
            var alphas: [UInt8] = []
            for step in 0...20 {
                let settings = KeySettings(mode: mode, threshold: Double(step) / 20)
                alphas.append(key(framed(pane), settings: settings).image[30, 24].a)
            }
            #expect(alphas == alphas.sorted(by: >), "\(mode)")
            #expect(alphas[0] == 255, "\(mode)")
            #expect(alphas[20] < 150, "\(mode)")
        }
    }

    @Test func `without smoothing a green is wholly solid or wholly glass`() {
        // Shades of one glass over the pane, all of which lean to the screen.
        var image = framed(Ink.green)
        for x in 16..<44 {
            for y in 14..<34 {
                let shade = StraightPixel(r: 120, g: 190, b: UInt8(100 + y))
                image[x, y] = mixture(shade, 60 + x * 3, over: Ink.green)
            }
        }
        func alphas(_ smoothing: Double) -> [UInt8] {
            let settings = KeySettings(mode: .fast, threshold: 0.25, smoothing: smoothing)
            let keyed = key(image, settings: settings).image
            return (16..<44).flatMap { x in (14..<34).map { y in keyed[x, y].a } }
        }
        let glass = {
            let keyed = key(image, settings: KeySettings(mode: .fast, threshold: 1)).image
            return (16..<44).flatMap { x in (14..<34).map { y in keyed[x, y].a } }
        }()
        let hard = alphas(0)
        #expect(zip(hard, glass).allSatisfy { $0 == 255 || $0 == $1 })
        #expect(hard.contains(255) && hard.contains { $0 < 255 })
        // Smoothed, some are between.
        #expect(zip(alphas(0.5), glass).contains { $0 < 255 && $0 > $1 })
    }

    @Test func `an area is judged whole by the best way, pixel by pixel by the fast one`() {
        // A plain green whose own solidity is under the threshold, large and even: solid.
        let cloth = StraightPixel(r: 40, g: 165, b: 60)
        let image = framed(cloth)
        let best = key(image).image[30, 24]
        let fast = key(image, settings: KeySettings(mode: .fast)).image[30, 24]
        #expect(best == cloth)
        #expect(fast.a < 255)
    }

    @Test func `a light that fades into the screen is see-through all along`() {
        let image = painted(80, 80) { x, y in
            let (dx, dy) = (x - 40, y - 40)
            let square = dx * dx + dy * dy
            if square < 100 { return StraightPixel(r: 60, g: 80, b: 200) }
            let cover = max(0, 200 - square / 5)
            return mixture(StraightPixel(r: 255, g: 255, b: 255), cover, over: Ink.green)
        }
        let keyed = key(image, settings: KeySettings(preset: .glass)).image
        var last = 256
        for x in 54..<74 {
            let square = (x - 40) * (x - 40)
            let cover = max(0, 200 - square / 5)
            let alpha = Int(keyed[x, 40].a)
            #expect(abs(alpha - cover) <= 12, "column \(x)")
            #expect(alpha <= last, "column \(x)")
            last = alpha
        }
    }

    @Test func `between glass and its frame lies a mixture of the two`() {
        let glass = StraightPixel(r: 200, g: 200, b: 200)
        let pane = mixture(glass, 100, over: Ink.green)
        let ink = StraightPixel(r: 16, g: 16, b: 20)
        var image = framed(pane)
        // Half of ink over the pane: cover 1 - (1 - 100/255) / 2.
        for y in 14..<34 { image[15, y] = mixture(ink, 128, over: pane) }
        let pixel = key(image, settings: KeySettings(preset: .glass)).image[15, 24]
        #expect(abs(Int(pixel.a) - 178) <= 3)
        #expect(pixel.g <= max(pixel.r, pixel.b) + 4)
    }

    @Test func `solid greens stay bit for bit, and see-through ones lose the screen's hue`() throws
    {
        let found = try #require(findings(in: framed(StraightPixel(r: 120, g: 150, b: 40))))
        #expect(found.trimap.translucency.translucent.isEmpty)
        let solid = StraightPixel(r: 120, g: 150, b: 40)
        #expect(key(framed(solid)).image[30, 24] == solid)
        let faint = mixture(StraightPixel(r: 250, g: 250, b: 250), 40, over: Ink.green)
        let thin = try #require(findings(in: framed(faint)))
        #expect(thin.trimap.translucency.sheer[30, 24])
        let pixel = key(framed(faint)).image[30, 24]
        #expect(Int(pixel.g) - Int(max(pixel.r, pixel.b)) <= 4)
    }

    @Test
    func `painted light makes no glass of a pale frame, and a highlight stays as sheer as it was`()
    {
        let lit = StraightPixel(r: 204, g: 238, b: 214)
        let image = painted(96, 96) { x, y in
            let (dx, dy) = (2 * x - 95, 2 * y - 95)
            let squared = dx * dx + dy * dy
            if squared >= 84 * 84 { return Ink.green }
            if squared >= 64 * 64 {
                return x < 60 ? lit : StraightPixel(r: 224, g: 224, b: 232)
            }
            return (40..<46).contains(y)
                ? StraightPixel(r: 191, g: 253, b: 202) : StraightPixel(r: 66, g: 235, b: 106)
        }
        let hints = KeyHints(chromaSubsampling: .quarter)
        let keyed = key(image.throughJPEG(quality: 95), hints: hints).image
        // By its own color the frame's alpha would be as low as 223.
        for y in 30..<66 {
            for x in 10..<14 { #expect(keyed[x, y].a >= 240, "at \(x), \(y)") }
        }
        #expect((196...212).contains(keyed[48, 43].a))
        #expect((108...124).contains(keyed[48, 60].a))
    }
}
