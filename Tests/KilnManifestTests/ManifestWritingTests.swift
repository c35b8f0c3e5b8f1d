import Foundation
import KilnManifest
import TestSupport
import Testing

struct ManifestWritingTests {
    private func encoded(_ manifest: Manifest) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(manifest), as: UTF8.self) + "\n"
    }

    private func expectSame(_ manifest: Manifest) throws {
        #expect(String(decoding: try manifest.json(), as: UTF8.self) == (try encoded(manifest)))
    }

    @Test func `a manifest is written as JSONEncoder writes it`() throws {
        try expectSame(.complete)
        var manifest = Manifest.complete
        manifest.items = []
        try expectSame(manifest)
        manifest.targets += manifest.targets
        manifest.targets[0].frames = [:]
        try expectSame(manifest)
        manifest.targets = []
        try expectSame(manifest)
    }

    @Test(arguments: [
        "", "plain", "a/b", #"a"b\c"#, "\n\t\u{8}\u{C}\r\0\u{1F}\u{7F}", "é€🐱\u{2028}\u{FEFF}",
        "\n  \"targets\" : [", "z\u{301}",
    ])
    func `texts are written as JSONEncoder writes them`(_ text: String) throws {
        var manifest = Manifest.complete
        let frame = try #require(manifest.targets[0].frames.values.first)
        manifest.items[0].id = text
        manifest.items[0].slot = text
        manifest.items[0].extras = [text: .object([text: .array([.string(text), .null])])]
        manifest.items[0].art[0].axes = [text: text, "b": "B", "a": "A", "Z": "z", "é": "e"]
        manifest.targets[0].frames[text] = frame
        try expectSame(manifest)
    }

    @Test func `numbers are written as JSONEncoder writes them`() throws {
        var manifest = Manifest.complete
        for number in [
            0, -0.0, 1, 0.1, 0.5, -2.25, 1e15, 1e16, 1e17, 1e20, 1.5e300, .leastNonzeroMagnitude,
            1e-5,
            123456789.125,
        ] {
            manifest.items[0].art[0].origins = [Manifest.Point(x: number, y: -number)]
            manifest.items[0].extras = [
                "a": .number(number), "b": .integer(.min), "c": .bool(false), "d": .array([]),
                "e": .object([:]),
            ]
            try expectSame(manifest)
        }
        manifest.items[0].art[0].origins[0].x = .infinity
        #expect(throws: EncodingError.self) { try manifest.json() }
    }

    /// Their text looks as the places do that the rest is put in.
    @Test func `extras are not mistaken for what is left out of them`() throws {
        let decoy: ManifestValue = .object(["frames": .object([:]), "items": .array([])])
        var manifest = Manifest.complete
        manifest.extras = ["a": decoy, "targets": .array([decoy]), "items": .array([])]
        manifest.species[0].extras = ["frames": .object([:]), "targets": .array([decoy])]
        try expectSame(manifest)
    }
}
