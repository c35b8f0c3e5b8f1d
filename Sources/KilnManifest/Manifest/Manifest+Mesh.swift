extension Manifest {
    /// Triangles that cover what a frame shows: drawn instead of its rectangle they fill fewer pixels.
    ///
    /// Pages keep rectangles apart, so that either may be drawn.
    public struct Mesh: Hashable, Sendable, Codable, ManifestObject {
        /// x and y of each corner in turn, in points of the untrimmed picture, y down.
        public var vertices: [Int] = []
        /// Three indexes of corners for each triangle.
        public var triangles: [Int] = []

        public init(vertices: [Int], triangles: [Int]) {
            self.vertices = vertices
            self.triangles = triangles
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("triangles", &triangles)
            field("vertices", &vertices)
        }

        /// Whether triangles name corners that are there.
        var isWhole: Bool {
            let corners = 0..<(vertices.count / 2)
            return vertices.count % 2 == 0 && triangles.count % 3 == 0 && !triangles.isEmpty
                && triangles.allSatisfy(corners.contains)
        }

        /// Whether all corners lie in the rectangle of a frame.
        func lies(in frame: Frame) -> Bool {
            let columns = frame.trimX...(frame.trimX + frame.width)
            let rows = frame.trimY...(frame.trimY + frame.height)
            return vertices.enumerated().allSatisfy { index, number in
                (index % 2 == 0 ? columns : rows).contains(number)
            }
        }
    }
}
