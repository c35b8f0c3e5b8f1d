import Raster

/// The colors that solid pixels have most often.
///
/// Bins, their number, one pixel in 250 and 8 and 30 pixels as the least are the reference's.
///
/// - Returns: the means of the fullest of 16 x 16 x 16 bins, fullest first, at most 16; r, g, b, 0.
func frequentColors(of image: StraightImage, at samples: BitMask) -> [SIMD4<Float>] {
    var counts = [Int32](repeating: 0, count: 4096)
    var sums = [SIMD4<UInt32>](repeating: SIMD4(), count: 4096)
    var total = 0
    // Some rows of a large picture tell enough: all of a quarter megapixel; not measured.
    let step = max(1, image.size.area / 262_144)
    samples.visit(everyRow: step) { x, y in
        let pixel = image[x, y]
        let bin = Int(pixel.r >> 4) << 8 | Int(pixel.g >> 4) << 4 | Int(pixel.b >> 4)
        counts[bin] += 1
        sums[bin] &+= SIMD4(UInt32(pixel.r), UInt32(pixel.g), UInt32(pixel.b), 0)
        total += 1
    }
    guard total >= 30 else { return [] }
    // One in 250 pixels: a color, and not a speck.
    let least = max(8, total / 250)
    let bins = counts.indices.filter { counts[$0] >= least }
        .sorted { (-counts[$0], $0) < (-counts[$1], $1) }
        .prefix(16)
    return bins.map { SIMD4<Float>(sums[$0]) / Float(counts[$0]) }
}
