import Diagnostics
import Raster

// The meshes of frames in various formats.

extension AtlasFrame {
    /// TexturePacker's three lists: vertices in the untrimmed sprite, the same on the page,
    /// triangles.
    var meshMembers: [(String, JSONOutput)] {
        guard let mesh else { return [] }
        func list(_ vertices: [PixelPoint]) -> JSONOutput {
            .array(vertices.map { .array([.integer($0.x), .integer($0.y)]) })
        }
        return [
            ("vertices", list(mesh.vertices)),
            ("verticesUV", list(mesh.vertices.map(place))),
            ("triangles", .array(mesh.triangles.map { .array($0.map(JSONOutput.integer)) })),
        ]
    }

    /// The format of cocos2d-x since 3.9: numbers separated by spaces; its reader flips y by the
    /// height of the untrimmed sprite.
    var plistMesh: String {
        guard let mesh else { return "" }
        func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }
        func list(_ vertices: [PixelPoint]) -> String { list(vertices.flatMap { [$0.x, $0.y] }) }
        return """

            <key>triangles</key><string>\(list(mesh.indexes))</string>
            <key>vertices</key><string>\(list(mesh.vertices))</string>
            <key>verticesUV</key><string>\(list(mesh.vertices.map(place)))</string>
            """
    }

    /// The end of a line of Unity's importer: the number of vertices, each relative to the
    /// rectangle with y up; the number of triangles, and their indexes.
    var tpsheetMesh: String {
        guard let mesh else { return "" }
        let corners = mesh.vertices.map { ";\($0.x - trimX);\(height - ($0.y - trimY))" }
        let indexes = mesh.indexes.map { ";\($0)" }
        return "; \(mesh.vertices.count)\(corners.joined()); \(mesh.indexes.count / 3)"
            + indexes.joined()
    }
}
