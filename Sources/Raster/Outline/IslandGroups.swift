/// The visible pixels grown a little, so that close parts merge.
///
/// Members have no holes, are connected by pixel sides, and do not touch.
struct IslandGroups {
    let members: [BitMask]
    /// The tolerance of their outlines: larger than requested if there were too many islands.
    let tolerance: Int

    /// More outlines cost more corners than the clear pixels between islands are worth.
    private static let mostMembers = 4

    init(_ visible: BitMask, tolerance: Int) {
        var tolerance = tolerance
        while true {
            let members = visible.dilated((tolerance + 1) / 2).withoutHoles.withoutPinches.islands
            let next = min(max(2 * tolerance, 1), OutlineOptions.largestTolerance)
            if members.count <= IslandGroups.mostMembers || next == tolerance {
                // Scattered pixels get one outline, or the rectangle.
                self.members = members.count <= 4 * IslandGroups.mostMembers ? members : []
                self.tolerance = tolerance
                return
            }
            tolerance = next
        }
    }
}

extension BitMask {
    /// Fills all clear pixels that are not connected to the outside by sides.
    var withoutHoles: BitMask {
        var sea = BitMask(width: width + 2, height: height + 2)
        let land = framed
        sea.flood(from: (0, 0)) { !land[$0, $1] }
        var result = BitMask(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where !sea[x + 1, y + 1] { result[x, y] = true }
        }
        return result
    }

    /// With a clear border of one pixel.
    private var framed: BitMask {
        var result = BitMask(width: width + 2, height: height + 2)
        visit { result[$0 + 1, $1 + 1] = true }
        return result
    }

    /// Fills clear pixels wherever two set ones touch only at a corner.
    var withoutPinches: BitMask {
        var result = self
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for y in 1..<max(height, 1) {
                for x in 1..<max(width, 1) {
                    let (a, b) = (result[x - 1, y - 1], result[x, y - 1])
                    let (c, d) = (result[x - 1, y], result[x, y])
                    guard a == d, b == c, a != b else { continue }
                    if a { result[x, y - 1] = true } else { result[x - 1, y - 1] = true }
                    hasChanged = true
                }
            }
            // Bridges may enclose open areas.
            if hasChanged { result = result.withoutHoles }
        }
        return result
    }

    /// The parts connected by pixel sides, in reading order.
    var islands: [BitMask] {
        var rest = self
        var found: [BitMask] = []
        for y in 0..<height {
            for x in 0..<width where rest[x, y] {
                var island = BitMask(width: width, height: height)
                let land = rest
                island.flood(from: (x, y)) { land[$0, $1] }
                rest.subtract(island)
                found.append(island)
            }
        }
        return found
    }

    /// Sets all pixels connected with a start by pixels that satisfy `may`.
    private mutating func flood(from start: (x: Int, y: Int), where may: (Int, Int) -> Bool) {
        var waiting = [start]
        while let (x, y) = waiting.popLast() {
            guard x >= 0, y >= 0, x < width, y < height, !self[x, y], may(x, y) else { continue }
            self[x, y] = true
            waiting.append((x - 1, y))
            waiting.append((x + 1, y))
            waiting.append((x, y - 1))
            waiting.append((x, y + 1))
        }
    }
}
