/// Finds the distance between lines of color changes.
enum BlockPitch {
    private static let longest = 48
    /// Relative to the strongest correlation; smooth art reaches 0.3 in places, so lines are
    /// verified later.
    private static let leastPeak = 0.15

    /// The first peak of the profiles' summed autocorrelation, in fractional pixels; nil without a
    /// peak.
    ///
    /// For any shapes, changes are a whole number of blocks apart.
    static func find(in profiles: [EdgeProfile]) -> Double? {
        let sums = autocorrelation(of: profiles)
        guard sums[0] > 0 else { return nil }
        let peaks = sums.map { $0 / sums[0] }
        var lag = 1
        // Descends from the peak at 0.
        while lag < longest, peaks[lag + 1] < peaks[lag] { lag += 1 }
        while lag < longest {
            lag += 1
            let (before, here, after) = (peaks[lag - 1], peaks[lag], peaks[lag + 1])
            guard here > leastPeak, here >= before, here >= after else { continue }
            let bend = before - 2 * here + after
            return Double(lag) + (bend < 0 ? 0.5 * (before - after) / bend : 0)
        }
        return nil
    }

    /// By lag; one more than the longest.
    private static func autocorrelation(of profiles: [EdgeProfile]) -> [Double] {
        var sums = [Double](repeating: 0, count: longest + 2)
        for profile in profiles {
            let values = profile.withoutTrend(within: longest)
            for lag in sums.indices where lag < values.count {
                var sum = 0.0
                for index in 0..<values.count - lag { sum += values[index] * values[index + lag] }
                sums[lag] += sum
            }
        }
        return sums
    }
}

extension EdgeProfile {
    /// Subtracts the local mean: figures have more edges in their middle.
    fileprivate func withoutTrend(within reach: Int) -> [Double] {
        var sums = [0]
        for strength in strengths { sums.append(sums[sums.count - 1] + strength) }
        return strengths.indices.map { index in
            let (from, to) = (max(0, index - reach), min(strengths.count, index + reach + 1))
            // As if padded with clear pixels, so that the figure's ends do not raise the mean.
            let mean = Double(sums[to] - sums[from]) / Double(2 * reach + 1)
            return Double(strengths[index]) - mean
        }
    }
}
