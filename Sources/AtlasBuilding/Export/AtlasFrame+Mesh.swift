import Catalog
package import Raster

extension AtlasFrame {
    /// Triangles that cover a sprite's visible pixels; readers that support them draw nothing else.
    package struct Mesh: Hashable, Sendable {
        /// The corners, in pixels of the sprite before trimming.
        package var vertices: [PixelPoint]
        /// Three indexes into `vertices` for each triangle.
        package var indexes: [Int]

        package init(vertices: [PixelPoint], indexes: [Int]) {
            self.vertices = vertices
            self.indexes = indexes
        }

        package var triangles: [[Int]] {
            stride(from: 0, to: indexes.count - 2, by: 3).map { Array(indexes[$0..<($0 + 3)]) }
        }
    }

    package func place(of vertex: PixelPoint) -> PixelPoint {
        let (left, top) = (vertex.x - trimX, vertex.y - trimY)
        return switch rotation {
        case .none: PixelPoint(x: x + left, y: y + top)
        case .clockwise: PixelPoint(x: x + height - top, y: y + left)
        case .counterclockwise: PixelPoint(x: x + top, y: y + width - left)
        }
    }

    /// Throws if the mesh is invalid, or exceeds the sprite.
    func check(_ mesh: Mesh) throws(ExportError) {
        let isWhole = !mesh.indexes.isEmpty && mesh.indexes.count % 3 == 0
        guard isWhole, mesh.indexes.allSatisfy(mesh.vertices.indices.contains) else {
            throw .contradiction("triangles of frame \"\(name)\" name vertices that are not there")
        }
        let (columns, rows) = (trimX...(trimX + width), trimY...(trimY + height))
        guard mesh.vertices.allSatisfy({ columns.contains($0.x) && rows.contains($0.y) }) else {
            throw .contradiction("vertices of frame \"\(name)\" leave its rectangle")
        }
    }
}
