import Raster
import TestSupport
import Testing

@Suite("Pictures in a room")
struct FittingTests {
    @Test func `a picture that does not fit is shrunk, its proportions kept`() {
        let picture = StraightImage(30, 20) { x, y in StraightPixel(r: UInt8(x), g: UInt8(y), b: 0)
        }
        func size(_ width: Int?, _ height: Int?) -> String {
            picture.fitted(into: PixelRoom(width: width, height: height)).size.description
        }
        #expect(size(nil, nil) == "30x20")
        #expect(size(30, 20) == "30x20")
        #expect(size(15, nil) == "15x10")
        #expect(size(100, 7) == "11x7")
        #expect(size(1, 1) == "1x1")
        #expect(size(0, 0) == "1x1")
    }
}
