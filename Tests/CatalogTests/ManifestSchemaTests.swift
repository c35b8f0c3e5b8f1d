import Catalog
import Foundation
import KilnManifest
import TestSupport
import Testing

/// As much of the vocabulary as the manifest's schema needs.
private final class Schema: Decodable {
    let reference: String?
    let definitions: [String: Schema]
    let description: String
    let properties: [String: Schema]?
    let required: [String]
    let items: Schema?
    /// The schema of all members of an object with free names.
    let members: Schema?

    private enum Key: String, CodingKey {
        case reference = "$ref"
        case definitions = "$defs"
        case description
        case properties
        case required
        case items
        case members = "additionalProperties"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        reference = try values.decodeIfPresent(String.self, forKey: .reference)
        definitions = try values.decodeIfPresent([String: Schema].self, forKey: .definitions) ?? [:]
        description = try values.decodeIfPresent(String.self, forKey: .description) ?? ""
        properties = try values.decodeIfPresent([String: Schema].self, forKey: .properties)
        required = try values.decodeIfPresent([String].self, forKey: .required) ?? []
        items = try values.decodeIfPresent(Schema.self, forKey: .items)
        // Or false, where `properties` are all there is.
        members =
            properties == nil ? try values.decodeIfPresent(Schema.self, forKey: .members) : nil
    }
}

/// Walks a value along its schema.
private struct SchemaWalk {
    let root: Schema
    var problems: [String] = []
    /// Members of objects that the value had, as `definition.member`.
    var seen: Set<String> = []
    /// Members that the schema knows.
    var known: Set<String> = []

    mutating func check(_ value: Any, _ schema: Schema, at path: String) {
        if let reference = schema.reference {
            guard let definition = root.definitions[String(reference.dropFirst("#/$defs/".count))]
            else { return problems.append("\(path) refers to \(reference), which is not there") }
            return check(value, definition, at: path)
        }
        if let properties = schema.properties {
            guard let object = value as? [String: Any] else {
                problems.append("\(path) is no object")
                return
            }
            let title = schema.description
            if title.isEmpty { problems.append("the schema of \(path) has no description") }
            known.formUnion(properties.keys.map { "\(title) \($0)" })
            for name in schema.required where object[name] == nil {
                problems.append("\(path) lacks \(name)")
            }
            for (name, member) in object {
                guard let schema = properties[name] else {
                    problems.append("\(path).\(name) is unknown to the schema")
                    continue
                }
                seen.insert("\(title) \(name)")
                check(member, schema, at: "\(path).\(name)")
            }
        } else if let items = schema.items {
            for (index, element) in (value as? [Any] ?? []).enumerated() {
                check(element, items, at: "\(path)[\(index)]")
            }
        } else if let members = schema.members {
            for (name, member) in value as? [String: Any] ?? [:] {
                check(member, members, at: "\(path).\(name)")
            }
        }
    }
}

struct ManifestSchemaTests {
    @Test func `the schema knows every member, and no other`() throws {
        let schema = try JSONDecoder().decode(Schema.self, from: Data(manifestSchema().utf8))
        let value = try JSONSerialization.jsonObject(with: Manifest.complete.json())
        var walk = SchemaWalk(root: schema)
        walk.check(value, walk.root, at: "$")
        #expect(walk.problems == [])
        #expect(walk.known.subtracting(walk.seen) == [])
    }
}
