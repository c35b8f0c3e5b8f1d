/// An object of the manifest, whose members one table lists.
///
/// Reading, writing, the JSON Schema and the TypeScript declarations all follow from `fields(_:)`:
/// each of them is a `FieldVisitor`.
package protocol ManifestObject: FieldValue {
    /// An object without content, which a reader fills.
    init()

    /// Visits each member, sorted by the bytes of their names; 64 members at most.
    mutating func fields(_ field: inout some FieldVisitor & ~Copyable)
}

/// Something that is done with each member of an object.
///
/// A visitor is called like a function, so that a table of members reads as one.
package protocol FieldVisitor: ~Copyable {
    /// Visits a member that every such object has.
    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value)

    /// Visits a member that is absent where the value is nil.
    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value?)
}

package protocol FieldValue: Hashable, Sendable {
    init(reading json: inout JSONScanner) throws(JSONFault)

    func write(to text: inout JSONText)

    static var kind: FieldKind { get }
}

/// Which JSON a value is.
package indirect enum FieldKind {
    case anything
    case boolean
    case integer
    case number
    case string
    case choice([String])
    case either(FieldKind, FieldKind)
    case list(FieldKind)
    /// An object with free names.
    case map(FieldKind)
    case object(any ManifestObject.Type)
}

extension ManifestObject {
    package init(reading json: inout JSONScanner) throws(JSONFault) {
        self.init()
        try json.object(&self)
    }

    package func write(to text: inout JSONText) {
        var object = self
        text.object { object.fields(&$0) }
    }

    package static var kind: FieldKind { .object(Self.self) }

    /// The object as JSON: sorted members, indented, ending in a newline; the same bytes always.
    ///
    /// - Throws: `EncodingError` for a number that is infinite or NaN.
    package func jsonBytes() throws -> [UInt8] {
        var text = JSONText()
        write(to: &text)
        return try text.finish()
    }
}
