public enum Resampling: String, CaseIterable, Hashable, Sendable {
    /// The exact mean over the area of each new pixel on shrinking axes, `cubic` on growing ones.
    case area
    /// The exact mean over the area of each new pixel, also when enlarging: pixels stay sharp
    /// squares.
    case box
    /// The pixel under the new pixel's center; for pixel art.
    case nearest
    /// Linear interpolation between centers; for soft enlarging.
    case linear
    /// Catmull-Rom's cubic (Keys 1981, a = -1/2), widened to the area of each new pixel when
    /// shrinking.
    case cubic
}

/// The source pixels and weights of each target pixel, along one axis.
struct AxisWeights {
    /// The number of source pixels per target pixel.
    let taps: Int
    /// The first source pixel of each target pixel.
    let starts: [Int32]
    /// `taps` weights per target pixel, in 1/2^14; they sum to 2^14.
    let weights: [Int32]

    private static let one = 1 << 14

    init(from source: Int, to target: Int, using method: Resampling) {
        switch method {
        case .box:
            self.init(source: source, coverage: target)
        case .area where target < source:
            self.init(source: source, coverage: target)
        case .linear:
            self.init(source: source, target: target, radius: 1) { distance in
                max(0, 1 - abs(distance))
            }
        case .area, .cubic:
            self.init(source: source, target: target, radius: 2) { distance in
                let x = min(2, abs(distance))
                return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
            }
        case .nearest:
            self.init(
                taps: 1,
                starts: (0..<target).map { Int32((2 * $0 + 1) * source / (2 * target)) },
                weights: [Int32](repeating: Int32(Self.one), count: target)
            )
        }
    }

    private init(taps: Int, starts: [Int32], weights: [Int32]) {
        self.taps = taps
        self.starts = starts
        self.weights = weights
    }

    /// Exact shares of area, in whole numbers.
    private init(source: Int, coverage target: Int) {
        let taps = min(source, source / target + 2)
        var starts: [Int32] = []
        var weights: [Int32] = []
        for index in 0..<target {
            // In units of 1/target of a source pixel.
            let from = index * source
            let to = from + source
            let start = min(from / target, source - taps)
            starts.append(Int32(start))
            var before = 0
            for tap in 0..<taps {
                let edge = (start + tap + 1) * target
                // Differences of rounded running sums, so that the sum is exact.
                let covered = max(0, min(edge, to) - from)
                let after = (covered * Self.one + source / 2) / source
                weights.append(Int32(after - before))
                before = after
            }
        }
        self.init(taps: taps, starts: starts, weights: weights)
    }

    /// Samples of `kernel` around each target pixel's center; border pixels are repeated outside.
    ///
    /// When shrinking, the kernel is widened by the ratio.
    private init(source: Int, target: Int, radius: Int, kernel: (Double) -> Double) {
        let stretch = max(1, Double(source) / Double(target))
        let reach = Double(radius) * stretch
        let samples = Int((2 * reach).rounded(.up))
        let taps = min(source, samples)
        var starts: [Int32] = []
        var weights: [Int32] = []
        for index in 0..<target {
            let center = (Double(index) + 0.5) * Double(source) / Double(target) - 0.5
            let first = Int((center - reach).rounded(.down)) + 1
            let start = max(0, min(first, source - taps))
            var own = [Int](repeating: 0, count: taps)
            var total = 0
            // The samples of an unwidened kernel sum to 1.
            let sum =
                stretch == 1
                ? 1
                : (0..<samples).reduce(0.0) {
                    $0 + kernel((Double(first + $1) - center) / stretch)
                }
            for tap in 0..<samples {
                let place = first + tap
                let share = kernel((Double(place) - center) / stretch) / sum
                let value = share * Double(Self.one)
                let weight = Int(value.rounded(.toNearestOrAwayFromZero))
                own[max(0, min(place - start, taps - 1))] += weight
                total += weight
            }
            let nearest = max(0, min(Int(center.rounded()) - start, taps - 1))
            own[nearest] += Self.one - total
            starts.append(Int32(start))
            weights.append(contentsOf: own.map { Int32($0) })
        }
        self.init(taps: taps, starts: starts, weights: weights)
    }
}
