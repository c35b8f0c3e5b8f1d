extension Check {
    package static let ofJSON: [Check] = [.jsonSyntax, .byteOrderMark, .duplicateMember]

    package static let jsonSyntax = Check("json-syntax", isFixed: true)
    package static let byteOrderMark = Check("byte-order-mark", isFixed: true)
    package static let duplicateMember = Check("duplicate-member", isFixed: true)
}

/// Parses strict JSON (RFC 8259), and reports deviations with their location.
///
/// Unambiguous mistakes (a trailing or missing comma, a comment, a byte order mark, a number such
/// as `+.5`) are reported and skipped, so that one run finds all problems. Parsing stops after any
/// other error.
package struct JSONParser {
    package static let maximumDepth = 64

    let text: SourceText
    private var found = DiagnosticList()
    var offset = 0
    /// Where the arrays and objects around `offset` begin.
    private(set) var open: [Int] = []

    /// Thrown after the problem was recorded.
    struct Stop: Error {}

    package init(_ text: SourceText) {
        self.text = text
    }

    package var diagnostics: [Diagnostic] { found.diagnostics }

    /// The whole text's value; nil if it cannot be determined.
    package mutating func parse() -> JSONNode? {
        do {
            if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                report(
                    0..<3,
                    "the file begins with a byte order mark",
                    help: "save it as UTF-8 without BOM",
                    as: .byteOrderMark
                )
                offset = 3
            }
            if let bad = firstInvalidUTF8() {
                report(
                    bad..<bad + 1,
                    "the file is not UTF-8, found byte \(hexadecimal(text.bytes[bad]))",
                    help: "save it as UTF-8"
                )
                return nil
            }
            try skipSpace()
            guard peek != nil else {
                throw fail(offset..<offset, "the file is empty, expected a value")
            }
            let node = try value()
            try skipSpace()
            if offset < text.bytes.count {
                throw fail(
                    offset..<offset + 1,
                    "found \(shown(at: offset)) after the end of the value",
                    help: help(at: offset) ?? "remove it: a file holds one value"
                )
            }
            return node
        } catch {
            return nil
        }
    }
}

// MARK: - Values

extension JSONParser {
    private mutating func value() throws(Stop) -> JSONNode {
        let start = offset
        guard let byte = peek else {
            throw fail(start..<start, "the file ends where a value is due")
        }
        let value: JSONValue
        switch byte {
        case UInt8(ascii: "{"): value = try object()
        case UInt8(ascii: "["): value = try array()
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            value = .number(try number())
        case UInt8(ascii: "'"):
            throw fail(
                start..<start + 1,
                "found ' where a value is due",
                help: "use double quotes"
            )
        default: value = try word()
        }
        return JSONNode(value: value, range: start..<offset)
    }

    private mutating func word() throws(Stop) -> JSONValue {
        let start = offset
        while let byte = peek, isWordByte(byte) { offset += 1 }
        let found = String(decoding: text.bytes[start..<offset], as: UTF8.self)
        switch found {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw fail(start..<start + 1, "found \(shown(at: start)) where a value is due")
        default:
            let help =
                switch found.lowercased() {
                case "yes": "use true"
                case "no": "use false"
                case "nan", "inf", "infinity": "write a number"
                default:
                    nearestMatch(to: found, in: ["true", "false", "null"])
                        .map { "did you mean \($0)?" } ?? "put text in quotes: \"\(found)\""
                }
            throw fail(start..<offset, "found \(found) where a value is due", help: help)
        }
    }

    private mutating func array() throws(Stop) -> JSONValue {
        try enter()
        defer { open.removeLast() }
        var nodes: [JSONNode] = []
        while try !closes(with: UInt8(ascii: "]"), isFirst: nodes.isEmpty, "array") {
            nodes.append(try value())
        }
        return .array(nodes)
    }

    private mutating func object() throws(Stop) -> JSONValue {
        try enter()
        defer { open.removeLast() }
        var members: [JSONMember] = []
        var seen: [String: Range<Int>] = [:]
        while try !closes(with: UInt8(ascii: "}"), isFirst: seen.isEmpty, "object") {
            let start = offset
            guard peek == UInt8(ascii: "\"") else {
                while let byte = peek, isWordByte(byte) { offset += 1 }
                let word = String(decoding: text.bytes[start..<offset], as: UTF8.self)
                throw fail(
                    start..<max(offset, start + 1),
                    "found \(word.isEmpty ? shown(at: start) : word) where a member name is due",
                    help: help(at: start)
                        ?? (text.bytes[start] == UInt8(ascii: "{")
                            ? "use [ and ] around a list of objects"
                            : "put member names in double quotes")
                )
            }
            let name = try string()
            let nameRange = start..<offset
            try skipSpace()
            guard peek == UInt8(ascii: ":") else {
                throw fail(
                    offset..<offset + 1,
                    "found \(shown(at: offset)) after the member name \"\(name)\", expected :",
                    help: help(at: offset) ?? "put : between a name and its value"
                )
            }
            offset += 1
            try skipSpace()
            let node = try value()
            if let first = seen[name] {
                report(
                    nameRange,
                    "the member \(quotedJSON(shortened(name, to: 80))) occurs twice in one object",
                    help: "remove one; only the first is read",
                    as: .duplicateMember,
                    related: first
                )
            } else {
                seen[name] = nameRange
                members.append(JSONMember(name: name, nameRange: nameRange, node: node))
            }
        }
        return .object(members)
    }

    private mutating func enter() throws(Stop) {
        open.append(offset)
        if open.count > Self.maximumDepth {
            throw fail(
                offset..<offset + 1,
                "values are nested too deep, expected at most \(Self.maximumDepth) levels"
            )
        }
        offset += 1
    }

    /// Reads up to the next element or past the closing bracket; true for the bracket.
    private mutating func closes(
        with close: UInt8,
        isFirst: Bool,
        _ noun: String
    ) throws(Stop) -> Bool {
        let previousEnd = offset
        try skipSpace()
        if peek == close {
            offset += 1
            return true
        }
        guard let byte = peek else {
            throw fail(offset..<offset, "the file ends inside an \(noun)")
        }
        if isFirst { return false }
        guard byte == UInt8(ascii: ",") else {
            let startsElement =
                byte == UInt8(ascii: "\"")
                || close == UInt8(ascii: "]") && byte == UInt8(ascii: "{")
            let isUnclosed =
                "]}".utf8.contains(byte)
                || close == UInt8(ascii: "]") && byte == UInt8(ascii: ":")
            guard startsElement else {
                throw fail(
                    offset..<offset + 1,
                    "found \(shown(at: offset)), expected , or \(Character(Unicode.Scalar(close)))",
                    help: help(at: offset)
                        ?? (isUnclosed ? closing : "put a comma between values")
                )
            }
            report(previousEnd..<previousEnd + 1, "a comma is missing after this value")
            return false
        }
        let comma = offset
        offset += 1
        try skipSpace()
        if peek == close {
            report(
                comma..<comma + 1,
                "found a comma after the last value of an \(noun)",
                help: "remove it"
            )
            offset += 1
            return true
        }
        return false
    }

    // MARK: - Reporting

    mutating func report(
        _ range: Range<Int>,
        _ message: String,
        help: String? = nil,
        as check: Check = .jsonSyntax,
        related: Range<Int>? = nil
    ) {
        found.append(check) {
            Diagnostic(
                check,
                at: text.location(of: range),
                message: message,
                help: help,
                related: related.map { [text.location(of: $0)] } ?? []
            )
        }
    }

    mutating func fail(_ range: Range<Int>, _ message: String, help: String? = nil) -> Stop {
        report(range, message, help: help ?? self.help(at: range.lowerBound))
        return Stop()
    }

    /// How to correct what JSON has nowhere; nil for other text.
    private func help(at offset: Int) -> String? {
        if mergeMark(at: offset) != nil {
            return "unresolved merge conflict: keep one version, and remove the marks"
        }
        return switch character(at: offset) {
        case nil: closing
        case "#": "JSON has no comments: remove it"
        case "“", "”", "„", "‘", "’": "curly quotes: use straight \""
        case ",":
            text.bytes[..<offset].last { $0 > 0x20 } == UInt8(ascii: ":")
                ? "write the missing value" : "remove one comma"
        case ";": "use a comma"
        case "=": "use :"
        case let found? where found.isInvisible: "remove it, or use a space"
        default: nil
        }
    }

    /// How to close the innermost open array or object.
    private var closing: String? {
        guard let start = open.last, let place = text.location(of: start..<start).position
        else { return nil }
        let (bracket, end) = text.bytes[start] == UInt8(ascii: "[") ? ("[", "]") : ("{", "}")
        return "put \(end) to close the \(bracket) at line \(place.line), column \(place.column)"
    }

    mutating func number() throws(Stop) -> Double {
        let start = offset
        while let byte = peek, isWordByte(byte) || "+.".utf8.contains(byte) { offset += 1 }
        let bytes = text.bytes[start..<offset]
        let found = String(decoding: bytes, as: UTF8.self)
        if !isStrictNumber(bytes) {
            let meant = found.hasPrefix("+") ? String(found.dropFirst()) : found
            let completed = meant.hasPrefix(".") ? "0" + meant : meant
            guard let value = Double(completed.hasSuffix(".") ? completed + "0" : completed),
                value.isFinite
            else {
                throw fail(start..<offset, "found \(found), expected a number")
            }
            report(
                start..<offset,
                "found \(found), expected a number as JSON writes it",
                help: "write \(plain(value))"
            )
            return value
        }
        guard let value = Double(found), value.isFinite else {
            report(
                start..<offset,
                "the number \(found.count > 40 ? found.prefix(40) + "…" : found[...]) is too large to be held"
            )
            return 0
        }
        return value
    }

    /// Whether the bytes follow RFC 8259's grammar of numbers.
    func isStrictNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func take(_ wanted: String) -> Bool {
            guard let first = rest.first, wanted.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func takeDigits() -> Bool {
            let before = rest.count
            while take("0123456789") {}
            return rest.count < before
        }
        _ = take("-")
        guard take("0") || takeDigits() else { return false }
        if take("."), !takeDigits() { return false }
        if take("eE") {
            _ = take("+-")
            if !takeDigits() { return false }
        }
        return rest.isEmpty
    }

    mutating func string() throws(Stop) -> String {
        let start = offset
        offset += 1
        var runStart = offset
        var result = ""
        while true {
            guard let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
                throw fail(start..<offset, "a string has no closing quote on its line")
            }
            switch byte {
            case UInt8(ascii: "\""):
                let run = String(decoding: text.bytes[runStart..<offset], as: UTF8.self)
                offset += 1
                return result.isEmpty ? run : result + run
            case UInt8(ascii: "\\"):
                result += String(decoding: text.bytes[runStart..<offset], as: UTF8.self)
                result.unicodeScalars.append(escape())
                runStart = offset
            case 0..<0x20:
                report(
                    offset..<offset + 1,
                    "found the control character \(hexadecimal(byte)) in a string",
                    help: byte == 9 ? "write \\t" : "write \\u00\(hexadecimal(byte).dropFirst(2))"
                )
                offset += 1
            default: offset += 1
            }
        }
    }

    mutating func escape() -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let letter = peek else { return "\u{FFFD}" }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicodeEscape(from: start)
        default:
            offset -= 1
            report(
                start..<start + 2,
                "found the escape \\\(Character(Unicode.Scalar(letter))), expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u",
                help: "write \\\\ for a backslash"
            )
            return "\\"
        }
    }

    mutating func unicodeEscape(from start: Int) -> Unicode.Scalar {
        guard let unit = hexadecimalUnit() else {
            report(start..<start + 2, "found \\u without four hexadecimal digits")
            return "\u{FFFD}"
        }
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        // A surrogate: the first half must be followed by the second.
        if unit < 0xDC00, peek == UInt8(ascii: "\\"), offset + 1 < text.bytes.count,
            text.bytes[offset + 1] == UInt8(ascii: "u")
        {
            let before = offset
            offset += 2
            if let low = hexadecimalUnit(), (0xDC00...0xDFFF).contains(low) {
                let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                return Unicode.Scalar(code) ?? "\u{FFFD}"
            }
            offset = before
        }
        report(
            start..<start + 6,
            "found half of a surrogate pair",
            help: "write the character itself, or both halves"
        )
        return "\u{FFFD}"
    }

    mutating func hexadecimalUnit() -> UInt16? {
        guard offset + 4 <= text.bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in text.bytes[offset..<offset + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 4
        return unit
    }

    var peek: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

    /// Skips white space, and comments, which are reported.
    mutating func skipSpace() throws(Stop) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    mutating func skipComment() throws(Stop) {
        let start = offset
        let bytes = text.bytes
        let next = start + 1 < bytes.count ? bytes[start + 1] : 0
        switch next {
        case UInt8(ascii: "/"):
            while let byte = peek, !isLineEnd(byte) { offset += 1 }
        case UInt8(ascii: "*"):
            offset += 2
            while offset + 1 < bytes.count,
                !(bytes[offset] == UInt8(ascii: "*") && bytes[offset + 1] == UInt8(ascii: "/"))
            {
                offset += 1
            }
            guard offset + 1 < bytes.count else {
                throw fail(start..<start + 2, "a comment has no end")
            }
            offset += 2
        default: throw fail(start..<start + 1, "found / where a value is due")
        }
        report(start..<start + 2, "found a comment; JSON has none", help: "remove it")
    }

    func firstInvalidUTF8() -> Int? {
        guard String(validating: text.bytes, as: UTF8.self) == nil else { return nil }
        var (parser, bytes, place) = (UTF8.ForwardParser(), text.bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &bytes) { place += scalar.count }
        return place
    }

    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// The character at `offset` for a message.
    func shown(at offset: Int) -> String {
        guard let found = character(at: offset) else { return "the end of the file" }
        if let mark = mergeMark(at: offset) { return mark }
        guard found.isInvisible else { return String(found) }
        return found.unicodeScalars.map(\.named).joined(separator: ", ")
    }

    func character(at offset: Int) -> Character? {
        String(
            decoding: text.bytes[min(offset, text.bytes.count)...].prefix(32),
            as: UTF8.self
        ).first
    }

    /// The mark with which Git separates versions; nil for other text.
    func mergeMark(at offset: Int) -> String? {
        ["<<<<<<<", "=======", ">>>>>>>"].first {
            text.bytes[min(offset, text.bytes.count)...].starts(with: $0.utf8)
        }
    }
}

extension Character {
    /// A space that JSON does not allow, or a character without a width.
    var isInvisible: Bool {
        isWhitespace
            || unicodeScalars.allSatisfy {
                [.control, .format].contains($0.properties.generalCategory)
            }
    }
}

extension Unicode.Scalar {
    /// Such as `a no-break space (U+00A0)`.
    fileprivate var named: String {
        let code = "U+" + hexadecimal(value, digits: 4, uppercase: true)
        guard let name = properties.name?.lowercased() else { return "the character \(code)" }
        return ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + "\(name) (\(code))"
    }
}

package func hexadecimal(_ byte: UInt8) -> String {
    "0x" + hexadecimal(byte, digits: 2, uppercase: true)
}
