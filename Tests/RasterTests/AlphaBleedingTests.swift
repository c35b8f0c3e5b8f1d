import Raster
import TestSupport
import Testing

/// Color under clear pixels.
struct AlphaBleedingTests {
    private let red = StraightPixel(r: 200, g: 40, b: 30)

    /// Rows with `#` for one visible pixel and `o` for the clear ones that it gave color.
    private func spread(_ reach: Int) -> [String] {
        var image = StraightImage(size: PixelSize(width: 13, height: 11)!)
        image[6, 5] = red
        image.bleedColors(reach: reach)
        return (0..<11).map { y in
            (0..<13).map { x in image[x, y] == .clear ? "." : image[x, y].a == 0 ? "o" : "#" }
                .joined()
        }
    }

    @Test func `color spreads nearly round, corners at every other step`() {
        let near = [
            ".............",
            "......o......",
            ".....o#o.....",
            "......o......",
            ".............",
        ]
        #expect(Array(spread(1)[3...7]) == near)
        let farther = [
            ".....ooo.....",
            "....ooooo....",
            "....oo#oo....",
            "....ooooo....",
            ".....ooo.....",
        ]
        #expect(Array(spread(2)[3...7]) == farther)
        #expect(
            spread(4) == [
                ".............",
                "....ooooo....",
                "...ooooooo...",
                "..ooooooooo..",
                "..ooooooooo..",
                "..oooo#oooo..",
                "..ooooooooo..",
                "..ooooooooo..",
                "...ooooooo...",
                "....ooooo....",
                ".............",
            ]
        )
    }

    @Test func `foreign color under clear pixels goes, visible pixels stay`() {
        var image = StraightImage(size: PixelSize(width: 9, height: 1)!)
        for x in 0..<9 { image[x, 0] = StraightPixel(r: 0, g: 255, b: 0, a: 0) }
        image[0, 0] = StraightPixel(r: 10, g: 20, b: 30, a: 7)
        image.bleedColors(reach: 2)
        #expect(image[0, 0] == StraightPixel(r: 10, g: 20, b: 30, a: 7))
        #expect(image[2, 0] == StraightPixel(r: 10, g: 20, b: 30, a: 0))
        #expect((3..<9).allSatisfy { image[$0, 0] == .clear })
    }
}
