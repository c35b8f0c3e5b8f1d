package import Catalog
import Diagnostics
package import FileStore

// Export: from a described atlas (`AtlasDescription`: pages, frames, animations; no pixels) to
// descriptor files (`ExportedFile`), with one small writer for each format. `Readers/` does the
// reverse: from descriptor bytes to a description, strictly validated.

/// Describes an atlas in one format, except `kiln`, whose manifest describes a whole bake.
///
/// Most formats write separate files for each scale; `spriteatlas` and `css` describe all scales
/// together. Files are in the order of their paths. Throws `ExportError` if a description
/// contradicts itself, or needs something that the format does not support.
package func export(
    _ scales: [AtlasDescription],
    format: AtlasFormat
) throws(ExportError) -> [ExportedFile] {
    for atlas in scales {
        try atlas.check()
        try format.check(atlas)
    }
    var files: [ExportedFile] = []
    switch format {
    case .kiln:
        throw .contradiction("format \"\(format.rawValue)\" has no descriptor for a single atlas")
    case .texturePackerHash, .texturePackerArray:
        for atlas in scales {
            files += texturePacker(atlas, isArray: format == .texturePackerArray)
        }
    case .phaser: files = phaser(scales)
    case .pixi: for atlas in scales { files += pixi(atlas) }
    case .libgdx: for atlas in scales { files += libgdx(atlas, isIndexed: true) }
    case .libgdxLegacy: for atlas in scales { files += libgdxLegacy(atlas) }
    case .spine: for atlas in scales { files += libgdx(atlas, isIndexed: false) }
    case .cocos2d: for atlas in scales { files += cocos2d(atlas) }
    case .godot: for atlas in scales { files += godot(atlas) }
    case .unity: for atlas in scales { files += unity(atlas) }
    case .starling: for atlas in scales { files += starling(atlas) }
    case .spriteatlas: return try exportSpriteAtlas(scales)
    case .css: files = css(scales)
    }
    return try checkingPaths(files.sorted { $0.path < $1.path })
}

/// A file to write next to the page images; its path is relative to their folder.
package typealias ExportedFile = OutputFile

extension ExportedFile {
    init(_ path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    init(_ path: String, json: JSONOutput) {
        self.init(path, text: json.recordLines + "\n")
    }
}

/// Throws if two files have the same path, ignoring case.
package func checkingPaths(_ files: [ExportedFile]) throws(ExportError) -> [ExportedFile] {
    var seen: [String: String] = [:]
    for file in files {
        if let other = seen.updateValue(file.path, forKey: file.path.lowercased()) {
            throw .samePath(file.path, other)
        }
    }
    return files
}

/// Text between two tags or inside of a quoted attribute (XML 1.0, section 2.4).
func xmlEscaped(_ text: String) -> String {
    markupEscaped(text) { $0 == "'" ? "&apos;" : nil }
}

extension AtlasFormat {
    /// Throws for a sprite that the format's engines would draw incorrectly.
    ///
    /// Animations, pivots and nine-slices that a format does not support are omitted: the images
    /// are correct without them.
    func check(_ atlas: AtlasDescription) throws(ExportError) {
        let can = capabilities
        guard can.usesPages else { return }
        if atlas.words != nil, !can.writesPixelFormat {
            throw .contradiction(
                "\"\(rawValue)\" has no word for pages of raw \(atlas.pixelFormat)"
            )
        }
        if atlas.isPremultiplied, !can.writesPremultiplied {
            throw .contradiction(
                "\"\(rawValue)\" has no word for colors multiplied by alpha, and its engines "
                    + "would draw them too dark"
            )
        }
        for frame in atlas.pages.flatMap(\.frames) {
            if frame.isRotated, frame.rotation != can.rotation {
                let rotation =
                    can.rotation == .none ? "cannot turn frames" : "turns \(can.rotation.rawValue)"
                throw .contradiction(
                    "frame \"\(frame.name)\" is turned, found \(frame.rotation.rawValue), but "
                        + "\"\(rawValue)\" \(rotation)"
                )
            }
            if can.hasNineSlice, self != .kiln, frame.nineSlice != nil,
                frame.isTrimmed || frame.isRotated
            {
                throw .contradiction(
                    "frame \"\(frame.name)\" has a nine-slice and is trimmed or turned, which "
                        + "\"\(rawValue)\" engines draw wrong"
                )
            }
            for name in frame.names where !canSay(name) {
                throw .unsayableName(name, format: self)
            }
        }
        try checkNames(atlas)
        if can.wantsAnimationsWhole, let name = atlas.scatteredAnimations.first {
            throw .animationOnSeveralPages(name, format: self)
        }
        // The importer turns `/` into `-`, which may make two names equal.
        if self == .unity {
            try checkDistinct(atlas.pages.flatMap(\.namedFrames).map(\.name)) { name in
                String(name.map { $0 == "/" ? "-" : $0 })
            }
        }
    }

    /// Throws for a frame or an animation whose name an engine of the format would lose.
    private func checkNames(_ atlas: AtlasDescription) throws(ExportError) {
        let frames = atlas.pages.flatMap(\.frames).flatMap(\.names)
        let animations = capabilities.hasAnimations ? atlas.animations.map(\.name) : []
        for name in frames + animations {
            if let reason = loss(of: name) {
                throw .lostName(name, format: self, reason: reason)
            }
        }
        // Frames are identified by the prefix before the number, and the number.
        if [.libgdx, .libgdxLegacy].contains(self) {
            try checkDistinct(frames) { name in
                NumberedName(region: name).map { "\($0.name)_\($0.number)" }
            }
        }
    }

    /// Throws if two names have the same key; names without a key are ignored.
    private func checkDistinct(
        _ names: [String],
        by key: (String) -> String?
    ) throws(ExportError) {
        var seen: [String: String] = [:]
        for name in names {
            guard let key = key(name) else { continue }
            if let other = seen.updateValue(name, forKey: key) {
                throw .namesBecomeEqual(other, name, format: self)
            }
        }
    }

    /// Why engines of the format lose a frame of that name; nil if they keep it.
    private func loss(of name: String) -> String? {
        switch self {
        case .phaser where name == "__BASE": "Phaser has the whole page under that name"
        case .phaser where objectMembers.contains(name):
            "Phaser keeps frames in an object, and every object has that member already"
        case .phaser, .pixi, .texturePackerHash, .texturePackerArray:
            name == "__proto__" ? "JavaScript takes it for an object's prototype" : nil
        default: nil
        }
    }

    /// Whether a name survives a round trip through the format.
    private func canSay(_ name: String) -> Bool {
        switch self {
        case .libgdx, .libgdxLegacy, .spine:
            // A line with a colon is an entry, and names are trimmed.
            !name.contains(":") && name.first?.isWhitespace == false
                && name.last?.isWhitespace == false
        case .godot: isRelativePath(name)
        default: true
        }
    }
}

/// Whether `name` is a path below a folder on every file system: no empty, `.` or `..` parts, and
/// no characters that Windows forbids.
func isRelativePath(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.isEmpty
        && parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && !part.contains { "\\:*?\"<>|".contains($0) }
        }
}

/// Inherited members of every JavaScript object (ECMAScript, section 20.1.3).
private let objectMembers: Set<String> = [
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
]

package enum ExportError: Error, Hashable {
    /// A name that is empty or has control characters, which no format supports.
    case unusableName(String)
    /// A name that does not survive a round trip through the format.
    case unsayableName(String, format: AtlasFormat)
    /// A name that the format supports but its engine loses.
    case lostName(String, format: AtlasFormat, reason: String)
    /// Names that the format, or an importer of it, cannot distinguish.
    case namesBecomeEqual(String, String, format: AtlasFormat)
    /// The frames of the animation are on several pages, which the format's engine does not
    /// support.
    case animationOnSeveralPages(String, format: AtlasFormat)
    case samePath(String, String)
    case template(TextFault)
    /// A template that never mentions how sprites are stored.
    case unusedName(String, name: String, template: String)
    /// The description contradicts itself, or needs what the format or its engines cannot do.
    case contradiction(String)
}

extension ExportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableName(let name):
            name.isEmpty ? "a name is empty" : "the name \"\(name)\" has control characters"
        case .unsayableName(let name, let format):
            "\"\(format.rawValue)\" cannot hold the name \"\(name)\""
        case .lostName(let name, let format, let reason):
            "a frame or an animation named \"\(name)\" is lost with \"\(format.rawValue)\": \(reason); "
                + "rename its picture"
        case .namesBecomeEqual(let name, let other, let format):
            "\"\(format.rawValue)\" cannot tell \"\(name)\" and \"\(other)\" apart"
        case .animationOnSeveralPages(let name, let format):
            "animation \"\(name)\" has frames on several pages, found no page with all of them, "
                + "which \"\(format.rawValue)\" needs"
        case .samePath(let path, let other):
            path == other
                ? "two descriptors are named \"\(path)\""
                : "descriptors \"\(path)\" and \"\(other)\" differ only in case"
        case .template(let fault): "\(fault.path):\(fault.line): \(fault.message)"
        case .unusedName(let fact, let name, let template):
            "\(fact), but template \"\(template)\" never uses \"\(name)\""
        case .contradiction(let fact): fact
        }
    }

    /// What to do about templates; nil for what depends on how the atlas was asked for.
    package var templateHelp: String? {
        switch self {
        case .samePath:
            "give one of them another name: template x.sprites.lua.mustache writes NAME.sprites.lua"
        case .unusedName(_, let name, _):
            "use {{\(name)}} in the template, or leave out the setting"
        case .template(let fault): fault.help
        default: nil
        }
    }
}
