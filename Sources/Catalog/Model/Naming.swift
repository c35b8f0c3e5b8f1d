import Diagnostics

/// The templates for names of assets.
public struct Naming: Sendable, CatalogObject {
    public var base: [NamingTemplate] = [
        "<species>_pet_<asset>", "<species>_<asset>", "pet_<asset>", "<asset>",
    ]
    public var overlay: [NamingTemplate] = [
        "<species>_pet_overlay_<asset>", "<species>_overlay_<asset>", "pet_overlay_<asset>",
        "overlay_<asset>", "<asset>",
    ]
    public var species: [NamingTemplate] = ["<species>_pet", "<species>"]
    public var image: [NamingTemplate] = ["<asset>"]
    public var place = CatalogPlace.none

    package init() {}

    /// The templates, extended by names of layers in Aseprite documents.
    ///
    /// Each name for a file is followed by that of the layer in the pet's document. Templates from
    /// the catalog stay.
    package var withLayers: Naming {
        var result = self
        let ofPet: [NamingTemplate] = ["<species>_pet#<asset>", "<species>#<asset>"]
        if !place.has("base") {
            result.base = Array(base.prefix(2)) + ofPet + base.dropFirst(2)
        }
        if !place.has("overlay") {
            result.overlay = Array(overlay.prefix(2)) + ofPet + overlay.dropFirst(2)
        }
        return result
    }

    static var members: Members<Naming> {
        let standard = Naming()
        func texts(_ templates: [NamingTemplate]) -> JSONOutput {
            .array(templates.map { .string($0.text) })
        }
        let list = list(of: Shape<NamingTemplate>.template, atLeast: 1)
        return Members("naming", "a naming") {
            Member("base", \.base, list, default: texts(standard.base))
                .about("For replaceSprite items; may use <species>, <asset> and axes.")
            Member("overlay", \.overlay, list, default: texts(standard.overlay))
                .about("For overlays; may use <species>, <asset> and axes.")
            Member("species", \.species, list, default: texts(standard.species))
                .about("For the undressed pet; may use <species> and axes.")
            Member("image", \.image, list, default: texts(standard.image))
                .about("For images; may use <asset> and axes.")
        }
    }
}

/// A name with placeholders, such as `<species>_pet_<asset>`.
public struct NamingTemplate: Sendable, Equatable, ExpressibleByStringLiteral {
    public enum Part: Hashable, Sendable {
        case text(String)
        /// The name between `<` and `>`.
        case placeholder(String)
    }

    /// As authored.
    public let text: String
    public let parts: [Part]
    public let place: CatalogPlace

    /// Returns nil for an unmatched `<` or `>`, or an empty placeholder.
    public init?(_ text: String, place: CatalogPlace = .none) {
        let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        if isPlain, !text.isEmpty {
            (self.text, parts, self.place) = (text, [.text(text)], place)
            return
        }
        var parts: [Part] = []
        let pieces = text.split(separator: "<", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            // Each but the first begins with a placeholder's name.
            let halves = piece.split(separator: ">", omittingEmptySubsequences: false)
            guard halves.count == min(index, 1) + 1 else { return nil }
            if index > 0 {
                guard !halves[0].isEmpty else { return nil }
                parts.append(.placeholder(String(halves[0])))
            }
            if let rest = halves.last, !rest.isEmpty { parts.append(.text(String(rest))) }
        }
        guard !parts.isEmpty else { return nil }
        (self.text, self.parts, self.place) = (text, parts, place)
    }

    /// The literal must be a well-formed template.
    public init(stringLiteral text: String) {
        guard let template = NamingTemplate(text) else {
            preconditionFailure("malformed naming template: \(text)")
        }
        self = template
    }

    public var placeholders: [String] {
        parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }

    /// The text with its placeholders replaced; nil if one has no value.
    package func filled(_ value: (_ placeholder: String) -> String?) -> String? {
        var name = ""
        for part in parts {
            switch part {
            case .text(let text): name += text
            case .placeholder(let placeholder):
                guard let text = value(placeholder) else { return nil }
                name += text
            }
        }
        return name
    }

    /// The name with `<asset>` replaced, the only placeholder for an image over another screen.
    package func name(ofCompanionOf asset: String) -> String { filled { _ in asset } ?? "" }

    public static func == (left: NamingTemplate, right: NamingTemplate) -> Bool {
        left.text == right.text
    }
}

extension Shape<NamingTemplate> {
    fileprivate static let template = shape(
        placeholder: "[A-Za-z0-9_.-]+",
        expected: "a name with placeholders such as <species>_pet_<asset>"
    ) { _ in true }

    /// The name of another image of an asset: `<asset>_magenta`.
    static let companion = shape(
        placeholder: "asset",
        expected: "the name of another asset such as <asset>_magenta"
    ) { $0.placeholders.allSatisfy { $0 == "asset" } && $0.text != "<asset>" }

    /// `placeholder` is a regular expression for names of placeholders.
    private static func shape(
        placeholder: String,
        expected: String,
        where isValid: @escaping @Sendable (NamingTemplate) -> Bool
    ) -> Shape {
        Shape<String>.string.then(
            schema: .plain([
                ("type", "string"), ("pattern", .string(namePattern(placeholder))),
                ("minLength", 1), ("maxLength", .integer(Shape<String>.longestName)),
            ])
        ) { text, node, _, reader in
            guard let template = NamingTemplate(text, place: reader.place(of: node)),
                isAssetPath(text), text.utf8.count <= Shape<String>.longestName, isValid(template)
            else { throw Refusal.badValue(expected: expected) }
            return template
        }
    }
}

extension Shape<String> {
    /// The name of an asset, which may contain axes: `body_<skin>`.
    static let asset = string.checked([
        ("minLength", 1), ("maxLength", .integer(longestName)),
        ("pattern", .string(namePattern("[A-Za-z0-9_.-]+"))),
    ]) { text in
        guard text.utf8.count <= longestName else { return "at most \(longestName) bytes" }
        let isFilled = NamingTemplate(text).map { !$0.placeholders.contains("asset") } ?? false
        return isFilled && isAssetPath(text)
            ? nil
            : "the stem of a file; axes may take part as <name>, folders where names are paths"
    }
}

/// A regular expression for names of assets, with one for their placeholders.
private func namePattern(_ placeholder: String) -> String {
    "^(?!/)([^<>\\\\]*<\(placeholder)>)*[^<>\\\\]*$"
}

/// Whether a text may be the name of an asset: a file's stem, or a path to it with `/`.
func isAssetPath(_ text: String) -> Bool {
    !text.contains("\\")
        && text.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
}

/// Why a name of plain characters is invalid for a file or a folder on some system; nil if it is
/// valid.
///
/// Windows reserves the names of devices, in any case and with any extension, and drops dots and
/// spaces at the end of names (Microsoft, Naming Files, Paths, and Namespaces).
public func troubleOfFileName(_ name: String) -> String? {
    if name.lowercased() == "manifest.json" { return "a bake's manifest has that name" }
    if let last = name.last, last == "." || last == " " {
        return "some systems drop \(last == "." ? "a dot" : "a blank") at the end of a name"
    }
    let stem = name.prefix { $0 != "." }.lowercased()
    let trimmed = stem.reversed().drop { $0 == " " }.reversed()
    return isDevice(String(trimmed)) ? "Windows has a device of that name" : nil
}

/// Whether Windows has a device of that name, given in lower case and without an extension.
private func isDevice(_ name: String) -> Bool {
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(name) { return true }
    guard name.hasPrefix("com") || name.hasPrefix("lpt") else { return false }
    let number = name.dropFirst(3)
    return number.count == 1 && "0123456789\u{b9}\u{b2}\u{b3}".contains(number)
}

/// What makes an id unsafe in file names; nil for a safe one.
package func troubleOfIdentifier(_ id: String) -> String? {
    if id.isEmpty { return "nothing" }
    if let first = id.unicodeScalars.first(where: { !isIdentifierScalar($0) }) {
        return "the character \(quotedJSON(String(first)))"
    }
    if id.hasPrefix(".") || id.hasPrefix("-") {
        return "\"\(id.prefix(1))\" at its beginning"
    }
    return id.utf8.count > 64 ? "\(id.utf8.count) characters" : nil
}

package func isIdentifierScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
    default: false
    }
}

/// Where a catalog's art is, and which files count.
public struct SourceRules: Hashable, Sendable {
    /// Relative to the catalog's folder.
    public var folders = ["assets-src"]
    /// The folders whose assets are named by their path below the folder, such as `hair/bob/walk`;
    /// in others the file's stem is the name.
    public var pathNamed: [String] = []
    /// Files and folders to ignore.
    ///
    /// Each is matched against the name, and the path below the folder of sources; `*` also matches
    /// `/`.
    public var ignored: [Glob] = []
    /// Whether links under the folders, and folders that are links, may lead anywhere.
    public var followsLinks = false

    public init(
        folders: [String] = ["assets-src"],
        ignored: [Glob] = [],
        followsLinks: Bool = false
    ) {
        self.folders = folders
        self.ignored = ignored
        self.followsLinks = followsLinks
    }

    /// Whether a pattern matches a file's name, its path from the catalog's folder, or its path
    /// below the folder of sources; `*` also matches `/`.
    public func matches(_ pattern: Glob, _ path: String) -> Bool {
        if pattern.matches(path) { return true }
        if let name = path.split(separator: "/").last, pattern.matches(String(name)) {
            return true
        }
        return folders.contains { folder in
            path.hasPrefix(folder + "/")
                && pattern.matches(String(path.dropFirst(folder.count + 1)))
        }
    }

    /// Whether to ignore a file or folder with this name at `path`, relative to the folder of
    /// sources.
    public func ignores(_ name: String, at path: String) -> Bool {
        ignored.contains { $0.matches(name) || $0.matches(path) }
    }
}

struct SourceFolder: Sendable, CatalogObject {
    var path = ""
    var names = AssetNames.stem
    var place = CatalogPlace.none

    /// The same folder as `art` for `./art/`.
    var withoutIdleParts: SourceFolder {
        let parts = path.pathParts.filter { !["", "."].contains($0) }
        var folder = self
        folder.path = parts.isEmpty ? "." : parts.joined(separator: "/")
        return folder
    }

    static var members: Members<SourceFolder> {
        Members("source", "a folder of sources") {
            Member("path", \.path, .relativePath, need: .identity)
                .about("The folder, relative to this file.")
            Member("names", \.names, .choice, default: "stem").about("What assets are called by.")
        }
    }
}

/// How assets are named.
enum AssetNames: String, Choice {
    case stem
    case path

    static let about: KeyValuePairs<Self, String> = [
        .stem: "The file's name without its ending; folders are no part of it.",
        .path: "The path below the folder, such as hair/bob/walk.",
    ]
}

extension Shape<SourceFolder> {
    /// An object, or only the path.
    static let source = Shape<String>.relativePath.then { SourceFolder(path: $0) }
        .or(.object) { $0.kind == "an object" }
}
