import Raster

extension KeyReport {
    /// Art that keying made see-through, though it looks neither like glass nor like a shadow.
    ///
    /// Of single pixels nobody can tell. But glass, smoke and glows are pale, and shadows are dark, lie low
    /// and belong to something larger; what else has become see-through is art of the screen's hue. Of
    /// 3,926 emoji over green, 72 have 20 such pixels behind the outline that are see-through in truth,
    /// nearly all of them pale, and 56 have as many that are opaque, nearly none pale.
    public struct Taken: Hashable, Sendable {
        /// 0...1: of the visible pixels.
        public var share: Double
        /// The mean of what the picture had there before.
        public var color: RGB
        /// Whether `KeySettings.keep` with that color would hold nearly all of it.
        public var isEven: Bool
        /// The threshold at which it stays; nil when no useful one does that.
        public var threshold: Double?
        /// Whether it was told as a shadow, with nothing beside it that could cast one.
        public var isShadow: Bool
        /// What most of it was taken for, and where; nil when it is in no area to speak of.
        public var area: Area?
    }
}

/// Looks for what was taken.
struct TakenArt {
    /// Keyed; channels in order.
    let image: StraightImage
    let clear: BitMask
    let screen: Screen
    let translucency: Translucency
    /// Pixels that were told as shadows.
    let shadows: BitMask
    let smoothing: Double
    let order: ChannelOrder
    /// What areas of the screen's hue were taken for.
    let areas: [KeyReport.Area]

    /// - Parameter visible: how many pixels of the result are.
    /// - Returns: nil when next to nothing was taken.
    func found(visible: Int) -> KeyReport.Taken? {
        let told = shadows.subtracting(clear).count
        let isShadow = told > 0 && told * 20 >= visible * 19
        let sheer = isShadow ? translucency.sheer : translucency.sheer.subtracting(shadows)
        // Negatives have no pale glass and no dark shadows.
        if sheer.isEmpty || order.isInverted || !screen.isChromatic { return nil }
        var lost = BitMask(width: image.width, height: image.height)
        var dark = lost
        var darkRows = 0
        sheer.visit { x, y in
            let pixel = image[x, y]
            // On a screen that is not drawn faint ripples are left; nobody sees what a little less is of.
            guard pixel.a < 176, screen.isFlat || pixel.a >= 32 else { return }
            switch Look(order(pixel), isLimited: pixel.g >= max(pixel.r, pixel.b)) {
            case .pale: return
            case .dark:
                dark[x, y] = true
                darkRows += y
            case .other: lost[x, y] = true
            }
        }
        let darkCount = dark.count
        if darkCount > 0, !isCast(darkCount, meanRow: darkRows / darkCount, of: visible) {
            lost |= dark
        }
        let count = lost.count
        guard count >= 24, visible > 0 else { return nil }
        let sources = sources(lost, count)
        let (color, isEven) = before(sources)
        return KeyReport.Taken(
            share: Double(count) / Double(visible),
            color: color,
            isEven: isEven,
            threshold: isShadow ? nil : threshold(of: lost, sources),
            isShadow: isShadow,
            area: area(of: lost)
        )
    }

    /// The area that has most of it.
    private func area(of lost: BitMask) -> KeyReport.Area? {
        var counts = [Int](repeating: 0, count: areas.count)
        lost.visit { x, y in
            // Of boxes in each other the smallest is the pixel's, and areas are sorted by size.
            let place = areas.lastIndex { area in
                area.kind != .solid && (area.box.x..<area.box.maxX).contains(x)
                    && (area.box.y..<area.box.maxY).contains(y)
            }
            if let place { counts[place] += 1 }
        }
        let most = counts.max() ?? 0
        return most == 0 ? nil : counts.firstIndex(of: most).map { areas[$0] }
    }

    /// What a see-through color may be of.
    private enum Look {
        case pale
        case dark
        case other

        /// - Parameters:
        ///   - pixel: unmixed.
        ///   - isLimited: its green was as great as it was let be.
        init(_ pixel: StraightPixel, isLimited: Bool) {
            let (r, g, b) = (Int(pixel.r), Int(pixel.g), Int(pixel.b))
            let luma = (3 * r + 6 * g + b) / 10
            // A lime loses its green, and is a yellow then.
            let isLime = isLimited && max(r, g, b) - min(r, g, b) > 128
            self = luma < 70 ? .dark : luma > 132 && !isLime ? .pale : .other
        }
    }

    /// Shadows are less than what casts them, and lie at its feet.
    private func isCast(_ count: Int, meanRow: Int, of visible: Int) -> Bool {
        guard count * 20 < visible * 9 else { return false }
        var rows: ClosedRange<Int>?
        for y in 0..<clear.height {
            let words = clear.words[y * clear.stride..<(y + 1) * clear.stride]
            guard words.reduce(0, { $0 + $1.nonzeroBitCount }) < clear.width else { continue }
            rows = (rows?.lowerBound ?? y)...y
        }
        guard let rows else { return false }
        return (meanRow - rows.lowerBound) * 5 >= rows.count * 3
    }

    /// Pixels as they were before they were unmixed, row by row.
    private func sources(_ lost: BitMask, _ count: Int) -> [SIMD4<Float>] {
        var result: [SIMD4<Float>] = []
        result.reserveCapacity(count)
        // Neighbors are mostly of one color.
        var last = (pixel: StraightPixel.clear, source: screen.color)
        lost.visit { x, y in
            let pixel = image[x, y]
            if !screen.isFlat || pixel != last.pixel {
                let behind = screen(x, y)
                let share = Float(pixel.a) / 255
                last = (pixel, behind + (TwoColorUnmixing.color(pixel) - behind) * share)
            }
            result.append(last.source)
        }
        return result
    }

    private func before(_ sources: [SIMD4<Float>]) -> (mean: RGB, isEven: Bool) {
        var sum = SIMD4<Float>()
        for source in sources { sum += source }
        let mean = sum / Float(sources.count)
        var near = 0
        for source in sources {
            let difference = source - mean
            if difference.greatestMagnitude <= 10 { near += 1 }
        }
        let isEven = near * 20 >= sources.count * 19
        return (order(RGB(byte(mean.x), byte(mean.y), byte(mean.z))), isEven)
    }

    /// Under the scores of nearly all of it; under 0.05 there is no glass left.
    private func threshold(of lost: BitMask, _ sources: [SIMD4<Float>]) -> Double? {
        var counts = [Int](repeating: 0, count: 101)
        translucency.visit(lost, colors: sources) { score in
            counts[min(max(Int(score * 100), 0), 100)] += 1
        }
        var seen = 0
        let least = counts.indices.first { step in
            seen += counts[step]
            return seen * 20 > sources.count
        }
        let threshold = Double(least ?? 0) / 100 - 0.01 - smoothing / 2
        return threshold < 0.05 ? nil : (threshold * 100).rounded(.down) / 100
    }
}
