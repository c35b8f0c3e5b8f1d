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
    /// Sums of red, in the lower half, and green.
    private var redGreen: UInt64 = 0
    /// The sum of blue, in the lower half, and the count.
    private var blueCount: UInt64 = 0

    /// The bin of a pixel, whose red is in its lowest eight bits.
    @inline(__always)
    static func index(of word: UInt32) -> Int {
        Int((word & 0xF0) &<< 4 | (word &>> 8) & 0xF0 | (word &>> 20) & 0xF)
    }

    @inline(__always)
    mutating func add(_ word: UInt32, _ count: UInt32) {
        let word = UInt64(word)
        redGreen &+= (word & 0xFF | (word & 0xFF00) &<< 24) &* UInt64(count)
        blueCount &+= (word &>> 16 & 0xFF | 1 &<< 32) &* UInt64(count)
    }

    var count: Int { Int(blueCount &>> 32) }

    var mean: SIMD4<Float> {
        let sum = SIMD4<UInt32>(
            UInt32(truncatingIfNeeded: redGreen),
            UInt32(truncatingIfNeeded: redGreen &>> 32),
            UInt32(truncatingIfNeeded: blueCount),
            0
        )
        return SIMD4<Float>(sum) / Float(count)
    }
}
