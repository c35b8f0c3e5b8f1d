package import Diagnostics

/// How one kind of value is read, and its JSON Schema.
///
/// One source for both, so that they cannot diverge.
struct Shape<Value: Sendable>: Sendable {
    let schema: Schema
    /// Returns nil after reporting a problem.
    ///
    /// `name` is the member's name, for messages.
    let read: @Sendable (_ node: JSONNode, _ name: String, inout CatalogReader) -> Value?
}

extension Shape {
    /// Converts the value; `convert` returns nil after reporting a problem.
    func then<Other: Sendable>(
        schema: Schema? = nil,
        _ convert: @escaping @Sendable (Value, JSONNode, String, inout CatalogReader) -> Other?
    ) -> Shape<Other> {
        Shape<Other>(schema: schema ?? self.schema) { node, name, reader in
            guard let value = read(node, name, &reader) else { return nil }
            return convert(value, node, name, &reader)
        }
    }

    /// This shape, or another one for other kinds of JSON values.
    func or(
        _ other: Shape<Value>,
        when isOther: @escaping @Sendable (JSONNode) -> Bool
    ) -> Shape<Value> {
        Shape(schema: .either([schema, other.schema])) { node, name, reader in
            isOther(node) ? other.read(node, name, &reader) : read(node, name, &reader)
        }
    }

    /// The same list, each value once.
    func uniqued<Element: Hashable>() -> Shape where Value == [Element] {
        distinct().then { values, _, _, _ in values.uniqued }
    }

    /// The same list, in which a value is useless the second time.
    func distinct<Element>() -> Shape where Value == [Element] {
        then { values, node, name, reader in
            guard case .array(let nodes) = node.value else { return values }
            var seen: Set<String> = []
            for node in nodes where !seen.insert(reader.shown(node)).inserted {
                let message = "\"\(name)\" lists \(reader.shown(node)) twice"
                reader.report(.noEffect, at: node.range, message, help: "remove one")
            }
            return values
        }
    }
}

/// An array without its invalid elements; nil if too few remain.
func list<Element>(
    of element: Shape<Element>,
    atLeast minimum: Int = 0,
    atMost maximum: Int? = nil
) -> Shape<[Element]> {
    let schema = Schema.list(element.schema, minimum: minimum, maximum: maximum)
    return Shape(schema: schema) { node, name, reader in
        guard let nodes = reader.elements(of: node, name, atLeast: minimum, atMost: maximum)
        else { return nil }
        let outerList = reader.list
        reader.list = outerList ?? node.range
        defer { reader.list = outerList }
        var values: [Element] = []
        for node in nodes {
            if let value = element.read(node, name, &reader) {
                values.append(value)
            } else if minimum == maximum {
                // A list of fixed length is useless if incomplete; one finding is enough.
                return nil
            }
        }
        return values.count < minimum ? nil : values
    }
}

/// An object with arbitrary names, in the order of the text.
func map<Element>(
    _ names: Shape<String> = .string,
    to element: Shape<Element>
) -> Shape<[Named<Element>]> {
    Shape(schema: .map(names: names.schema, element.schema)) { node, member, reader in
        guard case .object(let members) = node.value else {
            return reader.reportWrongType(node, member, expected: "an object")
        }
        let outerList = reader.list
        reader.list = nil
        defer { reader.list = outerList }
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

/// The same, of values that know their names and places.
func map<Element: PlacedValue>(
    _ names: Shape<String>,
    to element: Shape<Element>,
    name: WritableKeyPath<Element, String> & Sendable
) -> Shape<[Element]> {
    map(names, to: element).then { entries, _, _, _ in
        entries.map { entry in
            var value = entry.value
            value[keyPath: name] = entry.name
            value.place = entry.place
            return value
        }
    }
}

struct Named<Value: Sendable>: Sendable {
    var name: String
    var value: Value
    var place: CatalogPlace
}

extension CatalogReader {
    /// The elements; nil after reporting that the value is no array, or has too few or too many.
    fileprivate mutating func elements(
        of node: JSONNode,
        _ name: String,
        atLeast minimum: Int,
        atMost maximum: Int?
    ) -> [JSONNode]? {
        guard case .array(let nodes) = node.value else {
            return reportWrongType(node, name, expected: "an array")
        }
        if nodes.count < minimum || nodes.count > maximum ?? .max {
            let due =
                maximum == minimum
                ? "\(minimum)" : maximum.map { "\(minimum) to \($0)" } ?? "at least \(minimum)"
            report(
                .valueOutOfRange,
                at: node.range,
                "\"\(name)\" has \(counted(nodes.count, "value")), expected \(due)"
            )
            return nil
        }
        return nodes
    }

    /// Returns nil, as do the others of its kind.
    mutating func reportWrongType<Value>(
        _ node: JSONNode,
        _ name: String,
        expected: String,
        help: String? = nil
    ) -> Value? {
        report(
            .wrongType,
            at: node.range,
            "\(name.contains(" ") ? name : "\"\(name)\"") has the wrong type, found \(node.kind), expected \(expected)",
            help: help
        )
        return nil
    }
}

extension Check {
    package static let wrongType = Check("wrong-type", isFixed: true)
    package static let valueOutOfRange = Check("value-out-of-range", isFixed: true)
}
