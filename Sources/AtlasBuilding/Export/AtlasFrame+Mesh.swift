import Catalog

extension AtlasFrame {
    /// Triangles that cover a sprite's visible pixels; readers that support them draw nothing else.
    public struct Mesh: Hashable, Sendable {
        /// A corner, in pixels of the sprite before trimming.
        public struct Vertex: Hashable, Sendable {
            public var x: Int
            public var y: Int

            public init(x: Int, y: Int) {
                self.x = x
                self.y = y
            }
        }

        public var vertices: [Vertex]
        /// Three indexes into `vertices` for each triangle.
        public var indexes: [Int]

        public init(vertices: [Vertex], indexes: [Int]) {
            self.vertices = vertices
            self.indexes = indexes
        }

        public var triangles: [[Int]] {
            stride(from: 0, to: indexes.count - 2, by: 3).map { Array(indexes[$0..<($0 + 3)]) }
        }
    }

    public func place(of vertex: Mesh.Vertex) -> Mesh.Vertex {
        let (left, top) = (vertex.x - trimX, vertex.y - trimY)
        return switch rotation {
        case .none: Mesh.Vertex(x: x + left, y: y + top)
        case .clockwise: Mesh.Vertex(x: x + height - top, y: y + left)
        case .counterclockwise: Mesh.Vertex(x: x + top, y: y + width - left)
        }
    }
}

extension AtlasFrame {
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
