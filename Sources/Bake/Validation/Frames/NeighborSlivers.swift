import Catalog
import Diagnostics
import Raster

extension Check {
    static let neighborSliver = Check(
        "neighbor-sliver",
        .warning,
        "a cell shows a piece of its neighbor's figure"
    )
}

/// Cells with a piece of the neighboring figure: a tail or an ear that crosses the border.
///
/// Figures that fill their cells touch across borders too, so a piece counts only if it is at the
/// border, apart from its own cell's figure, and continues in the neighbor's.
func neighborSliver(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    guard !picture.isScene, picture.frames.count > 1 else { return nil }
    let cells = Dictionary(
        picture.frames.enumerated().map { ($1.origin, $0) }
    ) { first, _ in first }
    for (number, cell) in picture.frames.enumerated() where measures[number].area >= 64 {
        let corners = [
            PixelPoint(x: cell.maxX, y: cell.y), PixelPoint(x: cell.x, y: cell.maxY),
        ]
        for (corner, isBelow) in zip(corners, [false, true]) {
            guard let other = cells[corner], picture.frames[other].size == cell.size,
                measures[other].area >= 64
            else { continue }
            let border = CellBorder(picture, number, other, isBelow: isBelow)
            guard border.isReached(by: measures), let found = border.sliver(measures) else {
                continue
            }
            return picture.report(
                .neighborSliver,
                "frame \(found.cell) shows a piece of the figure in frame \(found.figure), found "
                    + "\(counted(found.pixels, "pixel")) at its border",
                help: "give figures more room, or cut them by what is drawn: \"auto\": true"
            )
        }
    }
    return nil
}

/// The line between a cell and the next one to the right, or below.
private struct CellBorder {
    private let picture: CheckedPicture
    private let before: Int
    private let after: Int
    private let isBelow: Bool

    init(_ picture: CheckedPicture, _ before: Int, _ after: Int, isBelow: Bool) {
        self.picture = picture
        (self.before, self.after, self.isBelow) = (before, after, isBelow)
    }

    func isReached(by measures: [FrameMeasure]) -> Bool {
        guard let one = measures[before].bounds, let two = measures[after].bounds else {
            return false
        }
        return isBelow ? one.maxY == two.y : one.maxX == two.x
    }

    /// The smaller one of two touching parts, if it is a piece of the other.
    func sliver(_ measures: [FrameMeasure]) -> (cell: Int, figure: Int, pixels: Int)? {
        let (one, two) = (picture.frames[before], picture.frames[after])
        var wasMet = false
        for step in 0..<(isBelow ? one.width : one.height) {
            let first =
                isBelow
                ? PixelPoint(x: one.x + step, y: one.maxY - 1)
                : PixelPoint(x: one.maxX - 1, y: one.y + step)
            let second =
                isBelow
                ? PixelPoint(x: two.x + step, y: two.y) : PixelPoint(x: two.x, y: two.y + step)
            let isMet = isSolid(first) && isSolid(second) && isSame(first, second)
            defer { wasMet = isMet }
            // Adjacent places belong to the same parts.
            guard isMet, !wasMet else { continue }
            let parts = (
                part(at: first, in: one, atMost: measures[before].area / 8),
                part(at: second, in: two, atMost: measures[after].area / 8)
            )
            // The neighbor's figure is not a piece.
            switch parts {
            case (let piece?, nil) where piece >= 4: return (before, after, piece)
            case (nil, let piece?) where piece >= 4: return (after, before, piece)
            default: continue
            }
        }
        return nil
    }

    private func isSolid(_ point: PixelPoint) -> Bool {
        picture.image[point.x, point.y].a >= 128
    }

    /// Whether a color continues unchanged.
    private func isSame(_ one: PixelPoint, _ two: PixelPoint) -> Bool {
        picture.image[one.x, one.y].colorDistance(to: picture.image[two.x, two.y]) <= 24
    }

    /// The number of connected solid pixels in a cell; nil if above a limit.
    private func part(at start: PixelPoint, in cell: PixelRect, atMost limit: Int) -> Int? {
        var found: Set<PixelPoint> = [start]
        var waiting = [start]
        while let point = waiting.popLast() {
            guard found.count <= limit else { return nil }
            for y in max(cell.y, point.y - 1)...min(cell.maxY - 1, point.y + 1) {
                for x in max(cell.x, point.x - 1)...min(cell.maxX - 1, point.x + 1) {
                    let next = PixelPoint(x: x, y: y)
                    if isSolid(next), found.insert(next).inserted { waiting.append(next) }
                }
            }
        }
        return found.count
    }
}
