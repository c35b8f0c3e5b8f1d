import Catalog
import ChromaKey
import Foundation
import TestSupport
import Testing

/// Settings and formats that several places list for users and tools: whoever adds one is shown
/// where it is missing.
struct ToldEverywhereTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.file(path), encoding: .utf8)
    }

    @Test func `every setting of keying is an option, is resolved, and is explained`() throws {
        let schema = try #require(
            JSONSerialization.jsonObject(with: Data(catalogSchema().utf8)) as? [String: Any]
        )
        let chroma = (schema["$defs"] as? [String: [String: Any]])?["chroma"]
        let names = try #require(chroma?["properties"] as? [String: Any]).keys.sorted()
        let help = try BuiltCommand(["key", "--help"]).output
        let resolved = try BuiltCommand(["resolve", "dog", "leaf"]).output
        let explained = try text("Documentation/keying.md")
        #expect(names.filter { !help.contains("--\($0) ") } == [], "kiln key --help")
        #expect(names.filter { !resolved.contains(" \($0) ") } == [], "kiln resolve")
        #expect(names.filter { !explained.contains("`\($0)`") } == [], "Documentation/keying.md")
    }

    @Test func `every mode of keying is a word of the catalog, an option, and is explained`() throws
    {
        let help = try BuiltCommand(["key", "--help"]).output
        let explained = try text("Documentation/keying.md")
        for mode in KeyMode.allCases {
            #expect(help.contains("\(mode),") || help.contains("\(mode);"), "kiln key --help")
            #expect(explained.contains("\n| `\(mode)` | "), "Documentation/keying.md")
        }
    }

    @Test(arguments: [
        ("Documentation/atlases.md", "`", []),
        ("Fuzz/seed-descriptors", "\"", [AtlasFormat.spriteatlas]),
        ("Scripts/check-formats", "\"", [.kiln]),
    ])
    func `every atlas format is listed`(
        path: String,
        quote: String,
        but left: [AtlasFormat]
    ) throws {
        let reported = try text(path)
        let names = AtlasFormat.allCases.filter { !left.contains($0) }.map(\.rawValue)
        #expect(names.filter { !reported.contains(quote + $0 + quote) } == [], "\(path)")
    }
}
