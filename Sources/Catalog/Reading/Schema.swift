import Diagnostics

/// Whether a member is required.
enum Need: Sendable {
    case optional
    /// Missing is an error; the model then keeps its default.
    case required
    /// Missing or invalid is an error, and the object is dropped: nothing can refer to it.
    case identity
}

/// A JSON Schema (draft 2020-12).
indirect enum Schema: Sendable {
    struct ObjectSchema: Sendable {
        struct Member: Sendable {
            var name: String
            /// Sentences for schemas and help.
            var about = ""
            var need = Need.optional
            var standard: JSONOutput?
            var schema: Schema
        }

        var definition: String
        var about: String
        var members: [Member]
        /// Mutually exclusive pairs.
        var exclusive: [(String, String)] = []
    }

    case plain([(String, JSONOutput)])
    case list(Schema, minimum: Int, maximum: Int?)
    /// An array with one schema per element.
    case tuple([Schema])
    case map(names: Schema, Schema)
    case either([Schema])
    case object(ObjectSchema)
}

extension Schema {
    /// The whole document: the root object, and a definition for each object it uses.
    func document(title: String) -> JSONOutput {
        guard case .object(let root) = self else {
            preconditionFailure("the root must be an object")
        }
        var definitions: [(String, JSONOutput)] = []
        let body = root.body(&definitions)
        definitions.sort { $0.0 < $1.0 }
        return .object(
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .string(title)),
            ] + body + [("$defs", .object(definitions))]
        )
    }

    /// The keywords of this schema; objects are added to `definitions` and referenced.
    fileprivate func keywords(_ definitions: inout [(String, JSONOutput)]) -> [(String, JSONOutput)]
    {
        switch self {
        case .plain(let keywords): return keywords
        case .list(let element, let minimum, let maximum):
            var keywords: [(String, JSONOutput)] = [
                ("type", "array"), ("items", .object(element.keywords(&definitions))),
            ]
            if minimum > 0 { keywords.append(("minItems", .integer(minimum))) }
            if let maximum { keywords.append(("maxItems", .integer(maximum))) }
            return keywords
        case .tuple(let elements):
            return [
                ("type", "array"),
                ("prefixItems", .array(elements.map { .object($0.keywords(&definitions)) })),
                ("minItems", .integer(elements.count)), ("maxItems", .integer(elements.count)),
            ]
        case .map(let names, let element):
            return [
                ("type", "object"), ("propertyNames", .object(names.keywords(&definitions))),
                ("additionalProperties", .object(element.keywords(&definitions))),
            ]
        case .either(let schemas):
            return [("anyOf", .array(schemas.map { .object($0.keywords(&definitions)) }))]
        case .object(let object):
            if !definitions.contains(where: { $0.0 == object.definition }) {
                // Reserved before the members, for recursive objects.
                let index = definitions.count
                definitions.append((object.definition, .null))
                definitions[index].1 = .object(object.body(&definitions))
            }
            return [("$ref", .string("#/$defs/\(object.definition)"))]
        }
    }
}

extension Schema.ObjectSchema {
    fileprivate func body(_ definitions: inout [(String, JSONOutput)]) -> [(String, JSONOutput)] {
        var properties: [(String, JSONOutput)] = []
        for member in members {
            var keywords: [(String, JSONOutput)] = [("description", .string(member.about))]
            keywords += member.schema.keywords(&definitions)
            if let standard = member.standard { keywords.append(("default", standard)) }
            properties.append((member.name, .object(keywords)))
        }
        var body: [(String, JSONOutput)] = [
            ("description", .string(about)), ("type", "object"),
            ("properties", .object(properties)),
        ]
        let required = members.filter { $0.need != .optional }.map { JSONOutput.string($0.name) }
        if !required.isEmpty { body.append(("required", .array(required))) }
        body.append(("additionalProperties", false))
        if !exclusive.isEmpty {
            let pairs: [JSONOutput] = exclusive.map { one, other in
                ["not": ["required": [.string(one), .string(other)]]]
            }
            body.append(("allOf", .array(pairs)))
        }
        return body
    }
}
