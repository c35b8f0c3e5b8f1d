import Raster

/// A screen that changes along one direction only: a wall and its floor, bands, a gradient at any
/// angle.
///
/// It is constant along every perpendicular line, so seams continue behind the art.
struct ScreenProfile {
    let along: SIMD2<Float>
    /// The screen's color at each whole number along the direction, from `first`.
    private var colors: [SIMD4<Float>]
    private let first: Int

    func callAsFunction(_ x: Int, _ y: Int) -> SIMD4<Float> {
        value(along.x * Float(x) + along.y * Float(y))
    }

    private func value(_ place: Float) -> SIMD4<Float> {
        let at = min(max(place - Float(first), 0), Float(colors.count - 1))
        let index = Int(at)
        let share = at - Float(index)
        if share == 0 { return colors[index] }
        let next = colors[min(index + 1, colors.count - 1)]
        return colors[index] + (next - colors[index]) * share
    }

    /// Returns nil without cells to judge by.
    init?(_ image: StraightImage, _ cells: ScreenCells) {
        var samples: [(SIMD2<Float>, SIMD4<Float>)] = []
        var total = 0
        cells.visitChosen { _ in total += 1 }
        // Some thousand samples suffice.
        let step = 1 + total / 8192
        var skipped = 0
        cells.visitChosen { index in
            skipped += 1
            guard skipped % step == 0 else { return }
            let center = cells.center(index)
            samples.append((SIMD2(Float(center.x), Float(center.y)) - 0.5, cells.means[index]))
        }
        guard samples.count >= 32 else { return nil }
        along = ScreenProfile.direction(of: samples)
        let corners = [
            (0, 0), (image.width - 1, 0), (0, image.height - 1),
            (image.width - 1, image.height - 1),
        ]
        .map { [along] in along.x * Float($0.0) + along.y * Float($0.1) }
        first = Int((corners.min() ?? 0).rounded(.down))
        let count = Int((corners.max() ?? 0).rounded(.up)) - first + 1
        colors = [SIMD4<Float>](repeating: SIMD4(), count: count)
        let coarse = Coarse(cells, along, first: first, count: count)
        refine(image, coarse, cells)
    }

    /// The range of the cells' means in strips of 4 pixels, neighbors included.
    private struct Coarse {
        private var least: [SIMD4<Float>]
        private var most: [SIMD4<Float>]

        init(_ cells: ScreenCells, _ along: SIMD2<Float>, first: Int, count: Int) {
            var strips = [[SIMD4<Float>]](repeating: [], count: count / 4 + 1)
            cells.visitChosen { index in
                let (x, y) = cells.center(index)
                let place = along.x * (Float(x) - 0.5) + along.y * (Float(y) - 0.5) - Float(first)
                strips[min(max(Int(place) / 4, 0), strips.count - 1)].append(cells.means[index])
            }
            var middles = strips.map { densest($0, within: cells.tolerance) }
            fillGaps(of: &middles)
            least = []
            most = []
            for strip in middles.indices {
                // Two strips, because a soft seam has no even cells.
                let near = middles[max(0, strip - 2)...min(middles.count - 1, strip + 2)]
                    .compactMap { $0 }
                least.append(near.reduce(SIMD4(repeating: 255)) { $0.least($1) })
                most.append(near.reduce(SIMD4()) { $0.greatest($1) })
            }
        }

        func holds(_ color: SIMD4<Float>, at place: Int, _ tolerance: Float) -> Bool {
            let strip = min(max(place / 4, 0), least.count - 1)
            return (color - least[strip]).min() >= -tolerance
                && (most[strip] - color).min() >= -tolerance
        }
    }

    /// Sets each color to the most frequent one among the pixels that may be screen.
    private mutating func refine(_ image: StraightImage, _ coarse: Coarse, _ cells: ScreenCells) {
        let tolerance = max(4, cells.spread)
        var counts = [UInt32](repeating: 0, count: colors.count * 768)
        unsafe image.withPixels { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let place = along.x * Float(x) + along.y * Float(y)
                    let bin = Int(place.rounded()) - first
                    let pixel = unsafe pixels[y &* image.width &+ x]
                    guard pixel.a == 255,
                        coarse.holds(TwoColorUnmixing.color(pixel), at: bin, tolerance)
                    else { continue }
                    counts[bin * 768 + Int(pixel.r)] += 1
                    counts[bin * 768 + 256 + Int(pixel.g)] += 1
                    counts[bin * 768 + 512 + Int(pixel.b)] += 1
                }
            }
        }
        // Half of a cell's spread covers most of the noise.
        let reach = max(1, Int(cells.spread / 2))
        var found: [SIMD4<Float>?] = colors.indices.map { bin in
            let start = bin * 768
            let channels = (0..<3).map {
                middle(counts[start + $0 * 256..<start + $0 * 256 + 256], reach)
            }
            guard let red = channels[0], let green = channels[1], let blue = channels[2] else {
                return nil
            }
            return SIMD4(red, green, blue, 0)
        }
        fillGaps(of: &found)
        for (index, color) in found.enumerated() { colors[index] = color ?? SIMD4() }
    }

    /// The mean of the values where they are densest; nil for fewer than four values.
    ///
    /// Not the median: where glows and shadows cover most of a line, their values vary, and the
    /// screen's do not.
    private func middle(_ counts: ArraySlice<UInt32>, _ reach: Int) -> Float? {
        let start = counts.startIndex
        let total = counts.reduce(0, +)
        guard total >= 4 else { return nil }
        let window = 2 * reach + 1
        var (sum, best, most) = (UInt32(0), start, UInt32(0))
        for end in counts.indices {
            sum += counts[end]
            if end - start >= window { sum -= counts[end - window] }
            if sum > most { (best, most) = (end, sum) }
        }
        // A drawn screen has one value here.
        let around = max(start, best - window + 1)...best
        if let exact = around.first(where: { counts[$0] * 4 > most * 3 }) {
            return Float(exact - start)
        }
        var (weighted, number) = (0.0, 0.0)
        for index in around {
            weighted += Double(counts[index]) * Double(index - start)
            number += Double(counts[index])
        }
        return Float(weighted / number)
    }

    /// The colors of parts that stay constant over a twentieth of the length or more.
    var plateaus: [SIMD4<Float>] {
        var result: [SIMD4<Float>] = []
        var start = 0
        for index in 1...colors.count {
            if index < colors.count {
                if (colors[index] - colors[start]).greatestMagnitude < 1.5 { continue }
            }
            let middle = colors[(start + index - 1) / 2]
            let isNew = !result.contains {
                ($0 - middle).greatestMagnitude < 3
            }
            if (index - start) * 20 >= colors.count, isNew { result.append(middle) }
            start = index
        }
        return result
    }
}

/// The mean of the colors around the one with most neighbors; nil without colors.
func densest(_ colors: [SIMD4<Float>], within reach: Float) -> SIMD4<Float>? {
    // A hundred of a strip suffice.
    let step = 1 + colors.count / 100
    let asked = stride(from: 0, to: colors.count, by: step).map { colors[$0] }
    var best: (count: Int, sum: SIMD4<Float>) = (0, SIMD4())
    for color in asked {
        var (count, sum) = (0, SIMD4<Float>())
        for other in asked where (other - color).greatestMagnitude <= reach {
            count += 1
            sum += other
        }
        if count > best.count { best = (count, sum) }
    }
    return best.count == 0 ? nil : best.sum / Float(best.count)
}

private func fillGaps(of colors: inout [SIMD4<Float>?]) {
    var last: Int?
    for index in colors.indices {
        guard let own = colors[index] else { continue }
        if let last, let before = colors[last] {
            for gap in last + 1..<index {
                let share = Float(gap - last) / Float(index - last)
                colors[gap] = before + (own - before) * share
            }
        } else {
            for gap in 0..<index { colors[gap] = own }
        }
        last = index
    }
    if let last {
        for gap in last + 1..<colors.count { colors[gap] = colors[last] }
    }
}

extension ScreenProfile {
    /// The direction across which samples differ least, with a resolution of a twentieth of a
    /// degree.
    static func direction(of samples: [(SIMD2<Float>, SIMD4<Float>)]) -> SIMD2<Float> {
        func rest(_ degrees: Float) -> Float {
            let along = unit(degrees)
            return scatter(of: samples, along)
        }
        var best: Float = 0
        var least = Float.infinity
        func ask(_ degrees: Float) {
            let own = rest(degrees)
            if own < least { (least, best) = (own, degrees) }
        }
        // Horizontal and vertical directions are preferred unless another is clearly better.
        for degrees in stride(from: Float(0), to: 180, by: 3) { ask(degrees) }
        for step in [1, 0.25, 0.05] as [Float] {
            let middle = best
            for count in -3...3 where count != 0 { ask(middle + step * Float(count)) }
        }
        for upright in [0, 90, 180] as [Float] where abs(best - upright) < 4 {
            if rest(upright) <= least * 1.05 + 0.01 { return unit(upright) }
        }
        // No cell is on a seam, so several directions fit equally: take the middle one.
        let equal = stride(from: best - 4, through: best + 4, by: 0.25).filter {
            rest($0) <= least * 1.02 + 0.005
        }
        if equal.count > 1 { best = equal.reduce(0, +) / Float(equal.count) }
        return unit(best)
    }

    private static func unit(_ degrees: Float) -> SIMD2<Float> {
        switch degrees {
        case 0: SIMD2(1, 0)
        case 90: SIMD2(0, 1)
        case 180: SIMD2(-1, 0)
        default: turn(degrees)
        }
    }

    /// Cosine and sine without a system library, for equal results on every machine.
    private static func turn(_ degrees: Float) -> SIMD2<Float> {
        let half = Double(degrees) * .pi / 360
        // The Taylor series of the half angle, under pi / 2; terms fall below 1e-12.
        var (sine, cosine) = (0.0, 0.0)
        var term = 1.0
        for power in 0..<24 {
            switch power % 4 {
            case 0: cosine += term
            case 1: sine += term
            case 2: cosine -= term
            default: sine -= term
            }
            term *= half / Double(power + 1)
        }
        return SIMD2(Float(cosine * cosine - sine * sine), Float(2 * sine * cosine))
    }

    /// How much samples in strips of 4 pixels differ from the strip's most frequent color.
    ///
    /// Not from the mean, which glows and shadows would shift. Differences are capped at 12 levels.
    private static func scatter(
        of samples: [(SIMD2<Float>, SIMD4<Float>)],
        _ along: SIMD2<Float>
    ) -> Float {
        var strips = samples.map { Int(((($0.0 * along).sum()) / 4).rounded(.down)) }
        let least = strips.min() ?? 0
        for index in strips.indices { strips[index] -= least }
        let count = (strips.max() ?? 0) + 1
        // The key channel in steps of 4 levels.
        var histogram = [UInt16](repeating: 0, count: count * 65)
        for (strip, sample) in zip(strips, samples) {
            histogram[strip * 65 + Int(sample.1.y) / 4] += 1
        }
        var fullest = [Int](repeating: 0, count: count)
        for strip in 0..<count {
            var most: UInt16 = 0
            for step in 0..<64 {
                let own = histogram[strip * 65 + step] + histogram[strip * 65 + step + 1]
                if own > most { (most, fullest[strip]) = (own, step) }
            }
        }
        var sum = [SIMD4<Float>](repeating: SIMD4(), count: count)
        var number = [Float](repeating: 0, count: count)
        for (strip, sample) in zip(strips, samples)
        where Int(sample.1.y) / 4 == fullest[strip] || Int(sample.1.y) / 4 == fullest[strip] + 1 {
            sum[strip] += sample.1
            number[strip] += 1
        }
        for strip in sum.indices where number[strip] > 0 { sum[strip] /= number[strip] }
        var rest: Float = 0
        for (strip, sample) in zip(strips, samples) {
            rest += min((sample.1 - sum[strip]).squaredLength, 144)
        }
        return rest / Float(samples.count)
    }
}
