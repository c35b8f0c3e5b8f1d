import Diagnostics
import Testing

struct JSONEditorTests {
    private func adding(_ value: String, at pointer: String, to text: String) -> String? {
        guard var editor = JSONEditor(Array(text.utf8)), editor.add(value, at: pointer) else {
            return nil
        }
        return String(decoding: editor.bytes, as: UTF8.self)
    }

    @Test func `an empty list is filled`() {
        let text = #"{"items": []}"#
        #expect(adding("1", at: "/items/-", to: text) == #"{"items": [1]}"#)
        #expect(
            adding(#"{"a":1}"#, at: "/items/-", to: text)
                == "{\"items\": [\n  { \"a\": 1 }\n]}"
        )
    }

    @Test func `a list in lines gets a line, and its indentation and line ends`() {
        let text = "{\r\n\t\"items\": [\r\n\t\t{ \"id\": \"a\" }\r\n\t]\r\n}\r\n"
        #expect(
            adding(#"{"id":"b"}"#, at: "/items/-", to: text)
                == "{\r\n\t\"items\": [\r\n\t\t{ \"id\": \"a\" },\r\n\t\t{ \"id\": \"b\" }\r\n\t]\r\n}\r\n"
        )
    }

    @Test func `an element is laid out as the one before it`() {
        let text = """
            {
                "items": [
                    {
                        "id": "a"
                    }
                ]
            }
            """
        #expect(
            adding(#"{"id":"b","z":2}"#, at: "/items/-", to: text) == """
                {
                    "items": [
                        {
                            "id": "a"
                        },
                        {
                            "id": "b",
                            "z": 2
                        }
                    ]
                }
                """
        )
    }

    @Test func `a list on one line stays on it while there is room`() {
        #expect(
            adding("\"b\"", at: "/0/species/-", to: #"[ {"species": ["a"], "x": 1} ]"#)
                == #"[ {"species": ["a", "b"], "x": 1} ]"#
        )
        let long = String(repeating: "a", count: 90)
        #expect(
            adding("\"bb\"", at: "/list/-", to: "{\n  \"list\": [\"\(long)\"]\n}")
                == "{\n  \"list\": [\n    \"\(long)\",\n    \"bb\"\n  ]\n}"
        )
    }

    @Test func `a missing list or member is created behind the others`() {
        #expect(
            adding(#"{"id":"b"}"#, at: "/images/-", to: "{\n  \"name\": \"x\"\n}\n")
                == "{\n  \"name\": \"x\",\n  \"images\": [ { \"id\": \"b\" } ]\n}\n"
        )
        #expect(adding("2", at: "/b~1c", to: #"{"a": 1}"#) == #"{"a": 1, "b/c": 2}"#)
    }

    @Test(arguments: [
        ("1", "/a"), ("1", "/missing/deeper/-"), ("1", "/list/7/-"), ("1", "/list/0"), ("1", ""),
        ("{", "/b"), ("1", "/a/-"),
    ]) func `what has no place changes nothing`(value: String, pointer: String) {
        #expect(adding(value, at: pointer, to: #"{"a": 1, "list": [1]}"#) == nil)
    }

    @Test func `what is no strict JSON is not edited`() {
        for text in ["", "{,}", "{\"a\": 1,}", "{\"a\": 1, \"a\": 2}", "\u{FEFF}{}"] {
            #expect(JSONEditor(Array(text.utf8)) == nil, "\(text)")
        }
    }
}

struct JSONLayoutTests {
    private func formatted(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        var parser = JSONParser(SourceText(path: "x.json", bytes: bytes))
        let parsed = parser.parse()
        let root = try #require(parsed)
        return String(decoding: JSONLayout.formatted(bytes, root), as: UTF8.self)
    }

    /// The style, and that it is kept.
    private func expect(_ text: String, becomes expected: String) throws {
        let once = try formatted(text)
        #expect(once == expected)
        #expect(try formatted(once) == once)
    }

    @Test func `short values take one line, the catalog itself never does`() throws {
        try expect(
            #"{"name":"x","canvas":{"width":1.50,"height":2e1},"list":[ ],"point":[1 ,2]}"#,
            becomes: """
                {
                  "name": "x",
                  "canvas": { "width": 1.50, "height": 2e1 },
                  "list": [],
                  "point": [1, 2]
                }

                """
        )
    }

    @Test func `an opened object stays open, and opens what it is in`() throws {
        try expect(
            "{\"a\": [{\n\"b\": \"\\u0041\", \"c\": {}}, {\"d\": 1,\n \"e\": 2}]}",
            becomes: """
                {
                  "a": [
                    {
                      "b": "\\u0041",
                      "c": {}
                    },
                    { "d": 1, "e": 2 }
                  ]
                }

                """
        )
    }

    @Test func `what is too long has a line for each member`() throws {
        let long = String(repeating: "x", count: 45)
        try expect(
            #"{"a":{"b":"\#(long)","c":"\#(long)"}}"#,
            becomes: """
                {
                  "a": {
                    "b": "\(long)",
                    "c": "\(long)"
                  }
                }

                """
        )
    }

    @Test func `lists of points are filled up to 100 columns`() throws {
        let points = (0..<20).map { "[\(100 + $0), \(200 + $0)]" }
        let text = try formatted("{\"head\": [\n\(points.joined(separator: ",\n"))]}")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines.allSatisfy { $0.utf8.count <= 100 })
        #expect(lines[2] == "    \(points[0..<8].joined(separator: ", ")),")
        #expect(try formatted(text) == text)
    }

    @Test func `Windows line ends stay`() throws {
        try expect("{\r\n\"a\":1}", becomes: "{\r\n  \"a\": 1\r\n}\r\n")
    }

    @Test(arguments: [
        (#"{"a": [1, 2], "b": 3}"#, "/a", "[4, 5]", #"{"a": [4, 5], "b": 3}"#),
        (#"{"a": [[1, 2], [3, 4]]}"#, "/a/1", "[9, 9]", #"{"a": [[1, 2], [9, 9]]}"#),
        (#"{"a": 1}"#, "/b", "2", #"{"a": 1, "b": 2}"#),
        (#"{"a": 1}"#, "/b/c~1d", "2", #"{"a": 1, "b": { "c/d": 2 }}"#),
        (#"{"a": {"x":  1 }}"#, "/a/y", "[0, 1]", #"{"a": {"x":  1, "y": [0, 1] }}"#),
    ])
    func `a value is set in its place, or added with the objects around it`(
        text: String,
        pointer: String,
        value: String,
        expected: String
    ) throws {
        var editor = try #require(JSONEditor(Array(text.utf8)))
        let isSet = editor.set(value, at: pointer)
        #expect(isSet)
        #expect(String(decoding: editor.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": 2}"#, "/a", #"{"b": 2}"#),
        (#"{"a": 1, "b": 2}"#, "/b", #"{"a": 1}"#),
        (#"{"a": [1, 2, 3]}"#, "/a/1", #"{"a": [1, 3]}"#),
        // Nothing is left empty.
        (#"{"a": {"x": {"y": 1}}, "b": 2}"#, "/a/x/y", #"{"b": 2}"#),
        (#"{"a": {"x": {"y": 1}, "z": 3}}"#, "/a/x/y", #"{"a": {"z": 3}}"#),
        (#"{"a": {"x~/": 1}}"#, "/a/x~0~1", "{}"),
    ])
    func `a value is removed with the objects that it leaves empty`(
        text: String,
        pointer: String,
        expected: String
    ) throws {
        var editor = try #require(JSONEditor(Array(text.utf8)))
        let isRemoved = editor.remove(at: pointer)
        #expect(isRemoved)
        #expect(String(decoding: editor.bytes, as: UTF8.self) == expected)
        let isRemovedAgain = editor.remove(at: pointer)
        #expect(!isRemovedAgain || pointer == "/a/1")
    }

    @Test(arguments: [("/a/0", "1"), ("/a/b/c", "1"), ("/b", "[")])
    func `what cannot be set changes nothing`(pointer: String, value: String) throws {
        let text = Array(#"{"a": 1}"#.utf8)
        var editor = try #require(JSONEditor(text))
        let isSet = editor.set(value, at: pointer)
        #expect(!isSet)
        #expect(editor.bytes == text)
    }
}
