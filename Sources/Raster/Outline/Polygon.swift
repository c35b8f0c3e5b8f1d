/// A closed line through pixel corners, clockwise with y down.
struct Polygon: Hashable {
    var corners: [PixelPoint]

    init(_ corners: [PixelPoint]) {
        self.corners = corners
    }

    var doubledArea: Int {
        corners.indices.reduce(0) { sum, index in
            let (corner, next) = (corners[index], corners[following(index)])
            return sum + corner.x * next.y - next.x * corner.y
        }
    }

    /// Whether edges meet only at common corners.
    var isSimple: Bool {
        guard corners.count >= 3, doubledArea > 0 else { return false }
        return corners.indices.allSatisfy { index in
            let (a, b) = (corners[index], corners[following(index)])
            guard a != b else { return false }
            return ((index + 1)..<max(corners.count, index + 1)).allSatisfy { other in
                let (c, d) = (corners[other], corners[following(other)])
                if other == following(index) { return !foldsBack(a, b, d) }
                if following(other) == index { return !foldsBack(c, a, b) }
                return !segmentsMeet(a, b, c, d)
            }
        }
    }

    func following(_ index: Int) -> Int { index + 1 == corners.count ? 0 : index + 1 }
    func preceding(_ index: Int) -> Int { index == 0 ? corners.count - 1 : index - 1 }

    /// The pixels that overlap the inside.
    func touchedPixels(width: Int, height: Int) -> BitMask {
        TriangleMesh([self])?.touchedPixels(width: width, height: height)
            ?? BitMask(width: width, height: height)
    }
}

/// Whether the path from `a` over `b` to `c` reverses its direction.
func foldsBack(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint) -> Bool {
    cross(a, b, c) == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0
}

func segmentsMeet(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint, _ d: PixelPoint) -> Bool {
    guard min(a.x, b.x) <= max(c.x, d.x), min(c.x, d.x) <= max(a.x, b.x),
        min(a.y, b.y) <= max(c.y, d.y), min(c.y, d.y) <= max(a.y, b.y)
    else { return false }
    let (first, second) = (cross(a, b, c), cross(a, b, d))
    let (third, fourth) = (cross(c, d, a), cross(c, d, b))
    return first.signum() * second.signum() <= 0 && third.signum() * fourth.signum() <= 0
}

extension Polygon {
    /// The convex hull of points (Andrew 1979), without collinear corners.
    init(hullOf points: [PixelPoint]) {
        let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: [PixelPoint]) -> [PixelPoint] {
            var chain: [PixelPoint] = []
            for point in points {
                while chain.count >= 2,
                    cross(chain[chain.count - 2], chain[chain.count - 1], point) <= 0
                {
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        corners = chain(sorted) + chain(sorted.reversed())
    }

    /// The outermost corners of the set pixels of each row.
    static func corners(of mask: BitMask) -> [PixelPoint] {
        (0..<mask.height).flatMap { row -> [PixelPoint] in
            let columns = (0..<mask.width)
            guard let left = columns.first(where: { mask[$0, row] }),
                let right = columns.last(where: { mask[$0, row] })
            else { return [] }
            return [row, row + 1].flatMap {
                [PixelPoint(x: left, y: $0), PixelPoint(x: right + 1, y: $0)]
            }
        }
    }

    /// The border of an island: pixels connected by sides, without holes and without pixels that
    /// touch only at a corner.
    init(border island: BitMask) {
        corners = []
        guard let start = island.firstPixel else { return }
        // Starts right along the top edge of the first pixel; set pixels stay on the right.
        var (at, step) = (start, (x: 1, y: 0))
        repeat {
            corners.append(at)
            var isStraight = true
            while isStraight {
                at = PixelPoint(x: at.x + step.x, y: at.y + step.y)
                // The pixels ahead, on the left and on the right.
                let ahead = (x: step.x, y: step.y)
                let side = (x: -step.y, y: step.x)
                func isSet(_ hand: Int) -> Bool {
                    let x2 = 2 * at.x + ahead.x + hand * side.x - 1
                    let y2 = 2 * at.y + ahead.y + hand * side.y - 1
                    return island[x2 >> 1, y2 >> 1]
                }
                if isSet(-1) {
                    step = (step.y, -step.x)
                    isStraight = false
                } else if !isSet(1) {
                    step = (-step.y, step.x)
                    isStraight = false
                }
            }
        } while at != start
    }
}
