import Diagnostics

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
        reader.color(text, node, name)
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

    private static let names = Shape<String>.string.then { text, node, name, reader -> [String]? in
        let all = reader.colors
        let pattern = Glob(text)
        let fitting = all.names.filter(pattern.matches)
        guard fitting.isEmpty else { return fitting }
        let expected = "a pattern that names fit"
        if all.isAuthored, !pattern.hasWildcards, !text.hasPrefix("#") {
            // Not a color's name: reported as everywhere.
            return reader.color(text, node, name, expected: expected).map { _ in [text] }
        }
        let known = all.names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
        reader.reportBadValue(
            node,
            name,
            expected: expected + ", or a name of \"colors\"",
            help: text.hasPrefix("#")
                ? "give it a name in the catalog's \"colors\": { \"accent\": \"\(text)\" }"
                : known.isEmpty ? "the catalog has no \"colors\"" : "there are \(known)",
            following: text.hasPrefix("#") ? [] : [.colors]
        )
        return nil
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
