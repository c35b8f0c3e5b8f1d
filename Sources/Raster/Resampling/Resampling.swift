/// How a picture is brought to another size.
public enum Resampling: String, CaseIterable, Hashable, Sendable {
    /// The exact mean over the area of each new pixel where the picture shrinks, `cubic` where it
    /// grows.
    case area
    /// The exact mean over the area of each new pixel, also where the picture grows: pixels stay
    /// squares with sharp edges.
    case box
    /// The pixel under the new pixel's center; for pixel art.
    case nearest
    /// A straight line between neighboring centers; for enlarging softly.
    case linear
    /// Catmull-Rom's cubic (Keys 1981, a = -1/2), stretched over the area of each new pixel where the
    /// picture shrinks.
    case cubic
}

/// For one axis: which source pixels make each target pixel, and with what weights.
struct AxisWeights {
    /// How many source pixels each target pixel takes; the same for all.
    let taps: Int
    /// The first source pixel of each target pixel.
    let starts: [Int32]
    /// `taps` weights a target pixel, in 1/2^14; they sum to 2^14.
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

    /// Samples of `kernel` around each target pixel's center; the border pixel goes on outside.
    ///
    /// Where the picture shrinks, the kernel is as much wider as the new pixels are.
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
            // The samples of an unstretched kernel sum to 1 by themselves.
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
