package import Raster

/// A pixel and its position; small, because every image has thousands.
package struct PlacedPixel {
    private let column: Int32
    private let row: Int32
    package let pixel: StraightPixel

    init(_ x: Int, _ y: Int, _ pixel: StraightPixel) {
        column = Int32(truncatingIfNeeded: x)
        row = Int32(truncatingIfNeeded: y)
        self.pixel = pixel
    }

    package var x: Int { Int(column) }
    package var y: Int { Int(row) }
    /// r, g, b and 0.
    var color: SIMD4<Float> { TwoColorUnmixing.color(pixel) }
}

/// Numbers the set pixels of a plane, row by row.
struct PixelRanks {
    private let plane: BitMask
    /// The number of set pixels before each word.
    private let before: [Int32]
    let count: Int

    init(of plane: BitMask) {
        self.plane = plane
        var count = 0
        before = plane.words.map { word in
            defer { if word != 0 { count &+= word.nonzeroBitCount } }
            return Int32(truncatingIfNeeded: count)
        }
        self.count = count
    }

    @inline(__always)
    subscript(x: Int, y: Int) -> Int {
        let index = y &* plane.stride &+ x &>> 6
        let earlier = plane.words[index] & (1 &<< UInt64(x & 63) &- 1)
        return Int(before[index]) &+ earlier.nonzeroBitCount
    }
}
