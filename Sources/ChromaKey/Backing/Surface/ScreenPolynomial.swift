import Raster

/// A color as a polynomial of the position, per channel.
///
/// Fitted to samples by reweighted least squares (Holland and Welsch, "Robust Regression Using
/// Iteratively Reweighted Least-Squares", 1977), which reduces the weight of outliers.
struct ScreenPolynomial {
    private let terms: Terms
    /// One for each term; r, g, b and 0.
    private let coefficients: [SIMD4<Double>]

    private struct Terms {
        /// 2 across the image, in each direction.
        let scale: (x: Double, y: Double)
        let isQuartic: Bool
        var count: Int { isQuartic ? 15 : 6 }

        init(_ size: PixelSize, degree: Int) {
            scale = (Double(max(size.width - 1, 1)), Double(max(size.height - 1, 1)))
            isQuartic = degree == 4
        }

        @inline(__always)
        func write(_ x: Int, _ y: Int, to terms: UnsafeMutablePointer<Double>) {
            let u = Double(x) / scale.x * 2 - 1
            let v = Double(y) / scale.y * 2 - 1
            unsafe (terms[0], terms[1], terms[2]) = (1, u, v)
            unsafe (terms[3], terms[4], terms[5]) = (u * u, v * v, u * v)
            if !isQuartic { return }
            unsafe (terms[6], terms[7]) = (u * u * u, u * u * v)
            unsafe (terms[8], terms[9]) = (u * v * v, v * v * v)
            unsafe (terms[10], terms[11]) = (u * u * u * u, u * u * u * v)
            unsafe (terms[12], terms[13]) = (u * u * v * v, u * v * v * v)
            unsafe terms[14] = v * v * v * v
        }
    }

    /// The colors and terms of many samples.
    private struct Samples {
        let terms: Terms
        let colors: [SIMD4<Double>]
        let values: [Double]
        var count: Int { colors.count }

        init(_ samples: [PlacedPixel], _ terms: Terms) {
            self.terms = terms
            colors = samples.map { SIMD4<Double>($0.color) }
            let size = terms.count
            values = unsafe [Double](
                unsafeUninitializedCapacity: samples.count * size
            ) { values, count in
                for (index, sample) in samples.enumerated() {
                    unsafe terms.write(sample.x, sample.y, to: values.start + index &* size)
                }
                count = samples.count * size
            }
        }

        /// The distance of each sample from a fit: the root mean square of the channels.
        func distances(from fit: [SIMD4<Double>]) -> [Double] {
            let size = terms.count
            return unsafe [Double](unsafeUninitializedCapacity: count) { result, filled in
                unsafe values.withUnsafeBufferPointer { values in
                    for (index, color) in colors.enumerated() {
                        let own = unsafe values.start + index &* size
                        let d = unsafe sum(of: fit, own) - color
                        unsafe result[index] = ((d * d).sum() / 3).squareRoot()
                    }
                }
                filled = count
            }
        }

        /// Weighted least squares: a coefficient of each term for each channel.
        func fit(_ weights: [Double], ridge: Double) -> [SIMD4<Double>] {
            let size = terms.count
            var right = [SIMD4<Double>](repeating: SIMD4(), count: size)
            // The lower triangle is symmetric.
            var sums = [Double](repeating: 0, count: size * size)
            func addAll(
                _ values: UnsafePointer<Double>,
                _ sums: UnsafeMutablePointer<Double>,
                _ right: UnsafeMutablePointer<SIMD4<Double>>
            ) {
                for (index, color) in colors.enumerated() where weights[index] > 0 {
                    let own = unsafe values + index &* size
                    let weight = weights[index]
                    // A fixed size needs no loop.
                    if size == 6 {
                        unsafe add(own, color, weight, 6, sums, right)
                    } else {
                        unsafe add(own, color, weight, size, sums, right)
                    }
                }
            }
            unsafe addAll(values, &sums, &right)
            var matrix = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
            for row in 0..<size {
                for column in 0..<size {
                    matrix[row][column] = sums[min(row, column) * size + max(row, column)]
                }
                matrix[row][row] += ridge
            }
            solve(&matrix, &right)
            return right
        }

        @inline(__always)
        private func add(
            _ terms: UnsafePointer<Double>,
            _ color: SIMD4<Double>,
            _ weight: Double,
            _ size: Int,
            _ sums: UnsafeMutablePointer<Double>,
            _ right: UnsafeMutablePointer<SIMD4<Double>>
        ) {
            let color = color * weight
            for row in 0..<size {
                let own = unsafe terms[row]
                unsafe right[row] += color * own
                for column in row..<size {
                    unsafe sums[row &* size &+ column] += own * terms[column] * weight
                }
            }
        }

        /// Gaussian elimination without pivoting: the matrix is positive definite.
        private func solve(_ matrix: inout [[Double]], _ right: inout [SIMD4<Double>]) {
            let size = right.count
            for pivot in 0..<size {
                for row in pivot + 1..<size {
                    let factor = matrix[row][pivot] / matrix[pivot][pivot]
                    for column in pivot..<size {
                        matrix[row][column] -= factor * matrix[pivot][column]
                    }
                    right[row] -= right[pivot] * factor
                }
            }
            for row in (0..<size).reversed() {
                for column in row + 1..<size { right[row] -= right[column] * matrix[row][column] }
                right[row] /= matrix[row][row]
            }
        }
    }

    /// Fits a polynomial of degree 2 or 4 to at least one sample, most of which show the screen.
    init(through samples: [PlacedPixel], of size: PixelSize, degree: Int) {
        terms = Terms(size, degree: degree)
        let all = Samples(samples, terms)
        var weights = [Double](repeating: 1, count: samples.count)
        func reweigh(_ errors: [Double], scale: Double) {
            for index in weights.indices {
                let ratio = errors[index] / scale
                weights[index] = 1 / (1 + ratio * ratio * ratio * ratio)
            }
        }
        let depth = 2 * max(4, min(size.width, size.height) / 32)
        // Start from the border alone, then admit what agrees with it.
        let border = samples.indices.filter {
            let s = samples[$0]
            return s.x < depth || s.y < depth || s.x >= size.width - depth
                || s.y >= size.height - depth
        }
        if border.count > 60 {
            var first = [Double](repeating: 0, count: samples.count)
            for index in border { first[index] = 1 }
            let errors = all.distances(from: all.fit(first, ridge: 1e-2))
            let middle = quantile(border.map { Float(errors[$0]) }, 0.5)
            reweigh(errors, scale: max(1.5, Double(middle) * 2.5))
        }
        var fit: [SIMD4<Double>] = []
        for round in 0..<3 {
            fit = all.fit(weights, ridge: 1e-3)
            if round == 2 { break }
            let errors = all.distances(from: fit)
            reweigh(errors, scale: max(1, Double(quantile(errors.map { Float($0) }, 0.5)) * 3))
        }
        coefficients = fit
    }

    /// The color at a pixel; r, g, b and 0.
    func callAsFunction(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var values = SIMD16<Double>()
        return unsafe withUnsafeMutableBytes(of: &values) { bytes in
            let values = unsafe bytes.assumingMemoryBound(to: Double.self).start
            unsafe terms.write(x, y, to: values)
            return SIMD4<Float>(unsafe sum(of: coefficients, values))
        }
    }
}

@inline(__always)
private func sum(
    of coefficients: [SIMD4<Double>],
    _ terms: UnsafePointer<Double>
) -> SIMD4<Double> {
    var sum = SIMD4<Double>()
    for index in coefficients.indices { unsafe sum += coefficients[index] * terms[index] }
    return sum
}
