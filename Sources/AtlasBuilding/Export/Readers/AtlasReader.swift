public import Catalog
import FoundationEssentials

/// Reads descriptors back, whoever wrote them.
///
/// Strict: what contradicts itself or leaves its page is an error. Nothing is taken on trust, so
/// every frame of the result lies on its page, and every sum of its numbers is small.
///
/// - Parameters:
///   - files: of one format. Frames of one image are put on one page.
///   - format: see `AtlasFormat.detected(in:)`. `kiln` has a reader of its own, and `spriteatlas`
///     describes no pages.
/// - Returns: one description for each scale, the smallest first. Where a format does not say
///   something, it has the default: no trim, scale 1. Godot does not say how large a page is: it is
///   as large as its frames need.
/// - Throws: `AtlasReadError`, which names the file and what is wrong with it.
public func readAtlas(
    _ files: [ExportedFile],
    format: AtlasFormat
) throws(AtlasReadError) -> [AtlasDescription] {
    var parts: [AtlasDescription] = []
    for file in files {
        do throws(FormatFault) {
            parts += try format.read(file)
        } catch {
            throw AtlasReadError(path: file.path, message: error.message)
        }
    }
    // What tells animations alone does not tell a scale.
    let drawn = parts.filter { !$0.pages.isEmpty }
    let played = drawn.isEmpty ? [] : parts.filter(\.pages.isEmpty)
    let scales = Dictionary(grouping: drawn.isEmpty ? parts : drawn, by: \.scale)
        .sorted { $0.key < $1.key }
    var result: [AtlasDescription] = []
    for (_, parts) in scales {
        var atlas = merged(parts + played)
        if format == .godot { atlas.joinStyleBoxes() }
        do throws(ExportError) {
            try atlas.check()
        } catch {
            throw AtlasReadError(path: files.first?.path ?? "", message: error.description)
        }
        result.append(atlas)
    }
    return result
}

/// Checks descriptions that were made of something else than the descriptors read here.
///
/// - Throws: `AtlasReadError` naming `path`, when one contradicts itself.
public func checkAtlases(_ atlases: [AtlasDescription], path: String) throws(AtlasReadError) {
    for atlas in atlases {
        do throws(ExportError) {
            try atlas.check()
        } catch {
            throw AtlasReadError(path: path, message: error.description)
        }
    }
}

/// Why a descriptor cannot be read.
public struct AtlasReadError: Error, Hashable, CustomStringConvertible {
    public let path: String
    /// What was found and what was expected; lower case, without a full stop.
    public let message: String

    public var description: String { "\(path): \(message)" }
}

/// What is wrong with the file that is being read.
struct FormatFault: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension AtlasFormat {
    /// How the names of descriptors end, in lower case.
    public static let fileEndings = [
        ".json", ".atlas", ".plist", ".tpsheet", ".tres", ".xml", ".css",
    ]

    /// Tells the format of a descriptor from its name and its first characters; nil when it is none.
    public static func detected(in file: ExportedFile) -> AtlasFormat? {
        let path = file.path.lowercased()
        let head = textHead(file.bytes)
        if path.hasSuffix(".atlas") { return detectedLibGDX(path, head) }
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

extension ExportedFile {
    /// The file's text.
    func text() throws(FormatFault) -> String { try decodedText(bytes) }

    /// The name of the file without folders and without its ending; `hero@0.5x` stays whole.
    var stem: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let lower = name.lowercased()
        let ending = ExportedFile.endings.first { lower.hasSuffix($0) && lower != $0 }
        if let ending { return String(name.dropLast(ending.count)) }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Endings with more than one dot; the longest first.
    private static let endings = [
        ".phaser.animations.json", ".animations.tres", ".legacy.atlas", ".phaser.json",
        ".spine.atlas", ".array.json", ".pixi.json",
    ]
}

/// Which of libGDX's dialects it is: the older has entries of its own, Spine's goes by the name.
private func detectedLibGDX(_ path: String, _ head: String) -> AtlasFormat {
    if path.hasSuffix(".spine.atlas") { return .spine }
    let isOld = head.split(whereSeparator: \.isNewline).contains { $0.trimmed.hasPrefix("xy:") }
    return isOld ? .libgdxLegacy : .libgdx
}

/// One description of several: pages with one image become one page.
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
