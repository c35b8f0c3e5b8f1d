import Raster

/// Parts figures that touch, and joins pieces of one, until there are as many as expected.
struct TouchingFigures {
    private(set) var figures: [Part]
    private(set) var notes: [SlicingNote] = []
    /// 0...1, lower with each decision that was less than plain.
    private(set) var confidence = 1.0
    private let image: StraightImage

    init(_ figures: [Part], on image: StraightImage) {
        self.figures = figures
        self.image = image
    }

    /// A cut longer than this, beside the extent of what it cuts off, goes through a body.
    private static let widestWaist = 0.7
    /// The same where nobody said that there are more figures.
    private static let plainWaist = 0.25

    /// Parts the figures that are most like two, until there are `count`.
    ///
    /// - Parameters:
    ///   - count: how many are expected.
    ///   - rows: how many rows they stand in, if that is known.
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
            // Beside single ones, a figure of twice their size is two even without a waist.
            let isPlain = shares.contains(1) && single.figures(in: figure) > 0.8 * Double(share)
            let limit = isPlain ? Double.infinity : Self.widestWaist
            if let pieces = split(figure, into: share, single, limit: limit) {
                notes.append(.parted(pieces.map(\.bounds.rect)))
                parted += pieces
                continue
            }
            // What fills the sheet is a background that nobody keyed.
            guard !shares.contains(1), figure.area < image.size.area,
                Self.isWide(figure, for: share, single),
                let pieces = split(figure, into: share, single, limit: .infinity)
            else { return }
            notes.append(.partedEvenly(pieces.map(\.bounds.rect)))
            parted += pieces
            confidence = min(confidence, 0.1)
        }
        figures = parted
    }

    /// Whether a part has room for `share` figures side by side that are no narrower than a standing
    /// person: then a stated count is believed, even where no waist shows.
    private static func isWide(_ part: Part, for share: Int, _ typical: TypicalFigure) -> Bool {
        let (length, other) =
            typical.axis(of: part.bounds) == .columns
            ? (part.bounds.width, part.bounds.height) : (part.bounds.height, part.bounds.width)
        return 2 * length > share * other
    }

    /// Parts what is plainly two or more figures beside others of one size.
    mutating func partPlainOnes() {
        guard figures.count > 2 else { return }
        let typical = TypicalFigure(figures, count: figures.count, rows: nil)
        var parted: [Part] = []
        for figure in figures {
            let share = Int(typical.figures(in: figure).rounded())
            if share > 1, typical.figures(in: figure) > 1.6,
                let pieces = split(figure, into: share, typical, limit: Self.plainWaist)
            {
                notes.append(.parted(pieces.map(\.bounds.rect)))
                parted += pieces
                confidence *= 0.9
            } else {
                parted.append(figure)
            }
        }
        figures = parted
    }

    /// Joins the smallest figures with their nearest, while there are more than `count` and what comes
    /// out is no larger than a figure.
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
            figures[host].join(piece)
            notes.append(.joined(figures[host].bounds.rect))
            confidence *= 0.9
        }
    }

    /// - Returns: nil when a waist is wider than `limit`.
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
            ? (part.bounds.left, part.bounds.width) : (part.bounds.top, part.bounds.height)
        let pitch = max(2, length / share)
        // From the middle, so that each half is looked at anew.
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

/// How large one figure of a sheet is.
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
        // Where most of them touch, the whole says more than the middle one.
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
        // Those that stand alone tell best.
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

    /// How many figures a part is as large as.
    func figures(in part: Part) -> Double {
        let box = Double(part.bounds.width) / width * max(1, Double(part.bounds.height) / height)
        return min(box, Double(part.area) / area)
    }

    /// Which way a part is longer than one figure.
    func axis(of bounds: Bounds) -> SlicingError.Axis {
        Double(bounds.width) / width >= Double(bounds.height) / height ? .columns : .rows
    }
}
