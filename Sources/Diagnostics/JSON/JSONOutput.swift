/// A JSON value to write: members keep their order.
package indirect enum JSONOutput: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case digits(String)
    case string(String)
    case array([JSONOutput])
    case object([(String, JSONOutput)])
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONOutput)...) { self = .object(elements) }

    package static func integer(_ value: Int) -> JSONOutput { .number(Double(value)) }
}

extension JSONOutput {
    private struct Layout {
        enum Kind {
            case compact
            case oneLine
            case lines
            /// The same, with shallow values on one line.
            case records
        }

        var kind: Kind
        /// Of the first line.
        var indentation = 0

        var hasLines: Bool { kind == .lines || kind == .records }
    }

    /// The text, indented by two spaces, without a final line feed.
    ///
    /// Arrays of plain values are on one line if they fit 100 columns.
    package var indented: String { text(.lines) }

    package var compact: String { text(.compact) }

    /// The text with one line per record, without a final line feed: moving a sprite changes one
    /// line of a diff.
    ///
    /// Objects of plain values and of objects of such, and arrays of plain values, take one line;
    /// lists of two or three numbers count as plain.
    package var recordLines: String { text(.records) }

    private func text(_ kind: Layout.Kind) -> String {
        var text = ""
        write(to: &text, Layout(kind: kind))
        return text
    }

    private func write(to text: inout String, _ outer: Layout) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += plain(value)
        case .digits(let digits): text += digits
        case .string(let value): text += quotedJSON(value)
        case .array(let values):
            writeList(values.count, "[", "]", to: &text, layout(within: outer)) {
                values[$0].write(to: &$1, $2)
            }
        case .object(let members):
            writeList(members.count, "{", "}", to: &text, layout(within: outer)) {
                index,
                text,
                layout in
                text += quotedJSON(members[index].0)
                text += layout.kind == .compact ? ":" : ": "
                members[index].1.write(to: &text, layout)
            }
        }
    }

    private func layout(within outer: Layout) -> Layout {
        let fits =
            switch (self, outer.kind) {
            case (.array(let values), .lines): fitsOneLine(values, outer.indentation)
            case (.array, .records): isShallow(levels: 1)
            case (.object, .records): isShallow(levels: 2)
            default: false
            }
        return fits ? Layout(kind: .oneLine) : outer
    }

    private func fitsOneLine(_ values: [JSONOutput], _ indentation: Int) -> Bool {
        var length = indentation
        for value in values {
            switch value {
            case .array, .object: return false
            default: length += value.compact.utf8.count + 2
            }
        }
        return length <= 100
    }

    /// Whether containers are nested at most `levels` deep, this value included.
    private func isShallow(levels: Int) -> Bool {
        switch self {
        case .object(let members):
            levels > 0 && members.allSatisfy { $0.1.isShallow(levels: levels - 1) }
        case .array(let values):
            levels > 0
                && values.allSatisfy { $0.isPoint || $0.isShallow(levels: levels - 1) }
        default: true
        }
    }

    /// Whether it is a list of two or three numbers, such as a point or a triangle.
    private var isPoint: Bool {
        guard case .array(let values) = self, (2...3).contains(values.count) else { return false }
        return values.allSatisfy {
            if case .number = $0 { true } else { false }
        }
    }

    private func writeList(
        _ count: Int,
        _ open: String,
        _ close: String,
        to text: inout String,
        _ layout: Layout,
        _ element: (Int, inout String, Layout) -> Void
    ) {
        var inner = layout
        inner.indentation += 2
        text += open
        for index in 0..<count {
            if index > 0 { text += layout.kind == .oneLine ? ", " : "," }
            if layout.hasLines { text += "\n" + String(repeating: " ", count: inner.indentation) }
            element(index, &text, inner)
        }
        if layout.hasLines, count > 0 {
            text += "\n" + String(repeating: " ", count: layout.indentation)
        }
        text += close
    }
}

/// The shortest form: `4`, not `4.0`.
package func plain(_ value: Double) -> String {
    if let whole = wholeNumber(value) { return String(whole) }
    return String(value)
}

/// The value as an integer; nil for fractions or beyond ±2^53.
package func wholeNumber(_ value: Double) -> Int? {
    // Int(exactly:) would call libm, which lower modules do not link.
    guard value.magnitude < 0x1p53 else { return nil }
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
}

package func quotedJSON(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{0}"..<"\u{20}": result += "\\u" + hexadecimal(scalar.value, digits: 4)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

extension JSONOutput {
    /// The text as Xcode writes it, ending in a line feed: sorted names, a space before each colon,
    /// and every value on a separate line.
    ///
    /// So saving a file in Xcode changes nothing else.
    package var xcodeText: String { xcodeText("") + "\n" }

    private func xcodeText(_ indentation: String) -> String {
        let inner = indentation + "  "
        func lines(_ open: String, _ values: [String], _ close: String) -> String {
            // Foundation writes an empty line in empty containers.
            let body = values.map { inner + $0 }.joined(separator: ",\n")
            return "\(open)\n\(body)\n\(indentation)\(close)"
        }
        switch self {
        case .array(let values):
            return lines("[", values.map { $0.xcodeText(inner) }, "]")
        case .object(let members):
            let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            let texts = sorted.map { "\(quotedJSON($0.0)) : \($0.1.xcodeText(inner))" }
            return lines("{", texts, "}")
        default: return compact
        }
    }
}
