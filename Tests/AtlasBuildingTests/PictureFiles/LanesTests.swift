import AtlasBuilding
import FileStore
import ImageCodec
import Raster
import Testing

struct LanesTests {
    @Test func `a lane that is given back goes to who waits, then it is spare`() async {
        let lanes = Lanes(2)
        let (first, second) = (await lanes.next(), await lanes.next())
        #expect(Set([first, second]) == [0, 1])
        #expect(lanes.spare() == nil)
        async let waiting = lanes.next()
        lanes.giveBack(first)
        #expect(await waiting == first)
        #expect(lanes.spare() == nil)
        lanes.giveBack(second)
        #expect(lanes.spare() == second)
    }

    @Test func `work that is left alone may take several cores`() async throws {
        @Sendable func bands(_ index: Int) async -> Int {
            PictureCores.$leastPixels.withValue(1) { inRowBands(64, width: 10) { $0 }.count }
        }
        #expect(try await inParallel(1, jobs: 1, bands) == [1])
        #expect(try await inParallel(1, jobs: 4, bands)[0] > 1)
    }

    /// Several bands, one of them with nothing that repeats.
    private func picture() throws -> StraightImage {
        var image = StraightImage(size: try #require(PixelSize(width: 1300, height: 1700)))
        var state: UInt32 = 7
        for y in 0..<1700 {
            for x in 0..<1300 where y > 900 || (x / 20 + y / 30).isMultiple(of: 3) {
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = y > 900 ? UInt8(state >> 24) : UInt8(x & 0x38)
                image[x, y] = StraightPixel(r: noise, g: UInt8(y & 0xF0), b: 90, a: 255)
            }
        }
        image[3, 3] = StraightPixel(r: 1, g: 2, b: 3, a: 4)
        return image
    }

    @Test(arguments: [Effort.fast, .balanced])
    func `a picture has the same bytes in any number of lanes`(_ effort: Effort) async throws {
        let image = try picture()
        let one = try encodePNG(image, effort: effort)
        #expect(try decodeImage(one).image == image)
        for count in [1, 2, 5, 40] {
            let lanes = Lanes(count)
            let own = await lanes.next()
            let encoding = try PNGEncoding(image, effort: effort)
            let bands = try await encoding.bands(Array(0..<encoding.bandCount), in: lanes)
            let file = encoding.file(bands.sorted { $0.index < $1.index })
            #expect(file == one, "\(count) lanes")
            lanes.giveBack(own)
        }
    }
}
