import Raster

/// Color and alpha of every pixel, from its values in the images and the screens behind.
///
/// For each image I = C + t K, with the figure's premultiplied color C, and t = 1 - alpha the
/// visible share of the screen K: least squares give t = sum (K - mean K) . I / sum |K - mean K|^2,
/// C = mean (I - t K).
struct BackingEquations {
    private let pictures: [BackedPicture]
    private let width: Int
    private let height: Int
    /// The distance from the screens that 99 of 100 screen pixels do not exceed, as a root mean
    /// square over all channels of all images; at least rounding.
    private let noise: Float
    /// Whether the screens' noise is more than rounding, so that the figure has it too.
    private let isNoisy: Bool

    init(_ pictures: [BackedPicture]) {
        self.pictures = pictures
        (width, height) = (pictures[0].image.width, pictures[0].image.height)
        let squares = pictures.reduce(0) { $0 + $1.noise * $1.noise }
        let mean = (squares / Float(pictures.count)).squareRoot()
        // Drawn screens are assumed to have none; 1.5 is the most that `ScreenSurface` reports for
        // them.
        isNoisy = mean > 1.5
        noise = mean
    }

    struct Solved {
        /// Without color under clear pixels.
        var image: StraightImage
        /// The deviation of the images from the solution, code values, row-major.
        var errors: [Float]
    }

    func solved() -> Solved {
        var solved = Solved(
            image: pictures[0].image,
            errors: [Float](repeating: 0, count: width * height)
        )
        let flat = pictures.map { $0.backing(0, 0) }
        let isFlat = pictures.allSatisfy { $0.screen.isFlat }
        var backings = flat
        var colors = flat
        for y in 0..<height {
            for x in 0..<width {
                let first = pictures[0].image[x, y]
                var isSame = true
                for index in pictures.indices {
                    let pixel = pictures[index].image[x, y]
                    colors[index] = TwoColorUnmixing.color(pixel)
                    if pixel != first { isSame = false }
                }
                // Most of the figure is opaque.
                if isSame { continue }
                if !isFlat {
                    for index in pictures.indices {
                        backings[index] = pictures[index].backing(x, y)
                    }
                }
                let (pixel, error) = solve(colors, backings, first)
                solved.image[x, y] = pixel
                solved.errors[y * width + x] = error
            }
        }
        if isNoisy { clean(&solved) }
        return solved
    }

    private func solve(
        _ colors: [SIMD4<Float>],
        _ backings: [SIMD4<Float>],
        _ first: StraightPixel
    ) -> (StraightPixel, error: Float) {
        let count = Float(colors.count)
        var (color, backing) = (SIMD4<Float>(), SIMD4<Float>())
        var strays: Float = 0
        for index in colors.indices {
            color += colors[index]
            backing += backings[index]
            strays += (colors[index] - backings[index]).squaredLength
        }
        color /= count
        backing /= count
        var (product, square): (Float, Float) = (0, 0)
        for index in colors.indices {
            let d = backings[index] - backing
            product += (d * colors[index]).sum()
            square += (d * d).sum()
        }
        let stray = (strays / (3 * count)).squareRoot() / (noise * BackingEquations.reach)
        if stray <= 1 { return (.clear, 0) }
        // With equal screens, the visible share of the screen is unknown.
        var seen = square > 0 ? min(max(product / square, 0), 1) : 0
        var own = color - backing * seen
        // More color than alpha allows is light added to the screen; less is noise.
        let least = min(max(own.x, own.y, own.z) / 255, 1)
        if 1 - seen < least {
            seen = max(seen - (least - (1 - seen)), 0)
            own = color - backing * seen
        }
        var misfit: Float = 0
        for index in colors.indices {
            misfit += (colors[index] - own - backings[index] * seen).squaredLength
        }
        let under = max(0, -min(own.x, own.y, own.z))
        let error = max((2 * misfit / (count - 1)).squareRoot(), under)
        // The screens' noise as it appears in alpha.
        let doubt = noise / BackingEquations.noisePerDeviation / square.squareRoot()
        let alpha = (1 - seen) * 255
        if seen <= doubt * 3 || alpha >= 254.5 {
            return (isNoisy ? StraightPixel(color) : first, error)
        }
        // Fades out toward pixels cleared as noise, which would have a hard rim.
        let whole = (isNoisy && stray < 1.5 ? alpha * (stray - 1) * 2 : alpha).rounded()
        if whole == 0 { return (.clear, error) }
        // For the alpha that is kept.
        if whole == alpha.rounded() { own = color - backing * (1 - whole / 255) }
        return (StraightPixel(own * (255 / max(alpha.rounded(), 1)), a: UInt8(whole)), error)
    }

    /// Clears isolated pixels barely above the screen's noise.
    private func clean(_ solved: inout Solved) {
        let before = BitMask(visibleIn: solved.image)
        before.visit { x, y in
            // Not measured: the minimum for a pixel of a rim.
            let isIsolated = before.square(around: x, y).nonzeroBitCount <= 3
            if isIsolated, solved.image[x, y].a < 24 { solved.image[x, y] = .clear }
        }
    }

    /// From a Gaussian's 99th percentile, as a root mean square of three channels, to its
    /// deviation.
    private static let noisePerDeviation: Float = 1.94
    /// For six channels (two images), all but one in ten thousand are within this multiple of the
    /// 99th percentile for three: chi squared's quantiles, (27.9 / 6 / (11.3 / 3)) and its root.
    private static let reach: Float = 1.11
}
