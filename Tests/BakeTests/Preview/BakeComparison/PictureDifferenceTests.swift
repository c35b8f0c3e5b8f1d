import Bake
import Raster
import TestSupport
import Testing

@Suite("Comparing pictures")
struct PictureDifferenceTests {
    @Test func `equal pictures do not differ, whatever is under clear pixels`() {
        var other = StraightImage(drawn: "r.", ".w")
        other[1, 0] = StraightPixel(r: 9, g: 9, b: 9, a: 0)
        let difference = diffPictures(StraightImage(drawn: "r.", ".w"), other)
        #expect(difference.isNone)
        #expect(difference.psnr == nil)
        #expect(difference.changedArea == nil)
        #expect(difference.summary == "identical")
    }

    @Test func `differing pixels are counted, located and measured`() throws {
        let old = StraightImage(drawn: "....", ".##.", "....")
        var new = old
        new[2, 1].r = 51
        let difference = diffPictures(old, new)
        #expect(difference.differingPixels == 1)
        #expect(difference.comparedPixels == 12)
        #expect(difference.maximumChannelDifference == 51)
        #expect(difference.changedArea == PixelRect(x: 2, y: 1, width: 1, height: 1))
        // 10 log10(255^2 / (51^2 / 48)) = 10 log10(25 * 48)
        #expect(abs(try #require(difference.psnr) - 30.7918) < 0.001)
        #expect(difference.summary == "1 of 12 pixels (8.33%), max 51, PSNR 30.8 dB")
    }

    @Test func `pictures of other sizes are compared where both would be`() {
        let difference = diffPictures(StraightImage(drawn: "rr"), StraightImage(drawn: "r", "."))
        #expect(difference.comparedPixels == 4)
        #expect(difference.differingPixels == 1)
        #expect(difference.summary.hasPrefix("2x1 -> 1x2, 1 of 4 pixels (25.00%)"))
        let grown = diffPictures(StraightImage(drawn: "r"), StraightImage(drawn: "r."))
        #expect(grown.differingPixels == 0 && !grown.isNone)
    }
}
