import Diagnostics

/// Colors with a name, which may stand wherever a color may.
public struct ColorNames: Sendable {
    /// Where the names stand, relative to the catalog's folder; nil for an object in the catalog.
    public var file: String?
    /// In the order of the text; those of a file with its groups before them: `mood.great`.
    public private(set) var names: [String] = []
    private var colors: [String: HexColor] = [:]
    /// What stands under names that no color has.
    private var others: [String: String] = [:]
    /// Whether the catalog has any `colors`, be they readable or not.
    var isAuthored = false

    public init() {}

    public subscript(name: String) -> HexColor? { colors[name] }

    /// Why a name that there is stands for no color.
    func other(_ name: String) -> String? { others[name] }

    mutating func add(_ name: String, _ color: HexColor) {
        if colors.updateValue(color, forKey: name) == nil { names.append(name) }
    }

    mutating func add(_ name: String, other reason: String) { others[name] = reason }
}

extension Schema {
    /// `#RRGGBB`, or a name, which never begins with `#`.
    static let color = Schema.plain([
        ("type", "string"), ("pattern", "^(#[0-9A-Fa-f]{6}$|[^#])"),
    ])
}

extension Shape<HexColor> {
    /// `#RRGGBB`, or a name of the catalog's `colors`.
    static let color = Shape<String>.string.then(schema: .color) { text, node, name, reader in
        reader.color(text, node, name)
    }

    /// What a short or bare color was meant to be.
    static func completion(of text: String) -> String? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        return HexColor("#" + full).map { "write \"\($0)\"" }
    }
}

extension Shape<ColorNames> {
    /// A file's path or an object; both were read before anything else was.
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
