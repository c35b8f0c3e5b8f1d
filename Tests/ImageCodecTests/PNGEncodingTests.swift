import ImageCodec
import Raster
import Testing

struct PNGEncodingTests {
    @Test(arguments: PNGEffort.allCases)
    func everySmallPictureComesBack(_ effort: PNGEffort) throws {
        var random = SeededRandom(seed: 7)
        for height in 1...17 {
            for width in 1...17 {
                let size = try #require(PixelSize(width: width, height: height))
                for style in SampleStyle.allCases {
                    let image = style.draw(size, &random)
                    let file = try encodePNG(image, effort: effort)
                    let back = try decodeImage(file)
                    #expect(back.image == image, "\(style) \(size)")
                    #expect(try readImageInfo(file).size == size)
                }
            }
        }
    }

    @Test(arguments: PNGEffort.allCases)
    func theSamePictureGivesTheSameBytes(_ effort: PNGEffort) throws {
        let size = try #require(PixelSize(width: 70, height: 50))
        for style in SampleStyle.allCases {
            var random = SeededRandom(seed: 3)
            let image = style.draw(size, &random)
            let first = try encodePNG(image, effort: effort)
            #expect(try encodePNG(image, effort: effort) == first, "\(style)")
        }
    }
}
