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
                let end = max(offset, start + 1)
                throw fail(
                    start..<end,
                    "found \(start == offset ? shown(at: start) : quoted(start..<offset)) where a member name is due",
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
}

// MARK: - Reporting

extension JSONParser {
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
}
