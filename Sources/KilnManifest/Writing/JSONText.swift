#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// JSON as `JSONEncoder` prints it: sorted members, indented, without escaping slashes.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    /// Nothing stands in the innermost object or array yet.
    private var isFirst = true

    /// - Parameter capacity: the bytes for which room is made at once.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes a value into an array or object whose frame was written as raw text.
    mutating func at(depth: Int, _ value: (inout JSONText) throws -> Void) rethrows {
        let outer = self.depth
        self.depth = depth
        defer { self.depth = outer }
        try value(&self)
    }

    private mutating func breakLine() {
        let indent = 1 + 2 * depth
        guard indent <= Self.lineBreak.utf8CodeUnitCount else {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent - 1))
            return
        }
        Self.lineBreak.withUTF8Buffer { line in
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<indent]))
        }
    }

    /// And as much indentation as most lines have at most.
    private static let lineBreak: StaticString = "\n                                "

    /// What comes next is a value of its own in the innermost array.
    mutating func next() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func nested(
        _ start: UInt8,
        _ end: UInt8,
        _ body: (inout JSONText) throws -> Void
    ) rethrows {
        bytes.append(start)
        let wasFirst = isFirst
        (isFirst, depth) = (true, depth + 1)
        try body(&self)
        depth -= 1
        if isFirst { bytes.append(UInt8(ascii: "\n")) }
        isFirst = wasFirst
        breakLine()
        bytes.append(end)
    }

    /// - Parameter body: writes members, sorted by the bytes of their names.
    mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
        try nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func array<Value>(
        _ values: some Sequence<Value>,
        _ body: (inout JSONText, Value) throws -> Void
    ) rethrows {
        try nested(UInt8(ascii: "["), UInt8(ascii: "]")) { text in
            for value in values {
                text.next()
                try body(&text, value)
            }
        }
    }

    mutating func members<Value>(
        _ values: [String: Value],
        _ body: (inout JSONText, Value) throws -> Void
    ) rethrows {
        // Swift's own order takes a fifth of the time, and is that of the bytes in ASCII.
        let isPlain = values.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        let names =
            isPlain
            ? values.keys.sorted()
            : values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try object { text in
            for name in names {
                guard let value = values[name] else { continue }
                text.next()
                try text.write(name)
                text.raw(" : ")
                try body(&text, value)
            }
        }
    }

    mutating func name(_ name: StaticString) {
        next()
        raw("\"")
        raw(name)
        raw("\" : ")
    }

    mutating func write(_ number: some FixedWidthInteger) {
        bytes.append(contentsOf: number.description.utf8)
    }

    mutating func write(_ flag: Bool) { raw(flag ? "true" : "false") }

    /// - Throws: `EncodingError` for what is no number.
    mutating func write(_ number: Double) throws {
        guard number.isFinite else { return try writeRarely(number) }
        let digits = number.description.utf8
        let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
        bytes.append(contentsOf: digits.dropLast(isWhole ? 2 : 0))
    }

    mutating func write(_ text: String) throws {
        let before = bytes.count
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        let isPlain = bytes[(before + 1)...].allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else {
            bytes.removeSubrange(before...)
            return try writeRarely(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// What `JSONEncoder` makes of a value on one line.
    private mutating func writeRarely(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        bytes.append(contentsOf: try encoder.encode(value))
    }
}
