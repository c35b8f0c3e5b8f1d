import Raster

/// Separates touching figures, and joins pieces, until the number is the expected one.
struct TouchingFigures {
    private(set) var figures: [Part]
    private(set) var notes: [SlicingNote] = []
    /// 0...1, lower with each doubtful decision.
    private(set) var confidence = 1.0
    let image: StraightImage

    /// A longer cut, relative to the extent of what it cuts off, crosses a body.
    private static let widestWaist = 0.7
    /// The same without an expected number of figures.
    private static let plainWaist = 0.25

    /// Separates the most likely pairs until there are `count` figures in `rows` rows, if known.
    mutating func part(into count: Int, rows: Int?) {
        var shares = [Int](repeating: 1, count: figures.count)
        let typical = TypicalFigure(figures, count: count, rows: rows)
        for _ in figures.count..<max(figures.count, count) {
            let fullest = figures.indices.max {
                typical.figures(in: figures[$0]) / Double(shares[$0])
                    < typical.figures(in: figures[$1]) / Double(shares[$1])
            }
            if let fullest { shares[fullest] += 1 }
        }
        let single = TypicalFigure(figures, shares: shares)
        var parted: [Part] = []
        for (figure, share) in zip(figures, shares) {
            guard share > 1 else {
                parted.append(figure)
                continue
            }
            // Among single figures, one of twice their size is two even without a waist.
            let isPlain = shares.contains(1) && single.figures(in: figure) > 0.8 * Double(share)
            let limit = isPlain ? Double.infinity : Self.widestWaist
            if let pieces = split(figure, into: share, single, limit: limit) {
                notes.append(.parted(pieces.map(\.bounds)))
                parted += pieces
                continue
            }
            // A figure that fills the sheet is an unkeyed background.
            guard !shares.contains(1), figure.area < image.size.area,
                Self.isWide(figure, for: share, single),
                let pieces = split(figure, into: share, single, limit: .infinity)
            else { return }
            notes.append(.partedEvenly(pieces.map(\.bounds)))
            parted += pieces
            confidence = min(confidence, 0.1)
        }
        figures = parted
    }

    /// Whether a part is wide enough for `share` standing persons side by side: then the expected
    /// number is trusted, even without a waist.
    private static func isWide(_ part: Part, for share: Int, _ typical: TypicalFigure) -> Bool {
        let (length, other) =
            typical.axis(of: part.bounds) == .columns
            ? (part.bounds.width, part.bounds.height) : (part.bounds.height, part.bounds.width)
        return 2 * length > share * other
    }

    /// Separates figures clearly as large as two or more others.
    mutating func partPlainOnes() {
        guard figures.count > 2 else { return }
        let typical = TypicalFigure(figures, count: figures.count, rows: nil)
        var parted: [Part] = []
        for figure in figures {
            let share = Int(typical.figures(in: figure).rounded())
            if share > 1, typical.figures(in: figure) > 1.6,
                let pieces = split(figure, into: share, typical, limit: Self.plainWaist)
            {
                notes.append(.parted(pieces.map(\.bounds)))
                parted += pieces
                confidence *= 0.9
            } else {
                parted.append(figure)
            }
        }
        figures = parted
    }

    /// Joins the smallest figures with their nearest, while there are more than `count` and the
    /// result is no larger than a figure.
    mutating func join(into count: Int) {
        while figures.count > count {
            let widths = figures.map(\.bounds.width).sorted()
            let heights = figures.map(\.bounds.height).sorted()
            let smallest = figures.indices.min { figures[$0].area < figures[$1].area }
            guard let smallest else { return }
            let piece = figures.remove(at: smallest)
            guard let host = piece.nearest(among: figures)?.index else { return }
            let whole = figures[host].bounds.union(piece.bounds)
            let fits =
                whole.width * 10 <= widths[widths.count * 3 / 4] * 15
                && whole.height * 10 <= heights[heights.count * 3 / 4] * 15
            guard fits || piece.area * 4 < figures[host].area else {
                figures.insert(piece, at: smallest)
                return
            }
            figures[host].join([piece])
            notes.append(.joined(figures[host].bounds))
            confidence *= 0.9
        }
    }

    /// Returns nil if a waist is wider than `limit`.
    private mutating func split(
        _ part: Part,
        into share: Int,
        _ typical: TypicalFigure,
        limit: Double
    ) -> [Part]? {
        guard share > 1 else { return [part] }
        let axis = typical.axis(of: part.bounds)
        let (start, length) =
            axis == .columns
            ? (part.bounds.x, part.bounds.width) : (part.bounds.y, part.bounds.height)
        let pitch = max(2, length / share)
        // From the middle, so that each half is split in turn.
        for first in (1..<share).sorted(by: { abs(2 * $0 - share) < abs(2 * $1 - share) }) {
            let found = waist(
                of: part,
                across: axis,
                near: start + length * first / share,
                reach: pitch * 9 / 20,
                on: image
            )
            guard let found, found.tightness <= (found.isEven ? 1.6 : 1) * limit,
                let before = split(found.before, into: first, typical, limit: limit),
                let behind = split(found.behind, into: share - first, typical, limit: limit)
            else { continue }
            confidence *= max(0.5, 1 - found.tightness / 2)
            return before + behind
        }
        return nil
    }
}

private struct TypicalFigure {
    private var width: Double
    private var height: Double
    private var area: Double

    init(_ figures: [Part], count: Int, rows: Int?) {
        func median(_ values: [Int]) -> Double {
            let sorted = values.sorted()
            return sorted.isEmpty ? 1 : Double(max(1, sorted[(sorted.count - 1) / 2]))
        }
        width = median(figures.map(\.bounds.width))
        height = median(figures.map(\.bounds.height))
        area = median(figures.map(\.area))
        // If most of them touch, the total is better evidence than the median.
        let total = figures.reduce(0) { $0 + $1.bounds.width }
        let lines = figures.count == 1 ? max(1, rows ?? 1) : 1
        width = min(width, Double(max(1, total * lines)) / Double(max(1, count)))
        height /= Double(lines)
        area = min(area, figures.reduce(0.0) { $0 + Double($1.area) } / Double(max(1, count)))
    }

    init(_ figures: [Part], shares: [Int]) {
        func median(_ values: [Int]) -> Double {
            Double(max(1, values.sorted()[values.count / 2]))
        }
        // Single figures are the best evidence.
        let singles = zip(figures, shares).filter { $1 == 1 }.map(\.0)
        if singles.isEmpty {
            width = median(zip(figures, shares).map { $0.bounds.width / $1 })
            height = median(figures.map(\.bounds.height))
            area = median(zip(figures, shares).map { $0.area / $1 })
        } else {
            width = median(singles.map(\.bounds.width))
            height = median(singles.map(\.bounds.height))
            area = median(singles.map(\.area))
        }
    }

    func figures(in part: Part) -> Double {
        let box = Double(part.bounds.width) / width * max(1, Double(part.bounds.height) / height)
        return min(box, Double(part.area) / area)
    }

    /// The axis along which a part exceeds one figure.
    func axis(of bounds: PixelRect) -> SlicingError.Axis {
        Double(bounds.width) / width >= Double(bounds.height) / height ? .columns : .rows
    }
}
