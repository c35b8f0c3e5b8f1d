/// The line between two colors, on which their mixtures are.
///
/// Code values: r, g and b; the fourth component is ignored.
struct ColorLine {
    /// On lines shorter than 8 code values (reference) a share is rounding.
    static let leastSquare: Float = 60

    /// How far off the line a mixture may be, in code values: rounding of three channels, and noise.
    ///
    /// By score.
    static func tolerance(noise: Float) -> Float { 5 + noise }

    struct Mixture {
        /// The share of the second color.
        let share: Float
        /// The color's difference from the mixture with that share.
        let rest: SIMD4<Float>
        /// The squared length of the difference.
        var off: Float { rest.squaredLength }
    }

    private let start: SIMD4<Float>
    private let step: SIMD4<Float>
    /// The squared length.
    let square: Float

    @inline(__always)
    init(from start: SIMD4<Float>, to end: SIMD4<Float>) {
        var step = end - start
        step.w = 0
        (self.start, self.step) = (start, step)
        square = step.squaredLength
    }

    /// The nearest point of the endless line.
    @inline(__always)
    func mixture(_ color: SIMD4<Float>) -> Mixture {
        mixture(color) { $0 }
    }

    /// The nearest point between the two colors.
    @inline(__always)
    func mixtureBetween(_ color: SIMD4<Float>) -> Mixture {
        mixture(color) { min(max($0, 0), 1) }
    }

    @inline(__always)
    private func mixture(_ color: SIMD4<Float>, _ limited: (Float) -> Float) -> Mixture {
        var own = color - start
        own.w = 0
        let share = limited((own * step).sum() / max(square, 1))
        return Mixture(share: share, rest: own - step * share)
    }
}
