import Raster

extension StraightImage {
    /// The image with pixels of `mask` in the colors that most of those around them have, without
    /// their noise.
    ///
    /// Pixels are counted in cells of 8 code values a channel. The fullest cells come first: the mean
    /// of one becomes the nearest color so far, at most `radius` code values away in any channel, or
    /// is a new color.
    func withFewColors(at mask: BitMask, within radius: Int) -> StraightImage {
        var cells = [ColorSum](repeating: ColorSum(), count: 1 << 15)
        func cell(_ pixel: StraightPixel) -> Int {
            Int(pixel.r >> 3) << 10 | Int(pixel.g >> 3) << 5 | Int(pixel.b >> 3)
        }
        mask.visit(0..<height) { x, y in cells[cell(self[x, y])].add(self[x, y]) }
        var colors: [StraightPixel] = []
        var nearest = [StraightPixel](repeating: .clear, count: cells.count)
        let used = cells.indices.filter { cells[$0].count > 0 }
        for index in used.sorted(by: { (cells[$1].count, $0) < (cells[$0].count, $1) }) {
            let mean = cells[index].mean
            let near = colors.min { $0.colorDistance(to: mean) < $1.colorDistance(to: mean) }
            if let near, near.colorDistance(to: mean) <= radius {
                nearest[index] = near
            } else {
                colors.append(mean)
                nearest[index] = mean
            }
        }
        var result = self
        mask.visit(0..<height) { x, y in result[x, y] = nearest[cell(self[x, y])] }
        return result
    }
}

private struct ColorSum {
    private var sums = SIMD4<UInt32>()

    var count: UInt32 { sums.w }
    /// Opaque; of at least one pixel.
    var mean: StraightPixel {
        let mean = sums / SIMD4(repeating: sums.w)
        return StraightPixel(r: UInt8(mean.x), g: UInt8(mean.y), b: UInt8(mean.z))
    }

    mutating func add(_ pixel: StraightPixel) {
        sums &+= SIMD4(UInt32(pixel.r), UInt32(pixel.g), UInt32(pixel.b), 1)
    }
}
