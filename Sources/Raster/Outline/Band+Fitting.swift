extension Band {
    /// Moves and removes corners to make the polygon smaller or simpler.
    func fit(_ polygon: inout Polygon) {
        for _ in 0..<Band.mostRounds {
            let before = polygon
            removeCorners(of: &polygon)
            for step in [4, 2, 1] { moveCorners(of: &polygon, by: step) }
            if polygon == before { return }
        }
    }

    private static let mostRounds = 12

    private func removeCorners(of polygon: inout Polygon) {
        var index = 0
        while index < polygon.corners.count, polygon.corners.count > 3 {
            if canRemove(index, of: polygon) {
                polygon.corners.remove(at: index)
                index = max(0, index - 1)
            } else {
                index += 1
            }
        }
    }

    private func canRemove(_ index: Int, of polygon: Polygon) -> Bool {
        let corner = polygon.corners[index]
        let before = polygon.corners[polygon.preceding(index)]
        let after = polygon.corners[polygon.following(index)]
        let growth = -cross(before, corner, after)
        guard growth <= cornerPrice, before != after, allows(before, after) else { return false }
        // The removed area must not contain visible pixels.
        if growth < 0, visible.isMet(by: before, corner, after) { return false }
        return polygon.edgeStaysClear(before, after, replacing: index)
    }

    private func moveCorners(of polygon: inout Polygon, by step: Int) {
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        for index in polygon.corners.indices {
            var hasMoved = true
            while hasMoved {
                hasMoved = false
                for (x, y) in ways {
                    let corner = polygon.corners[index]
                    let moved = PixelPoint(x: corner.x + x * step, y: corner.y + y * step)
                    guard canMove(index, of: polygon, to: moved) else { continue }
                    polygon.corners[index] = moved
                    hasMoved = true
                }
            }
        }
    }

    private func canMove(_ index: Int, of polygon: Polygon, to moved: PixelPoint) -> Bool {
        guard moved.x >= 0, moved.y >= 0, moved.x <= visible.width, moved.y <= visible.height else {
            return false
        }
        let corner = polygon.corners[index]
        let before = polygon.corners[polygon.preceding(index)]
        let after = polygon.corners[polygon.following(index)]
        // Only smaller areas.
        guard cross(before, moved, after) < cross(before, corner, after),
            moved != before, moved != after,
            allows(before, moved), allows(moved, after),
            !visible.isMet(by: before, corner, moved), !visible.isMet(by: corner, after, moved),
            !foldsBack(before, moved, after)
        else { return false }
        return polygon.edgeStaysClear(before, moved, replacing: index)
            && polygon.edgeStaysClear(moved, after, replacing: index)
    }
}

extension Polygon {
    /// Whether a new edge meets only its neighbors if it replaces the two edges at a corner.
    func edgeStaysClear(_ a: PixelPoint, _ b: PixelPoint, replacing index: Int) -> Bool {
        let (before, after) = (preceding(index), following(index))
        for start in corners.indices where start != index && start != before {
            let (c, d) = (corners[start], corners[following(start)])
            // The neighbors of the replaced edges share a corner with the new one.
            if start == after, b == c || a == c {
                let (other, shared) = a == c ? (b, a) : (a, b)
                if foldsBack(other, shared, d) { return false }
            } else if following(start) == before, a == d || b == d {
                let (other, shared) = a == d ? (b, a) : (a, b)
                if foldsBack(c, shared, other) { return false }
            } else if segmentsMeet(a, b, c, d) {
                return false
            }
        }
        return true
    }
}
