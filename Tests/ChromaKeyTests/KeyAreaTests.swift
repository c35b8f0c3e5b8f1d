import ChromaKey
import Raster
import TestSupport
import Testing

/// What the report says of areas of the screen's hue.
struct KeyAreaTests {
    private let teal = StraightPixel(r: 0, g: 220, b: 200)

    private func picture(_ color: StraightPixel, framed: Bool) -> StraightImage {
        var image = StraightImage(size: PixelSize(width: 80, height: 60)!, filledWith: Ink.green)
        if framed {
            image.fill(
                PixelRect(x: 16, y: 8, width: 48, height: 38)!,
                with: StraightPixel(r: 20, g: 10, b: 30)
            )
        }
        image.fill(PixelRect(x: 20, y: 12, width: 40, height: 30)!, with: color)
        return image
    }

    @Test func `solid green art is reported with its box, its color and why`() throws {
        let areas = key(picture(teal, framed: true)).report.areas
        let area = try #require(areas.first)
        #expect(areas.count == 1)
        #expect(area.kind == .solid)
        #expect(area.reason == .color)
        #expect(area.box == PixelRect(x: 20, y: 12, width: 40, height: 30))
        #expect(area.pixels == 1200)
        #expect(area.color == RGB(0, 220, 200))
    }

    /// Levels of green beyond red and blue.
    @Test(arguments: [(6, 0), (10, 0), (20, 1), (60, 1)])
    func `solid art is reported where its hue is seen`(excess: Int, count: Int) {
        let green = UInt8(90 + excess)
        let areas = key(picture(StraightPixel(r: 90, g: green, b: 90), framed: true)).report.areas
        #expect(areas.count == count)
    }

    @Test func `glass is distinguished from its cover`() throws {
        var image = picture(teal, framed: true)
        for y in 12..<42 {
            for x in 20..<60 {
                image[x, y] = mixture(
                    StraightPixel(r: 150, g: 150, b: 170),
                    40 + 2 * x,
                    over: Ink.green
                )
            }
        }
        let area = try #require(key(image).report.areas.first)
        #expect(area.kind == .glass)
        #expect(area.reason == .cover)
    }

    @Test func `a hard shadow is reported`() throws {
        var image = picture(Ink.red, framed: false)
        image.fill(
            PixelRect(x: 10, y: 42, width: 60, height: 10)!,
            with: mixture(StraightPixel(r: 10, g: 10, b: 12), 120, over: Ink.green)
        )
        let area = try #require(key(image).report.areas.first)
        #expect(area.kind == .shadow)
        #expect(area.reason == .dark)
        #expect(area.box == PixelRect(x: 10, y: 42, width: 60, height: 10))
    }

    @Test func `the largest is first, specks are left out, and so is art of other hues`() {
        var image = picture(teal, framed: true)
        image.fill(
            PixelRect(x: 24, y: 16, width: 6, height: 6)!,
            with: StraightPixel(r: 20, g: 10, b: 30)
        )
        let speck = PixelRect(x: 26, y: 18, width: 2, height: 2)!
        image.fill(speck, with: teal)
        #expect(key(image).report.areas.map(\.pixels) == [1164])
        #expect(key(picture(Ink.red, framed: false)).report.areas.isEmpty)
    }
}
