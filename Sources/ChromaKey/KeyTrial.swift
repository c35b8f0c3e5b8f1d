package import Raster

/// An image keyed at many thresholds.
///
/// Smoothing and finish are then functions of single pixels, so that a preview can change them
/// without keying again. For modes `best` and `fast`. Channels are turned so that the screen is
/// green.
package struct KeyTrial: Sendable {
    /// A green pixel whose alpha depends on smoothing.
    package struct Green: Hashable, Sendable {
        /// Row-major.
        package var place: Int
        /// The solidity that is compared with the threshold.
        package var score: Float
        /// Alpha if it is translucent.
        package var cover: Float
        /// The screen behind it, code values: r, g, b and 0.
        package var behind: SIMD4<Float>
        package var color: StraightPixel
    }

    /// The result from one threshold up to the next state's.
    package struct State: Sendable {
        package var threshold: Double
        /// Without finish; greens that depend on smoothing are `KeyTrial.mark`.
        package var base: StraightImage
        package var greens: [Green]
        /// The scores of all greens; nil if the threshold affects more than these (blurred chroma).
        fileprivate var scores: [Float]?

        /// Whether a higher threshold gives the same result: no green's score lies between.
        fileprivate func isAlso(at other: Double) -> Bool {
            // A margin for rounding, and for the hard switch without smoothing.
            let passed = Float(threshold) - 1e-4...Float(other) + 1e-4
            return scores?.contains(where: passed.contains) == false
        }
    }

    /// A pixel value that no image has before finish.
    package static let mark = StraightPixel(r: 1, g: 0, b: 0, a: 0)

    /// Ascending by threshold.
    package private(set) var states: [State] = []

    /// Keys an image at ascending `thresholds`.
    ///
    /// Returns nil without a screen, and for modes that are formulas.
    package init?(
        _ image: StraightImage,
        settings: KeySettings,
        hints: KeyHints,
        thresholds: [Double]
    ) {
        var settings = settings.clamped
        guard !settings.mode.isFormula else { return nil }
        for threshold in thresholds {
            if let last = states.last, last.isAlso(at: threshold) { continue }
            settings.threshold = threshold
            let job = KeyJob(settings: settings, hints: hints)
            guard let state = job.state(of: image, at: threshold) else { return nil }
            if let last = states.last, last.base == state.base, last.greens == state.greens {
                continue
            }
            states.append(state)
        }
    }
}

extension KeyJob {
    fileprivate func state(of image: StraightImage, at threshold: Double) -> KeyTrial.State? {
        var findings: Findings?
        var image = image
        _ = run(on: &image, inPlace: false) { findings = $0 }
        guard let found = findings else { return nil }
        var matting = Matting(
            picture: found.picture,
            screen: found.screen,
            trimap: found.trimap,
            settings: settings
        )
        matting.chroma = found.chroma
        let changes = matting.changes()
        var base = found.composited
        var (clear, _) = base.apply(
            changes,
            found.trimap,
            restored: found.picture,
            inPlace: false
        )
        base.despeckle(found.trimap, over: found.screen, &clear)
        var greens: [KeyTrial.Green] = []
        var scores: [Float] = []
        let edges = Set(changes.joined().joined().map { Int($0.y) * base.width + Int($0.x) })
        found.trimap.translucency.visit(found.picture) { x, y, score, estimate in
            scores.append(score)
            let place = y * base.width + x
            if edges.contains(place) { return }
            base[x, y] = KeyTrial.mark
            greens.append(
                KeyTrial.Green(
                    place: place,
                    score: score,
                    cover: estimate.translucentAlpha,
                    behind: found.screen(x, y),
                    color: found.picture[x, y]
                )
            )
        }
        return KeyTrial.State(
            threshold: threshold,
            base: base,
            greens: greens,
            scores: found.report.hasSubsampledChroma ? nil : scores
        )
    }
}
