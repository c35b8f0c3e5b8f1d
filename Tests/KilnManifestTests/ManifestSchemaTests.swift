import Foundation
import KilnManifest
import Testing

/// Walks a value along its schema; enough of the vocabulary for the manifest's own.
private struct SchemaWalk {
    let root: [String: Any]
    var problems: [String] = []
    /// Members of objects that the value had, as `definition.member`.
    var seen: Set<String> = []
    /// Members that the schema knows.
    var known: Set<String> = []

    mutating func check(_ value: Any, _ schema: [String: Any], at path: String) {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.split(separator: "/").last!)
            let definition = (root["$defs"] as! [String: Any])[name] as! [String: Any]
            return check(value, definition, at: path)
        }
        if let properties = schema["properties"] as? [String: [String: Any]] {
            guard let object = value as? [String: Any] else {
                problems.append("\(path) is no object")
                return
            }
            let title = schema["description"] as! String
            known.formUnion(properties.keys.map { "\(title) \($0)" })
            for name in schema["required"] as! [String] where object[name] == nil {
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
        } else if let items = schema["items"] as? [String: Any] {
            for (index, element) in (value as? [Any] ?? []).enumerated() {
                check(element, items, at: "\(path)[\(index)]")
            }
        } else if let values = schema["additionalProperties"] as? [String: Any] {
            for (name, member) in value as? [String: Any] ?? [:] {
                check(member, values, at: "\(path).\(name)")
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
            asset: "dog_pet",
            frames: ["dog_pet"],
            animations: ["idle": .init(frames: [0], fps: 1, loop: true)]
        )
        return Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "all",
            canvas: .init(width: 1, height: 1),
            axes: [.init(name: "mood", values: ["sad"])],
            species: [
                .init(id: "dog", name: "Dog", anchors: ["head": [.init(x: 0, y: 0)]], art: [art])
            ],
            items: [.init(id: "hat", name: "Hat", equipStyle: .overlay, art: [art])],
            looks: [.init(id: "l", look: Look(species: "dog", base: "coat", overlays: ["hat"]))],
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
                            nineSlice: .init(left: 0, top: 0, right: 0, bottom: 0)
                        )
                    ]
                )
            ],
            files: [.init(path: "p", bytes: 1, sha256: "00")]
        )
    }

    @Test func `the schema knows every member, and no other`() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(Manifest.schema.utf8))
        let value = try JSONSerialization.jsonObject(with: complete.json())
        var walk = SchemaWalk(root: schema as! [String: Any])
        walk.check(value, walk.root, at: "$")
        #expect(walk.problems == [])
        #expect(walk.known.subtracting(walk.seen) == [])
    }

    @Test func `the published schema is the one that the command prints`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Schemas/manifest.schema.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == Manifest.schema)
    }
}
