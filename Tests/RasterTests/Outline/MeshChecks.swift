import Raster
import Testing

let ink = StraightPixel(r: 10, g: 20, b: 30, a: 255)

func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height) ?? .onePixel
}

/// `#` is visible.
func mask(_ drawing: String) -> BitMask {
    let rows = drawing.split(separator: "\n").map(Array.init)
    var mask = BitMask(visibleIn: StraightImage(size: size(rows[0].count, rows.count)))
    for (y, row) in rows.enumerated() {
        for (x, character) in row.enumerated() where character == "#" { mask[x, y] = true }
    }
    return mask
}

func text(_ mask: BitMask) -> String {
    (0..<mask.height).map { y in
        (0..<mask.width).map { mask[$0, y] ? "#" : "." }.joined()
    }.joined(separator: "\n")
}

func fill(_ mask: inout BitMask, _ columns: Range<Int>, _ rows: Range<Int>) {
    for y in rows {
        for x in columns { mask[x, y] = true }
    }
}

func disc(of side: Int) -> BitMask {
    var mask = BitMask(visibleIn: StraightImage(size: size(side, side)))
    for y in 0..<side {
        for x in 0..<side {
            let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
            if dx * dx + dy * dy <= side * side { mask[x, y] = true }
        }
    }
    return mask
}

/// Checks by another way than the code itself: with points in triangles, each by its three sides.
func expectCover(
    _ mesh: TriangleMesh,
    _ visible: BitMask,
    _ comment: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let inside = mesh.vertices.allSatisfy {
        (0...visible.width).contains($0.x) && (0...visible.height).contains($0.y)
    }
    #expect(inside, "a vertex lies outside, \(comment)", sourceLocation: sourceLocation)
    // In sixteenths of pixels, so that few points are on edges.
    let points = [(1, 1), (15, 1), (8, 8), (1, 15), (15, 15)]
    let count = visible.width * visible.height * points.count
    var (held, heldInside) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count))
    for triangle in mesh.triangles {
        let corners = [triangle.a, triangle.b, triangle.c].map { mesh.vertices[$0] }
        let (columns, rows) = (corners.map(\.x), corners.map(\.y))
        for y in max(0, rows.min() ?? 0)..<min(visible.height, rows.max() ?? 0) {
            for x in max(0, columns.min() ?? 0)..<min(visible.width, columns.max() ?? 0) {
                for (index, point) in points.enumerated() {
                    let at = (16 * x + point.0, 16 * y + point.1)
                    let place = (y * visible.width + x) * points.count + index
                    if mesh.holds(triangle, at) { held[place] += 1 }
                    if mesh.strictlyHolds(triangle, at) { heldInside[place] += 1 }
                }
            }
        }
    }
    var bare = 0
    visible.visit { x, y in
        let place = (y * visible.width + x) * points.count
        if held[place..<(place + points.count)].contains(0) { bare += 1 }
    }
    let twice = heldInside.count { $0 > 1 }
    #expect(bare == 0, "visible pixels are not covered, \(comment)", sourceLocation: sourceLocation)
    #expect(twice == 0, "triangles overlap, \(comment)", sourceLocation: sourceLocation)
}

extension TriangleMesh {
    private func sides(_ triangle: Triangle, _ point: (x: Int, y: Int)) -> [Int] {
        let corners = [triangle.a, triangle.b, triangle.c].map { vertices[$0] }
        return (0..<3).map { index in
            let (from, to) = (corners[index], corners[(index + 1) % 3])
            return (to.x - from.x) * (point.y - 16 * from.y) - (to.y - from.y)
                * (point.x - 16 * from.x)
        }
    }

    fileprivate func holds(_ triangle: Triangle, _ point: (Int, Int)) -> Bool {
        let sides = sides(triangle, point)
        return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }

    fileprivate func strictlyHolds(_ triangle: Triangle, _ point: (Int, Int)) -> Bool {
        let sides = sides(triangle, point)
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }
}

/// Whether all triangles hang together by their edges.
func isOnePiece(_ mesh: TriangleMesh) -> Bool {
    var reached: Set<Int> = [0]
    var grows = true
    while grows {
        grows = false
        for (index, triangle) in mesh.triangles.enumerated() where !reached.contains(index) {
            let corners: Set = [triangle.a, triangle.b, triangle.c]
            let touches = reached.contains {
                let other = mesh.triangles[$0]
                return corners.intersection([other.a, other.b, other.c]).count >= 2
            }
            if touches {
                reached.insert(index)
                grows = true
            }
        }
    }
    return reached.count == mesh.triangles.count
}

/// Whether the corners turn one way all around.
func isConvex(_ mesh: TriangleMesh) -> Bool {
    let corners = mesh.vertices
    return corners.indices.allSatisfy { index in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        return corners.allSatisfy {
            (b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x) >= 0
        }
    }
}

/// Numbers that are the same on every machine.
struct Random {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    /// Discs and bars over each other, cut to what they cover.
    mutating func blob() -> BitMask {
        let side = 20 + below(60)
        var canvas = StraightImage(size: size(side, side))
        for _ in 0..<(1 + below(6)) {
            let (x, y, reach) = (below(side), below(side), 1 + below(side / 3))
            let isBar = below(3) == 0
            for row in max(0, y - reach)..<min(side, y + reach) {
                for column in max(0, x - reach)..<min(side, x + reach) {
                    let (dx, dy) = (column - x, row - y)
                    if isBar ? abs(dx - dy) < 3 : dx * dx + dy * dy < reach * reach {
                        canvas[column, row] = ink
                    }
                }
            }
        }
        canvas[below(side), below(side)] = ink
        let bounds = canvas.opaqueBounds() ?? PixelRect(canvas.size)
        return BitMask(visibleIn: canvas.cropped(to: bounds))
    }
}
