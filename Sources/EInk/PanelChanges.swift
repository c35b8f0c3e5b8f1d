public import Raster

/// What changes between two frames on a panel.
public struct PanelChanges: Hashable, Sendable {
    /// Rectangles that hold every changed pixel, from top to bottom; their left and right sides are
    /// multiples of eight, as panels take parts of their memory, but for the panel's own right side.
    public var rectangles: [PixelRect]
    /// How many pixels change.
    public var pixels: Int
    /// How many of them become the last ink, white on gray panels: what leaves ghosts behind.
    public var cleared: Int

    /// - Parameters:
    ///   - old: what the panel shows.
    ///   - new: what it shall show, of the same size in the same inks.
    public init(from old: PanelPicture, to new: PanelPicture) {
        precondition(old.size == new.size && old.inks == new.inks, "pictures of two panels")
        let (width, height) = (new.size.width, new.size.height)
        let last = UInt8(new.inks.inks.count - 1)
        (rectangles, pixels, cleared) = ([], 0, 0)
        var open: [Strip] = []
        for y in 0..<height {
            // Runs of changed columns of eight.
            var runs: [Range<Int>] = []
            for column in 0..<(width + 7) / 8 {
                var changed = 0
                for x in column * 8..<min(width, column * 8 + 8) {
                    let place = y * width + x
                    guard old.indexes[place] != new.indexes[place] else { continue }
                    changed += 1
                    if new.indexes[place] == last { cleared += 1 }
                }
                guard changed > 0 else { continue }
                pixels += changed
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
        rectangles.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    }
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
