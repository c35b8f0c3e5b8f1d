package import Raster

/// A picture keyed at many thresholds, as far as they decide; the rest is a function of single
/// pixels, so that a preview can let people try smoothing and finish without keying anew.
///
/// For modes `best` and `fast`. Channels are turned so that the screen is green.
package struct KeyTrial: Sendable {
    /// A green whose cover smoothing decides.
    package struct Green: Hashable, Sendable {
        /// Row-major.
        package var place: Int
        /// To be compared with the threshold.
        package var score: Float
        /// Alpha if it is see-through.
        package var cover: Float
        /// The screen behind it, code values: r, g, b and 0.
        package var behind: SIMD4<Float>
        package var color: StraightPixel
    }

    /// What is the same from one threshold to the next state's.
    package struct State: Sendable {
        /// The first.
        package var threshold: Double
        /// Without finish; greens that smoothing decides are `KeyTrial.mark`.
        package var base: StraightImage
        package var greens: [Green]
        /// Of all greens; nil where the threshold decides more, in blurred chroma.
        fileprivate var scores: [Float]?

        /// Whether a higher threshold decides the same: no green's score lies between.
        fileprivate func isAlso(at other: Double) -> Bool {
            // With a margin for rounding, and for the hard switch of no smoothing.
            let passed = Float(threshold) - 1e-4...Float(other) + 1e-4
            return scores?.contains(where: passed.contains) == false
        }
    }

    /// What no picture holds before it is finished.
    package static let mark = StraightPixel(r: 1, g: 0, b: 0, a: 0)

    /// Ascending by threshold.
    package private(set) var states: [State] = []

    /// Keys a picture at `thresholds`, which ascend.
    ///
    /// Returns nil when no screen is found, and for modes that are formulas.
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
