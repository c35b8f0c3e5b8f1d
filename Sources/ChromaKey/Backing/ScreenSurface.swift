import Raster

/// Fits a surface to the screen pixels around one color.
///
/// Its numbers are the reference's unless another source is said: 44 code values in each channel hold a
/// screen's drift and keep art out; reaches of 3 and 8 pixels keep edges out; 1.2 is what the means of
/// border segments of a flat screen differ by, 85 of 100 of which must agree; 12 (root mean square) keeps
/// art out of what the surface leaves over; the noise is no more than 3 medians and a half, so that
/// compressed art beside the screen does not raise it. How many samples are asked for is not measured.
struct ScreenSurface {
    let image: StraightImage
    let color: SIMD4<Float>

    /// A pixel and where it is; small, because there are thousands of them for every picture.
    private struct Sample {
        private let column: UInt32
        private let row: UInt32
        private let pixel: StraightPixel

        init(_ x: Int, _ y: Int, _ pixel: StraightPixel) {
            column = UInt32(truncatingIfNeeded: x)
            row = UInt32(truncatingIfNeeded: y)
            self.pixel = pixel
        }

        var x: Int { Int(column) }
        var y: Int { Int(row) }
        var value: SIMD4<Float> { TwoColorUnmixing.color(pixel) }
    }

    /// One color when most of the screen is one, within noise; a robust quadratic per channel,
    /// with a residual per block of 32 pixels, otherwise.
    func fitted() -> Screen {
        let samples = coreSamples()
        guard samples.count >= 32 else { return Screen(flat: color, noise: 2) }
        // A screen that is mostly one exact color is flat: soft shadows must not bend it.
        let errors = ErrorCounts(samples.lazy.map { Int(greatest($0.value - color)) })
        if errors.value(atRank: samples.count / 2) <= 1 {
            let noise = min(1.5, errors.quantile(0.99, upTo: 3))
            // The border of a drawn screen is one exact color. One that is not, was painted or
            // compressed, and ripples around the art. Not measured: half of the border, and 12 as the
            // most noise: more lets faint art go as screen.
            var (drawn, alike) = (0, 0)
            for pixel in borderPixels(of: image) {
                let error = greatest(TwoColorUnmixing.color(pixel) - color)
                if error == 0 { drawn += 1 }
                if error < 44 { alike += 1 }
            }
            let isDrawn = drawn * 2 >= alike
            return Screen(
                flat: color,
                noise: isDrawn ? noise : min(max(noise, errors.quantile(0.99)), 12)
            )
        }
        if let flat = flatByBorder() { return flat }
        return uneven(samples)
    }

    func value(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let pixel = image[x, y]
        return SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
    }

    private func greatest(_ d: SIMD4<Float>) -> Float { max(abs(d.x), abs(d.y), abs(d.z)) }
    func rms(_ d: SIMD4<Float>) -> Float { ((d * d).sum() / 3).squareRoot() }

    /// Whether the pixel and those `reach` away from it in eight directions pass the test.
    private func isInside(
        _ x: Int,
        _ y: Int,
        reach: Int,
        _ test: (_ x: Int, _ y: Int) -> Bool
    ) -> Bool {
        for dy in [0, -reach, reach] {
            for dx in [0, -reach, reach] {
                let px = min(max(x + dx, 0), image.width - 1)
                let py = min(max(y + dy, 0), image.height - 1)
                guard image[px, py].a == 255, test(px, py) else { return false }
            }
        }
        return true
    }

    /// At most about 16,000 pixels of a lattice that lie well inside of the screen.
    ///
    /// Counts in whole numbers, because `color` is the color of a pixel, and in place, because this
    /// is done for every picture.
    private func coreSamples() -> [Sample] {
        var step = 1
        while image.size.area / (step * step) > 16_384 { step += 1 }
        let (width, height) = (image.width, image.height)
        let (red, green, blue) = (Int32(color.x), Int32(color.y), Int32(color.z))
        let exact = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
        return unsafe image.withWords { pixels in
            let words = unsafe pixels.start
            func isNear(_ word: UInt32) -> Bool {
                abs(Int32(word & 255) - red) < 44 && abs(Int32(word >> 8 & 255) - green) < 44
                    && abs(Int32(word >> 16 & 255) - blue) < 44 && word >> 24 == 255
            }
            for reach in [3, 1, 0] {
                var samples: [Sample] = []
                samples.reserveCapacity((width / step + 1) * (height / step + 1))
                for y in Swift.stride(from: step / 2, to: height, by: step) {
                    let here = unsafe words + y &* width
                    let above = unsafe words + max(y &- reach, 0) &* width
                    let below = unsafe words + min(y &+ reach, height &- 1) &* width
                    for x in Swift.stride(from: step / 2, to: width, by: step) {
                        let left = max(x &- reach, 0)
                        let right = min(x &+ reach, width &- 1)
                        let own = unsafe here[x]
                        let sides = unsafe (here[left], here[right])
                        let upper = unsafe (above[left], above[x], above[right])
                        let lower = unsafe (below[left], below[x], below[right])
                        // Of a drawn screen all are the same.
                        let isDrawn =
                            own == exact && sides == (exact, exact)
                            && upper == (exact, exact, exact) && lower == (exact, exact, exact)
                        let isInside =
                            isDrawn
                            || isNear(own) && isNear(sides.0) && isNear(sides.1)
                                && isNear(upper.1) && isNear(upper.0) && isNear(upper.2)
                                && isNear(lower.1) && isNear(lower.0) && isNear(lower.2)
                        if isInside { samples.append(Sample(x, y, image[x, y])) }
                    }
                }
                // Not measured: the reference gives up a reach below 256 and 64.
                if samples.count >= 256 || reach == 0 { return samples }
            }
            return []
        }
    }

    /// Flat but noisy: the means of 32 border segments agree.
    ///
    /// Only the border is asked, because
    /// glows live inside.
    private func flatByBorder() -> Screen? {
        var means: [SIMD4<Float>] = []
        var deviations: [Float] = []
        let (w, h) = (image.width, image.height)
        let depth = max(4, min(w, h) / 32)
        guard w >= 16, h >= 16 else { return nil }
        func segment(_ xs: Range<Int>, _ ys: Range<Int>) {
            var sum = SIMD4<Float>()
            var spread: [Float] = []
            for y in ys {
                for x in xs where greatest(value(x, y) - color) < 44 && image[x, y].a == 255 {
                    sum += value(x, y)
                    spread.append(rms(value(x, y) - color))
                }
            }
            if spread.count * 2 > xs.count * ys.count {
                means.append(sum / Float(spread.count))
                deviations += spread
            }
        }
        for part in 0..<8 {
            let xs = part * w / 8..<(part + 1) * w / 8
            let ys = part * h / 8..<(part + 1) * h / 8
            segment(xs, 0..<depth)
            segment(xs, h - depth..<h)
            segment(0..<depth, ys)
            segment(w - depth..<w, ys)
        }
        guard means.count >= 12 else { return nil }
        let middle = SIMD4(
            quantile(means.map(\.x), 0.5),
            quantile(means.map(\.y), 0.5),
            quantile(means.map(\.z), 0.5),
            0
        )
        let agreeing = means.count { greatest($0 - middle) < 1.2 }
        guard Double(agreeing) > 0.85 * Double(means.count) else { return nil }
        let noise = min(quantile(deviations, 0.99), 3 * quantile(deviations, 0.5) + 0.5)
        return Screen(flat: middle, noise: noise)
    }

    /// A surface through pixels that are screen, however far from its color: of the fourth degree, which
    /// follows vignettes, with a residual for smaller blocks, because it is fitted to nothing else.
    func plate(through places: [(x: Int, y: Int)]) -> ScreenPlate {
        let samples = places.map { Sample($0.x, $0.y, image[$0.x, $0.y]) }
        let surface = surface(samples, degree: 4)
        let blocks = residuals(of: surface, degree: 4, blockSide: 16)
        return ScreenPlate(width: image.width, height: image.height) { x, y in
            SIMD4<Float>(evaluate(surface, basis(x, y, 4))) + blocks.value(x, y)
        }
    }

    func basis(_ x: Int, _ y: Int, _ degree: Int) -> [Double] {
        let u = Double(x) / Double(max(image.width - 1, 1)) * 2 - 1
        let v = Double(y) / Double(max(image.height - 1, 1)) * 2 - 1
        let quadratic = [1, u, v, u * u, v * v, u * v]
        if degree == 2 { return quadratic }
        return quadratic + [
            u * u * u, u * u * v, u * v * v, v * v * v,
            u * u * u * u, u * u * u * v, u * u * v * v, u * v * v * v, v * v * v * v,
        ]
    }

    private func uneven(_ samples: [Sample]) -> Screen {
        let surface = surface(samples, degree: 2)
        let blocks = residuals(of: surface, degree: 2, blockSide: 32)
        let smooth = Screen(
            color: color,
            noise: 2,
            width: image.width,
            height: image.height
        ) { x, y in
            let base = SIMD4<Float>(evaluate(surface, basis(x, y, 2)))
            return base + blocks.value(x, y)
        }
        return Screen(smooth, noise: noise(of: smooth, samples))
    }

    /// The coefficients of a robust fit.
    private func surface(_ samples: [Sample], degree: Int) -> [SIMD4<Double>] {
        let bases = samples.map { basis($0.x, $0.y, degree) }
        var weights = [Double](repeating: 1, count: samples.count)
        let depth = 2 * max(4, min(image.width, image.height) / 32)
        // Start from the border alone, then admit what agrees with it.
        let border = samples.indices.filter {
            let s = samples[$0]
            return s.x < depth || s.y < depth || s.x >= image.width - depth
                || s.y >= image.height - depth
        }
        func distances(_ fit: [SIMD4<Double>]) -> [Double] {
            samples.indices.map { index in
                let d = evaluate(fit, bases[index]) - SIMD4<Double>(samples[index].value)
                return ((d * d).sum() / 3).squareRoot()
            }
        }
        func reweigh(_ errors: [Double], scale: Double) {
            for index in weights.indices {
                let ratio = errors[index] / scale
                weights[index] = 1 / (1 + ratio * ratio * ratio * ratio)
            }
        }
        if border.count > 60 {
            var first = [Double](repeating: 0, count: samples.count)
            for index in border { first[index] = 1 }
            let errors = distances(fit(samples, bases, first, ridge: 1e-2))
            let middle = quantile(border.map { Float(errors[$0]) }, 0.5)
            reweigh(errors, scale: max(1.5, Double(middle) * 2.5))
        }
        var surface: [SIMD4<Double>] = []
        for _ in 0..<3 {
            surface = fit(samples, bases, weights, ridge: 1e-3)
            let errors = distances(surface)
            reweigh(errors, scale: max(1, Double(quantile(errors.map { Float($0) }, 0.5)) * 3))
        }
        return surface
    }

    private func noise(of screen: Screen, _ samples: [Sample]) -> Float {
        let all = samples.map { rms($0.value - screen($0.x, $0.y)) }
        var far: [Float] = []
        for (index, s) in samples.enumerated()
        where isInside(s.x, s.y, reach: 8, { rms(value($0, $1) - screen($0, $1)) < 12 }) {
            far.append(all[index])
        }
        if far.count < 100 { far = all.filter { $0 < 12 } }
        guard !far.isEmpty else { return 2 }
        return min(quantile(far, 0.99), 3 * quantile(far, 0.5) + 0.5)
    }

    func evaluate(_ fit: [SIMD4<Double>], _ basis: [Double]) -> SIMD4<Double> {
        var sum = SIMD4<Double>()
        for index in basis.indices { sum += fit[index] * basis[index] }
        return sum
    }

    /// Weighted least squares: a coefficient of each base for each channel.
    private func fit(
        _ samples: [Sample],
        _ bases: [[Double]],
        _ weights: [Double],
        ridge: Double
    ) -> [SIMD4<Double>] {
        let size = bases.first?.count ?? 0
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
        var right = [SIMD4<Double>](repeating: SIMD4(), count: size)
        // Row by row from the diagonal on; the other half is the same.
        var sums = [Double](repeating: 0, count: size * size)
        for (index, sample) in samples.enumerated() where weights[index] > 0 {
            let weight = weights[index]
            let value = SIMD4<Double>(sample.value) * weight
            unsafe bases[index].withUnsafeBufferPointer { base in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<size {
                        let own = unsafe base[row]
                        right[row] += value * own
                        for column in row..<size {
                            unsafe sums[row &* size &+ column] += own * base[column] * weight
                        }
                    }
                }
            }
        }
        for row in 0..<size {
            for column in 0..<size {
                matrix[row][column] = sums[min(row, column) * size + max(row, column)]
            }
            matrix[row][row] += ridge
        }
        // Gauss without pivoting: the matrix is positive definite.
        for pivot in 0..<size {
            for row in pivot + 1..<size {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                for column in pivot..<size { matrix[row][column] -= factor * matrix[pivot][column] }
                right[row] -= right[pivot] * factor
            }
        }
        for row in (0..<size).reversed() {
            for column in row + 1..<size { right[row] -= right[column] * matrix[row][column] }
            right[row] /= matrix[row][row]
        }
        return right
    }
}
