import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct SchemaTests {
    /// `KILN_RECORD=1` writes the file anew, and fails this run.
    @Test(
        arguments: [
            ("catalog.schema.json", catalogSchema), ("manifest.schema.json", manifestSchema),
            ("manifest.d.ts", manifestTypeScript),
        ] as [(String, @Sendable () -> String)]
    )
    func `what is published is what the tables say`(
        name: String,
        text: @Sendable () -> String
    ) throws {
        let file = Repository.file("Schemas/\(name)")
        if ProcessInfo.processInfo.environment["KILN_RECORD"] != nil {
            try text().write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.path)")
        }
        let published = try String(contentsOf: file, encoding: .utf8)
        #expect(published == text(), "record it anew with KILN_RECORD=1")
    }

    @Test(arguments: [catalogSchema(), manifestSchema()])
    func `every member has a description and every reference its definition`(text: String) throws {
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
