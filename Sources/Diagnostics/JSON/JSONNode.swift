/// One value of a JSON text, with the bytes it stands on.
package struct JSONNode: Sendable {
    package var value: JSONValue
    /// Offsets into the text, in bytes.
    package var range: Range<Int>

    package init(value: JSONValue, range: Range<Int>) {
        self.value = value
        self.range = range
    }
}

/// What a JSON value may be.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the order of the text; of members with one name only the first is kept.
    case object([JSONMember])
}

/// One member of a JSON object.
package struct JSONMember: Sendable {
    package var name: String
    /// The bytes of the name with its quotes.
    package var nameRange: Range<Int>
    package var node: JSONNode
}

extension JSONNode {
    /// The member of an object; nil when this is no object or has no such member.
    package func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// The kind of value in words, for messages.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
