import Bake
import ChromaKey
import Diagnostics
import FileStore
import ImageCodec
import Raster
import TestSupport
import Testing

/// Keying and cutting in the studio, without a server.
struct StudioArtTests {
    private let disk: MemoryDisk
    private var studio: Studio

    private static let text = """
        {
          "catalogVersion": 1,
          "name": "small",
          "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "species": [ { "id": "dog" }, { "id": "cat" } ],
          "items": [
            { "id": "hat", "equipStyle": "overlay" },
            { "id": "cap", "equipStyle": "overlay", "chroma": { "spill": 0.5 } }
          ],
          "sheets": {
            "*_pet": { "grid": { "columns": 2, "rows": 1 } }
          }
        }

        """

    /// A figure of several colors, one of them greenish, over a green screen.
    private static let hat = StraightImage(24, 20) { x, y in
        let (dx, dy) = (x - 12, y - 10)
        guard dx * dx + dy * dy < 64 else { return StraightPixel(r: 0, g: 255, b: 0) }
        return x < 12 ? StraightPixel(r: 90, g: 190, b: 80) : StraightPixel(r: 200, g: 30, b: 40)
    }

    init() throws {
        disk = MemoryDisk()
        disk.put("game/catalog.json", Self.text)
        let pet = StraightImage(16, 8) { x, y in
            (2..<6).contains(x % 8) && (1..<7).contains(y) ? .init(r: 9, g: 9, b: 200) : .clear
        }
        try disk.put("game/art/dog_pet.png", pet)
        try disk.put("game/art/cat_pet.png", pet)
        try disk.put("game/art/overlay_hat.png", Self.hat)
        try disk.put("game/art/overlay_cap.png", Self.hat)
        studio = try Studio("game/catalog.json", jobs: 1, disk: disk)
    }

    private var edited: String { String(decoding: studio.session.text, as: UTF8.self) }

    private func node(_ text: String) throws -> JSONNode {
        var parser = JSONParser(SourceText(path: "", bytes: Array(text.utf8)))
        let found = parser.parse()
        return try #require(found)
    }

    /// Sets members to JSON texts; nil removes one.
    @discardableResult
    private mutating func set(
        _ members: [(String, String?)],
        of asset: String
    ) async throws -> JSONNode {
        let list = members.map { name, value in
            "{ \"name\": \(quotedJSON(name)), \"value\": \(value.map { quotedJSON($0) } ?? "null") }"
        }
        let request = """
            { "asset": \(quotedJSON(asset)), "members": [\(list.joined(separator: ", "))] }
            """
        let (json, _) = try await studio.answer(.sheet, try node(request))
        return try node(json.compact)
    }

    private static let edits: [([(String, String?)], asset: String, old: String, new: String)] = [
        (
            [("chroma/threshold", "0.55")], "overlay_hat",
            #""*_pet": { "grid": { "columns": 2, "rows": 1 } }"#,
            """
            "*_pet": { "grid": { "columns": 2, "rows": 1 } },
                "overlay_hat": { "chroma": { "threshold": 0.55 } }
            """
        ),
        (
            [("chroma/keep", ##"["#5ABE50",{"x":1,"y":2,"width":3,"height":4}]"##)], "overlay_hat",
            #""*_pet": { "grid": { "columns": 2, "rows": 1 } }"#,
            """
            "*_pet": { "grid": { "columns": 2, "rows": 1 } },
                "overlay_hat": {
                  "chroma": { "keep": [ "#5ABE50", { "x": 1, "y": 2, "width": 3, "height": 4 } ] }
                }
            """
        ),
        // An item that says something is asked for the same member only.
        ([("chroma/spill", "0.25")], "overlay_cap", #""spill": 0.5"#, #""spill": 0.25"#),
        ([("chroma/spill", nil)], "overlay_cap", #", "chroma": { "spill": 0.5 }"#, ""),
        (
            [("key", "false")], "overlay_hat", "1 } }",
            "1 } },\n    \"overlay_hat\": { \"key\": false }"
        ),
        // The pattern fits the cat, too, and a grid replaces another one.
        (
            [("grid/cellWidth", "7")], "dog_pet",
            #"{ "columns": 2, "rows": 1 } }"#,
            """
            { "columns": 2, "rows": 1 } },
                "dog_pet": { "grid": { "columns": 2, "rows": 1, "cellWidth": 7 } }
            """
        ),
        (
            [("grid", nil), ("islands", "{}")], "dog_pet", "1 } }",
            "1 } },\n    \"dog_pet\": { \"islands\": {} }"
        ),
    ]

    @Test(arguments: edits.indices)
    mutating func `an edit writes what was decided, and undo takes it back`(
        index: Int
    ) async throws {
        let (members, asset, old, new) = Self.edits[index]
        let answer = try await set(members, of: asset)
        #expect(answer.text("refusal") == nil)
        #expect(edited == Self.text.replacing(old, with: new))
        _ = try await studio.answer(.undo, try node("{}"))
        #expect(edited == Self.text)
    }

    @Test
    mutating func `a preset and a threshold replace each other, and a rule that says nothing goes`()
        async throws
    {
        try await set([("chroma/threshold", "0.55")], of: "overlay_hat")
        try await set([("chroma/preset", "\"glass\"")], of: "overlay_hat")
        #expect(edited.contains(#""overlay_hat": { "chroma": { "preset": "glass" } }"#))
        try await set([("chroma/threshold", "0.3")], of: "overlay_hat")
        #expect(edited.contains(#""overlay_hat": { "chroma": { "threshold": 0.3 } }"#))
        try await set([("chroma/threshold", nil)], of: "overlay_hat")
        #expect(edited == Self.text)
    }

    @Test(arguments: [
        ("chroma/threshold", "7"), ("chroma/hue", "1"), ("grid", "{ \"columns\": 0 }"),
        ("chroma/threshold", "0.5, \"a\": 1"), ("chroma/key/more", "1"), ("", "1"), ("rects", "[]"),
    ])
    mutating func `what the catalog refuses changes nothing`(
        member: String,
        value: String
    ) async throws {
        let answer = try await set([(member, value)], of: "overlay_hat")
        #expect(answer.text("refusal") != nil)
        #expect(edited == Self.text)
    }

    private mutating func trial(
        _ request: String
    ) async throws -> (facts: JSONNode, pixels: [UInt8]) {
        let bytes = try await studio.trial(try node(request)).run()
        let end = try #require(bytes.firstIndex(of: 0x0A))
        let facts = try node(String(decoding: bytes[..<end], as: UTF8.self))
        return (facts, Array(bytes[(end + 1)...]))
    }

    private func pixels(of image: StraightImage) -> [UInt8] {
        image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
    }

    @Test mutating func `a trial has the pixels of the keyer, and so has a part of it`()
        async throws
    {
        var settings = KeySettings()
        settings.threshold = 0.2
        settings.spill = 0.75
        let keyed = key(Self.hat, settings: settings).image
        let rule = #""rule": "{ \"chroma\": { \"threshold\": 0.2, \"spill\": 0.75 } }""#
        let start = #"{ "asset": "overlay_hat", "show": "keyed", "#
        let whole = try await trial("\(start)\(rule) }")
        #expect(whole.facts.text("screen") == "#00FF00")
        #expect(whole.pixels == pixels(of: keyed))
        let part = try await trial("\(start)\(rule), \"area\": [5, 6, 10, 400] }")
        let box = try #require(PixelRect(x: 5, y: 6, width: 10, height: 14))
        #expect(part.pixels == pixels(of: keyed.cropped(to: box)))
        #expect(part.facts.elements("area").compactMap(\.number) == [5, 6, 10, 14])
        let source = try await trial(#"{ "asset": "overlay_hat", "show": "source" }"#)
        #expect(source.pixels == pixels(of: Self.hat))
        let saved = try await trial("\(start)\"slot\": 1 }")
        #expect(saved.pixels == pixels(of: key(Self.hat, settings: KeySettings()).image))
    }

    @Test mutating func `a trial of a cut has the boxes of the slicer, or why there are none`()
        async throws
    {
        func boxes(_ facts: JSONNode) -> [[Double]] {
            facts.elements("boxes").map { $0.elements.compactMap(\.number) }
        }
        let start = #"{ "asset": "dog_pet", "show": "cut", "facts": 1"#
        #expect(boxes(try await trial("\(start) }").facts) == [[0, 0, 8, 8], [8, 0, 8, 8]])
        let rects = #"\"rects\": [{ \"x\": 1, \"y\": 2, \"width\": 3, \"height\": 4 }]"#
        #expect(
            boxes(try await trial("\(start), \"rule\": \"{ \(rects) }\" }").facts) == [
                [1, 2, 3, 4]
            ]
        )
        let islands = try await trial("\(start), \"rule\": \"{ \\\"islands\\\": {} }\" }")
        #expect(boxes(islands.facts) == [[2, 1, 4, 6], [10, 1, 4, 6]])
        #expect(islands.facts.number("foot") == 7)
        let uneven = try await trial(
            "\(start), \"rule\": \"{ \\\"grid\\\": { \\\"columns\\\": 3 } }\" }"
        )
        #expect(uneven.facts.text("refusal")?.contains("16") == true)
    }

    @Test(arguments: [
        #"{ "asset": "nothing", "show": "keyed" }"#, #"{ "asset": "overlay_hat", "show": "all" }"#,
        #"{ "asset": "overlay_hat", "show": "keyed", "rule": "{" }"#,
        #"{ "asset": "overlay_hat", "show": "keyed", "rule": "{ \"chroma\": { \"spill\": 9 } }" }"#,
        "{}", "[]",
    ])
    mutating func `a trial that makes no sense is refused`(request: String) throws {
        let node = try node(request)
        #expect(throws: Diagnostic.self) { _ = try studio.trial(node) }
    }

    @Test(arguments: [
        ("crown.png", "crown.png"), ("../../etc/passwd", "passwd.png"), ("..", "picture.png"),
        ("C:\\art\\Hat 2.JPG", "Hat-2.png"), (".hidden", "picture.png"),
        ("a/b\u{0}c.png", "b-c.png"),
        ("-rf.png", "rf.png"), ("<img src=x>.gif", "img-src-x-.png"), ("", "picture.png"),
        (String(repeating: "x", count: 300) + ".png", String(repeating: "x", count: 80) + ".png"),
        ("x@2x.PNG", "x@2x.png"), ("猫_pet.png", "猫_pet.png"), ("größe.png", "größe.png"),
        ("aux.png", "picture-aux.png"),
    ])
    func `dropped files get a safe name`(name: String, safe: String) throws {
        let file = try DroppedFile(try encodePNG(Self.hat), named: name)
        #expect(file.name == safe)
    }

    @Test func `a dropped file is never written over another, and only pictures are taken`() throws
    {
        let bytes = try encodePNG(Self.hat.flippedVertically())
        let before = disk.files["game/art/overlay_hat.png"]
        let file = try DroppedFile(bytes, named: "Overlay_Hat.png")
        #expect(try file.put(into: studio.session) == "art/Overlay_Hat-2.png")
        #expect(disk.files["game/art/overlay_hat.png"] == before)
        #expect(disk.files["game/art/Overlay_Hat-2.png"] == bytes)
        // Both would be the asset "crown".
        disk.put("game/art/crown.jpg", "x")
        let crown = try DroppedFile(bytes, named: "Crown.png")
        #expect(try crown.put(into: studio.session) == "art/Crown-2.png")
        // The same file again is there already.
        #expect(try file.put(into: studio.session) == "art/Overlay_Hat-2.png")
        #expect(throws: Diagnostic.self) {
            _ = try DroppedFile(Array("hello".utf8), named: "a.png")
        }
        #expect(throws: Diagnostic.self) {
            _ = try DroppedFile(Array(bytes.dropLast(60)), named: "a.png")
        }
    }
}
