package import Diagnostics

/// How one kind of value is read, and its JSON Schema.
///
/// One source for both, so that they cannot diverge.
struct Shape<Value: Sendable>: Sendable {
    let schema: Schema
    /// Returns nil after reporting problems, and throws a `Refusal` to be reported.
    private let body: @Sendable (JSONNode, String, inout CatalogReader) throws -> Value?

    init(
        schema: Schema,
        _ body: @escaping @Sendable (JSONNode, String, inout CatalogReader) throws -> Value?
    ) {
        self.schema = schema
        self.body = body
    }

    /// Returns nil after reporting a problem; `name` is the member's, for messages.
    func read(_ node: JSONNode, _ name: String, _ reader: inout CatalogReader) -> Value? {
        do {
            return try body(node, name, &reader)
        } catch {
            guard let refusal = error as? Refusal else { preconditionFailure("\(name): \(error)") }
            reader.report(refusal, node, name)
            return nil
        }
    }
}

/// Why a value cannot be used, as the one finding about it.
struct Refusal: Error {
    /// What is wrong, as the message says after the member's name.
    private enum Reason: String {
        case wrongType = "has the wrong type"
        case badValue = "cannot be used"
        case outOfRange = "is out of range"
    }

    fileprivate let check: Check
    private let reason: Reason?
    /// What was expected; the whole message without a reason.
    private let text: String
    fileprivate let help: String?
    fileprivate let roots: Set<Matter>

    private init(
        _ check: Check,
        _ reason: Reason?,
        _ text: String,
        _ help: String? = nil,
        _ roots: Set<Matter> = []
    ) {
        (self.check, self.reason, self.text) = (check, reason, text)
        (self.help, self.roots) = (help, roots)
    }

    init(_ check: Check, _ message: String, help: String? = nil) {
        self.init(check, nil, message, help)
    }

    static func wrongType(expected: String, help: String? = nil) -> Refusal {
        Refusal(.wrongType, .wrongType, expected, help)
    }

    static func outOfRange(expected: String) -> Refusal {
        Refusal(.valueOutOfRange, .outOfRange, expected)
    }

    static func badValue(
        expected: String,
        help: String? = nil,
        following roots: Set<Matter> = []
    ) -> Refusal { Refusal(.badValue, .badValue, expected, help, roots) }

    fileprivate func message(_ node: JSONNode, _ name: String, _ reader: CatalogReader) -> String {
        guard let reason else { return text }
        let name = name.contains(" ") && reason == .wrongType ? name : "\"\(name)\""
        let found = reason == .wrongType ? node.kind : reader.shown(node)
        return "\(name) \(reason.rawValue), found \(found), expected \(text)"
    }
}

extension CatalogReader {
    mutating func report(_ refusal: Refusal, _ node: JSONNode, _ name: String) {
        let message = refusal.message(node, name, self)
        let (help, roots) = (refusal.help, refusal.roots)
        report(refusal.check, at: node.range, message, help: help, following: roots)
    }
}

extension Shape {
    /// Converts the value; `convert` returns nil for one that has been reported.
    func then<Other: Sendable>(
        _ convert: @escaping @Sendable (Value) throws -> Other?
    ) -> Shape<Other> { then { value, _, _, _ in try convert(value) } }

    /// Converts the value; `convert` returns nil after reporting a problem.
    func then<Other: Sendable>(
        schema: Schema? = nil,
        _ convert:
            @escaping @Sendable (Value, JSONNode, String, inout CatalogReader) throws -> Other?
    ) -> Shape<Other> {
        Shape<Other>(schema: schema ?? self.schema) { node, name, reader in
            guard let value = read(node, name, &reader) else { return nil }
            return try convert(value, node, name, &reader)
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
        distinct().then(\.uniqued)
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
        guard case .array(let nodes) = node.value else {
            throw Refusal.wrongType(expected: "an array")
        }
        if nodes.count < minimum || nodes.count > maximum ?? .max {
            let due =
                maximum == minimum
                ? "\(minimum)" : maximum.map { "\(minimum) to \($0)" } ?? "at least \(minimum)"
            let message = "\"\(name)\" has \(counted(nodes.count, "value")), expected \(due)"
            throw Refusal(.valueOutOfRange, message)
        }
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
            throw Refusal.wrongType(expected: "an object")
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
    map(names, to: element).then { entries in
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

extension Check {
    package static let wrongType = Check("wrong-type", isFixed: true)
    package static let valueOutOfRange = Check("value-out-of-range", isFixed: true)
}
