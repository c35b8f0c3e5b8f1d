/// Writes values in sequence; little-endian, lengths before contents.
package struct ByteWriter {
    package internal(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = [], capacity: Int = 0) {
        self.bytes = bytes
        if capacity > 0 { self.bytes.reserveCapacity(capacity) }
    }

    package mutating func put(_ number: UInt64) {
        unsafe withUnsafeBytes(of: number.littleEndian) {
            unsafe bytes.append(contentsOf: $0)
        }
    }

    package mutating func put(_ content: [UInt8]) {
        put(content.count)
        bytes.append(contentsOf: content)
    }

    /// Appends a digest of everything, for `ByteReader(sealed:)`.
    package mutating func seal() { put(Digest(of: bytes)) }

    package mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    package mutating func put<Value>(_ values: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        put(values.count)
        for value in values { body(&self, value) }
    }
}

/// Reads what a `ByteWriter` wrote; other bytes throw `Damage`, and never trap.
///
/// A correct digest does not validate the values, because anyone can compute one. So numbers used
/// in arithmetic or as indexes are read with a range.
package struct ByteReader {
    package struct Damage: Error {
        package init() {}
    }

    private let bytes: [UInt8]
    private var position: Int
    private var end: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
        end = bytes.count
    }

    /// Reads sealed bytes, checking and excluding the final digest.
    package init(sealed bytes: [UInt8]) throws(Damage) {
        self.bytes = bytes
        position = max(0, bytes.count - 32)
        end = bytes.count
        let seal = try digest()
        let content = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Digest(of: UnsafeRawBufferPointer(rebasing: buffer.dropLast(32)))
        }
        guard seal == content else { throw Damage() }
        position = 0
        end = bytes.count - 32
    }

    private mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
        guard count >= 0, count <= end - position else { throw Damage() }
        defer { position += count }
        return position..<position + count
    }

    package mutating func word() throws(Damage) -> UInt64 {
        let place = try take(8).lowerBound
        return unsafe bytes.withUnsafeBytes {
            unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
    }

    package mutating func int() throws(Damage) -> Int { Int(truncatingIfNeeded: try word()) }

    package mutating func int(in range: ClosedRange<Int>) throws(Damage) -> Int {
        let number = try int()
        guard range.contains(number) else { throw Damage() }
        return number
    }

    /// A count of items of at least one byte each.
    package mutating func count() throws(Damage) -> Int {
        let number = try int()
        guard number >= 0, number <= end - position else { throw Damage() }
        return number
    }

    package mutating func double(in range: ClosedRange<Double>) throws(Damage) -> Double {
        let number = Double(bitPattern: try word())
        guard range.contains(number) else { throw Damage() }
        return number
    }

    package mutating func flag() throws(Damage) -> Bool { bytes[try take(1).lowerBound] != 0 }

    package mutating func string() throws(Damage) -> String {
        String(decoding: bytes[try take(try int())], as: UTF8.self)
    }

    package mutating func content() throws(Damage) -> [UInt8] { Array(bytes[try take(try int())]) }

    package mutating func digest() throws(Damage) -> Digest {
        let range = try take(32)
        return unsafe bytes.withUnsafeBytes {
            unsafe Digest(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
        }
    }

    package mutating func optional<Value>(
        _ body: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> Value? {
        try flag() ? try body(&self) : nil
    }

    package mutating func array<Value>(
        _ body: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> [Value] {
        let count = try count()
        var values: [Value] = []
        // A wrong count must not allocate much more than the bytes that exist.
        values.reserveCapacity(min(count, 1 << 16))
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// Pairs of keys and values; the last one of a key counts.
    package mutating func dictionary<Key: Hashable, Value>(
        _ body: (inout ByteReader) throws(Damage) -> (Key, Value)
    ) throws(Damage) -> [Key: Value] {
        Dictionary(try array(body)) { $1 }
    }

    /// Throws unless at the end.
    package func finish() throws(Damage) {
        guard position == end else { throw Damage() }
    }
}
