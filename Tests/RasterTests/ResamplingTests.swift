import Raster
import TestSupport
import Testing

struct ResamplingTests {
    private func resample(
        _ image: StraightImage,
        to width: Int,
        _ height: Int,
        _ method: Resampling
    ) -> StraightImage {
        image.premultiplied()
            .resampled(to: PixelSize(width: width, height: height)!, using: method)
            .straight()
    }

    @Test func `shrinking by area takes exact means`() {
        let checks = StraightImage(drawn: "w#w#", "#w#w")
        let half = resample(checks, to: 2, 1, .area)
        let gray = StraightPixel(r: 128, g: 128, b: 128)
        #expect(half == StraightImage(size: half.size, filledWith: gray))
    }

    @Test func `shrinking 3 to 2 weighs pixels by what they cover`() {
        let row = resample(StraightImage(drawn: "w##"), to: 2, 1, .area)
        #expect(row[0, 0].r == 170)
        #expect(row[1, 0].r == 0)
    }

    @Test(arguments: Resampling.allCases)
    func `a flat picture stays flat at any size`(method: Resampling) {
        let color = StraightPixel(r: 200, g: 30, b: 90)
        let flat = StraightImage(size: PixelSize(width: 5, height: 7)!, filledWith: color)
        for width in 1...16 {
            for height in [1, 2, 6, 7, 8, 21] {
                let result = resample(flat, to: width, height, method)
                #expect(result == StraightImage(size: result.size, filledWith: color))
            }
        }
    }

    @Test(arguments: [Resampling.linear, .cubic])
    func `clear pixels lend no color to their neighbors`(method: Resampling) {
        var image = StraightImage(drawn: "r...r")
        image[2, 0] = StraightPixel(r: 0, g: 255, b: 0, a: 0)
        let large = resample(image, to: 20, 1, method)
        for x in 0..<20 where large[x, 0].a > 8 {
            #expect(large[x, 0].g <= 60, "green at \(x)")
        }
    }

    @Test func `pixel art doubles into squares`() {
        #expect(
            resample(StraightImage(drawn: "r.", "#b"), to: 4, 4, .nearest)
                == StraightImage(drawn: "rr..", "rr..", "##bb", "##bb")
        )
    }

    @Test func `enlarged by box, pixels stay squares; edges fall between them as they must`() {
        #expect(
            resample(StraightImage(drawn: "r.", "#b"), to: 4, 4, .box)
                == StraightImage(drawn: "rr..", "rr..", "##bb", "##bb")
        )
        let row = resample(StraightImage(drawn: "w#"), to: 3, 1, .box)
        #expect(row.pixels.map(\.r) == [255, 128, 0])
    }

    @Test func `a shrinking cubic looks at all that falls on a pixel`() {
        // Every other column is white: a cubic of four samples would see only some of them.
        let stripes = StraightImage(drawn: String(repeating: "w###", count: 16))
        let row = resample(stripes, to: 4, 1, .cubic)
        for x in 0..<4 { #expect(abs(Int(row[x, 0].r) - 64) <= 24, "\(row[x, 0].r)") }
    }

    @Test func `a quarter turn about the center is exact`() {
        let image = StraightImage(drawn: "rb", "#w")
        let turned = image.premultiplied().rotated(
            by: Turn(sine: 1, cosine: 0),
            about: (1, 1),
            isPixelArt: false
        )!
        #expect(turned.image.straight() == image.rotatedClockwise())
        #expect(turned.pivot == (1, 1))
    }

    @Test func `turning keeps the pivot where it is reported`() {
        var image = StraightImage(size: PixelSize(width: 41, height: 41)!)
        image.fill(
            PixelRect(x: 28, y: 18, width: 5, height: 5)!,
            with: StraightPixel(r: 9, g: 9, b: 9)
        )
        let half = 0.5.squareRoot()
        let turned = image.premultiplied().rotated(
            by: Turn(sine: half, cosine: half),
            about: (20.5, 20.5),
            isPixelArt: false
        )!
        // The square's center lay 10 to the right; turned clockwise by 45 degrees it lies 7 right
        // and 7 down of the pivot.
        let bounds = turned.image.straight().opaqueBounds(above: 100)!
        let centerX = Double(bounds.x) + Double(bounds.width) / 2 - turned.pivot.x
        let centerY = Double(bounds.y) + Double(bounds.height) / 2 - turned.pivot.y
        #expect(abs(centerX - 7.07) <= 0.6)
        #expect(abs(centerY - 7.07) <= 0.6)
    }
}
