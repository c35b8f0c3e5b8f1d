import Raster

/// The alpha of each color in the first image, from the pixels in which all images agree.
///
/// Where images differ, only the first counts; a pixel there gets the alpha of equal-looking pixels
/// over the same screen.
struct LookAlikes {
    private let first: BackedPicture
    private var known: [(color: SIMD4<Float>, alpha: Float)] = []

    /// Learns from the solved image, except at the pixels of `unknown`.
    init(_ first: BackedPicture, _ image: StraightImage, without unknown: BitMask) {
        self.first = first
        // Whole numbers have exact sums in any order.
        var bins = [Bin](repeating: Bin(), count: 4096)
        for y in 0..<image.height {
            for x in 0..<image.width where !unknown[x, y] {
                let pixel = first.image[x, y]
                let index =
                    Int(pixel.r >> 4) << 8 | Int(pixel.g >> 4) << 4 | Int(pixel.b >> 4)
                bins[index].add(pixel, alpha: image[x, y].a)
            }
        }
        for bin in bins where bin.isOfOneAlpha { known.append(bin.mean) }
    }

    func pixel(_ x: Int, _ y: Int) -> StraightPixel? {
        let color = TwoColorUnmixing.color(first.image[x, y])
        var best: (square: Float, alpha: Float)?
        for (other, alpha) in known {
            let square = (color - other).squaredLength
            if square < best?.square ?? LookAlikes.reach { best = (square, alpha) }
        }
        guard let whole = best?.alpha.rounded() else { return nil }
        if whole == 0 { return .clear }
        if whole == 255 { return first.image[x, y] }
        let own = color - first.backing(x, y) * (1 - whole / 255)
        return StraightPixel(own * (255 / whole), a: UInt8(whole))
    }

    /// Two bins in one channel, or fewer in several; not measured.
    private static let reach: Float = 32 * 32

    /// Similar colors: 16 code values wide.
    private struct Bin {
        private var sum = SIMD4<Int>()
        private var count = 0
        private var least = UInt8.max
        private var most = UInt8.min

        mutating func add(_ pixel: StraightPixel, alpha: UInt8) {
            sum &+= SIMD4(Int(pixel.r), Int(pixel.g), Int(pixel.b), Int(alpha))
            count += 1
            least = min(least, alpha)
            most = max(most, alpha)
        }

        /// Ambiguous colors do not count.
        ///
        /// Not measured: a twelfth of alpha, and four pixels.
        var isOfOneAlpha: Bool { count >= 4 && most - least <= 20 }

        var mean: (color: SIMD4<Float>, alpha: Float) {
            var mean = SIMD4<Float>(sum) / Float(count)
            let alpha = mean.w
            mean.w = 0
            return (mean, alpha)
        }
    }
}
