import Diagnostics
import KilnManifest

/// The JSON Schema of a bake's `manifest.json`, with a line feed at its end.
package func manifestSchema() -> String {
    manifestRoot().document(title: "Kiln manifest").indented + "\n"
}

/// TypeScript declarations of a bake's `manifest.json`, with a line feed at their end.
package func manifestTypeScript() -> String {
    """
    // What `kiln bake` writes into manifest.json. `kiln schema typescript` prints this file.

    \(manifestRoot().typeScript(root: "Manifest"))
    """
}

private func manifestRoot() -> Schema { schema(of: Manifest.self) }

/// What the schema says about an object of the manifest beyond the types of its members.
struct ObjectText {
    var type: any ManifestObject.Type
    var about: String
    /// In the order of the schema.
    var members: [MemberText]

    init(
        _ type: any ManifestObject.Type,
        _ about: String,
        @Rows<MemberText> _ members: () -> [MemberText]
    ) {
        self.type = type
        self.about = about
        self.members = members()
    }
}

/// What the schema says about a member of the manifest beyond its type.
struct MemberText {
    var name: String
    var about: String
    var limits: [Limit]
    /// Of each element, or of each value of an object with free names.
    var elementLimits: [Limit]

    init(_ name: String, _ about: String, _ limits: Limit..., each elementLimits: Limit...) {
        self.name = name
        self.about = about
        self.limits = limits
        self.elementLimits = elementLimits
    }

    /// A restriction of the values that have a type.
    enum Limit {
        case minimum(Int)
        case maximum(Int)
        case moreThan(Int)
        case pattern(String)
        case constant(JSONOutput)
        case oneOf([JSONOutput])
        /// Of an array: the least number of elements, and the greatest.
        case count(Int, atMost: Int? = nil)
        /// The names that an object with free names may have.
        case names([String])

        /// The keyword of a single value.
        fileprivate var keyword: (String, JSONOutput)? {
            switch self {
            case .minimum(let number): ("minimum", .integer(number))
            case .maximum(let number): ("maximum", .integer(number))
            case .moreThan(let number): ("exclusiveMinimum", .integer(number))
            case .pattern(let pattern): ("pattern", .string(pattern))
            case .constant(let value): ("const", value)
            case .oneOf(let values): ("enum", .array(values))
            case .count, .names: nil
            }
        }
    }
}

/// Gathers the members of an object and which JSON each is.
struct FieldList: FieldVisitor {
    struct Field {
        var name: String
        var kind: FieldKind
        var isRequired: Bool
    }

    private(set) var fields: [Field] = []

    init(of type: any ManifestObject.Type) {
        var object = type.init()
        object.fields(&self)
    }

    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value) {
        fields.append(Field(name: "\(name)", kind: Value.kind, isRequired: true))
    }

    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value?) {
        fields.append(Field(name: "\(name)", kind: Value.kind, isRequired: false))
    }
}

private func schema(of type: any ManifestObject.Type) -> Schema {
    guard let text = manifestTexts.first(where: { $0.type == type }) else {
        preconditionFailure("the schema says nothing about \(type)")
    }
    let fields = FieldList(of: type).fields
    let names = text.members.map(\.name)
    precondition(
        names.sorted() == fields.map(\.name),
        "the schema's text about \(type) is of other members: \(names)"
    )
    let name = String(describing: type)
    return .object(
        .init(
            definition: name.prefix(1).lowercased() + name.dropFirst(),
            about: text.about,
            members: text.members.compactMap { member in
                guard let field = fields.first(where: { $0.name == member.name }) else {
                    return nil
                }
                return .init(
                    name: member.name,
                    about: member.about,
                    isRequired: field.isRequired,
                    schema: schema(field.kind, member.limits, member.elementLimits)
                )
            }
        )
    )
}

private func schema(
    _ kind: FieldKind,
    _ limits: [MemberText.Limit],
    _ elementLimits: [MemberText.Limit]
) -> Schema {
    func plain(_ type: JSONOutput) -> Schema {
        .plain([("type", type)] + limits.compactMap(\.keyword))
    }
    switch kind {
    case .anything: return .plain([])
    case .boolean: return plain("boolean")
    case .integer: return plain("integer")
    case .number: return plain("number")
    case .string: return plain("string")
    case .choice(let values):
        return .plain([("type", "string"), ("enum", .array(values.map(JSONOutput.string)))])
    case .either(let one, let other):
        return .either([schema(one, limits, []), schema(other, limits, [])])
    case .list(let element):
        var (least, most): (Int, Int?) = (0, nil)
        for case .count(let minimum, let maximum) in limits { (least, most) = (minimum, maximum) }
        return .list(schema(element, elementLimits, []), minimum: least, maximum: most)
    case .map(.anything): return plain("object")
    case .map(let value):
        var names: [(String, JSONOutput)] = [("type", "string")]
        for case .names(let known) in limits {
            names.append(("enum", .array(known.map(JSONOutput.string))))
        }
        return .map(names: .plain(names), schema(value, elementLimits, []))
    case .object(let type): return schema(of: type)
    }
}
