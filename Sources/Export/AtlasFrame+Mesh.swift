public import Catalog

extension AtlasFrame {
    /// Triangles that cover what the sprite shows; a reader that knows them draws nothing else.
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

        /// The indexes of each triangle.
        public var triangles: [[Int]] {
            stride(from: 0, to: indexes.count - 2, by: 3).map { Array(indexes[$0..<($0 + 3)]) }
        }
    }

    /// Where a corner of the mesh lies on the page.
    public func place(of vertex: Mesh.Vertex) -> Mesh.Vertex {
        let (left, top) = (vertex.x - trimX, vertex.y - trimY)
        return switch rotation {
        case .none: Mesh.Vertex(x: x + left, y: y + top)
        case .clockwise: Mesh.Vertex(x: x + height - top, y: y + left)
        case .counterclockwise: Mesh.Vertex(x: x + top, y: y + width - left)
        }
    }
}

extension AtlasFormat {
    /// Whether the format tells meshes, so that its readers can draw them in place of rectangles.
    ///
    /// Phaser, Pixi, Starling and Godot's plugin look at rectangles alone. In libGDX and Spine the mesh
    /// belongs to the skeleton, and regions of an `.atlas` are rectangles.
    public var carriesMeshes: Bool {
        switch self {
        case .kiln, .texturePackerHash, .texturePackerArray, .cocos2d, .unity: true
        case .phaser, .pixi, .libgdx, .godot, .spriteatlas, .starling, .css: false
        }
    }

    /// Whether all readers of these formats may be expected to draw meshes alone, so that sprites can
    /// reach into each other's rectangles.
    ///
    /// The manifest tells meshes, but its readers draw rectangles.
    ///
    /// - Parameter formats: those that use no pages do not count.
    /// - Returns: false without any that counts.
    public static func allDrawMeshes(_ formats: [AtlasFormat]) -> Bool {
        let paged = formats.filter(\.capabilities.usesPages)
        return !paged.isEmpty && paged.allSatisfy { $0.carriesMeshes && $0 != .kiln }
    }
}

extension AtlasFrame {
    /// Throws when the mesh is none, or leaves the sprite.
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
