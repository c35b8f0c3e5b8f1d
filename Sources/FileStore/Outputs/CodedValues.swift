// Values encoded by their `Codable` conformances, so that no member can be forgotten.

extension ByteWriter {
    /// Writes a value by its `Encodable` conformance; equal values give equal bytes.
    package mutating func put(coded value: some Encodable) {
        let tree = Tree()
        do {
            try tree.encode(value)
        } catch {
            preconditionFailure("\(type(of: value)) cannot be encoded: \(error)")
        }
        put(tree)
    }

    fileprivate mutating func put(_ tree: Tree) {
        put(tree.leaf) { out, leaf in
            switch leaf {
            case .flag(let flag):
                out.put(1)
                out.put(flag)
            case .number(let number):
                out.put(2)
                out.put(number)
            case .text(let text):
                out.put(3)
                out.put(text)
            }
        }
        put(tree.names) { $0.put($1) }
        put(tree.children) { $0.put($1) }
    }
}

extension ByteReader {
    /// Reads a value written by `put(coded:)`; throws `Damage` for another type.
    package mutating func coded<Value: Decodable>(_: Value.Type) throws(Damage) -> Value {
        let tree = try tree(depth: 0)
        do {
            return try tree.decode(Value.self)
        } catch {
            throw Damage()
        }
    }

    private mutating func tree(depth: Int) throws(Damage) -> Tree {
        // Our values have less than half of this depth.
        guard depth < 32 else { throw Damage() }
        let tree = Tree()
        tree.leaf = try optional { (reader) throws(Damage) in
            switch try reader.int() {
            case 1: .flag(try reader.flag())
            case 2: .number(try reader.int())
            case 3: .text(try reader.string())
            default: throw Damage()
            }
        }
        tree.names = try array { (reader) throws(Damage) in try reader.string() }
        tree.children = try array { (reader) throws(Damage) in try reader.tree(depth: depth + 1) }
        guard tree.names.isEmpty || tree.names.count == tree.children.count else { throw Damage() }
        return tree
    }
}

/// An intermediate form: a few plain values, a list, or members with names.
private final class Tree {
    enum Leaf {
        case flag(Bool)
        case number(Int)
        case text(String)
    }

    struct Mismatch: Error {}

    var leaf: Leaf?
    /// The children's names, in a value with members.
    var names: [String] = []
    var children: [Tree] = []

    var isNil: Bool { leaf == nil && children.isEmpty }

    func child(named name: String? = nil) -> Tree {
        let child = Tree()
        children.append(child)
        if let name { names.append(name) }
        return child
    }

    func existingChild(named name: String) throws(Mismatch) -> Tree {
        guard let index = names.firstIndex(of: name) else { throw Mismatch() }
        return children[index]
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let flag as Bool: leaf = .flag(flag)
        case let number as Int: leaf = .number(number)
        case let text as String: leaf = .text(text)
        default:
            try value.encode(to: TreeCoder(tree: self))
            if value is any SetAlgebra { sort() }
        }
    }

    func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        let value: Any? =
            switch leaf {
            case .flag(let flag): flag
            case .number(let number): number
            case .text(let text): text
            case nil: nil
            }
        if let value = value as? Value { return value }
        // Otherwise these would recurse.
        if Value.self == Bool.self || Value.self == Int.self || Value.self == String.self {
            throw Mismatch()
        }
        return try Value(from: TreeCoder(tree: self))
    }

    /// The order of sets differs from run to run.
    private func sort() {
        children = children.map { child in
            var out = ByteWriter()
            out.put(child)
            return (child, out.bytes)
        }
        .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
}

private struct TreeCoder: Encoder, Decoder {
    let tree: Tree
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(tree: tree))
    }

    func container<Key>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(tree: tree))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { NewElements(tree: tree) }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(tree: tree) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Plain(tree: tree) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Plain(tree: tree) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol,
    KeyedDecodingContainerProtocol
{
    let tree: Tree
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { tree.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { tree.names.contains(key.stringValue) }

    func encodeNil(forKey key: Key) { _ = tree.child(named: key.stringValue) }

    func decodeNil(forKey key: Key) throws -> Bool {
        try tree.existingChild(named: key.stringValue).isNil
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try tree.child(named: key.stringValue).encode(value)
    }

    func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
        try tree.existingChild(named: key.stringValue).decode(Value.self)
    }

    func nestedContainer<Inner>(
        keyedBy: Inner.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
        KeyedEncodingContainer(Members<Inner>(tree: tree.child(named: key.stringValue)))
    }

    func nestedContainer<Inner>(
        keyedBy: Inner.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
        KeyedDecodingContainer(
            Members<Inner>(tree: try tree.existingChild(named: key.stringValue))
        )
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NewElements(tree: tree.child(named: key.stringValue))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        Elements(tree: try tree.existingChild(named: key.stringValue))
    }

    func superEncoder() -> any Encoder { TreeCoder(tree: tree.child(named: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
        TreeCoder(tree: tree.child(named: key.stringValue))
    }

    func superDecoder() throws -> any Decoder {
        TreeCoder(tree: try tree.existingChild(named: "super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        TreeCoder(tree: try tree.existingChild(named: key.stringValue))
    }
}

private struct NewElements: UnkeyedEncodingContainer {
    let tree: Tree
    var codingPath: [any CodingKey] { [] }
    var count: Int { tree.children.count }

    func encodeNil() { _ = tree.child() }
    func encode<Value: Encodable>(_ value: Value) throws { try tree.child().encode(value) }

    func nestedContainer<Inner>(keyedBy: Inner.Type) -> KeyedEncodingContainer<Inner> {
        KeyedEncodingContainer(Members<Inner>(tree: tree.child()))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        NewElements(tree: tree.child())
    }

    func superEncoder() -> any Encoder { TreeCoder(tree: tree.child()) }
}

private struct Elements: UnkeyedDecodingContainer {
    let tree: Tree
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { tree.children.count }
    var isAtEnd: Bool { currentIndex >= tree.children.count }

    init(tree: Tree) { self.tree = tree }

    private mutating func next() throws -> Tree {
        guard !isAtEnd else { throw Tree.Mismatch() }
        defer { currentIndex += 1 }
        return tree.children[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, tree.children[currentIndex].isNil else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        try next().decode(Value.self)
    }

    mutating func nestedContainer<Inner>(
        keyedBy: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> {
        KeyedDecodingContainer(Members<Inner>(tree: try next()))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Elements(tree: try next())
    }

    mutating func superDecoder() throws -> any Decoder { TreeCoder(tree: try next()) }
}

private struct Plain: SingleValueEncodingContainer, SingleValueDecodingContainer {
    let tree: Tree
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func decodeNil() -> Bool { tree.isNil }
    func encode<Value: Encodable>(_ value: Value) throws { try tree.encode(value) }
    func decode<Value: Decodable>(_: Value.Type) throws -> Value { try tree.decode(Value.self) }
}
