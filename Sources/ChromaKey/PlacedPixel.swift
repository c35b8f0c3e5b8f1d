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
