import Raster

/// The screen as an image: what a camera would see without the art.
struct ScreenPlate {
    let width: Int
    let height: Int
    /// Row-major: red in the lowest byte; the highest byte is 0.
    private(set) var words: [UInt32]

    init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        self.width = width
        self.height = height
        words = []
        words.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { words.append(StraightPixel(color(x, y)).colorWord) }
        }
    }

    /// The screen behind the pixel at (x, y); r, g, b and 0.
    @inline(__always)
    func callAsFunction(_ x: Int, _ y: Int) -> SIMD4<Float> {
        TwoColorUnmixing.color(words[y &* width &+ x])
    }

    /// Takes mixtures of two shades for screen.
    ///
    /// A mixture may be off by `tolerance` in each channel, and `reach` columns and rows from its
    /// shades.
    mutating func takeSeams(of image: StraightImage, tolerance: Float, reach: Int) {
        let before = self
        for y in 0..<height {
            for x in 0..<width {
                var (least, most) = (before(x, y), before(x, y))
                let center = least
                for py in max(0, y - reach)...min(height - 1, y + reach) {
                    for px in max(0, x - reach)...min(width - 1, x + reach) {
                        let other = before(px, py)
                        if other.y < least.y { least = other }
                        if other.y > most.y { most = other }
                    }
                }
                let line = ColorLine(from: least, to: most)
                // Closer shades are distinct enough by their own colors.
                guard line.square > 144, image[x, y].a == 255 else { continue }
                let own = TwoColorUnmixing.color(image[x, y])
                let rest = line.mixtureBetween(own).rest
                let off = own - center
                if rest.greatestMagnitude <= tolerance, off.greatestMagnitude > tolerance {
                    words[y * width + x] = StraightPixel(own).colorWord
                }
            }
        }
    }

    /// The distance that 99 of 100 pixels of the explained cells do not exceed.
    func noise(of image: StraightImage, at cells: ScreenCells) -> Float {
        // In eighths of code values.
        var counts = [Int](repeating: 0, count: 256)
        cells.visitChosen { index in
            let (x, y) = cells.center(index)
            let mean = cells.means[index] - self(max(x - 1, 0), max(y - 1, 0))
            guard mean.greatestMagnitude <= cells.tolerance else { return }
            for py in max(0, y - 2)..<min(height, y + 2) {
                for px in max(0, x - 2)..<min(width, x + 2) {
                    let off = TwoColorUnmixing.color(image[px, py]) - self(px, py)
                    counts[min(Int(off.rootMeanSquare * 8), 255)] += 1
                }
            }
        }
        // As for other surfaces: at most three medians and a half.
        return min(counts.quantile(0.99) / 8, 3 * (counts.quantile(0.5) / 8) + 0.5)
    }
}
