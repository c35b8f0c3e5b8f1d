/// The difference between two frames on a panel.
public struct PanelChanges: Hashable, Sendable {
    /// Disjoint rectangles that cover every changed pixel, from top to bottom.
    ///
    /// Left and right sides are multiples of eight, as panels require, except for the panel's right
    /// edge.
    public var rectangles: [PixelRect]
    public var pixels: Int
    /// The changed pixels that become the lightest ink, or white if raw: they cause ghosting.
    public var cleared: Int

    /// `old` and `new` have the same size and inks.
    public init(from old: PanelPicture, to new: PanelPicture) {
        precondition(old.size == new.size && old.inks == new.inks, "pictures of two panels")
        let (width, height) = (new.size.width, new.size.height)
        (rectangles, pixels, cleared) = ([], 0, 0)
        var open: [Strip] = []
        for y in 0..<height {
            // Runs of changed columns of eight.
            var runs: [Range<Int>] = []
            for column in new.changedColumns(since: old, row: y, &pixels, &cleared) {
                if let run = runs.last, run.upperBound == column {
                    runs[runs.count - 1] = run.lowerBound..<column + 1
                } else {
                    runs.append(column..<column + 1)
                }
            }
            for run in runs { Strip.add(run, y, to: &open) }
            // A gap of this many rows starts another rectangle.
            let done = open.filter { $0.last < y - Strip.largestGap }
            open.removeAll { $0.last < y - Strip.largestGap }
            rectangles += done.compactMap { $0.rectangle(width) }
        }
        rectangles += open.compactMap { $0.rectangle(width) }
        rectangles = rectangles.apart
        rectangles.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    }
}

extension [PixelRect] {
    /// Merges overlapping rectangles: a strip that grew sideways may cover a finished one.
    fileprivate var apart: [PixelRect] {
        var result: [PixelRect] = []
        for rect in self {
            var rect = rect
            while let index = result.firstIndex(where: { $0.intersection(rect) != nil }) {
                rect = rect.union(result.remove(at: index))
            }
            result.append(rect)
        }
        return result
    }
}

extension PanelPicture {
    /// The columns of eight pixels in which a row differs; adds to the counts.
    fileprivate func changedColumns(
        since old: PanelPicture,
        row y: Int,
        _ pixels: inout Int,
        _ cleared: inout Int
    ) -> [Int] {
        let row = y * size.width..<(y + 1) * size.width
        guard let raw, let other = old.raw else {
            let lightest = UInt8(inks?.lightest ?? 0)
            return changedPlaces(
                old.indexes[row],
                indexes[row],
                { $0 == lightest },
                &pixels,
                &cleared
            )
        }
        let white = StraightPixel(r: 255, g: 255, b: 255)
        return changedPlaces(
            other.pixels[row],
            raw.pixels[row],
            { $0 == white },
            &pixels,
            &cleared
        )
    }
}

private func changedPlaces<Pixel: Equatable>(
    _ old: ArraySlice<Pixel>,
    _ new: ArraySlice<Pixel>,
    _ isClear: (Pixel) -> Bool,
    _ pixels: inout Int,
    _ cleared: inout Int
) -> [Int] {
    // Most rows do not change.
    guard old != new else { return [] }
    var columns: [Int] = []
    for place in new.indices where old[place] != new[place] {
        pixels += 1
        if isClear(new[place]) { cleared += 1 }
        let column = (place - new.startIndex) / 8
        if columns.last != column { columns.append(column) }
    }
    return columns
}

/// A rectangle that may still grow downward.
private struct Strip {
    var columns: Range<Int>
    var first: Int
    var last: Int

    /// Unchanged rows between changes that are included.
    static let largestGap = 8

    static func add(_ run: Range<Int>, _ y: Int, to open: inout [Strip]) {
        var grown = Strip(columns: run, first: y, last: y)
        while let index = open.firstIndex(where: { $0.touches(grown) }) {
            let other = open.remove(at: index)
            let lower = min(other.columns.lowerBound, grown.columns.lowerBound)
            let upper = max(other.columns.upperBound, grown.columns.upperBound)
            grown = Strip(columns: lower..<upper, first: min(other.first, grown.first), last: y)
        }
        open.append(grown)
    }

    private func touches(_ other: Strip) -> Bool {
        columns.lowerBound <= other.columns.upperBound
            && other.columns.lowerBound <= columns.upperBound
    }

    func rectangle(_ width: Int) -> PixelRect? {
        PixelRect(
            x: columns.lowerBound * 8,
            y: first,
            width: min(width, columns.upperBound * 8) - columns.lowerBound * 8,
            height: last + 1 - first
        )
    }
}
