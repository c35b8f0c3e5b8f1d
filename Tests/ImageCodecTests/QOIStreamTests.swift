import ImageCodec
import Raster
import TestSupport
import Testing

struct QOIStreamTests {
    private let image = StraightImage(
        drawn:
            "gggggg",
        "ggrrgg",
        "grbbrg",
        "g..#.g"
    )

    @Test func `pixels come back as they were`() {
        let stream = qoiStream(image)
        #expect(imageOfQOIStream(stream[...], size: image.size) == image)
        #expect(stream.count < image.size.area * 4)
    }

    @Test func `pixels become the marks of the format`() throws {
        // 3 * 255 + 5 * 1 + 7 * 254 + 11 * 255, modulo 64.
        let slot: UInt8 = 41
        // What each pixel follows is the one before it, and opaque black at first.
        let steps: [(pixel: StraightPixel, marks: [UInt8])] = [
            (StraightPixel(r: 0, g: 0, b: 0), [0xC0]),
            (StraightPixel(r: 255, g: 1, b: 254), [0b01_01_11_00]),
            (StraightPixel(r: 255, g: 1, b: 254), [0xC0]),
            (StraightPixel(r: 10, g: 20, b: 10), [0b10_110011, 0x01]),
            (StraightPixel(r: 200, g: 100, b: 50), [0xFE, 200, 100, 50]),
            (StraightPixel(r: 200, g: 100, b: 50, a: 7), [0xFF, 200, 100, 50, 7]),
            (StraightPixel(r: 255, g: 1, b: 254), [slot]),
        ]
        let size = try #require(PixelSize(width: steps.count, height: 1))
        let image = try #require(StraightImage(size: size, pixels: steps.map(\.pixel)))
        #expect(qoiStream(image) == steps.flatMap(\.marks))
        #expect(imageOfQOIStream(qoiStream(image)[...], size: size) == image)
    }

    @Test func `a stream fills its place in a larger image, and nothing else`() throws {
        let ground = StraightImage(
            size: try #require(PixelSize(width: 9, height: 7)),
            filledWith: StraightPixel(r: 1, g: 2, b: 3, a: 4)
        )
        let corner = PixelPoint(x: 2, y: 1)
        let place = try #require(PixelRect(origin: corner, size: image.size))
        var expected = ground
        expected.copy(from: image, at: corner)
        var drawn = ground
        let isDrawn = drawn.copy(fromQOIStream: qoiStream(image)[...], to: place)
        #expect(isDrawn)
        #expect(drawn == expected)
        let isCutDrawn = drawn.copy(fromQOIStream: qoiStream(image).dropLast(), to: place)
        #expect(!isCutDrawn)
        // Its last mark is a run that goes beyond the place.
        let longer = StraightImage(size: try #require(PixelSize(width: 6, height: 5)))
        let isLongerDrawn = drawn.copy(fromQOIStream: qoiStream(longer)[...], to: place)
        #expect(!isLongerDrawn)
    }

    @Test(arguments: [1, 61, 62, 63, 124, 125])
    func `runs are no longer than a mark says`(length: Int) throws {
        let size = try #require(PixelSize(width: length, height: 1))
        let image = StraightImage(size: size, filledWith: StraightPixel(r: 9, g: 9, b: 9, a: 9))
        let runs = stride(from: length - 1, to: 0, by: -62).map { 0xC0 | UInt8(min($0, 62) - 1) }
        #expect(qoiStream(image) == [0xFF, 9, 9, 9, 9] + runs)
        #expect(imageOfQOIStream(qoiStream(image)[...], size: size) == image)
    }

    @Test func `a stream that is cut, too long or of another size gives no picture`() throws {
        let stream = qoiStream(image)
        for count in stream.indices {
            #expect(imageOfQOIStream(stream[..<count], size: image.size) == nil, "\(count) bytes")
        }
        #expect(imageOfQOIStream((stream + [0])[...], size: image.size) == nil)
        let smaller = try #require(PixelSize(width: image.width, height: image.height - 1))
        #expect(imageOfQOIStream(stream[...], size: smaller) == nil)
    }
}
