#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// JSON as `JSONEncoder` prints it with sorted members, indented, and without escaping slashes.
///
/// `JSONEncoder` takes several times as long for the same bytes.
package struct JSONText {
    private var bytes: [UInt8] = []
    private var depth = 0
    /// The innermost object or array is still empty.
    private var isFirst = true
    /// Why some value cannot be written.
    private var error: (any Error)?

    /// The text with a line feed at its end.
    ///
    /// - Throws: `EncodingError` for a number that is infinite or NaN.
    consuming func finish() throws -> [UInt8] {
        if let error { throw error }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    // MARK: Objects and arrays

    /// - Parameter body: writes members, sorted by the bytes of their names.
    mutating func object(_ body: (inout JSONText) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func write(array values: [some FieldValue]) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]")) { text in
            for value in values {
                text.next()
                value.write(to: &text)
            }
        }
    }

    mutating func write<Value: FieldValue>(map values: [String: Value]) {
        object { text in
            for name in Self.ordered(Array(values.keys)) {
                guard let value = values[name] else { continue }
                text.next()
                text.write(string: name)
                text.raw(" : ")
                value.write(to: &text)
            }
        }
    }

    /// Sorted by their bytes.
    @inline(never)
    private static func ordered(_ names: [String]) -> [String] {
        // Swift's own order takes a fifth of the time, and is that of the bytes in ASCII.
        let isPlain = names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        return isPlain
            ? names.sorted() : names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private mutating func nested(
        _ start: UInt8,
        _ end: UInt8,
        _ body: (inout JSONText) -> Void
    ) {
        let wasFirst = isFirst
        open(start)
        body(&self)
        close(end, wasFirst: wasFirst)
    }

    @inline(never)
    private mutating func open(_ start: UInt8) {
        bytes.append(start)
        (isFirst, depth) = (true, depth + 1)
    }

    @inline(never)
    private mutating func close(_ end: UInt8, wasFirst: Bool) {
        depth -= 1
        if isFirst { bytes.append(UInt8(ascii: "\n")) }
        isFirst = wasFirst
        breakLine()
        bytes.append(end)
    }

    /// Begins the next member or element.
    private mutating func next() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
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

    // MARK: Single values

    mutating func write(integer: some FixedWidthInteger) {
        bytes.append(contentsOf: integer.description.utf8)
    }

    mutating func write(number: Double) {
        guard number.isFinite else { return writeRarely(number) }
        let digits = number.description.utf8
        let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
        bytes.append(contentsOf: digits.dropLast(isWhole ? 2 : 0))
    }

    mutating func write(string: String) {
        let before = bytes.count
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: string.utf8)
        let isPlain = bytes[(before + 1)...].allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else {
            bytes.removeSubrange(before...)
            return writeRarely(string)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes what `JSONEncoder` makes of a value on one line.
    private mutating func writeRarely(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        do {
            bytes.append(contentsOf: try encoder.encode(value))
        } catch {
            self.error = error
        }
    }
}

extension JSONText: FieldVisitor {
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: StaticString,
        _ value: inout Value
    ) {
        begin(name)
        value.write(to: &self)
    }

    /// Writes the name of the next member, and the colon.
    @inline(never)
    private mutating func begin(_ name: StaticString) {
        next()
        raw("\"")
        raw(name)
        raw("\" : ")
    }

    package mutating func callAsFunction<Value: FieldValue>(
        _ name: StaticString,
        _ value: inout Value?
    ) {
        if var value { self(name, &value) }
    }
}
