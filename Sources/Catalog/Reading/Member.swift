package import Diagnostics

extension Check {
    package static let unknownMember = Check("unknown-member", isFixed: true)
    package static let missingMember = Check("missing-member", isFixed: true)
}

/// A change of a model, read from one member of its object.
struct Edit<Model>: Sendable {
    /// The members that the change sets: its own, and implied ones.
    var members: [String]
    var apply: @Sendable (inout Model) -> Void
}

/// One member of an object: its schema, and how it is read.
struct Member<Model>: Sendable {
    private(set) var schema: Schema.ObjectSchema.Member
    /// Returns nil after reporting a problem.
    var read: @Sendable (_ node: JSONMember, inout CatalogReader) -> Edit<Model>?
    /// Its value for people; nil where it sets no single property.
    var words: (@Sendable (Model) -> String)?
}

/// A member's value for people: "none" where none exists.
func described(_ value: Any?) -> String {
    switch value {
    case nil: "none"
    case let values as [Any]: values.isEmpty ? "none" : values.map(described).joined(separator: " ")
    case let choice as any Choice: choice.rawValue
    case let value?: "\(value)"
    }
}

extension Member {
    /// A member that sets one property; `also` does what else follows, and `implied` names other
    /// members that are decided thereby.
    init<Value: Sendable>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value> & Sendable,
        _ shape: Shape<Value>,
        need: Need = .optional,
        default standard: JSONOutput? = nil,
        implies implied: [String] = [],
        also: @escaping @Sendable (inout Model) -> Void = { _ in }
    ) {
        self.init(name, shape, need: need, default: standard, implies: implied) {
            $0[keyPath: path] = $1
            also(&$0)
        }
        words = { described($0[keyPath: path]) }
    }

    /// A member that sets one optional property.
    init<Value: Sendable>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value?> & Sendable,
        _ shape: Shape<Value>,
        implies implied: [String] = [],
        also: @escaping @Sendable (inout Model) -> Void = { _ in }
    ) {
        self.init(name, shape, implies: implied) {
            $0[keyPath: path] = $1
            also(&$0)
        }
        words = { described($0[keyPath: path]) }
    }

    /// A member with a custom effect; `implied` names other members that it sets too.
    init<Value: Sendable>(
        _ name: String,
        _ shape: Shape<Value>,
        need: Need = .optional,
        default standard: JSONOutput? = nil,
        implies implied: [String] = [],
        _ set: @escaping @Sendable (inout Model, Value) -> Void
    ) {
        schema = .init(name: name, need: need, standard: standard, schema: shape.schema)
        read = { member, reader in
            guard let value = shape.read(member.node, name, &reader) else { return nil }
            return Edit(members: [name] + implied) { set(&$0, value) }
        }
    }

    /// The same with what schemas and help say of it, in sentences.
    func about(_ text: String) -> Member {
        var member = self
        member.schema.about = text
        return member
    }
}

/// The rows of a table, one after another.
@resultBuilder
enum Rows<Row> {
    static func buildExpression(_ row: Row) -> [Row] { [row] }

    static func buildExpression(_ rows: [Row]) -> [Row] { rows }

    static func buildBlock(_ rows: [Row]...) -> [Row] { rows.flatMap(\.self) }
}

/// An object's members, and its name in the schema.
struct Members<Model: Sendable>: Sendable {
    let list: [Member<Model>]
    private let object: Schema.ObjectSchema

    /// `exclusive` are the names of members that exclude each other.
    init(
        _ definition: String,
        _ about: String,
        exclusive: [(String, String)] = [],
        @Rows<Member<Model>> _ rows: () -> [Member<Model>]
    ) {
        list = rows()
        object = .init(
            definition: definition,
            about: about,
            members: list.map(\.schema),
            exclusive: exclusive
        )
        precondition(
            list.allSatisfy { !$0.schema.about.isEmpty },
            "a member of \(about) says nothing"
        )
    }

    /// The edits of an object in the order of the table; nil without its identity.
    ///
    /// Throws a `Refusal` unless the node is an object.
    func edits(_ node: JSONNode, _ reader: inout CatalogReader) throws -> [Edit<Model>]? {
        guard case .object(let authored) = node.value else {
            throw Refusal.wrongType(expected: "an object (\(object.about))")
        }
        let outerList = reader.list
        reader.list = nil
        defer { reader.list = outerList }
        let members = reader.members(authored, of: node, object)
        var edits: [Edit<Model>] = []
        var hasIdentity = true
        // Copying an entry takes longer than reading most members.
        for index in list.indices {
            if let member = members[index], let edit = list[index].read(member, &reader) {
                edits.append(edit)
            } else if object.members[index].need == .identity {
                hasIdentity = false
            }
        }
        reader.reportMissing(members, of: node, object)
        return hasIdentity ? edits : nil
    }

    /// Its members' values for people, in the order of the table.
    func rows(_ model: Model) -> [(name: String, text: String)] {
        list.compactMap { member in member.words.map { (member.schema.name, $0(model)) } }
    }

    var schema: Schema { .object(object) }

    /// An object whose members are laid over a first value.
    func object(_ first: Model) -> Shape<Model> {
        Shape(schema: schema) { node, _, reader in
            try edits(node, &reader)?.reduce(into: first) { value, edit in edit.apply(&value) }
        }
    }
}

// What is the same for all objects, so that it is compiled once.
extension CatalogReader {
    /// The members of an object in the order of its table, after reporting what is wrong with their
    /// names.
    fileprivate mutating func members(
        _ members: [JSONMember],
        of node: JSONNode,
        _ object: Schema.ObjectSchema
    ) -> [JSONMember?] {
        // A misspelled member is read by its intended name, to avoid further findings.
        var meant: [String: JSONMember] = [:]
        for member in members where !object.has(member.name) {
            let known = object.members.map(\.name)
            let isReported = !found.isFull(.unknownMember)
            let nearest = isReported ? meantWord(by: member.name, among: known) : nil
            if let nearest, meant[nearest] == nil { meant[nearest] = member }
            report(
                .unknownMember,
                at: member.nameRange,
                "\(object.about) has no member \(quotedJSON(shortened(member.name, to: 80)))",
                help: nearest.map { "did you mean \"\($0)\"?" }
                    ?? (isReported ? home(of: member.name, outside: object) : nil)
                        ?? "it may have: " + known.joined(separator: ", "),
                fix: isReported ? renaming(member, among: known, in: node, meant) : nil,
                spoiling: nearest == nil ? [self.members(of: node)] : [],
                // Names from another tool are reported once per object.
                once: nearest != nil && nearest == otherName(member.name, of: known)
                    ? [otherNames(in: node)] : []
            )
        }
        for (one, other) in object.exclusive where node.member(one) != nil {
            guard let second = members.first(where: { $0.name == other }) else { continue }
            report(
                .badValue,
                at: second.nameRange,
                "\(object.about) has both \"\(one)\" and \"\(other)\"",
                help: "keep one of them"
            )
        }
        return object.members.indices.map { index in
            let name = object.members[index].name
            return members.first { $0.name == name } ?? meant[name]
        }
    }

    fileprivate mutating func reportMissing(
        _ members: [JSONMember?],
        of node: JSONNode,
        _ object: Schema.ObjectSchema
    ) {
        let missing = members.indices.filter {
            members[$0] == nil && object.members[$0].need != .optional
        }
        guard !missing.isEmpty else { return }
        let names = missing.map { "\"\(object.members[$0].name)\"" }.joined(separator: ", ")
        report(
            .missingMember,
            at: node.range.lowerBound..<node.range.lowerBound + 1,
            "\(object.about) lacks the member\(missing.count > 1 ? "s" : "") \(names)",
            help: missing.map { object.members[$0].request }.joined(separator: "; "),
            following: [self.members(of: node)]
        )
    }

    /// Where an unknown member belongs; nil if that is unknown, too.
    private func home(of name: String, outside object: Schema.ObjectSchema) -> String? {
        let known = object.members.map(\.name)
        if axes.contains(name), known.contains("axes") {
            return "\"\(name)\" belongs in \"axes\""
        }
        if let home = Schema.home(of: name, outside: object.members) { return home }
        // What Kiln reads elsewhere is hardly the game's.
        return known.contains("extras") && !Schema.reads(name)
            ? "the game's own data belongs in \"extras\"; it may have: "
                + known.joined(separator: ", ") : nil
    }

    /// Renames a misspelled member, unless the intended one exists.
    private func renaming(
        _ member: JSONMember,
        among known: [String],
        in node: JSONNode,
        _ meant: [String: JSONMember]
    ) -> Fix? {
        guard let name = clearMatch(to: member.name, in: known), node.member(name) == nil,
            meant[name]?.nameRange == member.nameRange
        else { return nil }
        return replacement(member.nameRange, with: name)
    }
}

extension Schema.ObjectSchema.Member {
    /// The help if it is missing, with the first sentence about it.
    fileprivate var request: String {
        let sentence = about.prefix { $0 != "." }
        return "add \"\(name)\": \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    }
}

/// A part of the catalog that knows its place.
protocol PlacedValue: Sendable {
    var place: CatalogPlace { get set }
}

/// A part of the catalog that is read from an object.
protocol CatalogObject: PlacedValue {
    init()
    static var members: Members<Self> { get }
}

extension Shape where Value: CatalogObject {
    static var object: Shape {
        let members = Value.members
        return Shape(schema: members.schema) { node, _, reader in
            guard let edits = try members.edits(node, &reader) else { return nil }
            var value = Value()
            value.place = reader.place(of: node)
            for edit in edits { edit.apply(&value) }
            return value
        }
    }
}

/// The authored members of a settings object, which override a complete one.
public struct Overrides<Settings: Sendable>: Sendable {
    let edits: [Edit<Settings>]
    /// The authored object, if any.
    public let place: CatalogPlace

    public init() {
        edits = []
        place = .none
    }

    init(edits: [Edit<Settings>], place: CatalogPlace) {
        self.edits = edits
        self.place = place
    }

    /// Whether an object was authored, even an empty one.
    public var isAuthored: Bool { !edits.isEmpty || !place.isNone }

    /// The names of the set members, including those implied by a preset.
    public var members: [String] { edits.flatMap(\.members) }

    public func applied(to settings: Settings) -> Settings {
        var result = settings
        for edit in edits { edit.apply(&result) }
        return result
    }

    static func shape(_ members: Members<Settings>) -> Shape<Overrides> {
        Shape(schema: members.schema) { node, _, reader in
            let edits = try members.edits(node, &reader)
            return edits.map { Overrides(edits: $0, place: reader.place(of: node)) }
        }
    }
}
