/// A value that has one form in bytes.
package protocol ByteCoded: SendableMetatype {
    typealias Damage = ByteReader.Damage

    func put(to out: inout ByteWriter)

    /// Reads what `put` wrote; other bytes throw `Damage`, and never trap.
    init(from reader: inout ByteReader) throws(Damage)
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

extension ByteWriter {
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

extension Digest {
    /// Of the bytes of values, one after the other.
    package init<each Value: ByteCoded>(ofValues values: repeat each Value) {
        var out = ByteWriter()
        repeat (each values).put(to: &out)
        self.init(of: out.bytes)
    }
}

extension ByteReader {
    /// Not after `try?`, where an optional value would be read.
    package mutating func value<Value: ByteCoded>() throws(Damage) -> Value {
        try Value(from: &self)
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

extension Array: ByteCoded where Element: ByteCoded {
    package func put(to out: inout ByteWriter) { out.put(self) { $0.put($1) } }

    package init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.array { (reader) throws(Damage) in try reader.value() }
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
