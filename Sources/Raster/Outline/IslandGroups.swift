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
        var holes = framed.inverted()
        var outside: [SIMD2<Int32>] = []
        holes.takeArea(from: 0, 0, into: &outside)
        var result = self
        holes.visit { result[$0 - 1, $1 - 1] = true }
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
        var found: [BitMask] = []
        visitAreas(from: self) { pixels in
            var island = BitMask(width: width, height: height)
            island.insert(pixels)
            found.append(island)
        }
        return found
    }
}
