import Raster

extension KeyReport {
    /// Art that keying made translucent, though it looks neither like glass nor like a shadow.
    ///
    /// A single pixel is ambiguous. But glass, smoke and glows are pale, and shadows are dark, low,
    /// and belong to something larger; other translucent areas are art of the screen's hue. Of
    /// 3,926 emoji over green, 72 have 20 such pixels behind the outline that are truly
    /// translucent, nearly all of them pale, and 56 have as many that are opaque, nearly none pale.
    public struct Taken: Hashable, Sendable, Encodable {
        private enum CodingKeys: CodingKey { case share, color }

        /// 0...1: of the visible pixels.
        public var share: Double
        /// The mean of the input's colors there.
        public var color: RGB
        /// Whether `KeySettings.keep` with that color would keep nearly all of it.
        public var isEven: Bool
        /// The threshold that keeps it; nil if no useful one does.
        public var threshold: Double?
        /// Whether it was classified as a shadow, with nothing next to it that could cast one.
        public var isShadow: Bool
        /// The classification and place of most of it; nil outside of notable areas.
        public var area: Area?
    }
}

/// Finds art that keying made translucent.
struct TakenArt {
    /// Keyed; channels in order.
    let image: StraightImage
    let clear: BitMask
    let screen: Screen
    let translucency: Translucency
    let shadows: BitMask
    let smoothing: Double
    let order: ChannelOrder
    let areas: [KeyReport.Area]

    /// Returns nil if next to nothing was taken; `visible` is the number of visible pixels in the
    /// result.
    func found(visible: Int) -> KeyReport.Taken? {
        let left = shadows.subtracting(clear).count
        let isShadow = left > 0 && left * 20 >= visible * 19
        let sheer = isShadow ? translucency.sheer : translucency.sheer.subtracting(shadows)
        // Negatives have no pale glass and no dark shadows.
        if sheer.isEmpty || order.isInverted || !screen.isChromatic { return nil }
        var (lost, dark) = looks(of: sheer)
        let darkCount = dark.count
        var darkRows = 0
        dark.visit { _, y in darkRows += y }
        if darkCount > 0, !isCast(darkCount, meanRow: darkRows / darkCount, of: visible) {
            lost |= dark
        }
        let count = lost.count
        guard count >= 24, visible > 0 else { return nil }
        let sources = sources(lost)
        var sum = SIMD4<Float>()
        for color in sources { sum += color }
        let mean = sum / Float(count)
        let near = sources.count { ($0 - mean).greatestMagnitude <= 10 }
        return KeyReport.Taken(
            share: Double(count) / Double(visible),
            color: order(RGB(mean)),
            isEven: near * 20 >= count * 19,
            threshold: isShadow ? nil : threshold(of: lost, sources),
            isShadow: isShadow,
            area: area(of: lost)
        )
    }

    /// The pixels that are neither pale nor dark, and the dark ones.
    private func looks(of sheer: BitMask) -> (lost: BitMask, dark: BitMask) {
        let least = screen.isFlat ? 0 : faintAlpha
        return unsafe image.withWords { words in
            func pixels(_ wanted: Look) -> BitMask {
                sheer.pixels { x, y in
                    look(unsafe words[y &* image.width &+ x], from: least) == wanted
                }
            }
            return (pixels(.other), pixels(.dark))
        }
    }

    /// What a pixel may belong to; pale if it hardly shows.
    private func look(_ word: UInt32, from least: UInt8) -> Look {
        let pixel = StraightPixel(word: word)
        // A screen that is not drawn leaves invisible, faint ripples.
        guard pixel.a < 176, pixel.a >= least else { return .pale }
        return Look(order(pixel), isLimited: pixel.g >= max(pixel.r, pixel.b))
    }

    private func area(of lost: BitMask) -> KeyReport.Area? {
        var counts = [Int](repeating: 0, count: areas.count)
        // Areas are sorted by size: of nested boxes the smallest contains the pixel.
        var rest = lost
        for place in areas.indices.reversed() where areas[place].kind != .solid {
            let box = areas[place].box
            for y in box.y..<box.maxY {
                counts[place] += rest.remove(box.x..<box.maxX, row: y)
            }
        }
        let most = counts.max() ?? 0
        return most == 0 ? nil : counts.firstIndex(of: most).map { areas[$0] }
    }

    /// What a translucent color may belong to.
    private enum Look {
        case pale
        case dark
        case other

        /// `isLimited`: its green was clamped while unmixing.
        init(_ pixel: StraightPixel, isLimited: Bool) {
            let (r, g, b) = (Int(pixel.r), Int(pixel.g), Int(pixel.b))
            let luma = pixel.luma
            // A lime becomes yellow when it loses its green.
            let isLime = isLimited && max(r, g, b) - min(r, g, b) > 128
            self = luma < 70 ? .dark : luma > 132 && !isLime ? .pale : .other
        }
    }

    /// Shadows are smaller than what casts them, and are at its feet.
    private func isCast(_ count: Int, meanRow: Int, of visible: Int) -> Bool {
        guard count * 20 < visible * 9 else { return false }
        var rows: ClosedRange<Int>?
        for y in 0..<clear.height where clear.count(y..<y + 1) < clear.width {
            rows = (rows?.lowerBound ?? y)...y
        }
        guard let rows else { return false }
        return (meanRow - rows.lowerBound) * 5 >= rows.count * 3
    }

    /// The unmixed pixels' colors before, row by row.
    private func sources(_ lost: BitMask) -> [SIMD4<Float>] {
        unsafe image.withWords { words in
            let bands = inRowBands(lost.height, width: lost.width) { rows in
                var result: [SIMD4<Float>] = []
                lost.visit(rows) { x, y in
                    let word = unsafe words[y &* image.width &+ x]
                    let behind = screen(x, y)
                    let share = Float(word >> 24) / 255
                    result.append(behind + (TwoColorUnmixing.color(word) - behind) * share)
                }
                return result
            }
            return Array(bands.joined())
        }
    }

    /// Just below the scores of nearly all of it; below 0.05 no glass is left.
    private func threshold(of lost: BitMask, _ sources: [SIMD4<Float>]) -> Double? {
        var counts = [Int](repeating: 0, count: 101)
        translucency.visit(lost, sources) { counts[min(max(Int($0 * 100), 0), 100)] += 1 }
        let least = counts.index(ofRank: sources.count / 20) ?? 0
        let threshold = Double(least) / 100 - 0.01 - smoothing / 2
        return threshold < 0.05 ? nil : (threshold * 100).rounded(.down) / 100
    }
}
