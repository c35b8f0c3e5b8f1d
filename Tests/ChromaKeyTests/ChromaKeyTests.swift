import ChromaKey
import Raster
import Testing

@Suite("Keying")
struct ChromaKeyTests {
    @Test func `A green screen becomes clear and the art on it stays bit for bit`() {
        let image = picture(
            """
            gggggggggg
            gggggggggg
            gggrrrrggg
            gggrwwrggg
            gggrwwrggg
            gggrrrrggg
            gggggggggg
            gggggggggg
            """
        )
        let keyed = key(image)
        #expect(keyed.report.screen?.color == RGB(0, 255, 0))
        for y in 0..<8 {
            for x in 0..<10 where image[x, y] != Ink.green {
                #expect(keyed.image[x, y] == image[x, y])
            }
        }
        #expect(keyed.image[0, 0].a == 0)
        #expect(keyed.report.clearPixels == 64)
    }

    @Test func `A half covered edge pixel gets half alpha and the art's own color`() {
        var image = picture(
            """
            ggggggrrrrrrr
            ggggggrrrrrrr
            ggggggrrrrrrr
            ggggggrrrrrrr
            """
        )
        for y in 0..<4 { image[5, y] = StraightPixel(r: 110, g: 138, b: 15) }
        let edge = key(image).image[5, 2]
        #expect(abs(Int(edge.a) - 128) <= 1)
        #expect(abs(Int(edge.r) - 220) <= 1)
        #expect(abs(Int(edge.g) - 20) <= 1)
        #expect(abs(Int(edge.b) - 30) <= 1)
    }

    @Test func `Without a screen nothing is removed`() {
        let image = picture("wwww\nwrrw\nwrrw\nwwww")
        let keyed = key(image)
        #expect(keyed.image == image)
        #expect(keyed.report.screen == nil)
    }
}

/// The colors of drawn pictures.
enum Ink {
    static let green = StraightPixel(r: 0, g: 255, b: 0)
    static let red = StraightPixel(r: 220, g: 20, b: 30)
    static let white = StraightPixel(r: 250, g: 250, b: 250)
}

/// A picture from lines of `g` (green screen), `r` (red), `w` (white) and `.` (clear).
func picture(_ lines: String) -> StraightImage {
    let rows = lines.split(separator: "\n")
    let pixels = rows.joined().map { character in
        switch character {
        case "g": Ink.green
        case "r": Ink.red
        case "w": Ink.white
        default: StraightPixel.clear
        }
    }
    let size = PixelSize(width: rows[0].count, height: rows.count)!
    return StraightImage(size: size, pixels: pixels)!
}
