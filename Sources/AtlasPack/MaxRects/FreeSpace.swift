/// The free space of a bin as all maximal free rectangles, which overlap.
///
/// Jylänki: "A Thousand Ways to Pack the Bin", 2010, section 2.4.
struct FreeSpace {
    /// A rectangle in a bin.
    struct Area: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        var maxX: Int { x + width }
        var maxY: Int { y + height }

        func contains(_ other: Area) -> Bool {
            x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
        }

        func overlaps(_ other: Area) -> Bool {
            x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
        }
    }

    /// None within another.
    private(set) var areas: [Area]

    init(_ bin: BinSize) {
        areas =
            bin.width > 0 && bin.height > 0
            ? [Area(x: 0, y: 0, width: bin.width, height: bin.height)] : []
    }

    /// Where a rectangle fits best, and how well: the shorter and the longer of the two lengths
    /// that are left over beside it (best short side fit).
    struct Fit {
        var x: Int
        var y: Int
        var shortLeftover: Int
        var longLeftover: Int

        func isBetter(than other: Fit?) -> Bool {
            guard let other else { return true }
            return (shortLeftover, longLeftover, y, x)
                < (other.shortLeftover, other.longLeftover, other.y, other.x)
        }
    }

    /// Finds the place where a rectangle fits best.
    ///
    /// - Parameters:
    ///   - size: of the rectangle.
    ///   - bin: the part of the bin, from its origin, that may be used; nil for all of it.
    /// - Returns: nil when it fits nowhere.
    func bestFit(_ size: BinSize, within bin: BinSize? = nil) -> Fit? {
        var best: Fit?
        for area in areas {
            let right = min(area.maxX, bin?.width ?? area.maxX)
            let bottom = min(area.maxY, bin?.height ?? area.maxY)
            let beside = right - area.x - size.width
            let below = bottom - area.y - size.height
            guard beside >= 0, below >= 0 else { continue }
            let fit = Fit(
                x: area.x,
                y: area.y,
                shortLeftover: min(beside, below),
                longLeftover: max(beside, below)
            )
            if fit.isBetter(than: best) { best = fit }
        }
        return best
    }

    /// Takes `used` out of the free space; parts of it may be taken already.
    mutating func occupy(_ used: Area) {
        var kept: [Area] = []
        var split: [Area] = []
        for area in areas {
            guard area.overlaps(used) else {
                kept.append(area)
                continue
            }
            if area.x < used.x {
                split.append(
                    Area(x: area.x, y: area.y, width: used.x - area.x, height: area.height)
                )
            }
            if used.maxX < area.maxX {
                split.append(
                    Area(
                        x: used.maxX,
                        y: area.y,
                        width: area.maxX - used.maxX,
                        height: area.height
                    )
                )
            }
            if area.y < used.y {
                split.append(
                    Area(x: area.x, y: area.y, width: area.width, height: used.y - area.y)
                )
            }
            if used.maxY < area.maxY {
                split.append(
                    Area(
                        x: area.x,
                        y: used.maxY,
                        width: area.width,
                        height: area.maxY - used.maxY
                    )
                )
            }
        }
        // Rectangles that were not touched cannot lie within a part of one that was.
        areas = kept
        for (index, part) in split.enumerated() {
            let isCovered =
                kept.contains { $0.contains(part) }
                || split.enumerated().contains { other, area in
                    other != index && area.contains(part) && (area != part || other < index)
                }
            if !isCovered { areas.append(part) }
        }
    }
}
