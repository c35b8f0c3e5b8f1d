/// A text resource of Godot: its sections with their values.
struct GodotText {
    struct Section {
        /// Such as `ext_resource`.
        var name: String
        var attributes: [String: Value]
        var values: [String: Value] = [:]
    }

    indirect enum Value {
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
        case array([Value])
        case dictionary([String: Value])
        /// Such as `Rect2(0, 0, 8, 8)`.
        case call(String, [Value])
    }

    var sections: [Section]

    init(parsing text: String) throws(FormatFault) {
        var scanner = Scanner(rest: Substring(text).unicodeScalars)
        sections = try scanner.sections()
    }
}

private struct Scanner {
    private static let maximumDepth = 32

    var rest: Substring.UnicodeScalarView

    mutating func sections() throws(FormatFault) -> [GodotText.Section] {
        var sections: [GodotText.Section] = []
        while true {
            skipBlanks()
            if rest.isEmpty { return sections }
            if take("[") {
                sections.append(try header())
            } else {
                let key = try identifier()
                guard !sections.isEmpty, take("=") else {
                    throw FormatFault("found \"\(key)\" without a value or a section")
                }
                sections[sections.count - 1].values[key] = try value(depth: 1)
            }
        }
    }

    private mutating func header() throws(FormatFault) -> GodotText.Section {
        var section = GodotText.Section(name: try identifier(), attributes: [:])
        while !take("]") {
            let key = try identifier()
            guard take("=") else { throw FormatFault("attribute \"\(key)\" has no value") }
            section.attributes[key] = try value(depth: 1)
        }
        return section
    }

    private mutating func value(depth: Int) throws(FormatFault) -> GodotText.Value {
        guard depth <= Scanner.maximumDepth else {
            throw FormatFault("values are nested deeper than \(Scanner.maximumDepth)")
        }
        skipBlanks()
        // String names are treated as strings.
        _ = take("&")
        guard let first = rest.first else { throw FormatFault("found the end, expected a value") }
        switch first {
        case "\"": return .string(try string())
        case "[":
            _ = take("[")
            return .array(try list(until: "]", depth: depth))
        case "{": return try dictionary(depth: depth)
        case "0"..."9", "-", "+", ".":
            let digits = rest.prefix { "0123456789+-.eE".unicodeScalars.contains($0) }
            rest = rest[digits.endIndex...]
            guard let number = Double(String(digits)), number.isFinite else {
                throw FormatFault("found \"\(String(digits))\", expected a number")
            }
            return .number(number)
        default:
            let word = try identifier()
            switch word {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            case "null": return .null
            default:
                guard take("(") else { throw FormatFault("found \"\(word)\", expected a value") }
                return .call(word, try list(until: ")", depth: depth))
            }
        }
    }

    private mutating func list(
        until end: Unicode.Scalar,
        depth: Int
    ) throws(FormatFault) -> [GodotText.Value] {
        var values: [GodotText.Value] = []
        while !take(end) {
            values.append(try value(depth: depth + 1))
            if !take(",") {
                guard take(end) else { throw FormatFault("found no \",\" or \"\(end)\" in a list") }
                break
            }
        }
        return values
    }

    private mutating func dictionary(depth: Int) throws(FormatFault) -> GodotText.Value {
        var members: [String: GodotText.Value] = [:]
        _ = take("{")
        while !take("}") {
            guard case .string(let key) = try value(depth: depth + 1), take(":") else {
                throw FormatFault("found no name in a dictionary")
            }
            members[key] = try value(depth: depth + 1)
            if !take(",") {
                guard take("}") else {
                    throw FormatFault("found no \",\" or \"}\" in a dictionary")
                }
                break
            }
        }
        return .dictionary(members)
    }

    private mutating func string() throws(FormatFault) -> String {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { break }
                text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
            } else {
                text.append(scalar)
            }
        }
        throw FormatFault("a string has no closing quote")
    }

    private mutating func identifier() throws(FormatFault) -> String {
        skipBlanks()
        let word = rest.prefix {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "/"
        }
        guard !word.isEmpty else {
            throw FormatFault("found \"\(String(rest.prefix(10)))\", expected a name")
        }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func skipBlanks() {
        while let scalar = rest.first {
            if scalar == ";" {
                rest = rest.drop { $0 != "\n" }
            } else if scalar.properties.isWhitespace {
                rest.removeFirst()
            } else {
                return
            }
        }
    }

    private mutating func take(_ expected: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard rest.first == expected else { return false }
        rest.removeFirst()
        return true
    }
}
