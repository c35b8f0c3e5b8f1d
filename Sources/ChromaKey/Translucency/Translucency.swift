import KernelTypes
package import Raster

// Translucency: distinguishes glass, shadows and glows from green art.
//
// In: key-hued pixels away from the screen, straight code values with the screen green, and their
// connected components. Out: which of them are opaque and which translucent, and color and alpha of
// the latter. Without a known foreground color matting lacks one equation; the assumption that
// replaces it is that a translucent thing is gray or at the edge of its gamut (`AlphaEstimate`),
// after Vlahos' color difference and Smith and Blinn, "Blue Screen Matting" (SIGGRAPH 1996).

/// Key-hued pixels away from the screen, and which of them are translucent.
package struct Translucency {
    /// Pixels more opaque than translucent, and those nearly opaque in any case.
    package private(set) var opaque: BitMask
    /// Pixels with an alpha less than 1, unless nearly opaque.
    package private(set) var translucent: BitMask
    /// Pixels more translucent than opaque.
    package private(set) var sheer: BitMask
    /// Verdicts about their areas; empty if pixels are judged one by one.
    let verdicts: AreaVerdicts
    /// The number of pixels whose solidity is within 0.05 of the threshold.
    private(set) var ambiguous = 0

    let asked: BitMask
    private let screen: Screen
    private let limits: TranslucencyLimits
    /// The score from which on a pixel is more opaque.
    var threshold: Float { limits.threshold }
    /// Nil if pixels are judged one by one.
    private let components: HueComponents?
    private var runs: [HueComponents.Run] { components?.runs ?? [] }

    /// `components` are those of the pixels; nil if pixels are judged one by one.
    init(
        _ asked: BitMask,
        of picture: StraightImage,
        over screen: Screen,
        settings: KeySettings,
        components: HueComponents?
    ) {
        limits = TranslucencyLimits(
            threshold: Float(settings.threshold),
            smoothing: Float(settings.smoothing),
            componentShare: components == nil ? 0 : HueComponents.share
        )
        self.asked = asked
        self.screen = screen
        self.components = components
        verdicts = components?.verdicts ?? AreaVerdicts()
        opaque = BitMask(width: asked.width, height: asked.height)
        (translucent, sheer) = (opaque, opaque)
        if asked.isEmpty { return }
        if KernelChoice.usesReference { decideOneByOne(picture) } else { decide(picture) }
    }

    /// The judged areas, with the number of opaque pixels in each; empty if pixels are judged one
    /// by one.
    func areas() -> [HueComponents.Area] { components?.areas(counting: opaque) ?? [] }

    /// Calls `body` with each pixel and the score compared with the threshold, row by row.
    func visit(
        _ picture: StraightImage,
        _ body: (_ x: Int, _ y: Int, _ score: Float, _ estimate: AlphaEstimate) -> Void
    ) {
        Translucency.visit(asked, runs) { x, y, component in
            let estimate = AlphaEstimate(TwoColorUnmixing.color(picture[x, y]), over: screen(x, y))
            body(x, y, limits.score(own: estimate.solidity, component: component), estimate)
        }
    }

    /// Calls `body` with the scores of a mask's pixels, all of them judged, row by row.
    ///
    /// `sources` are their colors before unmixing, in the same order.
    func visit(_ mask: BitMask, _ sources: [SIMD4<Float>], _ body: (_ score: Float) -> Void) {
        var next = 0
        func visit(_ x: Int, _ y: Int, _ component: Float) {
            let solidity = AlphaEstimate(sources[next], over: screen(x, y)).solidity
            next += 1
            body(limits.score(own: solidity, component: component))
        }
        if runs.isEmpty { mask.visit { x, y in visit(x, y, 0) } }
        for run in runs where mask.count(in: run.start..<run.end, row: run.y) > 0 {
            for x in run.start..<run.end where mask[x, run.y] { visit(x, run.y, run.score) }
        }
    }

    /// Removes the screen from the translucent pixels of `picture` (nil: `image`) and writes them
    /// to `image`.
    ///
    /// `clear` gets a bit for each pixel with alpha 0, `partial` for each with alpha 1 to 254.
    func unmix(
        from picture: StraightImage?,
        in image: inout StraightImage,
        _ clear: inout BitMask,
        _ partial: inout BitMask
    ) {
        if translucent.isEmpty { return }
        if KernelChoice.usesReference {
            visit(picture ?? image) { x, y, score, estimate in
                guard translucent[x, y] else { return }
                let cover = estimate.translucentAlpha
                let pixel = seen(picture?[x, y] ?? image[x, y], x, y, score, cover: cover)
                image[x, y] = pixel
                if pixel.a == 0 { clear[x, y] = true }
                if pixel.a != 0, pixel.a != 255 { partial[x, y] = true }
            }
            return
        }
        let (limits, stride, size, runs) = (limits, translucent.stride, image.size, runs)
        let unmix = unsafe chosenKernels.unmixTranslucent
        func run(
            _ source: UnsafePointer<UInt32>,
            _ target: UnsafeMutablePointer<UInt32>,
            _ asked: UnsafePointer<UInt64>,
            _ clear: Bits,
            _ partial: Bits
        ) {
            let rows = ScoredRows(translucent, runs)
            unsafe screen.visitRows(of: source, size, where: rows.isAsked) { y, row in
                let word = y &* stride
                unsafe unmix(
                    row,
                    rows.scores(y),
                    target + y &* size.width,
                    limits,
                    stride,
                    asked + word,
                    clear + word,
                    partial + word
                )
            }
        }
        unsafe image.withMutableWords { target in
            let to = unsafe target.start
            guard let picture else {
                return unsafe run(to, to, translucent.words, &clear.words, &partial.words)
            }
            unsafe picture.withWords {
                unsafe run($0.start, to, translucent.words, &clear.words, &partial.words)
            }
        }
    }

    private mutating func decideOneByOne(_ picture: StraightImage) {
        let (judged, limits) = (self, limits)
        judged.visit(picture) { x, y, score, estimate in
            let share = limits.share(score)
            let off = score - limits.threshold
            if off * off < 0.0025 { ambiguous += 1 }
            let isLess = estimate.translucentAlpha < TranslucencyLimits.nearlyOpaque
            opaque[x, y] = share > 0.5 || !isLess
            translucent[x, y] = share < 1 && isLess
            sheer[x, y] = share < 0.5 && isLess
        }
    }

    private mutating func decide(_ picture: StraightImage) {
        let (decide, limits) = unsafe (chosenKernels.decide, limits)
        let (screen, asked, stride) = (screen, asked, asked.stride)
        let rows = ScoredRows(asked, runs)
        var counts = [Int](repeating: 0, count: picture.height)
        func decideAll(
            _ bits: UnsafePointer<UInt64>,
            _ opaque: Bits,
            _ translucent: Bits,
            _ sheer: Bits,
            _ counts: UnsafeMutablePointer<Int>
        ) {
            picture.visitRows(over: screen, where: rows.isAsked) { y, row in
                let word = y &* stride
                unsafe counts[y] = unsafe decide(
                    row,
                    rows.scores(y),
                    limits,
                    stride,
                    bits + word,
                    opaque + word,
                    translucent + word,
                    sheer + word
                )
            }
        }
        unsafe decideAll(asked.words, &opaque.words, &translucent.words, &sheer.words, &counts)
        ambiguous = counts.reduce(0, +)
    }

    /// Calls `body` with each pixel and its component's score, row by row.
    private static func visit(
        _ plane: BitMask,
        _ runs: [HueComponents.Run],
        _ body: (_ x: Int, _ y: Int, _ component: Float) -> Void
    ) {
        if runs.isEmpty { plane.visit { x, y in body(x, y, 0) } }
        for run in runs {
            for x in run.start..<run.end { body(x, run.y, run.score) }
        }
    }

    /// A pixel without the screen; `cover` is its alpha if it is translucent.
    func seen(
        _ pixel: StraightPixel,
        _ x: Int,
        _ y: Int,
        _ score: Float,
        cover: Float
    ) -> StraightPixel {
        let share = limits.share(score)
        let behind = screen(x, y)
        let alpha = cover + (1 - cover) * share
        let color = behind + (TwoColorUnmixing.color(pixel) - behind) / max(alpha, 1e-3)
        return StraightPixel(color, alpha: alpha, isLimited: share < 0.5)
    }
}

/// The rows of a mask, and the scores of their components.
private struct ScoredRows {
    let plane: BitMask
    /// In the order of rows.
    let runs: [HueComponents.Run]

    init(_ plane: BitMask, _ runs: [HueComponents.Run]) { (self.plane, self.runs) = (plane, runs) }

    func isAsked(_ y: Int) -> Bool { plane.hasPixels(inRow: y) }

    /// Of a row's pixels, up to a multiple of 64 numbers.
    func scores(_ y: Int) -> [Float] {
        var scores = [Float](repeating: 0, count: plane.stride * 64)
        var (first, last) = (0, runs.count)
        while first < last {
            let middle = (first + last) / 2
            if runs[middle].y < y { first = middle + 1 } else { last = middle }
        }
        while first < runs.count, runs[first].y == y {
            for x in runs[first].start..<runs[first].end { scores[x] = runs[first].score }
            first += 1
        }
        return scores
    }
}

extension TranslucencyLimits {
    fileprivate func score(own: Float, component: Float) -> Float {
        ownShare * own + componentShare * component
    }

    /// How solid, 0...1: a Hermite step.
    fileprivate func share(_ score: Float) -> Float {
        let t = min(max((score - low) / width, 0), 1)
        return t * t * (3 - 2 * t)
    }
}
