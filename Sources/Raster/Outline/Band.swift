/// The area for an outline: around the visible pixels, within a tolerance of them.
struct Band {
    /// What an outline must contain.
    let visible: BitMask
    /// What it must not contain: pixels too far from the visible ones, and other islands.
    let foreign: BitMask
    private let blocked: BitMask
    /// One pixel of each connected part of the visible ones.
    private let witnesses: [PixelPoint]
    /// Twice the area that removing one corner may add.
    let cornerPrice: Int

    /// An outline must contain `visible`, may contain `island`, and must not contain `others`;
    /// elsewhere it stays within `tolerance` of `visible`.
    init(_ visible: BitMask, island: BitMask, others: BitMask, tolerance: Int) {
        self.visible = visible
        // Holes are not worth extra corners.
        foreign = (visible.dilated(tolerance) | island).withoutHoles.inverted() | others
        blocked = visible | foreign
        witnesses = visible.islands.prefix(Band.mostWitnesses).compactMap(\.firstPixel)
        cornerPrice = min(12 * tolerance * tolerance, visible.width * visible.height / 32)
    }

    /// Whether an edge has nearby visible pixels only on its right, and foreign ones only on its
    /// left.
    func allows(_ a: PixelPoint, _ b: PixelPoint) -> Bool {
        if a.y == b.y {
            // Between two rows of pixels.
            let columns = min(a.x, b.x)..<max(a.x, b.x)
            let (left, right) = a.x < b.x ? (a.y - 1, a.y) : (a.y, a.y - 1)
            return !visible.hasAny(columns, row: left) && !foreign.hasAny(columns, row: right)
        }
        if a.x == b.x {
            let (left, right) = a.y < b.y ? (a.x, a.x - 1) : (a.x - 1, a.x)
            return (min(a.y, b.y)..<max(a.y, b.y)).allSatisfy {
                !visible[left, $0] && !foreign[right, $0]
            }
        }
        return !blocked.isCrossed(from: a, to: b)
    }

    func holds(_ polygon: Polygon) -> Bool {
        guard polygon.isSimple, let mesh = TriangleMesh([polygon]), mesh.coversWhole(visible) else {
            return false
        }
        // Enclosed pixels count as well as crossed ones.
        return (mesh.touchedPixels(width: visible.width, height: visible.height) & foreign).isEmpty
    }

    /// The outline with the fewest corners, and then the least area, that connects corners of a
    /// border.
    ///
    /// `border` surrounds the visible pixels grown by half the tolerance. The result may violate
    /// constraints; nil if the border has no closed path.
    func outline(along border: Polygon) -> Polygon? {
        guard let path = shortestPath(along: border.corners) else { return nil }
        var polygon = Polygon(path)
        fit(&polygon)
        return polygon
    }

    /// The cheapest cycle, as a shortest path (Imai and Iri 1988) from the first corner.
    private func shortestPath(along corners: [PixelPoint]) -> [PixelPoint]? {
        let count = corners.count
        guard count >= 3 else { return nil }
        let turns = witnesses.map { Turns(along: corners, around: $0) }
        var costs = [Int](repeating: .max, count: count + 1)
        var previous = [Int](repeating: -1, count: count + 1)
        costs[0] = 0
        for start in 0..<count where costs[start] != .max {
            let from = corners[start]
            var misses = 0
            var end = start + 1
            while end <= count, misses < Band.mostMisses {
                let to = corners[end == count ? 0 : end]
                if from != to, allows(from, to),
                    turns.allSatisfy({ $0.isShortcut(from: start, from, to: end, to) })
                {
                    misses = 0
                    let cost = costs[start] + cornerPrice + from.x * to.y - to.x * from.y
                    if cost < costs[end] {
                        costs[end] = cost
                        previous[end] = start
                    }
                } else {
                    misses += 1
                }
                end += 1
            }
        }
        guard costs[count] != .max else { return nil }
        var path: [PixelPoint] = []
        var index = previous[count]
        while index > 0 {
            path.append(corners[index])
            index = previous[index]
        }
        return [corners[0]] + path.reversed()
    }

    /// After this many unreachable corners the search stops.
    private static let mostMisses = 24
    /// More specks than this are checked only at the end.
    private static let mostWitnesses = 16
}

/// The winding number of a border around a pixel, up to each of its corners.
private struct Turns {
    private let pixel: PixelPoint
    private let sums: [Int]

    init(along corners: [PixelPoint], around pixel: PixelPoint) {
        self.pixel = pixel
        var sum = 0
        sums =
            [0]
            + corners.indices.map { index in
                let next = corners[index + 1 == corners.count ? 0 : index + 1]
                sum += Turns.crossing(corners[index], next, pixel)
                return sum
            }
    }

    /// Whether the pixel is not between the border and the straight line from corner to corner.
    func isShortcut(from start: Int, _ a: PixelPoint, to end: Int, _ b: PixelPoint) -> Bool {
        sums[end] - sums[start] == Turns.crossing(a, b, pixel)
    }

    /// The direction in which an edge crosses the ray from the pixel's center to the right: 1 is
    /// down, -1 is up.
    private static func crossing(_ a: PixelPoint, _ b: PixelPoint, _ pixel: PixelPoint) -> Int {
        let isDown = a.y <= pixel.y && pixel.y < b.y
        guard isDown || b.y <= pixel.y && pixel.y < a.y else { return 0 }
        let side =
            (b.x - a.x) * (2 * (pixel.y - a.y) + 1) - (b.y - a.y) * (2 * (pixel.x - a.x) + 1)
        if isDown { return side > 0 ? 1 : 0 }
        return side < 0 ? -1 : 0
    }
}

extension BitMask {
    /// In reading order.
    var firstPixel: PixelPoint? {
        guard let index = words.firstIndex(where: { $0 != 0 }) else { return nil }
        let column = index % stride * 64 + words[index].trailingZeroBitCount
        return PixelPoint(x: column, y: index / stride)
    }
}
