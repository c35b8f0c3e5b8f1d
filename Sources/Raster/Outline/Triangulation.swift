extension Polygon {
    /// Triangulates by ear clipping (Meisters 1975), well-shaped ears first; nil if the polygon is
    /// not simple.
    ///
    /// Indexes are those of `corners`. Gives two triangles fewer than corners, except for collinear
    /// ones.
    func triangulated() -> [TriangleMesh.Triangle]? {
        var rest = Array(corners.indices)
        var triangles: [TriangleMesh.Triangle] = []
        while rest.count > 3 {
            var best: (place: Int, shape: Shape)?
            for place in rest.indices {
                let (a, b, c) = neighborhood(of: place, in: rest)
                guard isEar(a, b, c, of: rest) else { continue }
                let shape = Shape(corners[a], corners[b], corners[c])
                if best.map({ shape.isBetter(than: $0.shape) }) ?? true { best = (place, shape) }
            }
            guard let best else { return nil }
            let (a, b, c) = neighborhood(of: best.place, in: rest)
            triangles.append(TriangleMesh.Triangle(a, b, c))
            rest.remove(at: best.place)
        }
        guard rest.count == 3, cross(corners[rest[0]], corners[rest[1]], corners[rest[2]]) > 0
        else {
            return nil
        }
        triangles.append(TriangleMesh.Triangle(rest[0], rest[1], rest[2]))
        return triangles
    }

    private func neighborhood(of place: Int, in rest: [Int]) -> (Int, Int, Int) {
        let count = rest.count
        return (
            rest[place == 0 ? count - 1 : place - 1], rest[place],
            rest[place + 1 == count ? 0 : place + 1]
        )
    }

    private func isEar(_ a: Int, _ b: Int, _ c: Int, of rest: [Int]) -> Bool {
        let (first, second, third) = (corners[a], corners[b], corners[c])
        guard cross(first, second, third) > 0 else { return false }
        return !rest.contains { index in
            let point = corners[index]
            guard index != a, index != b, index != c else { return false }
            return cross(first, second, point) >= 0 && cross(second, third, point) >= 0
                && cross(third, first, point) >= 0
        }
    }

    /// The quality of a triangle: its area over the square of its longest side.
    private struct Shape {
        let doubledArea: Int
        let longest: Int

        init(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint) {
            func square(_ a: PixelPoint, _ b: PixelPoint) -> Int {
                (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
            }
            doubledArea = cross(a, b, c)
            longest = max(square(a, b), square(b, c), square(c, a))
        }

        func isBetter(than other: Shape) -> Bool {
            let left = doubledArea.multipliedFullWidth(by: other.longest)
            let right = other.doubledArea.multipliedFullWidth(by: longest)
            return (left.high, left.low) > (right.high, right.low)
        }
    }
}
