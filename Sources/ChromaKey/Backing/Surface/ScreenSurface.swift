import Raster

/// Fits a surface to the screen pixels around one color.
///
/// Numbers without another source are the reference's: 44 code values in each channel cover a
/// screen's drift and exclude art; reaches of 3 and 8 pixels exclude edges; 1.2 is the tolerance
/// for the means of border segments of a flat screen, 85 of 100 of which must agree; 12 (root mean
/// square) excludes art from residuals; the noise is at most 3 medians and a half, so that
/// compressed art next to the screen does not raise it. The number of samples is not measured.
struct ScreenSurface {
    let image: StraightImage
    let color: SIMD4<Float>

    /// One color if most of the screen has one, within noise; otherwise a robust quadratic per
    /// channel with a residual per block of 32 pixels.
    func fitted() -> Screen {
        let samples = coreSamples()
        guard samples.count >= 32 else { return Screen(flat: color, noise: 2) }
        // A screen that is mostly one exact color is flat: soft shadows must not bend it.
        var errors = [Int](repeating: 0, count: 44)
        for sample in samples { errors[Int((sample.color - color).greatestMagnitude)] += 1 }
        if (errors.index(ofRank: samples.count / 2) ?? 0) <= 1 {
            let noise = min(1.5, errors[...3].quantile(0.99))
            // The border of a drawn screen is one exact color; other screens were painted or
            // compressed, and ripple around the art. Not measured: half of the border, and 12 as
            // maximum noise: higher takes faint art for screen.
            var (drawn, alike) = (0, 0)
            for pixel in borderPixels(of: image) {
                let error = (TwoColorUnmixing.color(pixel) - color).greatestMagnitude
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

    private func value(_ x: Int, _ y: Int) -> SIMD4<Float> { TwoColorUnmixing.color(image[x, y]) }

    /// At most about 16,000 pixels of a lattice, well inside of the screen.
    ///
    /// Counts in whole numbers, because `color` is the color of a pixel, and in place, because
    /// every image needs this.
    private func coreSamples() -> [PlacedPixel] {
        var step = 1
        while image.size.area / (step * step) > 16_384 { step += 1 }
        let (width, height) = (image.width, image.height)
        let (red, green, blue) = (Int32(color.x), Int32(color.y), Int32(color.z))
        let exact = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
        return unsafe image.withWords { pixels in
            let words = unsafe pixels.start
            // One comparison tests both ends.
            func isNear(_ value: UInt32, _ middle: Int32) -> Bool {
                UInt32(bitPattern: Int32(bitPattern: value) &- middle &+ 43) < 87
            }
            func isNear(_ word: UInt32) -> Bool {
                isNear(word & 255, red) && isNear(word >> 8 & 255, green)
                    && isNear(word >> 16 & 255, blue) && word >> 24 == 255
            }
            for reach in [3, 1, 0] {
                var samples: [PlacedPixel] = []
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
                        // A drawn screen has one color.
                        let isDrawn =
                            own == exact && sides == (exact, exact)
                            && upper == (exact, exact, exact) && lower == (exact, exact, exact)
                        let isInside =
                            isDrawn
                            || isNear(own) && isNear(sides.0) && isNear(sides.1)
                                && isNear(upper.1) && isNear(upper.0) && isNear(upper.2)
                                && isNear(lower.1) && isNear(lower.0) && isNear(lower.2)
                        if isInside { samples.append(PlacedPixel(x, y, image[x, y])) }
                    }
                }
                // Not measured: the reference gives up a reach below 256 and 64.
                if samples.count >= 256 || reach == 0 { return samples }
            }
            return []
        }
    }

    /// A flat but noisy screen: the means of 32 border segments agree.
    ///
    /// Only the border counts, because glows are inside.
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
                for x in xs
                where (value(x, y) - color).greatestMagnitude < 44 && image[x, y].a == 255 {
                    sum += value(x, y)
                    spread.append((value(x, y) - color).rootMeanSquare)
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
        let agreeing = means.count { ($0 - middle).greatestMagnitude < 1.2 }
        guard Double(agreeing) > 0.85 * Double(means.count) else { return nil }
        return Screen(flat: middle, noise: Self.noise(of: deviations))
    }

    /// A surface through screen pixels at any distance from its color.
    ///
    /// Its fourth degree follows vignettes; its residual blocks are smaller because nothing else is
    /// fitted.
    func plate(through places: [(x: Int, y: Int)]) -> ScreenPlate {
        let samples = places.map { PlacedPixel($0.x, $0.y, image[$0.x, $0.y]) }
        let surface = ScreenPolynomial(through: samples, of: image.size, degree: 4)
        let blocks = residuals(of: surface, blockSide: 16)
        return ScreenPlate(width: image.width, height: image.height) { x, y in
            surface(x, y) + blocks.value(x, y)
        }
    }

    private func uneven(_ samples: [PlacedPixel]) -> Screen {
        let surface = ScreenPolynomial(through: samples, of: image.size, degree: 2)
        let blocks = residuals(of: surface, blockSide: 32)
        var smooth = Screen(color: color, noise: 2, size: image.size) { x, y in
            surface(x, y) + blocks.value(x, y)
        }
        smooth.noise = noise(of: smooth, samples)
        return smooth
    }

    private func noise(of screen: Screen, _ samples: [PlacedPixel]) -> Float {
        let all = samples.map { ($0.color - screen($0.x, $0.y)).rootMeanSquare }
        // The distance to the neighbors that are read; other rows are not.
        let reach = 8
        var rows = [Bool](repeating: false, count: image.height)
        for sample in samples {
            rows[max(sample.y - reach, 0)] = true
            rows[sample.y] = true
            rows[min(sample.y + reach, image.height - 1)] = true
        }
        let inside = image.pixels(within: 12, of: screen) { rows[$0] }.withLattice(reach: reach)
        var far = samples.indices.filter { inside[samples[$0].x, samples[$0].y] }.map { all[$0] }
        if far.count < 100 { far = all.filter { $0 < 12 } }
        guard !far.isEmpty else { return 2 }
        return Self.noise(of: far)
    }

    private static func noise(of deviations: [Float]) -> Float {
        min(quantile(deviations, 0.99), 3 * quantile(deviations, 0.5) + 0.5)
    }
}

extension Collection<Int> where Index == Int {
    /// Of a histogram: the first value up to which there are more than `rank` samples.
    func index(ofRank rank: Int) -> Int? {
        var seen = 0
        return indices.first { value in
            seen += self[value]
            return seen > rank
        }
    }

    /// Of a histogram: the `share` quantile, as the function `quantile` computes it; 0 without
    /// samples.
    func quantile(_ share: Double) -> Float {
        Float(index(ofRank: Int(Double(reduce(0, +) - 1) * share)) ?? 0)
    }
}

/// The `share` quantile, rounded down to an existing value.
func quantile(_ values: [Float], _ share: Double) -> Float {
    if values.isEmpty { return 0 }
    let rank = Int(Double(values.count - 1) * share)
    var values = values
    // Hoare's selection: sorting thousands of samples would take longer than everything else.
    return unsafe values.withUnsafeMutableBufferPointer { values in
        var (first, last) = (0, values.count - 1)
        while first < last {
            let middle = unsafe values[(first + last) / 2]
            var (low, high) = (first, last)
            while low <= high {
                while unsafe values[low] < middle { low += 1 }
                while unsafe values[high] > middle { high -= 1 }
                if low > high { break }
                unsafe values.swapAt(low, high)
                low += 1
                high -= 1
            }
            if rank <= high { last = high } else if rank >= low { first = low } else { break }
        }
        return unsafe values[rank]
    }
}
