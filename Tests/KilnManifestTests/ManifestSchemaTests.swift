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
    /// Every optional member is there.
    private var complete: Manifest {
        let art = Manifest.Art(
            species: "dog",
            axes: ["mood": "sad"],
            level: 1,
            part: 1,
            sheet: "walk",
            asset: "dog_pet",
            frames: ["dog_pet"],
            animations: ["idle": .init(frames: [0], fps: 1, loop: true, durations: [1000])]
        )
        var manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "all",
            canvas: .init(
                width: 1,
                height: 1,
                bleed: .init(top: 1, right: 0, bottom: 0, left: 0)
            ),
            axes: [
                .init(
                    name: "mood",
                    values: ["sad"],
                    default: "sad",
                    unknown: "sad",
                    kind: "locale",
                    details: [
                        "sad": .init(name: "Sad", raw: 1, fallback: ["glad"], extras: ["a": 1])
                    ],
                    extras: ["b": true]
                )
            ],
            species: [
                .init(
                    id: "dog",
                    name: "Dog",
                    anchors: ["head": [.init(x: 0, y: 0)]],
                    art: [art],
                    extras: [:]
                )
            ],
            items: [
                .init(
                    id: "hat",
                    name: "Hat",
                    equipStyle: .overlay,
                    art: [art],
                    slot: "head",
                    extras: [:]
                )
            ],
            looks: [
                .init(
                    id: "l",
                    look: Look(species: "dog", base: "coat", overlays: ["hat"]),
                    extras: [:],
                    background: "room"
                )
            ],
            targets: [
                .init(
                    id: "game",
                    kind: "atlas",
                    scales: [1],
                    pages: [
                        .init(
                            width: 1,
                            height: 1,
                            images: [
                                .init(
                                    scale: 1,
                                    path: "p",
                                    pixels: "rgba4444",
                                    sides: ["_n": "p_n"]
                                )
                            ]
                        )
                    ],
                    frames: [
                        "dog_pet": .init(
                            page: 0,
                            x: 0,
                            y: 0,
                            width: 1,
                            height: 1,
                            sourceWidth: 1,
                            sourceHeight: 1,
                            nineSlice: .init(left: 0, top: 0, right: 0, bottom: 0),
                            mesh: .init(vertices: [0, 0, 1, 0, 1, 1], triangles: [0, 1, 2])
                        )
                    ],
                    pictures: [
                        .init(id: "room", of: "image", width: 1, height: 1, scale: 1, path: "p")
                    ]
                )
            ],
            files: [.init(path: "p", bytes: 1, sha256: "00")],
            slots: [.init(id: "head", name: "Head", extras: [:])],
            extras: [:],
            images: [
                .init(
                    id: "room",
                    name: "Room",
                    frames: ["room"],
                    width: 1,
                    height: 1,
                    animations: ["idle": .init(frames: [0], fps: 1, loop: true)],
                    extras: [:]
                )
            ]
        )
        manifest.digest = String(repeating: "0", count: 64)
        return manifest
    }

    @Test func `the schema knows every member, and no other`() throws {
        let schema = try JSONDecoder().decode(Schema.self, from: Data(Manifest.schema.utf8))
        let value = try JSONSerialization.jsonObject(with: complete.json())
        var walk = SchemaWalk(root: schema)
        walk.check(value, walk.root, at: "$")
        #expect(walk.problems == [])
        #expect(walk.known.subtracting(walk.seen) == [])
    }

    @Test func `the published schema is the one that the command prints`() throws {
        let file = Repository.file("Schemas/manifest.schema.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == Manifest.schema)
    }
}
