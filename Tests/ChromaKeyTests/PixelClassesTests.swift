import ChromaKey
import Raster
import Testing

/// What pixels look like by themselves.
///
/// That all forms agree, KeyClassesTests says.
struct PixelClassesTests {
    @Test func `screen, what leans to it, and art are distinguished`() {
        // Half of red, half of white, a leaf, and a shadow over the screen.
        let halfRed = mixture(Ink.red, 128, over: Ink.green)
        let halfWhite = mixture(Ink.white, 128, over: Ink.green)
        let leaf = StraightPixel(r: 60, g: 140, b: 50)
        let shadow = StraightPixel(r: 0, g: 150, b: 0)
        let image = painted(8, 1) { x, _ in
            [
                Ink.green, .init(r: 1, g: 254, b: 1), halfRed, halfWhite, leaf, shadow, Ink.red,
                Ink.white,
            ][
                x
            ]
        }
        let classes = PixelClasses(image, screen: flatGreen)
        let rows = drawn(("s", classes.screen), ("l", classes.keyHued))
        #expect(rows == ["ssllll.."])
        #expect(classes.isOpaque)
    }

    @Test func `greener is never less like the screen, redder and bluer never more`() {
        // One picture for each blue: red across, green down.
        var last: PixelClasses?
        var broken: [RGB] = []
        for blue in UInt8(0)...255 {
            let image = painted(256, 256) { x, y in
                StraightPixel(r: UInt8(x), g: UInt8(y), b: blue)
            }
            let classes = PixelClasses(image, screen: flatGreen)
            for y in 0..<256 {
                for x in 0..<256 {
                    let (isScreen, leans) = (classes.screen[x, y], classes.keyHued[x, y])
                    var isRight = !isScreen || leans
                    if y < 255 {
                        isRight = isRight && (!isScreen || classes.screen[x, y + 1])
                        isRight = isRight && (!leans || classes.keyHued[x, y + 1])
                    }
                    if x > 0 {
                        isRight = isRight && (!isScreen || classes.screen[x - 1, y])
                        isRight = isRight && (!leans || classes.keyHued[x - 1, y])
                    }
                    if let last {
                        isRight = isRight && (!isScreen || last.screen[x, y])
                        isRight = isRight && (!leans || last.keyHued[x, y])
                    }
                    if !isRight, broken.count < 5 { broken.append(RGB(UInt8(x), UInt8(y), blue)) }
                }
            }
            last = classes
        }
        #expect(broken == [])
    }

    @Test func `noise makes the screen wider, and what leans to it fewer`() {
        let image = painted(256, 256) { x, y in
            StraightPixel(r: UInt8(x), g: UInt8(255 - y), b: 0)
        }
        var last = PixelClasses(image, screen: flatGreen)
        for noise in [2, 4, 8, 12] as [Float] {
            let next = PixelClasses(
                image,
                screen: flatScreen(0, 255, 0, noise: noise)
            )
            #expect(last.screen.subtracting(next.screen).isEmpty)
            #expect(next.screen.count > last.screen.count)
            // Faint color is no estimate of a screen that itself has some.
            #expect(next.keyHued.subtracting(next.screen).subtracting(last.keyHued).isEmpty)
            last = next
        }
    }

    @Test func `over a grey screen nothing leans`() {
        let grey = StraightPixel(r: 128, g: 128, b: 128)
        let image = painted(4, 1) { x, _ in [grey, Ink.red, Ink.green, Ink.white][x] }
        let classes = PixelClasses(image, screen: flatScreen(128, 128, 128))
        #expect(drawn(("s", classes.screen), ("l", classes.keyHued)) == ["s..."])
    }

    @Test func `over a surface pixels are compared with what is behind them`() throws {
        // Darker to the right; the same green is screen here and not there.
        var image = painted(128, 64) { x, _ in StraightPixel(r: 0, g: UInt8(250 - x / 2), b: 0) }
        image.fill(PixelRect(x: 56, y: 24, width: 16, height: 16)!, with: Ink.red)
        image[20, 30] = StraightPixel(r: 0, g: 200, b: 0)
        image[100, 30] = StraightPixel(r: 0, g: 200, b: 0)
        let found = try #require(screen(of: image))
        try #require(!found.isFlat)
        let classes = PixelClasses(image, screen: found)
        #expect(!classes.screen[20, 30])
        #expect(classes.screen[100, 30])
        #expect(!classes.screen[60, 30])
        #expect(classes.screen.count >= 128 * 64 - 16 * 16 - 40)
    }

    @Test func `one pixel that is not opaque is seen, wherever it is`() {
        for (x, y) in [(0, 0), (66, 0), (31, 4), (66, 8)] {
            var image = painted(67, 9) { _, _ in Ink.green }
            #expect(PixelClasses(image, screen: flatGreen).isOpaque)
            image[x, y].a = 254
            #expect(!PixelClasses(image, screen: flatGreen).isOpaque)
        }
    }
}
