package import Diagnostics

/// How one kind of authored value is read, and what the JSON Schema says about it.
///
/// One table of shapes is the source of both, so that they cannot drift.
struct Shape<Value: Sendable>: Sendable {
    let schema: Schema
    /// Returns nil after it reported why.
    ///
    /// `name` is the member's name, for messages.
    let read: @Sendable (_ node: JSONNode, _ name: String, inout CatalogReader) -> Value?
}

extension Shape {
    /// The same JSON, turned into another value; `convert` says nil after it reported why.
    func then<Other: Sendable>(
        schema: Schema? = nil,
        _ convert: @escaping @Sendable (Value, JSONNode, String, inout CatalogReader) -> Other?
    ) -> Shape<Other> {
        Shape<Other>(schema: schema ?? self.schema) { node, name, reader in
            guard let value = read(node, name, &reader) else { return nil }
            return convert(value, node, name, &reader)
        }
    }

    /// This shape, or else another one where this one's kind of JSON value is not met.
    func or(
        _ other: Shape<Value>,
        when isOther: @escaping @Sendable (JSONNode) -> Bool
    ) -> Shape<Value> {
        Shape(schema: .either([schema, other.schema])) { node, name, reader in
            isOther(node) ? other.read(node, name, &reader) : read(node, name, &reader)
        }
    }
}

/// An array, its faulty elements left out; nil when too few are left.
func list<Element>(
    of element: Shape<Element>,
    atLeast minimum: Int = 0,
    atMost maximum: Int? = nil
) -> Shape<[Element]> {
    let schema = Schema.list(element.schema, minimum: minimum, maximum: maximum)
    return Shape(schema: schema) { node, name, reader in
        guard case .array(let nodes) = node.value else {
            reader.reportWrongType(node, name, expected: "an array")
            return nil
        }
        if nodes.count < minimum || nodes.count > maximum ?? .max {
            let due =
                maximum == minimum
                ? "\(minimum)" : maximum.map { "\(minimum) to \($0)" } ?? "at least \(minimum)"
            reader.report(
                .valueOutOfRange,
                at: node.range,
                "\"\(name)\" has \(nodes.count) values, expected \(due)"
            )
            return nil
        }
        let values = nodes.compactMap { element.read($0, name, &reader) }
        // Where the number is fixed, one without its neighbors means nothing; and what is left of
        // a list is a list only while it is as long as promised.
        if minimum == maximum, values.count != nodes.count { return nil }
        return values.count < minimum ? nil : values
    }
}

/// An object with free names, in the order of the text.
func map<Element>(
    _ names: Shape<String> = .string,
    to element: Shape<Element>
) -> Shape<[Named<Element>]> {
    Shape(schema: .map(names: names.schema, element.schema)) { node, member, reader in
        guard case .object(let members) = node.value else {
            reader.reportWrongType(node, member, expected: "an object")
            return nil
        }
        return members.compactMap { entry in
            let nameNode = JSONNode(value: .string(entry.name), range: entry.nameRange)
            guard let key = names.read(nameNode, member, &reader),
                let value = element.read(entry.node, entry.name, &reader)
            else { return nil }
            return Named(
                name: key,
                value: value,
                place: reader.place(of: entry.node, nameRange: entry.nameRange)
            )
        }
    }
}

/// A value, its name and where it stands.
struct Named<Value: Sendable>: Sendable {
    var name: String
    var value: Value
    var place: CatalogPlace
}

extension CatalogReader {
    mutating func reportWrongType(_ node: JSONNode, _ name: String, expected: String) {
        report(
            .wrongType,
            at: node.range,
            "\"\(name)\" has the wrong type, found \(node.kind), expected \(expected)"
        )
    }
}

extension Check {
    package static let wrongType = Check(
        "wrong-type",
        "a value is of the wrong type",
        isFixed: true
    )
    package static let valueOutOfRange = Check(
        "value-out-of-range",
        "a number or a list is out of range",
        isFixed: true
    )
}
