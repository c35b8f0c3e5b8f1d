package import Diagnostics

/// Named colors, which are valid wherever a color is.
public struct ColorNames: Sendable {
    /// The file with the names, relative to the catalog's folder; nil for an object in the catalog.
    public var file: String?
    /// In the order of the text; those of a file include their groups: `mood.great`.
    public private(set) var names: [String] = []
    private var colors: [String: HexColor] = [:]
    /// Why other names are not colors.
    private(set) var others: [String: String] = [:]
    /// Whether the catalog has `colors`, valid or not.
    var isAuthored = false

    public subscript(name: String) -> HexColor? { colors[name] }

    mutating func add(_ name: String, _ color: HexColor) {
        if colors.updateValue(color, forKey: name) == nil { names.append(name) }
    }

    mutating func add(_ name: String, other reason: String) { others[name] = reason }
}

extension Schema {
    /// `#RRGGBB`, or a name, which never starts with `#`.
    static let color = Schema.plain([
        ("type", "string"), ("pattern", "^(#[0-9A-Fa-f]{6}$|[^#])"),
    ])
}

extension Shape<HexColor> {
    /// `#RRGGBB`, or a name in the catalog's `colors`.
    static let color = Shape<String>.string.then(schema: .color) { text, node, name, reader in
        try reader.color(text, node, name)
    }

    /// The intended color of a short or bare one.
    static func completion(of text: String) -> String? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        return HexColor("#" + full).map { "write \"\($0)\"" }
    }
}

/// Some of the catalog's colors.
package struct PickedColors: Sendable {
    /// Each once.
    package var names: [String] = []
    package var all = ColorNames()
}

extension Shape<PickedColors> {
    /// Names in the catalog's `colors`, and patterns that some fit.
    static let pickedColors = list(of: names).then { names, _, _, reader in
        PickedColors(names: names.flatMap(\.self).uniqued, all: reader.colors)
    }

    private static let names = Shape<String>.string.then { text, node, name, reader in
        let all = reader.colors
        let pattern = Glob(text)
        let fitting = all.names.filter(pattern.matches)
        guard fitting.isEmpty else { return fitting }
        let expected = "a pattern that names fit"
        if all.isAuthored, !pattern.hasWildcards, !text.hasPrefix("#") {
            // Not a color's name: reported as everywhere.
            return try reader.color(text, node, name, expected: expected).map { _ in [text] }
        }
        let known = all.names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
        throw Refusal.badValue(
            expected: expected + ", or a name of \"colors\"",
            help: text.hasPrefix("#")
                ? "give it a name in the catalog's \"colors\": { \"accent\": \"\(text)\" }"
                : known.isEmpty ? "the catalog has no \"colors\"" : "there are \(known)",
            following: text.hasPrefix("#") ? [] : [.colors]
        )
    }
}

extension Shape<ColorNames> {
    /// A file's path or an object; both were read first.
    static let colors = Shape(
        schema: .either([
            Shape<String>.relativePath.schema,
            .plain([
                ("type", "object"),
                ("additionalProperties", ["type": ["string", "object"]]),
            ]),
        ])
    ) { _, _, reader in reader.colors }
}

extension Check {
    package static let unknownColor = Check("unknown-color", isFixed: true)
    package static let unreadableColors = Check("unreadable-colors", isFixed: true)
}

/// Why a file of the catalog cannot be read.
public struct CatalogFileTrouble: Error {
    /// The text after "cannot be read: ".
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }
}

/// Reads a file by its path relative to the catalog's folder; `followsLinks` allows links that lead
/// out of it.
public typealias CatalogFiles =
    (_ path: String, _ followsLinks: Bool) throws(CatalogFileTrouble) -> [UInt8]

extension CatalogReader {
    /// Parses a color or its name; nil after reporting an unknown name.
    ///
    /// Throws a `Refusal` for what cannot be a color.
    /// `expected` describes valid values except names of colors; `words` are other valid words.
    mutating func color(
        _ text: String,
        _ node: JSONNode,
        _ name: String,
        expected: String = "a color as #RRGGBB",
        words: [String] = []
    ) throws -> HexColor? {
        if let color = HexColor(text) ?? colors[text] { return color }
        guard colors.isAuthored, !text.hasPrefix("#") else {
            let meant = nearestMatch(to: text, in: words).map { "did you mean \"\($0)\"?" }
            let help = Shape<HexColor>.completion(of: text) ?? meant
            throw Refusal.badValue(expected: expected, help: help)
        }
        let isReported = !found.isFull(.unknownColor)
        let known = isReported ? words + colors.names : []
        let meant = clearMatch(to: text, in: known)
        let what = shown(node) + (colors.others[text].map { ", which \($0)," } ?? ",")
        report(
            .unknownColor,
            at: node.range,
            "\"\(name)\" names no color, found \(what) expected \(expected), or a name of \"colors\"",
            help: Shape<HexColor>.completion(of: text) ?? whatIsMeant(by: text, among: known),
            fix: replacement(node.range, with: meant),
            following: [.colors],
            // What is not misspelled is missing, wherever it is named.
            once: meant == nil ? [.id("color", text)] : []
        )
        return nil
    }

    /// Reads the catalog's `colors` before anything that may name one.
    mutating func readColors(of root: JSONNode) {
        guard let member = colorsMember(of: root) else { return }
        colors.isAuthored = true
        switch member.node.value {
        case .object:
            var tokens = ColorTokens(isFile: false, self)
            tokens.collect(member.node)
            var names = colors
            tokens.resolve(into: &names)
            self = tokens.reader
            colors = names
        case .string: readColorFile(member)
        default:
            let expected = "the path of a file, or an object of colors by name"
            report(.wrongType(expected: expected), member.node, "colors")
        }
        if found.diagnostics.hasErrors { spoil(.colors) }
    }

    private mutating func readColorFile(_ member: JSONMember) {
        guard let path = Shape<String>.relativePath.read(member.node, "colors", &self) else {
            return
        }
        colors.file = path
        let bytes: [UInt8]
        do throws(CatalogFileTrouble) {
            bytes = try file(path)
        } catch {
            report(
                .unreadableColors,
                at: member.node.range,
                "the file of colors \(quotedJSON(shortened(path, to: 80))) cannot be read: "
                    + error.reason,
                help: "correct \"colors\": a JSON file, by its path from the catalog's folder"
            )
            return
        }
        let text = SourceText(path: path, bytes: bytes)
        var parser = JSONParser(text)
        let tree = parser.parse()
        for diagnostic in parser.diagnostics { report(diagnostic) }
        guard let tree else { return }
        var tokens = ColorTokens(isFile: true, CatalogReader(text: text))
        if tree.isObject {
            tokens.collect(tree)
            tokens.resolve(into: &colors)
        } else {
            let expected = "an object of colors by name"
            tokens.reader.report(.wrongType(expected: expected), tree, "the file")
        }
        for diagnostic in tokens.reader.found.diagnostics { report(diagnostic) }
    }

    /// The member, also if misspelled: it is reported as unknown, and its colors as valid.
    private func colorsMember(of root: JSONNode) -> JSONMember? {
        if let own = root.entry("colors") { return own }
        let known = Catalog.members.list.map(\.schema.name)
        return root.members.prefix(64).first {
            !known.contains($0.name) && nearestMatch(to: $0.name, in: known) == "colors"
        }
    }
}
