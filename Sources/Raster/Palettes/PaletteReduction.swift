/// Chooses few colors to represent many, alpha included.
///
/// Colors are compared as seen: multiplied by alpha, over black and over white (the metric of
/// pngquant, K. Lesiński). Boxes of colors are split, always the one with the largest error, across
/// its most spread channel where the remaining error is smallest (Wu, "Efficient Statistical
/// Computations for Optimal Color Quantization", Graphics Gems II, 1991). Then Lloyd's iteration
/// improves the boxes' means.
package struct PaletteReduction {
    /// Straight RGBA; at most as many as requested, and every color if there are no more.
    package let palette: [StraightPixel]

    /// More rounds gained less than 0.01 dB on pages of emoji.
    private static let rounds = 8
    /// Beyond this many colors, similar ones are merged.
    private static let exactLimit = 1 << 15

    /// Fully clear pixels do not count; `limit` is at least 1.
    package init(_ images: [StraightImage], limit: Int) {
        var entries = PaletteReduction.histogram(of: images)
        guard !entries.isEmpty else {
            palette = []
            return
        }
        var boxes = [ColorBox(entries[...])]
        while boxes.count < limit {
            guard let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
                boxes[worst].error > 0
            else { break }
            let range = boxes[worst].range
            let cut = PaletteReduction.sortAndCut(&entries, range, boxes[worst].widestChannel)
            boxes[worst] = ColorBox(entries[range.lowerBound..<cut])
            boxes.append(ColorBox(entries[cut..<range.upperBound]))
        }
        var colors = boxes.map(\.mean)
        for round in 1...PaletteReduction.rounds {
            let isLast = round == PaletteReduction.rounds
            PaletteReduction.improve(&colors, for: entries, isLast: isLast)
        }
        // Two means may round to one color.
        var seen: Set<UInt32> = []
        palette = colors.map(\.straight).filter { seen.insert($0.word).inserted }
    }

    /// The visible colors of the images, in a deterministic order.
    private static func histogram(of images: [StraightImage]) -> [WeightedColor] {
        var counts: [UInt32: Float] = [:]
        // Neighbors are often equal: one lookup per run.
        var run: (word: UInt32, length: Float) = (0, 0)
        for pixel in images.lazy.flatMap(\.pixels) where pixel.a != 0 {
            if pixel.word == run.word, run.length > 0 {
                run.length += 1
            } else {
                if run.length > 0 { counts[run.word, default: 0] += run.length }
                run = (pixel.word, 1)
            }
        }
        if run.length > 0 { counts[run.word, default: 0] += run.length }
        let exact = counts.sorted { $0.key < $1.key }
        guard exact.count > exactLimit else {
            return exact.map {
                WeightedColor(color: LookedColor(StraightPixel(word: $0.key)), weight: $0.value)
            }
        }
        var merged: [UInt32: WeightedColor] = [:]
        for (word, count) in exact {
            let color = LookedColor(StraightPixel(word: word))
            let bucket = color.bucket
            var sum = merged[bucket] ?? WeightedColor(color: LookedColor(.zero), weight: 0)
            sum.color.lanes += color.lanes * count
            sum.weight += count
            merged[bucket] = sum
        }
        return merged.sorted { $0.key < $1.key }.map { _, sum in
            WeightedColor(color: LookedColor(sum.color.lanes / sum.weight), weight: sum.weight)
        }
    }

    /// Sorts a range by a channel and returns where to split it.
    private static func sortAndCut(
        _ entries: inout [WeightedColor],
        _ range: Range<Int>,
        _ channel: Int
    ) -> Int {
        entries[range].sort { $0.color.lanes[channel] < $1.color.lanes[channel] }
        let all = ColorSums(entries[range])
        var left = ColorSums()
        var best = (gain: -Double.infinity, cut: range.lowerBound + 1)
        for index in range.dropLast() {
            left.add(entries[index])
            let gain = left.compactness + all.without(left).compactness
            if gain > best.gain { best = (gain, index + 1) }
        }
        return best.cut
    }

    /// Moves each color to the mean of its members, or finally to the member that has at least half
    /// of the weight, so that flat areas stay exact and undithered.
    private static func improve(
        _ colors: inout [LookedColor],
        for entries: [WeightedColor],
        isLast: Bool
    ) {
        var sums = [ColorSums](repeating: ColorSums(), count: colors.count)
        var heaviest = [WeightedColor?](repeating: nil, count: colors.count)
        var search = NearestColor(colors)
        for entry in entries {
            let owner = search.nearest(to: entry.color)
            sums[owner].add(entry)
            if entry.weight > heaviest[owner]?.weight ?? 0 { heaviest[owner] = entry }
        }
        for (index, heavy) in heaviest.enumerated() {
            guard let heavy else { continue }
            let dominates = isLast && Double(heavy.weight) * 2 >= sums[index].weight
            colors[index] = dominates ? heavy.color : sums[index].mean
        }
    }
}

/// A color as seen: red, green and blue multiplied by alpha and importance, and alpha; each
/// 0...255.
package struct LookedColor {
    var lanes: SIMD4<Float>

    /// The eye is most sensitive to green.
    private static let importance = SIMD4<Float>(0.72, 1, 0.66, 1)

    init(_ lanes: SIMD4<Float>) { self.lanes = lanes }

    package init(_ pixel: StraightPixel) {
        let share = Float(pixel.a) / 255
        lanes =
            SIMD4(
                Float(pixel.r) * share,
                Float(pixel.g) * share,
                Float(pixel.b) * share,
                Float(pixel.a)
            ) * Self.importance
    }

    /// Squared differences over black and over white.
    @inline(__always)
    func distance(to other: LookedColor) -> Float {
        let black = lanes - other.lanes
        let white = black - Self.importance * black.w
        var squares = black * black + white * white
        squares.w = 0
        return squares.sum()
    }

    var straight: StraightPixel {
        let alpha = min(255, max(0, lanes.w.rounded()))
        guard alpha > 0 else { return .clear }
        let color = lanes / Self.importance * (255 / max(lanes.w, 0.5))
        func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
        return StraightPixel(
            r: byte(color.x),
            g: byte(color.y),
            b: byte(color.z),
            a: UInt8(alpha)
        )
    }

    var bucket: UInt32 {
        var word: UInt32 = 0
        for lane in 0..<4 { word = word << 6 | UInt32(min(255, max(0, lanes[lane]))) >> 2 }
        return word
    }
}

struct WeightedColor {
    var color: LookedColor
    /// The number of pixels.
    var weight: Float
}

package struct NearestColor {
    private let colors: [LookedColor]
    /// By color: a quarter of the squared distance to its nearest neighbor.
    ///
    /// A closer color has no other nearest one.
    private let safe: [Float]
    private var last = 0

    package init(_ colors: [LookedColor]) {
        self.colors = colors
        safe = colors.indices.map { index in
            var least = Float.infinity
            for other in colors.indices where other != index {
                least = min(least, colors[index].distance(to: colors[other]))
            }
            return least / 4
        }
    }

    /// Ties go to the first.
    package mutating func nearest(to color: LookedColor) -> Int {
        if color.distance(to: colors[last]) < safe[last] { return last }
        var best = (distance: Float.infinity, index: 0)
        for (index, candidate) in colors.enumerated() {
            let distance = color.distance(to: candidate)
            if distance < best.distance { best = (distance, index) }
        }
        last = best.index
        return best.index
    }
}

private struct ColorSums {
    var lanes = SIMD4<Double>.zero
    var weight = 0.0

    init() {}

    init(_ entries: ArraySlice<WeightedColor>) {
        for entry in entries { add(entry) }
    }

    mutating func add(_ entry: WeightedColor) {
        lanes += SIMD4<Double>(entry.color.lanes) * Double(entry.weight)
        weight += Double(entry.weight)
    }

    func without(_ other: ColorSums) -> ColorSums {
        var rest = self
        rest.lanes -= other.lanes
        rest.weight -= other.weight
        return rest
    }

    /// The squared length of the sum over the weight: larger for less spread.
    var compactness: Double { weight > 0 ? (lanes * lanes).sum() / weight : 0 }

    var mean: LookedColor { LookedColor(SIMD4<Float>(lanes / weight)) }
}

private struct ColorBox {
    let range: Range<Int>
    let mean: LookedColor
    /// Weighted squared distances from the mean.
    let error: Double
    let widestChannel: Int

    init(_ entries: ArraySlice<WeightedColor>) {
        range = entries.startIndex..<entries.endIndex
        let center = ColorSums(entries).mean
        mean = center
        var spread = SIMD4<Double>.zero
        for entry in entries {
            let difference = SIMD4<Double>(entry.color.lanes - center.lanes)
            spread += difference * difference * Double(entry.weight)
        }
        // A single color has no error, whatever rounding says.
        error = entries.count > 1 ? spread.sum() : 0
        widestChannel = (0..<4).max { spread[$0] < spread[$1] } ?? 0
    }
}

extension StraightPixel {
    /// The four bytes as one number, alpha highest.
    fileprivate var word: UInt32 {
        UInt32(a) << 24 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
    }

    fileprivate init(word: UInt32) {
        self.init(
            r: UInt8(truncatingIfNeeded: word >> 16),
            g: UInt8(truncatingIfNeeded: word >> 8),
            b: UInt8(truncatingIfNeeded: word),
            a: UInt8(truncatingIfNeeded: word >> 24)
        )
    }
}
