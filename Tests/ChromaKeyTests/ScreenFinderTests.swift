import ChromaKey
import Raster
import TestSupport
import Testing

/// Finding the screen.
struct ScreenFinderTests {
    private let disc = SoftDisc(color: Ink.red, side: 96)

    private func noisy(_ image: StraightImage, _ levels: Int) -> StraightImage {
        var random = SeededRandom(seed: 9)
        return painted(image.width, image.height) { x, y in
            func shaken(_ value: UInt8) -> UInt8 {
                let change = Int.random(in: -levels...levels, using: &random)
                return UInt8(min(max(Int(value) + change, 0), 255))
            }
            let pixel = image[x, y]
            return StraightPixel(r: shaken(pixel.r), g: shaken(pixel.g), b: shaken(pixel.b))
        }
    }

    @Test func `a drawn screen is flat and without noise`() throws {
        let found = try #require(screen(of: disc.picture()))
        #expect(found.isFlat)
        #expect(found.color == SIMD4(0, 255, 0, 0))
        #expect(found.noise == 0)
    }

    @Test(arguments: [
        StraightPixel(r: 8, g: 162, b: 24), StraightPixel(r: 30, g: 230, b: 60),
        StraightPixel(r: 90, g: 200, b: 90),
    ])
    func `another green than the one declared is found as it is`(shade: StraightPixel) throws {
        let found = try #require(screen(of: disc.picture(over: shade)))
        #expect(found.isFlat)
        #expect(found.color == color(shade))
    }

    @Test func `noise is reported and does not bend a flat screen`() throws {
        let calm = StraightPixel(r: 20, g: 220, b: 30)
        let drawn = SoftDisc(color: Ink.red, side: 192).picture(over: calm)
        for levels in [2, 4, 8] {
            let found = try #require(screen(of: noisy(drawn, levels)))
            #expect(found.isFlat, "noise of \(levels)")
            let off = found.color - color(calm)
            #expect(max(abs(off.x), abs(off.y), abs(off.z)) <= 1, "noise of \(levels)")
            // Root mean square of three channels: under the greatest, over the mean.
            #expect(found.noise > Float(levels) / 2, "noise of \(levels)")
            #expect(found.noise <= Float(levels) + 1, "noise of \(levels)")
        }
    }

    @Test func `an uneven screen becomes a surface that follows the light`() throws {
        let blank = painted(160, 120) { _, _ in StraightPixel(r: 20, g: 235, b: 30) }
        var lit = blank.unevenlyLit()
        let truth = lit
        lit.fill(PixelRect(x: 50, y: 40, width: 60, height: 40)!, with: Ink.red)
        let found = try #require(screen(of: lit))
        #expect(!found.isFlat)
        #expect(found.noise < 4)
        var worst: Float = 0
        for y in 0..<120 {
            for x in 0..<160 {
                let off = found(x, y) - color(truth[x, y])
                worst = max(worst, abs(off.x), abs(off.y), abs(off.z))
            }
        }
        // Two levels are the noise of a single pixel.
        #expect(worst < 5)
    }

    @Test func `a shadow on a drawn screen does not bend it`() throws {
        let shadowed = painted(96, 96) { x, y in
            let depth = max(0, 40 - abs(x - 48) - abs(y - 60))
            return mixture(StraightPixel(r: 0, g: 0, b: 0), depth * 2, over: Ink.green)
        }
        let found = try #require(screen(of: shadowed))
        #expect(found.isFlat)
        #expect(found.color == SIMD4(0, 255, 0, 0))
    }

    @Test func `a screen that went through JPEG stays flat`() throws {
        let found = try #require(screen(of: disc.picture().throughJPEG()))
        #expect(found.isFlat)
        let off = found.color - SIMD4(0, 255, 0, 0)
        #expect(max(abs(off.x), abs(off.y), abs(off.z)) <= 2)
    }

    @Test func `what is no screen is not taken for one`() {
        let art = SoftDisc(color: Ink.red, side: 64)
        let leaf = SoftDisc(color: StraightPixel(r: 90, g: 170, b: 50), side: 64)
        let pictures = [
            ("no green at all", painted(64, 64) { _, _ in Ink.white }),
            ("another hue", art.picture(over: StraightPixel(r: 0, g: 0, b: 255))),
            ("a grey-green", art.picture(over: StraightPixel(r: 120, g: 150, b: 110))),
            ("green art on white", leaf.picture(over: Ink.white)),
            (
                "nothing visible",
                painted(64, 64) { _, _ in StraightPixel(r: 0, g: 255, b: 0, a: 0) }
            ),
        ]
        for (what, image) in pictures {
            let isFound = screen(of: image) != nil
            #expect(!isFound, "\(what)")
        }
    }

    @Test func `the declared color is trusted inside, a shade of it only at the border`() {
        func framed(_ screen: StraightPixel) -> StraightImage {
            painted(64, 64) { x, y in
                (20..<44).contains(x) && (20..<44).contains(y) ? screen : Ink.white
            }
        }
        #expect(screen(of: framed(Ink.green)) != nil)
        #expect(screen(of: framed(StraightPixel(r: 8, g: 162, b: 24))) == nil)
        let outside = SoftDisc(color: Ink.white, side: 64)
        #expect(screen(of: outside.picture(over: StraightPixel(r: 8, g: 162, b: 24))) != nil)
    }

    @Test func `auto asks the border, and takes no color that holds less than a quarter`() {
        let quarters = painted(64, 64) { x, y in
            [Ink.red, Ink.white, .init(r: 0, g: 0, b: 200), .init(r: 90, g: 90, b: 90)][
                (x + y) / 4 % 4
            ]
        }
        let mostlyBlue = painted(64, 64) { x, y in
            x < 40 ? StraightPixel(r: 20, g: 40, b: 220) : quarters[x, y]
        }
        let settings = KeySettings(key: .auto)
        #expect(key(mostlyBlue, settings: settings).report.screen?.color == RGB(20, 40, 220))
        let fifths = painted(64, 64) { x, y in
            StraightPixel(r: UInt8((x + y) / 4 % 5 * 60), g: 10, b: 10)
        }
        #expect(key(fifths, settings: settings).report.screen == nil)
    }

    @Test func `greys have no hue to lean to`() {
        #expect(flatGreen.isChromatic)
        #expect(!flatScreen(128, 128, 128).isChromatic)
        #expect(!flatScreen(110, 150, 100).isChromatic)
        #expect(flatScreen(110, 151, 100).isChromatic)
    }
}
