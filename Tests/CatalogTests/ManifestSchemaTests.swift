import Diagnostics
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
        let text = try published("manifest.schema.json")
        let schema = try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
        let value = try JSONSerialization.jsonObject(with: Manifest.complete.json())
        var walk = SchemaWalk(root: schema)
        walk.check(value, walk.root, at: "$")
        #expect(walk.problems == [])
        #expect(walk.known.subtracting(walk.seen) == [])
    }

    @Test func `the schema says of each member what the tables of fields say`() throws {
        var walk = try FieldWalk(root: publishedSchema())
        walk.check(Manifest.self, walk.root, at: "$")
        #expect(walk.problems == [])
        #expect(walk.checked.count - 1 == walk.root.member("$defs")?.members.count)
    }
}

private func publishedSchema() throws -> JSONNode {
    let text = try published("manifest.schema.json")
    var parser = JSONParser(SourceText(path: "", bytes: Array(text.utf8)))
    let root = parser.parse()
    return try #require(root)
}

extension JSONNode {
    fileprivate var members: [JSONMember] {
        if case .object(let members) = value { members } else { [] }
    }

    /// The schema that this one refers to, and its name.
    fileprivate func definition(in root: JSONNode) -> (name: String, schema: JSONNode)? {
        guard let name = text("$ref").map({ String($0.dropFirst("#/$defs/".count)) }) else {
            return nil
        }
        return root.member("$defs")?.member(name).map { (name, $0) }
    }
}

/// Compares the tables of fields with a schema.
private struct FieldWalk {
    /// Gathers the members of an object and which JSON each is.
    private struct FieldList: FieldVisitor {
        var fields: [(name: String, kind: FieldKind, isRequired: Bool)] = []

        mutating func callAsFunction<Value: FieldValue>(
            _ name: StaticString,
            _ value: inout Value
        ) {
            fields.append(("\(name)", Value.kind, true))
        }

        mutating func callAsFunction<Value: FieldValue>(
            _ name: StaticString,
            _ value: inout Value?
        ) {
            fields.append(("\(name)", Value.kind, false))
        }
    }

    let root: JSONNode
    var problems: [String] = []
    /// The types of objects so far.
    var checked: Set<String> = []

    mutating func check(_ type: any ManifestObject.Type, _ schema: JSONNode, at path: String) {
        guard checked.insert("\(type)").inserted else { return }
        var list = FieldList()
        var object = type.init()
        object.fields(&list)
        let members = schema.member("properties")?.members ?? []
        expect(members.map(\.name).sorted() == list.fields.map(\.name), path, "other members")
        let required = list.fields.filter(\.isRequired).map(\.name)
        let named = schema.elements("required").compactMap(\.text)
        expect(named.sorted() == required, path, "other required members")
        for field in list.fields {
            guard let member = members.first(where: { $0.name == field.name }) else { continue }
            check(field.kind, member.node, at: "\(path).\(field.name)")
        }
    }

    private mutating func check(_ kind: FieldKind, _ schema: JSONNode, at path: String) {
        let type = schema.text("type")
        switch kind {
        case .anything: expect(schema.members.allSatisfy { $0.name == "description" }, path)
        case .boolean: expect(type == "boolean", path)
        case .integer: expect(type == "integer", path)
        case .number: expect(type == "number", path)
        case .string: expect(type == "string", path)
        case .choice(let values):
            expect(type == "string", path)
            expect(schema.elements("enum").compactMap(\.text) == values, path)
        case .either(let one, let other):
            let choices = schema.elements("anyOf")
            expect(choices.count == 2, path)
            for (kind, choice) in zip([one, other], choices) { check(kind, choice, at: path) }
        case .list(let element):
            expect(type == "array", path)
            check(element, schema.member("items"), at: path + "[]")
        case .map(.anything):
            expect(type == "object" && schema.member("additionalProperties") == nil, path)
        case .map(let element):
            expect(type == "object", path)
            check(element, schema.member("additionalProperties"), at: path + "{}")
        case .object(let object):
            guard let (name, definition) = schema.definition(in: root) else {
                return problems.append("\(path) is no object")
            }
            expect(name.lowercased() == "\(object)".lowercased(), path, "another object")
            check(object, definition, at: path)
        }
    }

    private mutating func check(_ kind: FieldKind, _ schema: JSONNode?, at path: String) {
        guard let schema else { return problems.append("\(path) is not there") }
        check(kind, schema, at: path)
    }

    private mutating func expect(_ holds: Bool, _ path: String, _ what: String = "another type") {
        if !holds { problems.append("\(path): \(what)") }
    }
}

/// TypeScript declarations of the manifest, from its published schema.
func manifestTypeScript() throws -> String {
    var script = TypeScript(
        text: try published("manifest.schema.json"),
        root: try publishedSchema()
    )
    script.declare("Manifest", script.root)
    let first = script.interfaces.removeValue(forKey: "Manifest") ?? ""
    let others = script.interfaces.sorted { $0.key < $1.key }.map(\.value)
    return
        "// What `kiln bake` writes into manifest.json. `kiln schema typescript` prints this file."
        + "\n\n" + ([first] + others).joined(separator: "\n")
}

private struct TypeScript {
    let text: String
    let root: JSONNode
    /// By name.
    var interfaces: [String: String] = [:]

    mutating func declare(_ name: String, _ object: JSONNode) {
        guard interfaces[name] == nil else { return }
        // Taken before the members are walked, for objects that contain themselves.
        interfaces[name] = ""
        let required = object.elements("required").compactMap(\.text)
        var lines = ["/** \(object.text("description") ?? "") */", "export interface \(name) {"]
        for member in object.member("properties")?.members ?? [] {
            let mark = required.contains(member.name) ? "" : "?"
            lines.append("  /** \(member.node.text("description") ?? "") */")
            lines.append("  \(member.name)\(mark): \(type(member.node));")
        }
        interfaces[name] = (lines + ["}", ""]).joined(separator: "\n")
    }

    private mutating func type(_ schema: JSONNode) -> String {
        if let (name, definition) = schema.definition(in: root) {
            let interface = name.prefix(1).uppercased() + name.dropFirst()
            declare(interface, definition)
            return interface
        }
        if let constant = schema.member("const") { return source(constant) }
        let (values, choices) = (schema.elements("enum"), schema.elements("anyOf"))
        if !values.isEmpty { return values.map(source).joined(separator: " | ") }
        if !choices.isEmpty { return choices.map { type($0) }.joined(separator: " | ") }
        if let element = schema.member("items") {
            let type = type(element)
            // Short arrays of a fixed length, such as ranges, are tuples.
            if let count = schema.number("minItems"), count == schema.number("maxItems"), count < 5
            {
                return "[\(Array(repeating: type, count: Int(count)).joined(separator: ", "))]"
            }
            return type.contains(" ") ? "(\(type))[]" : "\(type)[]"
        }
        if let element = schema.member("additionalProperties"),
            let names = schema.member("propertyNames")
        {
            let (name, type) = (type(names), type(element))
            return name == "string"
                ? "Record<string, \(type)>" : "Partial<Record<\(name), \(type)>>"
        }
        return switch schema.text("type") {
        case "boolean": "boolean"
        case "integer", "number": "number"
        case "string": "string"
        case "object": "Record<string, unknown>"
        default: "unknown"
        }
    }

    private func source(_ node: JSONNode) -> String {
        String(decoding: Array(text.utf8)[node.range], as: UTF8.self)
    }
}
