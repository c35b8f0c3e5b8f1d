/// Triangles that cover a sprite, with vertices at pixel corners.
///
/// Origin top-left, y down; triangles do not overlap.
public struct TriangleMesh: Hashable, Sendable {
    public struct Triangle: Hashable, Sendable {
        public let a: Int
        public let b: Int
        public let c: Int

        public init(_ a: Int, _ b: Int, _ c: Int) {
            (self.a, self.b, self.c) = (a, b, c)
        }
    }

    public let vertices: [PixelPoint]
    public let triangles: [Triangle]

    /// Nil for missing vertices, or without triangles.
    public init?(vertices: [PixelPoint], triangles: [Triangle]) {
        let known = vertices.indices
        guard !triangles.isEmpty,
            triangles.allSatisfy({
                known.contains($0.a) && known.contains($0.b) && known.contains($0.c)
            })
        else { return nil }
        self.vertices = vertices
        self.triangles = triangles
    }

    public init(rectangle width: Int, _ height: Int) {
        vertices = [
            PixelPoint(x: 0, y: 0), PixelPoint(x: width, y: 0),
            PixelPoint(x: width, y: height), PixelPoint(x: 0, y: height),
        ]
        triangles = [Triangle(0, 1, 2), Triangle(0, 2, 3)]
    }

    /// Triangulates polygons that share no pixel; nil if one cannot be triangulated.
    init?(_ polygons: [Polygon]) {
        var vertices: [PixelPoint] = []
        var triangles: [Triangle] = []
        for polygon in polygons {
            guard let own = polygon.triangulated() else { return nil }
            let base = vertices.count
            vertices += polygon.corners
            triangles += own.map { Triangle($0.a + base, $0.b + base, $0.c + base) }
        }
        self.init(vertices: vertices, triangles: triangles)
    }

    /// Twice the area of all triangles, in pixels.
    public var doubledArea: Int {
        triangles.reduce(0) { $0 + abs(cross(vertices[$1.a], vertices[$1.b], vertices[$1.c])) }
    }

    /// Whether `doubledArea` is at most `limit`, which triangles without overlap never exceed.
    package func covers(atMost limit: Int) -> Bool {
        var rest = limit
        for triangle in triangles where rest >= 0 {
            let (a, b, c) = (vertices[triangle.a], vertices[triangle.b], vertices[triangle.c])
            rest -= abs(cross(a, b, c))
        }
        return rest >= 0
    }

    /// Rotated by a quarter turn clockwise; `height` is the unrotated sprite's.
    public func turnedClockwise(height: Int) -> TriangleMesh {
        moved { PixelPoint(x: height - $0.y, y: $0.x) }
    }

    /// Rotated by a quarter turn counterclockwise; `width` is the unrotated sprite's.
    public func turnedCounterclockwise(width: Int) -> TriangleMesh {
        moved { PixelPoint(x: $0.y, y: width - $0.x) }
    }

    private init(moved vertices: [PixelPoint], _ triangles: [Triangle]) {
        self.vertices = vertices
        self.triangles = triangles
    }

    private func moved(_ place: (PixelPoint) -> PixelPoint) -> TriangleMesh {
        TriangleMesh(moved: vertices.map(place), triangles)
    }
}

extension TriangleMesh {
    /// The pixels that overlap a triangle: those that a renderer may draw.
    public func touchedPixels(width: Int, height: Int) -> BitMask {
        pixels(width, height, forEachRow)
    }

    /// The pixels whose centers are in a triangle or on its edge: those drawn at original size.
    public func drawnPixels(width: Int, height: Int) -> BitMask {
        pixels(width, height, forEachCenter)
    }

    @inline(__always)
    private func pixels(
        _ width: Int,
        _ height: Int,
        _ visit: ([PixelPoint], Range<Int>, (_ row: Int, _ columns: Range<Int>) -> Void) -> Void
    ) -> BitMask {
        var mask = BitMask(width: width, height: height)
        for triangle in triangles {
            let corners = [vertices[triangle.a], vertices[triangle.b], vertices[triangle.c]]
            visit(corners, 0..<height) { row, columns in
                mask.insert(columns.clamped(to: 0..<width), row: row)
            }
        }
        return mask
    }

    /// Whether every set pixel is completely inside the triangles.
    func coversWhole(_ mask: BitMask) -> Bool {
        // Drawn pixels that no outer edge crosses are completely inside.
        guard mask.subtracting(drawnPixels(width: mask.width, height: mask.height)).isEmpty else {
            return false
        }
        return outerEdges.allSatisfy { !mask.isCrossed(from: $0, to: $1) }
    }

    private var outerEdges: [(PixelPoint, PixelPoint)] {
        var uses: [Edge: Int] = [:]
        let all = triangles.flatMap { [Edge($0.a, $0.b), Edge($0.b, $0.c), Edge($0.c, $0.a)] }
        for edge in all { uses[edge, default: 0] += 1 }
        return all.filter { uses[$0] == 1 }.map { (vertices[$0.low], vertices[$0.high]) }
    }

    private struct Edge: Hashable {
        let low: Int
        let high: Int

        init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
    }
}

/// Twice the area of a triangle: positive if clockwise with y down.
@inline(__always)
func cross(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint) -> Int {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
