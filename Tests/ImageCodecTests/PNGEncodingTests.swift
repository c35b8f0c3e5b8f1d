import ImageCodec
import Raster
import Testing

struct PNGEncodingTests {
    @Test(arguments: Effort.allCases)
    func `every small picture comes back`(_ effort: Effort) throws {
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

    @Test(arguments: Effort.allCases)
    func `the same picture gives the same bytes`(_ effort: Effort) throws {
        let size = try #require(PixelSize(width: 70, height: 50))
        for style in SampleStyle.allCases {
            var random = SeededRandom(seed: 3)
            let image = style.draw(size, &random)
            let first = try encodePNG(image, effort: effort)
            #expect(try encodePNG(image, effort: effort) == first, "\(style)")
        }
    }

    /// Larger than what is compressed as a whole, so that bands have to be joined.
    @Test(arguments: [
        SampleStyle.noise, .opaqueNoise, .sprite, .fourColors, .fewTranslucentColors, .gray,
        .grayWithAlpha, .gradient,
    ])
    func `a picture larger than a page comes back`(_ style: SampleStyle) throws {
        var random = SeededRandom(seed: 5)
        let tile = style.draw(try #require(PixelSize(width: 64, height: 64)), &random)
        // Rows differ, so that bands end at any bit.
        let size = try #require(PixelSize(width: 4099, height: 4099))
        var image = StraightImage(size: size)
        for y in 0..<size.height {
            let offset = y &* y % 61
            for x in 0..<size.width { image[x, y] = tile[(x &+ offset) & 63, y & 63] }
        }
        let file = try encodePNG(image, effort: .fast)
        #expect(try encodePNG(image, effort: .fast) == file)
        let isSame = try decodeImage(file).image == image
        #expect(isSame)
    }
}
