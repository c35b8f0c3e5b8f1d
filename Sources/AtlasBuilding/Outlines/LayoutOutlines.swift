import AtlasPack
import Catalog
import Raster

package struct OutlineSummary: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case vertices, triangles, drawnLess, pagesLess
        case interlock = "packedByOutlines"
    }

    /// Of the meshes of all sprites, each once.
    package var vertices: Int
    package var triangles: Int
    /// The share of the sprites' rectangles that is not drawn, 0...1.
    package var drawnLess: Double
    /// The share of the pages saved by packing by outlines, 0...1.
    package var pagesLess: Double
    /// Whether sprites were packed by their outlines.
    package var interlock: Bool

    package init(
        vertices: Int,
        triangles: Int,
        drawnLess: Double,
        pagesLess: Double = 0,
        interlock: Bool = false
    ) {
        self.vertices = vertices
        self.triangles = triangles
        self.drawnLess = drawnLess
        self.pagesLess = pagesLess
        self.interlock = interlock
    }
}

extension AtlasLayout {
    package var outlineSummary: OutlineSummary? {
        guard let meshes = list.meshes else { return nil }
        let placed = zip(sprites, meshes).compactMap { sprite, mesh in
            sprite.map { (sprite: $0, mesh: mesh) }
        }
        let rectangles = placed.reduce(0) { $0 + 2 * $1.sprite.placement.rect.size.area }
        let drawn = placed.reduce(0) { $0 + $1.mesh.doubledArea }
        let area = pages.reduce(0) { $0 + $1.area }
        return OutlineSummary(
            vertices: placed.reduce(0) { $0 + $1.mesh.vertices.count },
            triangles: placed.reduce(0) { $0 + $1.mesh.triangles.count },
            drawnLess: rectangles == 0 ? 0 : 1 - Double(drawn) / Double(rectangles),
            pagesLess: rectanglePageArea.map { $0 == 0 ? 0 : 1 - Double(area) / Double($0) } ?? 0,
            interlock: interlocks
        )
    }

    /// The mesh of a frame, in points of the trimmed frame; nil without outlines.
    ///
    /// A frame that shows a sprite rotated has its mesh rotated back.
    func mesh(of frame: Int) -> TriangleMesh? {
        guard let meshes = list.meshes, let index = list.itemOfFrame[frame],
            let sprite = sprites[index]
        else { return nil }
        let mesh = meshes[index]
        guard list.isTurned[frame] else { return mesh }
        // Such a sprite is upright.
        let size = sprite.placement.rect.size
        return switch list.settings.rotation {
        case .none: mesh
        case .clockwise: mesh.turnedCounterclockwise(width: size.width)
        case .counterclockwise: mesh.turnedClockwise(height: size.height)
        }
    }

    /// Draws only the pixels that the mesh of a sprite touches, and extruded edges next to them.
    ///
    /// `turned` is the sprite's image as placed, `corner` that of its rectangle in pixels,
    /// `extrude` is in points.
    func drawCut(
        _ turned: StraightImage,
        _ sprite: Sprite,
        at corner: PixelPoint,
        scale: Int,
        extrude: Int,
        on image: inout StraightImage
    ) {
        guard let meshes = list.meshes else { return }
        let edge = extrude * scale
        var grown = turned
        if edge > 0,
            let size = PixelSize(width: turned.width + 2 * edge, height: turned.height + 2 * edge),
            let inner = PixelRect(origin: PixelPoint(x: edge, y: edge), size: turned.size)
        {
            grown = StraightImage(size: size)
            grown.copy(from: turned, at: inner.origin)
            grown.extrude(inner, by: edge)
        }
        let rect = sprite.placement.rect
        let upright = sprite.placement.isRotated ? rect.size.transposed : rect.size
        let shape = meshes[sprite.placement.item]
            .touchedPixels(width: upright.width, height: upright.height)
        let lying = sprite.placement.isRotated ? shape.turned(list.settings.rotation) : shape
        for run in lying.extruded(by: extrude).runs {
            for y in (run.row * scale)..<((run.row + 1) * scale) {
                for x in (run.start * scale)..<((run.start + run.length) * scale) {
                    let (toX, toY) = (corner.x - edge + x, corner.y - edge + y)
                    guard toX >= 0, toY >= 0, toX < image.width, toY < image.height,
                        x < grown.width, y < grown.height
                    else { continue }
                    image[toX, toY] = grown[x, y]
                }
            }
        }
    }
}

extension BitMask {
    fileprivate func turned(_ rotation: FrameRotation) -> BitMask {
        switch rotation {
        case .none: self
        case .clockwise: turnedClockwise
        case .counterclockwise: turnedCounterclockwise
        }
    }
}
