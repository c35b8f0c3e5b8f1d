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

    package mutating func put(_ value: some ByteCoded) { value.put(to: &self) }

    /// Writes several values, one after the other.
    package mutating func put<First: ByteCoded, each Other: ByteCoded>(
        _ first: First,
        _ others: repeat each Other
    ) {
        first.put(to: &self)
        repeat (each others).put(to: &self)
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

    fileprivate mutating func byte() throws(Damage) -> UInt8 { bytes[try take(1).lowerBound] }

    package mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

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

    /// Not after `try?`, where an optional value would be read.
    package mutating func value<Value: ByteCoded>() throws(Damage) -> Value {
        try Value(from: &self)
    }
}

/// A value that has one form in bytes.
package protocol ByteCoded: SendableMetatype {
    typealias Damage = ByteReader.Damage

    func put(to out: inout ByteWriter)

    /// Reads what `put` wrote; other bytes throw `Damage`, and never trap.
    init(from reader: inout ByteReader) throws(Damage)
}

extension ByteCoded {
    package var coded: [UInt8] {
        var out = ByteWriter()
        put(to: &out)
        return out.bytes
    }

    /// Nil unless the bytes are those of one value.
    package init?(coded bytes: [UInt8]) {
        self.init(ByteReader(bytes), after: [])
    }

    /// With words that identify its form, and a digest of everything.
    package func sealed(after words: String...) -> [UInt8] {
        var out = ByteWriter()
        for word in words { out.put(word) }
        put(to: &out)
        out.seal()
        return out.bytes
    }

    /// Nil for damaged bytes, and after other words.
    package init?(sealed bytes: [UInt8], after words: String...) {
        self.init(try? ByteReader(sealed: bytes), after: words)
    }

    private init?(_ reader: ByteReader?, after words: [String]) {
        guard var reader else { return nil }
        do throws(Damage) {
            for word in words where try reader.string() != word { return nil }
            self = try reader.value()
            try reader.finish()
        } catch {
            return nil
        }
    }
}

/// A value whose form is that of its fields, one after the other.
package protocol FieldCoded: ByteCoded {
    static var fields: ByteFields<Self> { get }
}

extension FieldCoded {
    package func put(to out: inout ByteWriter) { Self.fields.write(self, &out) }

    package init(from reader: inout ByteReader) throws(Damage) {
        self = try Self.fields.read(&reader)
    }
}

/// The one list of a type's fields, from which writing and reading follow.
package struct ByteFields<Whole>: Sendable {
    fileprivate let write: @Sendable (Whole, inout ByteWriter) -> Void
    fileprivate let read: @Sendable (inout ByteReader) throws(ByteReader.Damage) -> Whole

    /// `make` gets the fields in their order, and returns nil for values that do not fit together.
    package init<each Field: ByteCoded>(
        _ fields: @escaping @Sendable (Whole) -> (repeat each Field),
        _ make: @escaping @Sendable (repeat each Field) -> Whole?
    ) {
        write = { whole, out in
            let values = fields(whole)
            repeat (each values).put(to: &out)
        }
        read = { (reader) throws(ByteReader.Damage) in
            guard let whole = make(repeat try (each Field)(from: &reader)) else {
                throw ByteReader.Damage()
            }
            return whole
        }
    }
}

extension Digest {
    /// Of the bytes of values, one after the other.
    package init<each Value: ByteCoded>(ofValues values: repeat each Value) {
        var out = ByteWriter()
        repeat (each values).put(to: &out)
        self.init(of: out.bytes)
    }
}

extension Int: ByteCoded {
    package func put(to out: inout ByteWriter) { out.put(UInt64(bitPattern: Int64(self))) }

    /// An amount, so small that a sum of as many as a file holds does not overflow.
    package init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.int(in: 0...1 << 40)
    }
}

extension UInt64: ByteCoded {
    package func put(to out: inout ByteWriter) { out.put(self) }
    package init(from reader: inout ByteReader) throws(Damage) { self = try reader.word() }
}

extension Double: ByteCoded {
    package func put(to out: inout ByteWriter) { out.put(bitPattern) }
    package init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.double(in: -1e6...1e6)
    }
}

extension Bool: ByteCoded {
    package func put(to out: inout ByteWriter) { out.bytes.append(self ? 1 : 0) }
    package init(from reader: inout ByteReader) throws(Damage) { self = try reader.flag() }
}

extension String: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(utf8.count)
        out.bytes.append(contentsOf: utf8)
    }

    package init(from reader: inout ByteReader) throws(Damage) { self = try reader.string() }
}

extension Digest: ByteCoded {
    package func put(to out: inout ByteWriter) {
        unsafe withUnsafeBytes { unsafe out.bytes.append(contentsOf: $0) }
    }

    package init(from reader: inout ByteReader) throws(Damage) { self = try reader.digest() }
}

extension Optional: ByteCoded where Wrapped: ByteCoded {
    package func put(to out: inout ByteWriter) { out.put(self) { $0.put($1) } }

    package init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.optional { (reader) throws(Damage) in try reader.value() }
    }
}

extension UInt8: ByteCoded {
    package func put(to out: inout ByteWriter) { out.bytes.append(self) }
    package init(from reader: inout ByteReader) throws(Damage) { self = try reader.byte() }
}

extension Array: ByteCoded where Element: ByteCoded {
    package func put(to out: inout ByteWriter) {
        // Bytes are copied at once.
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { return out.put(bytes) }
        out.put(self) { $0.put($1) }
    }

    package init(from reader: inout ByteReader) throws(Damage) {
        if Element.self == UInt8.self, let bytes = try reader.content() as? [Element] {
            self = bytes
        } else {
            self = try reader.array { (reader) throws(Damage) in try reader.value() }
        }
    }
}

/// In the order of the keys.
extension Dictionary: ByteCoded where Key: ByteCoded & Comparable, Value: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
    }

    package init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.dictionary { (reader) throws(Damage) in
            (try reader.value(), try reader.value())
        }
    }
}
