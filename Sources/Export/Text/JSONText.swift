/// A JSON value whose members keep their order, for formats that people read and compare.
enum JSONText {
    case object([(String, JSONText)])
    case array([JSONText])
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)

    /// The text, ending in a line feed.
    ///
    /// Objects and arrays of plain values take one line, others a line for each member, so that a
    /// sprite that moved changes one line of a diff.
    var file: String { text(indent: "") + "\n" }

    private func text(indent: String) -> String {
        switch self {
        case .object(let members):
            let parts = members.map { key, value in
                "\(JSONText.quoted(key)): \(value.text(indent: indent + "  "))"
            }
            return JSONText.lines("{", parts, "}", isFlat: isShallow(levels: 2), indent: indent)
        case .array(let values):
            let parts = values.map { $0.text(indent: indent + "  ") }
            return JSONText.lines("[", parts, "]", isFlat: isShallow(levels: 1), indent: indent)
        case .string(let string): return JSONText.quoted(string)
        case .integer(let value): return "\(value)"
        case .number(let value): return decimal(value)
        case .boolean(let value): return value ? "true" : "false"
        }
    }

    /// Whether at most `levels` containers are nested in this value, itself included.
    private func isShallow(levels: Int) -> Bool {
        switch self {
        case .object(let members):
            levels > 0 && members.allSatisfy { $0.1.isShallow(levels: levels - 1) }
        case .array(let values):
            levels > 0 && values.allSatisfy { $0.isShallow(levels: levels - 1) }
        default: true
        }
    }

    private static func lines(
        _ open: String,
        _ parts: [String],
        _ close: String,
        isFlat: Bool,
        indent: String
    ) -> String {
        guard !parts.isEmpty else { return open + close }
        if isFlat { return open + parts.joined(separator: ", ") + close }
        let inner = indent + "  "
        return open + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent
            + close
    }

    /// RFC 8259, section 7: quotes, backslashes and control characters are escaped, all else is
    /// written as UTF-8.
    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..."\u{1f}":
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
