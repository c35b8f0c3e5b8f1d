/// The mapping from scores to opacity.
package struct TranslucencyLimits: Sendable {
    /// The alpha from which on a pixel that would be translucent is art, kept bit for bit.
    ///
    /// Reference. With 0.90, glints on glass keep the screen's color.
    package static let nearlyOpaque: Float = 0.97

    /// The score at which opacity begins, and the range over which it grows (more than 0).
    package let low: Float
    package let width: Float
    /// Scores within 0.05 of it are counted.
    package let threshold: Float
    /// The weights of a pixel's own solidity and its component's score.
    package let ownShare: Float
    package let componentShare: Float

    /// `smoothing` is the range around the threshold over which opacity grows.
    package init(threshold: Float, smoothing: Float, componentShare: Float) {
        let (low, high) = (threshold - smoothing / 2, threshold + smoothing / 2)
        self.low = low
        width = max(high - low, 1e-4)
        self.threshold = threshold
        ownShare = 1 - componentShare
        self.componentShare = componentShare
    }
}
