import Raster
import TestSupport
import Testing

struct OutlineTests {
    @Test func `a diamond is cut along its slopes`() throws {
        let diamond = mask(
            """
            .......##.......
            ......####......
            .....######.....
            ....########....
            ...##########...
            ..############..
            .##############.
            ################
            ################
            .##############.
            ..############..
            ...##########...
            ....########....
            .....######.....
            ......####......
            .......##.......
            """
        )
        let mesh = outlineMesh(of: diamond, OutlineOptions(tolerance: 2))
        expectCover(mesh, diamond)
        #expect(mesh.vertices.count == 8)
        #expect(mesh.doubledArea == 2 * (16 * 16 - 4 * 7 * 7 / 2))
    }

    @Test func `a shape that fills its rectangle keeps it`() {
        let full = mask("####\n####\n####")
        let mesh = outlineMesh(of: full)
        #expect(mesh == TriangleMesh(rectangle: 4, 3))
        #expect(mesh.vertices.count == 4 && mesh.triangles.count == 2)
        // One corner pixel of a hundred is not worth three vertices more.
        var nearlyFull = BitMask(visibleIn: StraightImage(size: size(10, 10), filledWith: ink))
        nearlyFull[0, 0] = false
        #expect(outlineMesh(of: nearlyFull) == TriangleMesh(rectangle: 10, 10))
    }

    @Test func `concave outlines follow hollows that convex ones bridge`() {
        let hook = hookShape
        let concave = outlineMesh(of: hook, OutlineOptions(form: .concave, tolerance: 1))
        let convex = outlineMesh(of: hook, OutlineOptions(form: .convex, tolerance: 1))
        expectCover(concave, hook)
        expectCover(convex, hook)
        #expect(concave.doubledArea == 2 * (24 * 6 + 18 * 6))
        #expect(concave.vertices.count == 6)
        #expect(convex.doubledArea > concave.doubledArea)
        // A convex fan: from each vertex all others are on one side of the next edge.
        #expect(isConvex(convex))
    }

    @Test func `islands far apart get outlines of their own and near ones share one`() {
        var far = BitMask(visibleIn: StraightImage(size: size(60, 60)))
        fill(&far, 0..<12, 0..<12)
        fill(&far, 48..<60, 48..<60)
        let apart = outlineMesh(of: far, OutlineOptions(tolerance: 2))
        expectCover(apart, far)
        #expect(apart.doubledArea == 2 * 2 * 144)
        #expect(apart.vertices.count == 8)

        var near = BitMask(visibleIn: StraightImage(size: size(60, 60)))
        fill(&near, 0..<30, 0..<30)
        fill(&near, 31..<60, 31..<60)
        let shared = outlineMesh(of: near, OutlineOptions(tolerance: 3))
        expectCover(shared, near)
        #expect(isOnePiece(shared))
    }

    @Test func `a ring is outlined on its outer side`() {
        var ring = disc(of: 40)
        for y in 12..<28 {
            for x in 12..<28 { ring[x, y] = false }
        }
        ring[20, 20] = true
        let mesh = outlineMesh(of: ring, OutlineOptions(tolerance: 2))
        expectCover(mesh, ring)
        #expect(isOnePiece(mesh))
        #expect(mesh.vertices.count <= 16)
    }

    @Test(arguments: [1, 2, 4, 8, 30])
    func `no outline strays farther than the tolerance`(tolerance: Int) {
        let shape = disc(of: 120)
        let mesh = outlineMesh(of: shape, OutlineOptions(tolerance: tolerance))
        expectCover(mesh, shape)
        let allowed = shape.dilated(tolerance)
        #expect(mesh.touchedPixels(width: 120, height: 120).subtracting(allowed).isEmpty)
    }

    @Test func `more tolerance takes fewer corners`() {
        let shape = disc(of: 160)
        let counts = [1, 4, 12].map {
            outlineMesh(of: shape, OutlineOptions(tolerance: $0)).vertices.count
        }
        #expect(counts[0] > counts[1] && counts[1] > counts[2])
        #expect(counts[1] <= 20)
    }

    @Test func `a tolerance of 0 gives the very border`() {
        let hook = mask("##..\n##..\n####")
        let mesh = outlineMesh(of: hook, OutlineOptions(tolerance: 0))
        #expect(mesh.doubledArea == 2 * 8)
        expectCover(mesh, hook)
    }

    @Test(arguments: 0..<120)
    func `blobs of any shape are covered whole by triangles that do not overlap`(seed: Int) {
        var random = Random(seed: UInt64(seed))
        let blob = random.blob()
        for form in OutlineOptions.Form.allCases {
            let options = OutlineOptions(form: form, tolerance: seed % 7)
            expectCover(outlineMesh(of: blob, options), blob, "seed \(seed), \(form)")
        }
    }

    @Test(arguments: 0..<20)
    func `dust is covered as well`(seed: Int) {
        var random = Random(seed: UInt64(1000 + seed))
        var dust = BitMask(visibleIn: StraightImage(size: size(50, 40)))
        for _ in 0..<(1 + seed * 4) { dust[random.below(50), random.below(40)] = true }
        expectCover(outlineMesh(of: dust, OutlineOptions(tolerance: 2)), dust, "seed \(seed)")
    }

    @Test func `pixels count as visible at every scale`() {
        var picture = StraightImage(size: size(6, 4))
        picture[5, 3] = StraightPixel(r: 0, g: 0, b: 0, a: 1)
        let points = BitMask(visibleIn: picture, scale: 2)
        #expect(points.width == 3 && points.height == 2)
        #expect(points.count == 1 && points[2, 1])
    }

    @Test func `turned meshes cover turned sprites`() {
        let hook = hookShape
        let mesh = outlineMesh(of: hook, OutlineOptions(tolerance: 1))
        var clockwise = BitMask(visibleIn: StraightImage(size: size(24, 24)))
        var counterclockwise = clockwise
        hook.visit { x, y in
            clockwise[23 - y, x] = true
            counterclockwise[y, 23 - x] = true
        }
        expectCover(mesh.turnedClockwise(height: 24), clockwise)
        expectCover(mesh.turnedCounterclockwise(width: 24), counterclockwise)
    }

    @Test func `drawn pixels are those whose center a triangle holds`() {
        let mesh = TriangleMesh(
            vertices: [PixelPoint(x: 0, y: 0), PixelPoint(x: 4, y: 0), PixelPoint(x: 0, y: 4)],
            triangles: [TriangleMesh.Triangle(0, 1, 2)]
        )
        let drawn = mesh?.drawnPixels(width: 4, height: 4)
        let touched = mesh?.touchedPixels(width: 4, height: 4)
        #expect(drawn.map(text) == "####\n###.\n##..\n#...")
        #expect(touched.map(text) == "####\n###.\n##..\n#...")
        let steep = TriangleMesh(
            vertices: [PixelPoint(x: 0, y: 0), PixelPoint(x: 3, y: 1), PixelPoint(x: 0, y: 1)],
            triangles: [TriangleMesh.Triangle(0, 1, 2)]
        )
        #expect(steep.map { text($0.drawnPixels(width: 3, height: 1)) } == "##.")
        #expect(steep.map { text($0.touchedPixels(width: 3, height: 1)) } == "###")
    }

    @Test func `a mesh names only vertices that it has`() {
        let corner = [PixelPoint.zero, PixelPoint(x: 1, y: 0), PixelPoint(x: 0, y: 1)]
        #expect(TriangleMesh(vertices: corner, triangles: []) == nil)
        #expect(TriangleMesh(vertices: corner, triangles: [.init(0, 1, 3)]) == nil)
        #expect(TriangleMesh(vertices: corner, triangles: [.init(0, 1, -1)]) == nil)
        #expect(TriangleMesh(vertices: corner, triangles: [.init(0, 1, 2)]) != nil)
    }
}

/// An L of 24x24 with arms of 6.
private var hookShape: BitMask {
    var hook = BitMask(visibleIn: StraightImage(size: size(24, 24)))
    fill(&hook, 0..<6, 0..<24)
    fill(&hook, 0..<24, 18..<24)
    return hook
}
