internal import Digests

/// Writes values one after the other; little-endian, lengths before contents.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }

    mutating func put(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ content: [UInt8]) {
        put(content.count)
        bytes.append(contentsOf: content)
    }

    mutating func put(_ digest: Digest) {
        for index in 0..<32 { bytes.append(digest.bytes[index]) }
    }

    mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    mutating func put<Value>(_ values: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        put(values.count)
        for value in values { body(&self, value) }
    }
}

/// Reads what a `ByteWriter` wrote; bytes that it did not write end in `Damage`, never in a trap.
struct ByteReader {
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
        end = bytes.count
    }

    private mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
        guard count >= 0, count <= end - position else { throw Damage() }
        defer { position += count }
        return position..<position + count
    }

    mutating func word() throws(Damage) -> UInt64 {
        var number: UInt64 = 0
        for index in try take(8).reversed() { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    mutating func int() throws(Damage) -> Int { Int(truncatingIfNeeded: try word()) }

    mutating func double() throws(Damage) -> Double { Double(bitPattern: try word()) }

    mutating func flag() throws(Damage) -> Bool { bytes[try take(1).lowerBound] != 0 }

    mutating func string() throws(Damage) -> String {
        String(decoding: bytes[try take(try int())], as: UTF8.self)
    }

    mutating func content() throws(Damage) -> [UInt8] { Array(bytes[try take(try int())]) }

    mutating func digest() throws(Damage) -> Digest {
        var digest = Digest.InlineBytes()
        let start = try take(32).lowerBound
        for index in 0..<32 { digest[index] = bytes[start + index] }
        return Digest(bytes: digest)
    }

    mutating func optional<Value>(
        _ body: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func array<Value>(
        _ body: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> [Value] {
        let count = try int()
        // Every value takes a byte at least; a wrong count must not allocate.
        guard count >= 0, count <= end - position else { throw Damage() }
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// What follows must be nothing.
    func finish() throws(Damage) {
        guard position == end else { throw Damage() }
    }
}
