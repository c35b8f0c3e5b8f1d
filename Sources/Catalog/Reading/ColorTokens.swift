import Diagnostics

/// The color tokens of a file or an object, by their names including groups.
struct ColorTokens {
    private enum Token {
        case color(HexColor)
        /// The name of another token.
        case alias(String, Range<Int>)
        /// Another kind of value, as text after "which".
        case other(String)
    }

    /// Reports invalid tokens.
    var reader: CatalogReader
    private var tokens: [String: Token] = [:]
    /// In the order of the text.
    private var names: [String] = []
    /// Whether the file is shared with other tools, and so may contain other tokens.
    private let isFile: Bool
    /// Whether the maximum was exceeded, which is reported once.
    private var isFull = false

    /// The maximum number of tokens in a file, and of bytes in a name with its groups, which every
    /// token repeats.
    private static let mostTokens = 65_536
    private static let longestName = 256

    init(isFile: Bool, _ reader: CatalogReader) {
        self.isFile = isFile
        self.reader = reader
    }

    /// Collects an object: a token of the W3C's format, which has a `$value`, or a group.
    ///
    /// `group` is its name; empty for the outermost. `type` is the `$type` of surrounding groups.
    mutating func collect(_ node: JSONNode, in group: String = "", type: String? = nil) {
        let type = node.text("$type") ?? type
        if let value = node.member("$value"), !group.isEmpty {
            let token = token(value, group, type: type)
            add(group, token, at: node.range)
        }
        for member in node.members where !member.name.hasPrefix("$") {
            if isFull { return }
            guard group.utf8.count + member.name.utf8.count < Self.longestName else {
                reader.report(
                    .badValue,
                    at: member.nameRange,
                    "the name of a color with its groups is too long, expected at most "
                        + "\(Self.longestName) bytes",
                    help: "shorten the name, or those of the groups around it"
                )
                continue
            }
            let name = group.isEmpty ? member.name : group + "." + member.name
            if name.isEmpty || name.hasPrefix("#") {
                reader.report(
                    .badValue,
                    at: member.nameRange,
                    "a color cannot be called \(quotedJSON(shortened(name, to: 80)))",
                    help: "choose a name that does not begin with #"
                )
            } else if member.node.isObject {
                collect(member.node, in: name, type: type)
            } else {
                let token = token(member.node, name, type: type)
                add(name, token, at: member.nameRange)
            }
        }
    }

    private mutating func add(_ name: String, _ token: Token, at range: Range<Int>) {
        guard tokens[name] == nil else {
            reader.report(
                .badValue,
                at: range,
                "there are two colors \(quotedJSON(shortened(name, to: 80)))",
                help: "names of groups and colors are joined by dots: rename one"
            )
            return
        }
        guard names.count < Self.mostTokens else {
            isFull = true
            reader.report(
                .badValue,
                at: range,
                "there are more than \(Self.mostTokens) colors",
                help: "keep only those that the game uses"
            )
            return
        }
        tokens[name] = token
        names.append(name)
    }

    /// Parses a token; invalid ones are reported.
    private mutating func token(_ node: JSONNode, _ name: String, type: String?) -> Token {
        if let type, type != "color" { return .other("is of the type \(quotedJSON(type))") }
        switch node.value {
        case .string(let text):
            if text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 {
                return .alias(String(text.dropFirst().dropLast()), node.range)
            }
            if let color = HexColor(text) { return .color(color) }
            if text.utf8.count == 9, let color = HexColor(String(text.prefix(7))),
                let alpha = HexColor("#0000" + text.suffix(2))
            {
                return alpha.b == 255 ? .color(color) : .other("is translucent")
            }
            if isFile, !text.hasPrefix("#") { return .other("is no color as #RRGGBB") }
        case .object: if let token = srgb(node) { return token }
        default: break
        }
        if isFile, node.text == nil { return .other("is \(node.kind)") }
        let expected = "a color as #RRGGBB, or another name in braces"
        let help = node.text.flatMap(Shape<HexColor>.completion)
        reader.report(.badValue(expected: expected, help: help), node, name)
        return .other("cannot be used")
    }

    /// A color in the W3C's format since 2025: a color space and its components.
    private func srgb(_ node: JSONNode) -> Token? {
        guard let space = node.text("colorSpace") else { return nil }
        if let alpha = node.number("alpha"), alpha < 1 { return .other("is translucent") }
        if space == "srgb", case .array(let nodes)? = node.member("components")?.value {
            let levels = nodes.compactMap(\.number).filter((0...1).contains)
                .map { UInt8(($0 * 255).rounded()) }
            if levels.count == 3, nodes.count == 3 {
                return .color(HexColor(levels[0], levels[1], levels[2]))
            }
        }
        if let color = node.text("hex").flatMap(HexColor.init) { return .color(color) }
        return .other("is in the color space \(quotedJSON(shortened(space, to: 40)))")
    }

    /// Resolves aliases, and assigns a color to every name.
    mutating func resolve(into colors: inout ColorNames) {
        for name in names {
            switch end(of: name) {
            case .color(let color): colors.add(name, color)
            case .other(let reason): colors.add(name, other: reason)
            case .alias: break
            }
        }
    }

    /// The final value of a name, also recorded for names on the way.
    private mutating func end(of name: String) -> Token {
        var way: [String] = []
        var seen: Set<String> = []
        var next = name
        var end = Token.other("is no color")
        while let token = tokens[next] {
            guard case .alias(let target, let range) = token else {
                end = token
                break
            }
            way.append(next)
            seen.insert(next)
            if seen.contains(target) {
                let ring = way.drop { $0 != target } + [target]
                reader.report(
                    .badValue,
                    at: range,
                    "the color \(quotedJSON(shortened(target, to: 80))) leads back to itself, found "
                        + shortened(ring.joined(separator: " -> "), to: 200),
                    help: "give one of them a color as #RRGGBB"
                )
                end = .other("leads back to itself")
                break
            }
            if tokens[target] == nil {
                let known = reader.found.isFull(.unknownColor) ? [] : names.filter { $0 != next }
                reader.report(
                    .unknownColor,
                    at: range,
                    "\(quotedJSON(shortened(next, to: 80))) stands for another color, which there is "
                        + "not, found \(quotedJSON(shortened(target, to: 80)))",
                    help: whatIsMeant(by: target, among: known)
                )
                break
            }
            next = target
        }
        for name in way { tokens[name] = end }
        return end
    }
}
