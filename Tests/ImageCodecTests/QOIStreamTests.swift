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
