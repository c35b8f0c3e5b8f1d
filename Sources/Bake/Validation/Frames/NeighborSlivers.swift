import Catalog
import Diagnostics
import Raster

extension Check {
    static let neighborSliver = Check("neighbor-sliver", .warning)
}

/// Cells with a piece of the neighboring figure: a tail or an ear that crosses the border.
///
/// Figures that fill their cells touch across borders too, so a piece counts only if it is at the
/// border, apart from its own cell's figure, and continues in the neighbor's.
func neighborSliver(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    guard !picture.isScene, picture.frames.count > 1 else { return nil }
    for border in picture.borders
    where min(measures[border.before].area, measures[border.after].area) >= 64
        && border.isReached(by: measures)
    {
        guard let found = border.sliver(picture, measures) else { continue }
        return picture.report(
            .neighborSliver,
            "frame \(found.cell) shows a piece of the figure in frame \(found.figure), found "
                + "\(counted(found.pixels, "pixel")) at its border",
            help: "give figures more room, or cut them by what is drawn: \"auto\": true"
        )
    }
    return nil
}

extension CellBorder {
    /// The smaller one of two touching parts, if it is a piece of the other.
    fileprivate func sliver(
        _ picture: CheckedPicture,
        _ measures: [FrameMeasure]
    ) -> (cell: Int, figure: Int, pixels: Int)? {
        let (image, frames) = (picture.image, picture.frames)
        var wasMet = false
        for place in side {
            let isMet = isCrossed(at: place, in: image)
            defer { wasMet = isMet }
            // Adjacent places belong to the same parts.
            guard isMet, !wasMet else { continue }
            let (first, second) = pixels(at: place)
            let parts = (
                image.part(at: first, in: frames[before], atMost: measures[before].area / 8),
                image.part(at: second, in: frames[after], atMost: measures[after].area / 8)
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
}

extension StraightImage {
    /// The number of connected solid pixels in a cell; nil if above a limit.
    fileprivate func part(at start: PixelPoint, in cell: PixelRect, atMost limit: Int) -> Int? {
        var found: Set<PixelPoint> = [start]
        var waiting = [start]
        while let point = waiting.popLast() {
            guard found.count <= limit else { return nil }
            for y in max(cell.y, point.y - 1)...min(cell.maxY - 1, point.y + 1) {
                for x in max(cell.x, point.x - 1)...min(cell.maxX - 1, point.x + 1) {
                    let next = PixelPoint(x: x, y: y)
                    if self[x, y].a >= 128, found.insert(next).inserted { waiting.append(next) }
                }
            }
        }
        return found.count
    }
}
