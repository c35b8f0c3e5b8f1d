import Raster
import TestSupport
import Testing

struct BitmapTests {
    private let picture = StraightImage(
        drawn:
            "#r.",
        "w.b"
    )

    @Test func `quarter turns go the way their names say`() {
        #expect(picture.rotatedClockwise() == StraightImage(drawn: "w#", ".r", "b."))
        #expect(picture.rotatedCounterclockwise() == StraightImage(drawn: ".b", "r.", "#w"))
        #expect(picture.rotatedHalfTurn() == StraightImage(drawn: "b.w", ".r#"))
        #expect(picture.transposed() == StraightImage(drawn: "#w", "r.", ".b"))
        #expect(picture.flippedHorizontally() == StraightImage(drawn: ".r#", "b.w"))
        #expect(picture.flippedVertically() == StraightImage(drawn: "w.b", "#r."))
    }

    @Test func `a crop that reaches outside is clear there`() {
        let rect = PixelRect(x: -1, y: 1, width: 3, height: 2)!
        #expect(picture.cropped(to: rect) == StraightImage(drawn: ".w.", "..."))
    }

    @Test func `copying leaves out what does not fit`() {
        var page = StraightImage(drawn: "....", "....")
        page.copy(from: picture, at: PixelPoint(x: 2, y: -1))
        #expect(page == StraightImage(drawn: "..w.", "...."))
    }

    @Test func `opaque bounds hold every visible pixel and no more`() {
        #expect(StraightImage(drawn: "....", "....").opaqueBounds() == nil)
        let seen = StraightImage(drawn: ".....", "..x..", ".#...", ".....")
        #expect(seen.opaqueBounds() == PixelRect(x: 1, y: 1, width: 2, height: 2))
        #expect(seen.opaqueBounds(above: 128) == PixelRect(x: 1, y: 2, width: 1, height: 1))
        #expect(picture.opaqueBounds() == PixelRect(picture.size))
    }

    @Test func `premultiplying and back keeps opaque pixels and clears hidden color`() {
        var image = StraightImage(drawn: "rwb#", "xxxx")
        image[0, 1] = StraightPixel(r: 200, g: 100, b: 50, a: 0)
        let back = image.premultiplied().straight()
        for x in 0..<4 { #expect(back[x, 0] == image[x, 0]) }
        #expect(back[0, 1] == .clear)
    }

    @Test func `drawing over covers by alpha and clips`() {
        var canvas = StraightImage(drawn: "www").premultiplied()
        canvas.draw(StraightImage(drawn: "#x.").premultiplied(), at: PixelPoint(x: 1, y: 0))
        let result = canvas.straight()
        #expect(result[0, 0] == StraightPixel(r: 255, g: 255, b: 255))
        #expect(result[1, 0] == StraightPixel(r: 0, g: 0, b: 0))
        #expect(result[2, 0] == StraightPixel(r: 237, g: 142, b: 147))
    }
}
