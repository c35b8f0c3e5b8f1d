/// The text as one line that steers no terminal: what would is written out, `\u{1b}`, and bytes of
/// a path that are no UTF-8 are, too, `\xE9`.
///
/// File names, ids and messages of others may hold anything. A second time changes nothing.
///
/// - Parameters:
///   - text: from anywhere.
///   - keepingTabs: whether tabs stay.
/// - Returns: the line.
package func printable(_ text: String, keepingTabs: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: \.steersTerminals) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.steersTerminals, !(keepingTabs && scalar == "\t") {
            result += scalar.writtenOut
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension Unicode.Scalar {
    /// Whether it does something else in a terminal than to show: control characters, line ends,
    /// marks that turn the direction of what follows, and bytes that are no text.
    package var steersTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: pathByte != nil
        }
    }

    /// Its number in letters.
    package var writtenOut: String {
        guard let byte = pathByte else { return "\\u{\(String(value, radix: 16))}" }
        return "\\x" + String(byte, radix: 16, uppercase: true)
    }
}

/// Text of the program with values in it that nobody checked: `"wrote \(path)"`.
///
/// What stands in the literal stays as it is, and every value becomes `printable`: it can neither
/// steer a terminal nor begin a line of its own.
package struct PrintableText: ExpressibleByStringInterpolation, Sendable {
    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: some Any) {
            text += printable("\(value)")
        }

        package mutating func appendInterpolation(_ other: PrintableText) { text += other.text }

        /// A value between two sequences for the terminal; none without a `style`.
        package mutating func appendInterpolation(_ value: some Any, style: TerminalStyle?) {
            let value = printable("\(value)")
            text += style.map { "\u{1B}[\($0.rawValue)m\(value)\u{1B}[0m" } ?? value
        }
    }

    package private(set) var text: String

    package init(stringLiteral literal: String) { text = literal }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// A value by itself.
    package init(_ value: String) { text = printable(value) }

    package static func + (first: PrintableText, second: PrintableText) -> PrintableText {
        "\(first)\(second)"
    }
}

/// How a terminal shows a text: what stands between `ESC [` and `m`.
package enum TerminalStyle: String, Sendable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
}
