import ChromaKey
import Raster
import TestSupport
import Testing

/// What the report says of areas of the screen's hue.
struct KeyAreaTests {
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

    @Test func `solid green art is told with its box, its color and why`() throws {
        let green = StraightPixel(r: 90, g: 150, b: 110)
        let areas = key(picture(green, framed: true)).report.areas
        let area = try #require(areas.first)
        #expect(areas.count == 1)
        #expect(area.kind == .solid)
        #expect(area.reason == .color)
        #expect(area.box == PixelRect(x: 20, y: 12, width: 40, height: 30))
        #expect(area.pixels == 1200)
        #expect(area.color == RGB(90, 150, 110))
    }

    @Test func `glass is told from its color`() throws {
        let glass = mixture(StraightPixel(r: 150, g: 150, b: 170), 70, over: Ink.green)
        let area = try #require(key(picture(glass, framed: true)).report.areas.first)
        #expect(area.kind == .glass)
        #expect(area.reason == .tint)
    }

    @Test func `a hard shadow is told`() throws {
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
        var image = picture(StraightPixel(r: 90, g: 150, b: 110), framed: true)
        image.fill(
            PixelRect(x: 24, y: 16, width: 6, height: 6)!,
            with: StraightPixel(r: 20, g: 10, b: 30)
        )
        let speck = PixelRect(x: 26, y: 18, width: 2, height: 2)!
        image.fill(speck, with: StraightPixel(r: 90, g: 150, b: 110))
        #expect(key(image).report.areas.map(\.pixels) == [1164])
        #expect(key(picture(Ink.red, framed: false)).report.areas.isEmpty)
    }
}
