import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct SchemaTests {
    /// `KILN_RECORD=1` writes the file anew, and fails this run.
    @Test(
        arguments: [
            ("catalog.schema.json", catalogSchema), ("manifest.d.ts", manifestTypeScript),
        ] as [(String, @Sendable () throws -> String)]
    )
    func `what is published is what the tables say`(
        name: String,
        text: @Sendable () throws -> String
    ) throws {
        if ProcessInfo.processInfo.environment["KILN_RECORD"] != nil {
            let file = Repository.file("Schemas/\(name)")
            try text().write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.path)")
        }
        #expect(try published(name) == text(), "record it anew with KILN_RECORD=1")
    }

    @Test(arguments: ["catalog.schema.json", "manifest.schema.json"])
    func `every member has a description and every reference its definition`(name: String) throws {
        let text = try published(name)
        let schema = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
        let definitions = try #require(schema["$defs"] as? [String: Any])
        var references: Set<String> = []
        func walk(_ value: Any, _ path: String) {
            if let array = value as? [Any] { for element in array { walk(element, path) } }
            guard let object = value as? [String: Any] else { return }
            if let reference = object["$ref"] as? String { references.insert(reference) }
            if let members = object["properties"] as? [String: [String: Any]] {
                for (name, member) in members {
                    let about = member["description"] as? String ?? ""
                    #expect(about.hasSuffix("."), "\(path).\(name)")
                }
            }
            for (name, inner) in object { walk(inner, "\(path).\(name)") }
        }
        walk(schema, "")
        #expect(references == Set(definitions.keys.map { "#/$defs/\($0)" }))
    }
}

/// A file of `Schemas`, which the command prints.
func published(_ name: String) throws -> String {
    try String(contentsOf: Repository.file("Schemas/\(name)"), encoding: .utf8)
}
