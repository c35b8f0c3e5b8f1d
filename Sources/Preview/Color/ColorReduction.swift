/// Finds few colors that stand for many.
///
/// First the colors are cut into boxes, always the box with the largest error along its most
/// spread channel, where the remaining error is least (Wu, "Efficient Statistical Computations for
/// Optimal Color Quantization", Graphics Gems II, 1991, without its coarse grid); then the boxes'
/// means are improved by Lloyd's iteration.
struct ColorReduction {
    typealias Entry = ColorHistogram.Entry

    /// How much a difference in red, green and blue counts: green is seen best, blue least in
    /// brightness but well in hue.
    static let importance = (r: 2.0, g: 4.0, b: 3.0)
    /// More rounds changed less than one code value in a hundred colors of the sample art.
    private static let rounds = 5

    private var entries: [Entry]

    init(_ histogram: ColorHistogram) { entries = histogram.entries }

    /// At most `limit` colors; as many as there are entries when these are fewer.
    mutating func reduce(to limit: Int) -> [Entry] {
        guard !entries.isEmpty, limit > 0 else { return [] }
        var boxes = [Box(entries[...])]
        while boxes.count < limit {
            guard let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
                boxes[worst].error > 0
            else { break }
            let range = boxes[worst].range
            let cut = sortAndCut(range, by: boxes[worst].widestChannel)
            boxes[worst] = Box(entries[range.lowerBound..<cut])
            boxes.append(Box(entries[cut..<range.upperBound]))
        }
        var colors = boxes.map(\.mean)
        for round in 1...Self.rounds {
            let owners = owners(among: colors)
            colors = means(of: owners, keeping: colors, isLast: round == Self.rounds)
        }
        return colors
    }

    /// Sorts a range of entries by a channel and returns where to cut it in two.
    private mutating func sortAndCut(_ range: Range<Int>, by channel: Channel) -> Int {
        switch channel {
        case .red: entries[range].sort { $0.r < $1.r }
        case .green: entries[range].sort { $0.g < $1.g }
        case .blue: entries[range].sort { $0.b < $1.b }
        }
        let all = Sums(entries[range])
        var left = Sums()
        var best = (gain: -Double.infinity, cut: range.lowerBound + 1)
        for index in range.dropLast() {
            left.add(entries[index])
            let gain = left.compactness + all.subtracting(left).compactness
            if gain > best.gain { best = (gain, index + 1) }
        }
        return best.cut
    }

    /// For each entry the nearest color.
    private func owners(among colors: [Entry]) -> [Int] {
        let weights = Self.importance
        return entries.map { entry in
            var best = (distance: Double.infinity, index: 0)
            for (index, color) in colors.enumerated() {
                let (r, g, b) = (entry.r - color.r, entry.g - color.g, entry.b - color.b)
                let distance = weights.r * r * r + weights.g * g * g + weights.b * b * b
                if distance < best.distance { best = (distance, index) }
            }
            return best.index
        }
    }

    /// The mean of each color's entries; in the end a color that makes up half of its entries
    /// stands for all of them, so that flat areas keep their exact color.
    private func means(of owners: [Int], keeping colors: [Entry], isLast: Bool) -> [Entry] {
        var sums = [Sums](repeating: Sums(), count: colors.count)
        var heaviest = [Entry?](repeating: nil, count: colors.count)
        for (entry, owner) in zip(entries, owners) {
            sums[owner].add(entry)
            if entry.weight > heaviest[owner]?.weight ?? 0 { heaviest[owner] = entry }
        }
        return colors.indices.map { index in
            guard let heavy = heaviest[index] else { return colors[index] }
            if isLast, heavy.weight * 2 >= sums[index].weight { return heavy }
            return sums[index].mean
        }
    }
}

private enum Channel {
    case red
    case green
    case blue
}

/// Weighted sums of some entries.
private struct Sums {
    var r = 0.0
    var g = 0.0
    var b = 0.0
    var weight = 0.0

    init() {}

    init(_ entries: ArraySlice<ColorHistogram.Entry>) {
        for entry in entries { add(entry) }
    }

    mutating func add(_ entry: ColorHistogram.Entry) {
        r += entry.r * entry.weight
        g += entry.g * entry.weight
        b += entry.b * entry.weight
        weight += entry.weight
    }

    func subtracting(_ other: Sums) -> Sums {
        var rest = self
        rest.r -= other.r
        rest.g -= other.g
        rest.b -= other.b
        rest.weight -= other.weight
        return rest
    }

    /// The squared length of the sum over the weight: the larger, the less the entries spread.
    var compactness: Double {
        let importance = ColorReduction.importance
        guard weight > 0 else { return 0 }
        return (importance.r * r * r + importance.g * g * g + importance.b * b * b) / weight
    }

    var mean: ColorHistogram.Entry {
        ColorHistogram.Entry(r: r / weight, g: g / weight, b: b / weight, weight: weight)
    }
}

/// A range of entries and how much they differ from their mean.
private struct Box {
    let range: Range<Int>
    let mean: ColorHistogram.Entry
    /// Weighted squared distances to the mean.
    let error: Double
    let widestChannel: Channel

    init(_ entries: ArraySlice<ColorHistogram.Entry>) {
        range = entries.startIndex..<entries.endIndex
        let mean = Sums(entries).mean
        self.mean = mean
        var (r, g, b) = (0.0, 0.0, 0.0)
        for entry in entries {
            r += entry.weight * (entry.r - mean.r) * (entry.r - mean.r)
            g += entry.weight * (entry.g - mean.g) * (entry.g - mean.g)
            b += entry.weight * (entry.b - mean.b) * (entry.b - mean.b)
        }
        r *= ColorReduction.importance.r
        g *= ColorReduction.importance.g
        b *= ColorReduction.importance.b
        // A single entry has no error, whatever rounding says.
        error = entries.count > 1 ? r + g + b : 0
        widestChannel = g >= r && g >= b ? .green : r >= b ? .red : .blue
    }
}
