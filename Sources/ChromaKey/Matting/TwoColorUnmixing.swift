import KernelTypes
import Raster

/// Two-color unmixing: explains edge pixels as mixtures of the screen and a solid color nearby.
///
/// A pixel I over the screen K that shows a share a of the color F is I = a F + (1 - a) K, so it
/// is on the line from K to F. Of all solid pixels around, F is the one whose line passes
/// nearest; distance, and impossible alphas, add cost.
///
/// Sampling-based matting (Ruzon and Tomasi, "Alpha Estimation in Natural Images", CVPR 2000; Wang
/// and Cohen, "Optimized Color Sampling for Robust Matting", CVPR 2007) with a known background.
/// Colors are straight code values as r, g, b and 0, alpha is 0...1. This is the contract and the
/// reference form of `UnmixingKernel`, plus the fallbacks that few pixels need.
@safe
struct TwoColorUnmixing {
    typealias Answer = UnmixingBatch.Answer
    private typealias Match = UnmixingBatch.Match

    /// In memory that must outlive this value.
    private let field: SampleField
    private var width: Int { field.width }
    private var height: Int { field.height }
    let trimap: Trimap
    /// Pixels that may have one of the translucent cores in reach.
    private let nearTranslucent: BitMask
    private let hasTranslucent: Bool
    private let palette: [SIMD4<Float>]
    private let paletteLuma: [SIMD4<Float>]
    let parameters: UnmixingParameters
    var limits: UnmixingLimits { parameters.limits }
    let noise: Float
    let offsets: [SearchOffset]

    /// `palette` has the foreground's frequent colors.
    init(
        _ field: SampleField,
        of trimap: Trimap,
        palette: [SIMD4<Float>],
        parameters: UnmixingParameters,
        noise: Float
    ) {
        self.field = field
        self.trimap = trimap
        let cores = trimap.translucentCores
        hasTranslucent = !cores.isEmpty
        nearTranslucent = hasTranslucent ? cores.dilated(5) : cores
        self.palette = palette
        paletteLuma = palette.map { YCbCr.of($0) }
        self.parameters = parameters
        self.noise = noise
        offsets = SearchOffset.all(within: parameters.searchRadius)
    }

    /// Explains the pixels of a plane next to the screen, in some rows, row by row.
    ///
    /// Most are explained in batches, and the few that need more than nearby samples one by one.
    /// Explanations that cost `greatestCost` or more may be left out.
    @inline(__always)
    func unmix(
        _ plane: BitMask,
        _ rows: Range<Int>,
        over screen: Screen,
        below greatestCost: Float = .greatestFiniteMagnitude,
        _ body: (_ x: Int, _ y: Int, _ answer: Answer) -> Void
    ) {
        if KernelChoice.usesReference {
            plane.visit(rows) { x, y in body(x, y, unmix(x, y, over: screen(x, y))) }
            return
        }
        // A wider search has a minimum cost.
        let asksMore = greatestCost > parameters.leastCostOfPalette
        var mixtures = UnmixingBatch(limits, over: screen)
        var places: [SIMD2<Int32>] = []
        places.reserveCapacity(UnmixingPlane.capacity)
        func explain() {
            mixtures.unmix(places, in: field, below: greatestCost)
            for (index, place) in places.enumerated() {
                let (x, y) = (Int(place.x), Int(place.y))
                var answer = mixtures[index]
                if (asksMore && answer.cost >= doubtful)
                    || (hasTranslucent && answer.cost > 1 && nearTranslucent[x, y])
                {
                    let nearby = mixtures.match(index)
                    answer = unmix(x, y, over: screen(x, y), nearby: nearby)
                }
                body(x, y, answer)
            }
            places.removeAll(keepingCapacity: true)
        }
        plane.visit(rows) { x, y in
            places.append(SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y)))
            if places.count == UnmixingPlane.capacity { explain() }
        }
        explain()
    }

    /// Explains a pixel next to the screen; `nearby` is the best sample around it, if known.
    private func unmix(
        _ x: Int,
        _ y: Int,
        over screen: SIMD4<Float>,
        nearby: Match? = nil
    ) -> Answer {
        let pixel = color(x, y)
        let difference = pixel - screen
        let estimate = AlphaEstimate(pixel, over: screen)
        var match = match(pixel, x, y, over: screen, least: estimate.lowerBound, nearby: nearby)
        var behindAlpha: Float = 0
        if hasTranslucent, match.cost > 1, nearTranslucent[x, y],
            let core = nearestTranslucent(x, y)
        {
            let behind = TwoColorUnmixing.color(unsafe field.picture[core])
            let other = self.match(pixel, x, y, over: behind, least: 0)
            // Not measured: costs of 1 and less are good enough; glass behind must be better by
            // 0.5, so that the simpler explanation wins ties.
            if other.cost + 0.5 < match.cost {
                if isRemoved(core) {
                    return answer(pixel, over: behind, alpha: other.share, other.cost)
                }
                match = other
                behindAlpha = AlphaEstimate(behind, over: screen).translucentAlpha
            }
        }
        guard match.cost < parameters.greatestCost else {
            return unexplained(difference, estimate, screen)
        }
        if behindAlpha > 0 {
            let alpha = match.share + (1 - match.share) * behindAlpha
            return answer(pixel, over: screen, alpha: alpha, match.cost)
        }
        return Answer(
            alpha: match.share,
            color: blended(difference, match.share, match.color, screen),
            cost: match.cost
        )
    }

    /// The answer for a pixel of a wide edge, whose color and alpha are known.
    func answer(_ edge: WideEdge, over screen: SIMD4<Float>) -> Answer {
        let difference = color(edge.x, edge.y) - screen
        return Answer(
            alpha: edge.alpha,
            color: blended(difference, edge.alpha, edge.color, screen),
            cost: 0
        )
    }

    /// Explains a pixel between something opaque and something translucent; nil if it is neither.
    func unmixOverTranslucent(_ x: Int, _ y: Int, over screen: SIMD4<Float>) -> Answer? {
        guard let core = nearestTranslucent(x, y) else { return nil }
        let pixel = color(x, y)
        let behind = TwoColorUnmixing.color(unsafe field.picture[core])
        let match = match(pixel, x, y, over: behind, least: 0)
        guard match.cost < parameters.greatestCost else { return nil }
        // Over something that becomes clear, only the foreground remains.
        if isRemoved(core) { return answer(pixel, over: behind, alpha: match.share, match.cost) }
        let alpha =
            match.share + (1 - match.share) * AlphaEstimate(behind, over: screen).translucentAlpha
        return answer(pixel, over: screen, alpha: alpha, match.cost)
    }

    private func isRemoved(_ index: Int) -> Bool {
        trimap.removedShadows[index % width, index / width]
    }

    /// What remains of a pixel without the color behind it.
    private func answer(
        _ pixel: SIMD4<Float>,
        over behind: SIMD4<Float>,
        alpha: Float,
        _ cost: Float
    ) -> Answer {
        Answer(alpha: alpha, color: behind + (pixel - behind) / max(alpha, 1e-3), cost: cost)
    }

    /// The index of the nearest pixel well inside of something translucent.
    ///
    /// The maximum squared distance is 32: reference, of fast keying.
    private func nearestTranslucent(_ x: Int, _ y: Int) -> Int? {
        for offset in offsets where offset.squared <= 32 {
            if trimap.translucentCores[x &+ offset.dx, y &+ offset.dy] {
                return (y &+ offset.dy) &* width &+ x &+ offset.dx
            }
        }
        return nil
    }

    /// The cost from which on more than nearby samples are searched: 0.6 of the greatest (reference).
    private var doubtful: Float { parameters.greatestCost * 0.6 }

    /// The color that explains a pixel best: a sample nearby, else a frequent color, else a pixel
    /// of a thin line.
    private func match(
        _ pixel: SIMD4<Float>,
        _ x: Int,
        _ y: Int,
        over screen: SIMD4<Float>,
        least: Float,
        nearby: Match? = nil
    ) -> Match {
        var search = MatchSearch(
            pixel,
            over: screen,
            least: least,
            best: nearby ?? Match(),
            limits
        )
        if nearby == nil { searchNearby(x, y, &search) }
        if search.best.cost >= doubtful {
            for index in palette.indices {
                search.consider(
                    palette[index],
                    paletteLuma[index],
                    parameters.leastCostOfPalette
                )
            }
        }
        if search.best.cost >= doubtful { searchThinSamples(x, y, &search) }
        return search.best
    }

    private func searchNearby(_ x: Int, _ y: Int, _ search: inout MatchSearch) {
        let radius = parameters.searchRadius
        let stride = field.stride
        let isInside = x >= radius && y >= radius && x < width &- radius && y < height &- radius
        // Neighbors mostly have one color, and the nearest comes first.
        var last = unsafe ~field.picture[y &* width &+ x]
        unsafe offsets.withUnsafeBufferPointer { offsets in
            for index in 0..<offsets.count {
                let offset = unsafe offsets[index]
                let extra = offset.squared * limits.distanceCost
                if extra >= search.best.cost { break }
                let (sx, sy) = (x &+ offset.dx, y &+ offset.dy)
                if !isInside, sx < 0 || sy < 0 || sx >= width || sy >= height { continue }
                let bits = unsafe field.samples[sy &* stride &+ sx &>> 6]
                if bits &>> UInt64(sx & 63) & 1 == 0 { continue }
                let word = unsafe field.picture[sy &* width &+ sx]
                if word == last { continue }
                last = word
                search.consider(TwoColorUnmixing.color(word), extra)
                if limits.takesNearest { break }
            }
        }
    }

    private func searchThinSamples(_ x: Int, _ y: Int, _ search: inout MatchSearch) {
        for offset in offsets {
            let extra = parameters.leastCostOfThinSamples + offset.squared * limits.distanceCost
            if extra >= search.best.cost { break }
            let (sx, sy) = (x &+ offset.dx, y &+ offset.dy)
            guard trimap.thinSamples[sx, sy] else { continue }
            search.consider(color(sx, sy), extra)
        }
    }

    @inline(__always)
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
        TwoColorUnmixing.color(unsafe field.picture[y &* width &+ x])
    }

    /// The pixel's own unmixed color, drawn toward the sample where a small alpha amplifies noise.
    private func blended(
        _ difference: SIMD4<Float>,
        _ alpha: Float,
        _ sample: SIMD4<Float>,
        _ screen: SIMD4<Float>
    ) -> SIMD4<Float> {
        let own = screen + difference / max(alpha, 1e-3)
        let change = YCbCr.of(own - sample)
        let spread = limits.spread
        let doubt = limits.lumaDoubt / max(alpha, 1e-3)
        let trust = spread / (spread + doubt * doubt)
        let chromaDoubt = limits.chromaDoubt / max(alpha, 1e-3)
        let chromaTrust = spread / (spread + chromaDoubt * chromaDoubt)
        let kept = change * SIMD4(trust, chromaTrust, chromaTrust, 0)
        return sample
            + SIMD4(
                kept.x + YCbCr.toRed * kept.z,
                kept.x + YCbCr.toGreenOfBlue * kept.y - YCbCr.toGreenOfRed * kept.z,
                kept.x + YCbCr.toBlue * kept.y,
                0
            )
    }

    private func unexplained(
        _ difference: SIMD4<Float>,
        _ estimate: AlphaEstimate,
        _ screen: SIMD4<Float>
    ) -> Answer {
        Answer(
            alpha: estimate.translucentAlpha,
            color: screen + difference / max(estimate.translucentAlpha, 1e-3),
            cost: .greatestFiniteMagnitude
        )
    }
}

private struct MatchSearch {
    private(set) var best: UnmixingBatch.Match
    private let screenLuma: SIMD4<Float>
    /// The difference of the pixel from the screen.
    private let target: SIMD4<Float>
    private let least: Float
    private let limits: UnmixingLimits

    @inline(__always)
    init(
        _ pixel: SIMD4<Float>,
        over screen: SIMD4<Float>,
        least: Float,
        best: UnmixingBatch.Match,
        _ limits: UnmixingLimits
    ) {
        self.best = best
        screenLuma = YCbCr.of(screen)
        target = YCbCr.of(pixel) - screenLuma
        self.least = least
        self.limits = limits
    }

    @inline(__always)
    private func product(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
        a.x * b.x + (a.y * b.y + a.z * b.z) * limits.chromaWeight
    }

    /// Keeps a color if it explains the pixel at a lower cost, `extra` included.
    @inline(__always)
    mutating func consider(_ color: SIMD4<Float>, _ extra: Float) {
        consider(color, YCbCr.of(color), extra)
    }

    /// The same for a color whose luma and chroma are known.
    @inline(__always)
    mutating func consider(_ color: SIMD4<Float>, _ luma: SIMD4<Float>, _ extra: Float) {
        let line = luma - screenLuma
        let length = product(line, line)
        // On lines shorter than 8 code values (reference), alpha is rounding.
        guard length >= 60 else { return }
        let alpha = min(max(product(target, line) / length, 0), 1)
        let rest = target - line * alpha
        let under = max(0, least - alpha) * 255
        let impossible = limits.impossibleWeight * under * under
        let cost = (product(rest, rest) + impossible) * limits.perUnit + extra
        if cost < best.cost {
            best = UnmixingBatch.Match(
                cost: cost,
                share: alpha,
                color: color
            )
        }
    }
}

/// The position of a sample relative to the pixel that it may explain.
struct SearchOffset {
    let dx: Int
    let dy: Int
    let squared: Float

    /// All offsets within `radius` (1...7), nearest first, ties in reading order.
    static func all(within radius: Int) -> [SearchOffset] { ofRadius[radius - 1] }

    /// Sorting them takes as long as some steps of keying a small image.
    private static let ofRadius = (1...7).map { radius in
        var offsets: [SearchOffset] = []
        for dy in -radius...radius {
            for dx in -radius...radius where dx != 0 || dy != 0 {
                offsets.append(SearchOffset(dx: dx, dy: dy, squared: Float(dx * dx + dy * dy)))
            }
        }
        return offsets.enumerated().sorted {
            ($0.element.squared, $0.offset) < ($1.element.squared, $1.offset)
        }.map(\.element)
    }
}
