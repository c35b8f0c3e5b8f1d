/// What changes between two frames on a panel.
public struct PanelChanges: Hashable, Sendable {
    /// Rectangles that hold every changed pixel, none twice, from top to bottom; their left and right sides are
    /// multiples of eight, as panels take parts of their memory, but for the panel's own right side.
    public var rectangles: [PixelRect]
    /// How many pixels change.
    public var pixels: Int
    /// How many of them become the lightest ink, or white where pixels are raw: what leaves ghosts
    /// behind.
    public var cleared: Int

    /// - Parameters:
    ///   - old: what the panel shows.
    ///   - new: what it shall show, of the same size in the same inks.
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
            // What a row of pixels separates is another rectangle.
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
    /// What overlaps as one: a strip that grew to the sides may hold one that was done before.
    fileprivate var apart: [PixelRect] {
        var result: [PixelRect] = []
        for rect in self {
            var rect = rect
            while let index = result.firstIndex(where: { $0.intersection(rect) != nil }) {
                let other = result.remove(at: index)
                let (x, y) = (Swift.min(rect.x, other.x), Swift.min(rect.y, other.y))
                rect =
                    PixelRect(
                        x: x,
                        y: y,
                        width: Swift.max(rect.maxX, other.maxX) - x,
                        height: Swift.max(rect.maxY, other.maxY) - y
                    ) ?? rect
            }
            result.append(rect)
        }
        return result
    }
}

extension PanelPicture {
    /// The columns of eight pixels in which a row differs; the counts grow by what changes.
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
    // Most rows stay as they are.
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

    /// Rows between changes that are drawn along.
    static let largestGap = 8

    /// Puts a run to the strips that it touches, which become one.
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
