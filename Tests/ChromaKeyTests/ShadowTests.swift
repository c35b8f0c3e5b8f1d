import ChromaKey
import Raster
import TestSupport
import Testing

/// Cast shadows, told from green art.
struct ShadowTests {
    /// A figure with a soft edge, and what is behind it, at a shadow's alpha of 255.
    private func figure(
        color: StraightPixel = Ink.red,
        shadow ink: StraightPixel = StraightPixel(r: 12, g: 12, b: 12),
        _ shadow: (_ x: Int, _ y: Int) -> Int
    ) -> StraightImage {
        let disc = SoftDisc(color: color, side: 40)
        return painted(96, 72) { x, y in
            let behind = mixture(ink, shadow(x, y), over: Ink.green)
            let (dx, dy) = (x - 28, y - 6)
            guard (0..<40).contains(dx), (0..<40).contains(dy) else { return behind }
            return mixture(color, disc.cover(dx, dy), over: behind)
        }
    }

    private func isInEllipse(_ x: Int, _ y: Int) -> Bool {
        let (dx, dy) = (Double(x - 52) / 32, Double(y - 46) / 14)
        return dx * dx + dy * dy < 1
    }

    private var shadowed: StraightImage {
        figure { x, y in isInEllipse(x, y) ? 120 : 0 }
    }

    @Test func `a hard shadow is see-through in its own color and alpha`() {
        let image = key(shadowed).image
        for (x, y) in [(60, 54), (50, 50), (78, 46), (83, 46), (30, 50)] {
            let pixel = image[x, y]
            #expect(abs(Int(pixel.a) - 120) <= 2, "at \(x), \(y)")
            #expect(max(pixel.r, pixel.g, pixel.b) <= 16, "at \(x), \(y)")
        }
        #expect(image[48, 26] == Ink.red)
        #expect(image[10, 10].a == 0)
    }

    @Test func `an edge over a shadow keeps no green`() {
        let image = key(shadowed).image
        for y in 0..<72 {
            for x in 0..<96 {
                let pixel = image[x, y]
                let green = Int(pixel.g) - Int(max(pixel.r, pixel.b))
                #expect(green * Int(pixel.a) < 16 * 255, "at \(x), \(y)")
            }
        }
    }

    @Test func `pieces between legs are shadow as well`() {
        var image = shadowed
        // Two legs down through the shadow, and a bar that closes the gap between them.
        for x in [46, 58] {
            image.fill(PixelRect(x: x, y: 40, width: 4, height: 26)!, with: Ink.red)
        }
        image.fill(PixelRect(x: 46, y: 60, width: 16, height: 4)!, with: Ink.red)
        let pixel = key(image).image[54, 56]
        #expect(abs(Int(pixel.a) - 120) <= 2)
        #expect(max(pixel.r, pixel.g, pixel.b) <= 16)
    }

    @Test func `a bluish shadow keeps its color`() {
        let ink = StraightPixel(r: 20, g: 16, b: 50)
        let image = key(figure(shadow: ink) { x, y in isInEllipse(x, y) ? 140 : 0 }).image
        let pixel = image[60, 54]
        #expect(abs(Int(pixel.a) - 140) <= 5)
        #expect(abs(Int(pixel.r) - 20) <= 4)
        #expect(abs(Int(pixel.b) - 50) <= 4)
    }

    /// Of a shadow's color, even, and at the screen only behind a darker outline.
    @Test func `dark green art with an outline stays solid`() {
        var image = figure { _, _ in 0 }
        let (green, outline) = (
            StraightPixel(r: 0, g: 130, b: 4), StraightPixel(r: 10, g: 40, b: 14)
        )
        image.fill(PixelRect(x: 60, y: 34, width: 30, height: 30)!, with: outline)
        image.fill(PixelRect(x: 62, y: 36, width: 26, height: 26)!, with: green)
        #expect(key(image).image[75, 50] == green)
    }

    @Test func `dark green art with shades stays solid`() {
        var image = painted(64, 64) { _, _ in Ink.green }
        let shades = [
            StraightPixel(r: 0, g: 128, b: 0), StraightPixel(r: 0, g: 96, b: 0),
            StraightPixel(r: 0, g: 64, b: 0),
        ]
        for step in 0..<12 {
            image.fill(
                PixelRect(x: 12 + step % 3 * 4, y: 8 + step * 4, width: 28, height: 4)!,
                with: shades[step % 3]
            )
        }
        image.fill(PixelRect(x: 20, y: 20, width: 6, height: 6)!, with: Ink.red)
        let keyed = key(image).image
        for (index, pixel) in image.pixels.enumerated() where pixel != Ink.green {
            #expect(keyed.pixels[index] == pixel)
        }
    }

    @Test func `a soft shadow is distinguished from green art that it touches`() {
        let leaf = StraightPixel(r: 110, g: 180, b: 40)
        let image = figure(color: leaf) { x, y in
            let (dx, dy) = (Double(x - 60) / 30, Double(y - 40) / 22)
            return Int(150 * max(0, 1 - (dx * dx + dy * dy).squareRoot()))
        }
        let keyed = key(image).image
        #expect(keyed[48, 26] == leaf)
        let pixel = keyed[72, 44]
        let (dx, dy) = (Double(12) / 30, Double(4) / 22)
        let alpha = Int(150 * (1 - (dx * dx + dy * dy).squareRoot()))
        #expect(abs(Int(pixel.a) - alpha) <= 3)
        #expect(pixel.g <= max(pixel.r, pixel.b) + 2)
    }

    @Test func `shadows over noise and over an uneven screen are reported`() {
        var random = SeededRandom(seed: 5)
        let plain = shadowed
        let image = painted(96, 72) { x, y in
            let pixel = plain[x, y]
            func noisy(_ value: UInt8, _ shift: Int) -> UInt8 {
                let change = Int.random(in: -3...3, using: &random) + shift
                return UInt8(min(max(Int(value) + change, 0), 255))
            }
            return StraightPixel(
                r: noisy(pixel.r, 4),
                g: noisy(pixel.g, -6 - x / 24),
                b: noisy(pixel.b, 6)
            )
        }
        let keyed = key(image).image
        for (x, y) in [(60, 54), (78, 46)] { #expect((100...140).contains(keyed[x, y].a)) }
        #expect(keyed[48, 26].a == 255)
    }

    @Test func `a shadow may be kept, and is judged by its size and evenness then`() {
        let keyed = key(shadowed, settings: KeySettings(shadow: .keep)).image
        #expect(keyed[60, 54].a > 180)
    }

    @Test func `a shadow may be removed, and the edge over it keeps none of it`() {
        let keyed = key(shadowed, settings: KeySettings(shadow: .remove)).image
        let alone = key(figure { _, _ in 0 }).image
        for y in 0..<72 {
            for x in 0..<96 {
                #expect(abs(Int(keyed[x, y].a) - Int(alone[x, y].a)) <= 24, "at \(x), \(y)")
            }
        }
        #expect(keyed[60, 54].a == 0)
        #expect(keyed[48, 26] == Ink.red)
    }

    @Test func `colors to be kept are no shadow`() {
        let image = shadowed
        let ink = image[60, 54]
        let settings = KeySettings(keep: [RGB(ink.r, ink.g, ink.b)])
        #expect(key(image, settings: settings).image[60, 54] == ink)
    }

    @Test func `on a magenta screen a shadow is dark, too`() {
        let image = shadowed
        let turned = painted(96, 72) { x, y in
            let pixel = image[x, y]
            return StraightPixel(r: pixel.g, g: pixel.r, b: pixel.g)
        }
        let settings = KeySettings(key: .color(RGB(255, 0, 255)))
        let pixel = key(turned, settings: settings).image[60, 54]
        #expect(abs(Int(pixel.a) - 120) <= 4)
        #expect(max(pixel.r, pixel.g, pixel.b) <= 16)
        // Even light pink is art.
        let pink = StraightPixel(r: 255, g: 140, b: 255)
        let light = figure { x, y in isInEllipse(x, y) ? 120 : 0 }
        let drawn = painted(96, 72) { x, y in
            light[x, y] == Ink.green
                ? StraightPixel(r: 255, g: 0, b: 255) : isInEllipse(x, y) ? pink : Ink.red
        }
        #expect(key(drawn, settings: settings).image[60, 54] == pink)
    }

    @Test func `what was reported as shadow has a box and a count`() throws {
        let trimap = try #require(findings(in: shadowed)).trimap
        let areas = key(shadowed).report.areas
        #expect(areas.count == 1)
        let area = try #require(areas.first)
        #expect(area.kind == .shadow && area.reason == .dark)
        #expect(area.pixels == trimap.shadows.mask.count)
        #expect(area.box.maxX == 84)
    }

    @Test func `a turned picture has the same shadow`() {
        let image = shadowed
        let mirrored = painted(96, 72) { x, y in image[95 - x, y] }
        let turned = painted(72, 96) { x, y in image[y, x] }
        let (plain, other, third) = (key(image).image, key(mirrored).image, key(turned).image)
        for y in 0..<72 {
            for x in 0..<96 {
                #expect(other[95 - x, y].a == plain[x, y].a, "at \(x), \(y)")
                #expect(third[y, x].a == plain[x, y].a, "at \(x), \(y)")
            }
        }
    }

    @Test(arguments: [KeyShadow.unmix, .remove])
    func `shadows are the same one by one and many at a time`(shadow: KeyShadow) {
        let settings = KeySettings(shadow: shadow)
        let keyed = key(shadowed, settings: settings)
        let reference = KernelChoice.$usesReference.withValue(true) {
            key(shadowed, settings: settings)
        }
        #expect(keyed == reference)
    }
}
