/// A value of a JSON text, with its source range.
package struct JSONNode: Sendable {
    package var value: JSONValue
    /// In bytes.
    package var range: Range<Int>

    package init(value: JSONValue, range: Range<Int>) {
        self.value = value
        self.range = range
    }
}

package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the order of the text; only the first of duplicate members.
    case object([JSONMember])
}

package struct JSONMember: Sendable {
    package var name: String
    /// Including quotes.
    package var nameRange: Range<Int>
    package var node: JSONNode
}

extension JSONNode {
    /// Nil for a missing member, or if this is not an object.
    package func member(_ name: String) -> JSONNode? { entry(name)?.node }

    /// The same with its name.
    package func entry(_ name: String) -> JSONMember? { members.first { $0.name == name } }

    /// Of an object; empty for other values.
    package var members: [JSONMember] { if case .object(let own) = value { own } else { [] } }
    package var isObject: Bool { if case .object = value { true } else { false } }
    /// Of a list; empty for other values.
    package var elements: [JSONNode] { if case .array(let own) = value { own } else { [] } }
    package var text: String? { if case .string(let text) = value { text } else { nil } }
    package var number: Double? { if case .number(let number) = value { number } else { nil } }

    package func elements(_ name: String) -> [JSONNode] { member(name)?.elements ?? [] }
    package func text(_ name: String) -> String? { member(name)?.text }
    package func number(_ name: String) -> Double? { member(name)?.number }

    /// The type in words, for messages.
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
