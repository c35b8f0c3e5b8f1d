package import Catalog
import FileStore
import Raster

/// Reads descriptors of one format from any writer.
///
/// Strict: contradictions and frames outside of their page are errors, so every sum of the result's
/// numbers is small. Frames of one image become one page. Returns one description per scale,
/// smallest first, with defaults for missing facts: no trim, scale 1. Godot does not store page
/// sizes: pages are as large as their frames need.
///
/// `kiln` has a separate reader, and `spriteatlas` describes no pages. Throws `PictureFailure`,
/// which names the file and the problem.
package func readAtlas(
    _ files: [ExportedFile],
    format: AtlasFormat
) throws(PictureFailure) -> [AtlasDescription] {
    var parts: [AtlasDescription] = []
    for file in files {
        do throws(FormatFault) {
            parts += try format.read(file)
        } catch {
            throw PictureFailure(path: file.path, message: error.message)
        }
    }
    // Files with animations alone have no scale.
    let drawn = parts.filter { !$0.pages.isEmpty }
    let played = drawn.isEmpty ? [] : parts.filter(\.pages.isEmpty)
    let scales = Dictionary(grouping: drawn.isEmpty ? parts : drawn, by: \.scale)
        .sorted { $0.key < $1.key }
    let result = scales.map { _, parts in
        var atlas = merged(parts + played)
        if format == .godot { atlas.joinStyleBoxes() }
        return atlas
    }
    try checkAtlases(result, path: files.first?.path ?? "")
    return result
}

/// Checks descriptions from other sources; throws `PictureFailure` with `path` if one contradicts
/// itself.
package func checkAtlases(_ atlases: [AtlasDescription], path: String) throws(PictureFailure) {
    for atlas in atlases {
        do throws(ExportError) {
            try atlas.check()
        } catch {
            throw PictureFailure(path: path, message: error.description)
        }
    }
}

/// The problem in the file being read.
package struct FormatFault: Error {
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension AtlasFormat {
    /// The extensions of descriptors, in lower case.
    package static let fileEndings = [
        ".json", ".atlas", ".plist", ".tpsheet", ".tres", ".xml", ".css",
    ]

    /// Detects the format of a descriptor by its name and its first characters; nil for other
    /// files.
    package static func detected(in file: ExportedFile) -> AtlasFormat? {
        let path = file.path.lowercased()
        let head = textHead(file.bytes)
        if path.hasSuffix(".spine.atlas") { return .spine }
        if path.hasSuffix(".atlas") {
            // The older dialect has entries of its own.
            let lines = head.split(whereSeparator: \.isNewline)
            return lines.contains { $0.trimmed.hasPrefix("xy:") } ? .libgdxLegacy : .libgdx
        }
        if path.hasSuffix(".plist") { return .cocos2d }
        if path.hasSuffix(".tpsheet") { return head.contains(":format=") ? .unity : nil }
        if path.hasSuffix(".tres") { return .godot }
        if path.hasSuffix(".xml") { return head.contains("<TextureAtlas") ? .starling : nil }
        if path.hasSuffix(".css") { return head.contains("background-position") ? .css : nil }
        guard path.hasSuffix(".json") else { return nil }
        return detectedJSON(in: file)
    }

    fileprivate func read(_ file: ExportedFile) throws(FormatFault) -> [AtlasDescription] {
        switch self {
        case .texturePackerHash, .texturePackerArray:
            [try readJSONAtlas(file, namesURLs: false)]
        case .pixi, .phaser: [try readJSONAtlas(file, namesURLs: true)]
        case .libgdx, .libgdxLegacy, .spine: [try readLibGDX(file)]
        case .cocos2d: [try readPlist(file)]
        case .starling: [try readStarling(file)]
        case .unity: [try readTpsheet(file)]
        case .godot: [try readGodot(file)]
        case .css: try readCSS(file)
        case .kiln, .spriteatlas:
            throw FormatFault("format \"\(rawValue)\" has no frames on pages to read here")
        }
    }
}

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
}

extension ExportedFile {
    func text() throws(FormatFault) -> String { try decodedText(bytes) }

    /// Reads the text line by line, each without white space at both ends; a fault names its line.
    func readLines(_ read: (String) throws(FormatFault) -> Void) throws(FormatFault) {
        let lines = try text().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            do throws(FormatFault) {
                try read(line.trimmed)
            } catch {
                throw FormatFault("line \(index + 1): \(error.message)")
            }
        }
    }

    /// The file name without folders and extension; `hero@0.5x` stays whole.
    var stem: String {
        let name = lastPart(of: path)
        let lower = name.lowercased()
        let ending = ExportedFile.endings.first { lower.hasSuffix($0) && lower != $0 }
        return ending.map { String(name.dropLast($0.count)) } ?? withoutExtension(name)
    }

    /// Extensions with several dots; the longest first.
    private static let endings = [
        ".phaser.animations.json", ".animations.tres", ".legacy.atlas", ".phaser.json",
        ".spine.atlas", ".array.json", ".pixi.json",
    ]
}

/// Merges descriptions: pages with one image become one page.
private func merged(_ parts: [AtlasDescription]) -> AtlasDescription {
    var result = parts[0]
    result.pages = []
    result.species = []
    result.animations = parts.flatMap(\.animations).sorted { $0.name < $1.name }
    var positions: [String: Int] = [:]
    for page in parts.flatMap(\.pages) {
        if let position = positions[page.imageFile] {
            result.pages[position].frames += page.frames
            result.pages[position].width = max(result.pages[position].width, page.width)
            result.pages[position].height = max(result.pages[position].height, page.height)
        } else {
            positions[page.imageFile] = result.pages.count
            result.pages.append(page)
        }
    }
    for index in result.pages.indices {
        result.pages[index].frames.sort { $0.name < $1.name }
    }
    return result
}
