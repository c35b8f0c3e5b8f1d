import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct SchemaTests {
    private static let file = Repository.file("Schemas/catalog.schema.json")

    /// `KILN_RECORD=1` writes the file anew, and fails this run.
    @Test func thePublishedSchemaIsWhatTheTablesSay() throws {
        if ProcessInfo.processInfo.environment["KILN_RECORD"] != nil {
            try catalogSchema().write(to: Self.file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(Self.file.path)")
        }
        let published = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(published == catalogSchema(), "record it anew with KILN_RECORD=1")
    }

    @Test func everyMemberHasADescriptionAndEveryReferenceItsDefinition() throws {
        let schema = try #require(
            JSONSerialization.jsonObject(with: Data(catalogSchema().utf8)) as? [String: Any]
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
