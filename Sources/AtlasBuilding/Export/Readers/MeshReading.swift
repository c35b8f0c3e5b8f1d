import Catalog
import Raster

// Reads the meshes of frames in various formats.

extension AtlasFrame {
    /// Sets a mesh from its vertices in the untrimmed sprite and on the page.
    ///
    /// Differences of a pixel are ignored, because writers round after scaling. Then the page
    /// counts, which engines draw from.
    mutating func take(
        vertices: [PixelPoint],
        onPage: [PixelPoint]?,
        indexes: [Int]
    ) throws(FormatFault) {
        var own = Mesh(vertices: vertices, indexes: indexes)
        if let onPage {
            guard onPage.count == vertices.count else {
                throw FormatFault(
                    "found \(onPage.count) \"verticesUV\", expected \(vertices.count) as of \"vertices\""
                )
            }
            let places = vertices.map(place)
            for (found, due) in zip(onPage, places)
            where abs(found.x - due.x) > 1 || abs(found.y - due.y) > 1 {
                throw FormatFault(
                    "found \(found.x),\(found.y) in \"verticesUV\", expected \(due.x),\(due.y) "
                        + "by \"vertices\" and \"frame\""
                )
            }
            own.vertices = onPage.map(vertex)
        }
        mesh = own
    }

    private func vertex(at place: PixelPoint) -> PixelPoint {
        let (right, down) = (place.x - x, place.y - y)
        return switch rotation {
        case .none: PixelPoint(x: trimX + right, y: trimY + down)
        case .clockwise: PixelPoint(x: trimX + down, y: trimY + height - right)
        case .counterclockwise: PixelPoint(x: trimX + width - down, y: trimY + right)
        }
    }

    /// Sets the mesh from the fields after the borders in a line of Unity's importer.
    mutating func takeTpsheetMesh(_ fields: [Substring]) throws(FormatFault) {
        let text = fields.joined(separator: ",")
        let numbers = try wholeNumbers(text, count: fields.count)
        guard let corners = numbers.first, (3...65_536).contains(corners),
            numbers.count > 1 + 2 * corners
        else { throw FormatFault("found no whole list of vertices behind the borders") }
        let count = numbers[1 + 2 * corners]
        let indexes = Array(numbers[(2 + 2 * corners)...])
        guard (1...65_536).contains(count), indexes.count == 3 * count else {
            throw FormatFault(
                "found \(indexes.count) indexes, expected those of \(count) triangles"
            )
        }
        let vertices = (0..<corners).map { index in
            PixelPoint(
                x: trimX + numbers[1 + 2 * index],
                y: trimY + height - numbers[2 + 2 * index]
            )
        }
        try take(vertices: vertices, onPage: nil, indexes: indexes)
    }

    /// Sets the mesh from lists of a property list, numbers separated by spaces.
    mutating func takePlistMesh(
        vertices: String,
        onPage: String,
        triangles: String
    ) throws(FormatFault) {
        func corners(_ text: String) throws(FormatFault) -> [PixelPoint] {
            let numbers = try spacedNumbers(text)
            guard numbers.count % 2 == 0 else {
                throw FormatFault("found \(numbers.count) numbers in a list of vertices")
            }
            return stride(from: 0, to: numbers.count, by: 2).map {
                PixelPoint(x: numbers[$0], y: numbers[$0 + 1])
            }
        }
        try take(
            vertices: try corners(vertices),
            onPage: try corners(onPage),
            indexes: try spacedNumbers(triangles)
        )
    }
}

private func spacedNumbers(_ text: String) throws(FormatFault) -> [Int] {
    let parts = text.split(whereSeparator: \.isWhitespace)
    return try wholeNumbers(parts.joined(separator: ","), count: parts.count)
}
