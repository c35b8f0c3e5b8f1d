import Raster
import Testing

struct GeometryTests {
    @Test(arguments: [(0, 1), (1, 0), (-1, 5), (PixelSize.maximumSide + 1, 1), (Int.max, Int.max)])
    func `a size is never empty and never overflows`(width: Int, height: Int) {
        #expect(PixelSize(width: width, height: height) == nil)
    }

    @Test func `a size scales only within its limits`() {
        let size = PixelSize(width: 3, height: 2)
        #expect(size?.scaled(by: 4) == PixelSize(width: 12, height: 8))
        #expect(size?.scaled(by: 0) == nil)
        #expect(size?.scaled(by: Int.max) == nil)
    }

    @Test func `rectangles far outside cannot be made`() {
        #expect(PixelRect(x: Int.max, y: 0, width: 1, height: 1) == nil)
        #expect(PixelRect(x: 0, y: Int.min, width: 1, height: 1) == nil)
        #expect(PixelRect(x: -5, y: -5, width: 1, height: 1) != nil)
    }

    @Test func `rectangles that touch do not intersect`() {
        let left = PixelRect(x: 0, y: 0, width: 4, height: 4)!
        let right = PixelRect(x: 4, y: 0, width: 4, height: 4)!
        #expect(left.intersection(right) == nil)
        #expect(left.union(right) == PixelRect(x: 0, y: 0, width: 8, height: 4))
        let inner = PixelRect(x: 2, y: 1, width: 9, height: 2)!
        #expect(left.intersection(inner) == PixelRect(x: 2, y: 1, width: 2, height: 2))
    }
}
