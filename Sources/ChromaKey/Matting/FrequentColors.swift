import Raster

/// The most frequent colors of solid pixels: the means of the fullest of 16 x 16 x 16 bins, fullest
/// first, at most 16; r, g, b, 0.
///
/// Bins, their number, one pixel in 250 and 8 and 30 pixels as minimum are the reference's.
func frequentColors(of image: StraightImage, at samples: BitMask) -> [SIMD4<Float>] {
    var bins = [ColorBin](repeating: ColorBin(), count: 4096)
    // A sample of a large image's rows suffices: all rows of a quarter megapixel; not measured.
    let step = max(1, image.size.area / 262_144)
    let width = image.width
    unsafe image.withWords { words in
        unsafe bins.withUnsafeMutableBufferPointer { bins in
            // Neighbors are mostly equal.
            var (latest, count): (UInt32, UInt32) = (0, 0)
            samples.visit(everyRow: step) { x, y in
                let word = unsafe words[y &* width &+ x]
                if word != latest {
                    unsafe bins[ColorBin.index(of: latest)].add(latest, count)
                    (latest, count) = (word, 0)
                }
                count &+= 1
            }
            unsafe bins[ColorBin.index(of: latest)].add(latest, count)
        }
    }
    let total = bins.reduce(0) { $0 + $1.count }
    guard total >= 30 else { return [] }
    // One in 250 pixels: a color, and not a speck.
    let least = max(8, total / 250)
    return bins.indices.filter { bins[$0].count >= least }
        .sorted { (-bins[$0].count, $0) < (-bins[$1].count, $1) }
        .prefix(16)
        .map { bins[$0].mean }
}

private struct ColorBin {
    /// Red, green, blue, and the number of pixels.
    private var sums = SIMD4<UInt32>()

    /// The bin of a pixel, whose red is in its lowest eight bits.
    @inline(__always)
    static func index(of word: UInt32) -> Int {
        Int((word & 0xF0) &<< 4 | (word &>> 8) & 0xF0 | (word &>> 20) & 0xF)
    }

    @inline(__always)
    mutating func add(_ word: UInt32, _ count: UInt32) {
        sums &+= SIMD4(word & 0xFF, word &>> 8 & 0xFF, word &>> 16 & 0xFF, 1) &* count
    }

    var count: Int { Int(sums.w) }

    var mean: SIMD4<Float> {
        var mean = SIMD4<Float>(sums) / Float(count)
        mean.w = 0
        return mean
    }
}
