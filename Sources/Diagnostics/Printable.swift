/// The text as one line that is safe for terminals: control characters are escaped as `\u{1b}`,
/// invalid UTF-8 of a path as `\xE9`.
///
/// File names, ids and external messages may contain anything. Idempotent.
package func printable(_ text: String, keepingTabs: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: \.steersTerminals) else { return text }
    return rewritten(text) { scalar in
        scalar.steersTerminals && !(keepingTabs && scalar == "\t") ? scalar.writtenOut : nil
    }
}

/// The text with some scalars in another form; `form` returns nil for those that stay.
package func rewritten(_ text: String, _ form: (Unicode.Scalar) -> String?) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
        if let other = form(scalar) {
            result += other
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}

/// Text between two tags or inside of double quotes (XML 1.0, section 2.4; HTML); `more` escapes
/// further scalars.
package func markupEscaped(
    _ text: String,
    _ more: (Unicode.Scalar) -> String? = { _ in nil }
) -> String {
    rewritten(text) { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: more(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it affects a terminal other than by printing: control characters, line ends,
    /// direction marks, and invalid UTF-8.
    package var steersTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: pathByte != nil
        }
    }

    /// Its number as an escape sequence.
    package var writtenOut: String {
        guard let byte = pathByte else { return "\\u{\(String(value, radix: 16))}" }
        return "\\x" + String(byte, radix: 16, uppercase: true)
    }
}

/// Text of the program with unchecked values: `"wrote \(path)"`.
///
/// The literal stays unchanged, and every value becomes `printable`: it can neither control a
/// terminal nor start a new line.
package struct PrintableText: ExpressibleByStringInterpolation, Sendable {
    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: some Any) {
            text += printable("\(value)")
        }

        package mutating func appendInterpolation(_ other: PrintableText) { text += other.text }

        package mutating func appendInterpolation(_ value: some Any, style: TerminalStyle?) {
            text += styled(printable("\(value)"), style)
        }
    }

    package private(set) var text: String

    package init(stringLiteral literal: String) { text = literal }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package init(_ value: String) { text = printable(value) }

    package static func + (first: PrintableText, second: PrintableText) -> PrintableText {
        "\(first)\(second)"
    }
}

/// The codes between `ESC [` and `m`.
package enum TerminalStyle: String, Sendable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case boldRed = "1;31"
    case boldYellow = "1;33"
    case boldCyan = "1;36"
}

/// The text between two escape sequences; unchanged without a style.
func styled(_ text: String, _ style: TerminalStyle?) -> String {
    style.map { "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" } ?? text
}
