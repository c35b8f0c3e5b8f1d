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
