import Catalog
import Diagnostics
import KilnManifest
import Testing

/// A mood diary: packs of faces of which most are not drawn, and a few words in pictures.
private let moodDiary = #"""
    "axes": {
      "pack": { "sparse": true, "values": [
        "default",
        { "id": "autumn", "fallback": ["default"] },
        { "id": "pixel", "fallback": ["autumn", "default"] }
      ] },
      "mood": { "sparse": true, "default": "average", "unknown": "missing", "values": [
        { "id": "horrible", "raw": 0 }, { "id": "bad", "raw": 1 }, { "id": "average", "raw": 2 },
        { "id": "good", "raw": 3 }, { "id": "great", "raw": 4 },
        { "id": "missing", "raw": 5, "required": true },
        { "id": "placeholder", "raw": 6, "required": true, "fallback": ["missing"] }
      ] },
      "locale": { "kind": "locale", "sparse": true,
        "values": ["en", "de", "es", "fr", "ja", "ko", "pt-BR"] }
    },
    "naming": { "image": ["<asset>_<pack>_<locale>", "<asset>_<pack>"] },
    "images": [{ "id": "face", "asset": "face_<mood>" }]
    """#

private let facesOfDiary = [
    "face_horrible_default", "face_bad_default", "face_average_default", "face_good_default",
    "face_great_default", "face_missing_default", "face_great_autumn", "face_missing_autumn",
    "face_great_default_ja", "face_missing_default_pt",
]

private func images(_ more: String, _ files: [String]) throws -> Coverage {
    let catalog = try catalog(species: "[]", items: "[]", more: more)
    return Coverage(catalog: catalog, index: AssetIndex(files: files.map { $0 + ".png" }))
}

struct ImageCoverageTests {
    @Test(
        arguments: [
            ("default", "good", "en", "face_good_default", 1),
            ("default", "great", "ja", "face_great_default_ja", 0),
            // A pack gives way to the one that it says, and that to the next.
            ("autumn", "good", "en", "face_good_default", 1),
            ("autumn", "great", "en", "face_great_autumn", 1),
            ("pixel", "great", "de", "face_great_autumn", 1),
            ("pixel", "bad", "ko", "face_bad_default", 1),
            // Templates are the outer loop: a word of another pack comes before a face without words.
            ("autumn", "great", "ja", "face_great_default_ja", 0),
            // A locale gives way to its language, in every pack before the next template.
            ("default", "missing", "pt-BR", "face_missing_default_pt", 0),
            ("pixel", "missing", "pt-BR", "face_missing_default_pt", 0),
            ("autumn", "missing", "es", "face_missing_autumn", 1),
            // Of several axes the last gives way first: another mood in this pack, then the next pack.
            ("autumn", "placeholder", "fr", "face_missing_autumn", 1),
            ("default", "placeholder", "en", "face_missing_default", 1),
            ("default", "placeholder", "pt-BR", "face_missing_default_pt", 0),
        ]
    )
    func `an image's values give way along their chains`(
        pack: String,
        mood: String,
        locale: String,
        asset: String,
        level: Int
    ) throws {
        let coverage = try images(moodDiary, facesOfDiary)
        let axes = ["pack": pack, "mood": mood, "locale": locale]
        let art = try #require(coverage.art(ofImage: "face", forAny: [axes]).first)
        #expect(art.asset.name == asset && art.level == level)
        let catalog = try catalog(species: "[]", items: "[]", more: moodDiary)
        let index = AssetIndex(files: facesOfDiary.map { $0 + ".png" })
        let resolution = NameResolver(catalog: catalog, index: index)
            .resolve(.image(catalog.images[0]), axes: axes)
        #expect(resolution.winner?.name == asset && resolution.level == level)
        #expect(resolution.winning?.axes == art.axes)
    }

    @Test func `each picture is reported once, and nothing is missing`() throws {
        let coverage = try images(moodDiary, facesOfDiary)
        #expect(coverage.diagnostics.map(\.description) == [])
        #expect(Set(coverage.images.map(\.asset.name)) == Set(facesOfDiary))
        #expect(coverage.images.count == facesOfDiary.count)
        #expect(coverage.unused == [])
        #expect(coverage.images.allSatisfy { $0.axes["mood"] != "placeholder" })
    }

    @Test func `what a diary stored and no one knows is missing`() throws {
        let catalog = try catalog(species: "[]", items: "[]", more: moodDiary)
        let mood = Manifest.Axis(catalog.axes[1])
        #expect((0...6).map { mood.value(raw: .integer($0)) } == mood.values)
        #expect(
            [-1, 7, 99].map { mood.value(raw: .integer($0)) } == ["missing", "missing", "missing"]
        )
        #expect(mood.value(raw: "4") == "missing" && mood.standard == "average")
    }

    @Test func `images without axes are found by their asset's name alone`() throws {
        let coverage = try images(
            #""images": [{ "id": "room" }, { "id": "icon", "asset": "hat" }, { "id": "gone" }]"#,
            ["room", "hat"]
        )
        #expect(
            coverage.images.map { "\($0.image.id) \($0.asset.name)" } == ["room room", "icon hat"]
        )
        #expect(coverage.images.allSatisfy { $0.axes == [:] && $0.combination == [:] })
        #expect(
            coverage.diagnostics.map(\.message) == [
                "image \"gone\" has no picture, found no asset \"gone\""
            ]
        )
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var axes: String
        var naming = #"["<asset>_<mood>"]"#
        var files: [String]
        var expected: [String]
    }

    @Test(arguments: [
        Row(
            testDescription: "one value has none",
            axes: #""mood": { "values": ["calm", "sad"], "sparse": true }"#,
            files: ["face_calm"],
            expected: ["image \"face\" has no picture (mood sad), found no face_sad"]
        ),
        Row(
            testDescription: "an axis that is not sparse tells it itself",
            axes: #""mood": ["calm", "sad"]"#,
            files: ["face_calm"],
            expected: ["the value \"sad\" of axis \"mood\" has no art of its own"]
        ),
        Row(
            testDescription: "no value has any",
            axes: #""mood": { "values": ["calm", "sad"], "sparse": true }"#,
            files: [],
            expected: ["image \"face\" has no picture, found no face_calm"]
        ),
        Row(
            testDescription: "one value has none, whatever the theme is",
            axes: #"""
                "mood": { "values": ["calm", "sad"], "sparse": true },
                "theme": { "values": ["day", "dusk", "night"], "sparse": true }
                """#,
            naming: #"["<asset>_<mood>_<theme>"]"#,
            files: ["face_calm_day", "face_calm_dusk", "face_calm_night"],
            expected: ["image \"face\" has no picture (mood sad), found no face_sad_day"]
        ),
        Row(
            testDescription: "single combinations have none",
            axes: #"""
                "mood": { "values": ["calm", "sad"], "sparse": true },
                "theme": { "values": ["day", "dusk", "night"], "sparse": true }
                """#,
            naming: #"["<asset>_<mood>_<theme>"]"#,
            files: ["face_calm_day", "face_calm_dusk", "face_sad_night", "face_sad_day"],
            expected: [
                "image \"face\" has no picture (mood calm, theme night), "
                    + "found no face_calm_night; and none for 1 other combination of values"
            ]
        ),
        Row(
            testDescription: "a required value has none, though its axis is sparse",
            axes: #"""
                "mood": { "values": ["calm", { "id": "gone", "required": true }], "sparse": true }
                """#,
            naming: #"["<asset>_<mood>", "<asset>"]"#,
            files: ["face_calm", "face"],
            expected: ["image \"face\" has no art for \"gone\" of axis \"mood\", which is required"]
        ),
        Row(
            testDescription: "a required value has that of its fallback",
            axes: #"""
                "mood": { "values": ["calm", { "id": "gone", "required": true, "fallback": ["calm"] }],
                  "sparse": true }
                """#,
            naming: #"["<asset>_<mood>", "<asset>"]"#,
            files: ["face_calm"],
            expected: []
        ),
        Row(
            testDescription: "nothing is drawn by the axis of a required value",
            axes: #""mood": { "values": [{ "id": "gone", "required": true }], "sparse": true }"#,
            naming: #"["<asset>_<mood>", "<asset>"]"#,
            files: ["face"],
            expected: ["nothing is drawn by axis \"mood\", whose value \"gone\" is required"]
        ),
    ])
    func `gaps in the art of images are reported once`(_ row: Row) throws {
        let more = #"""
            "axes": { \#(row.axes) }, "naming": { "image": \#(row.naming) },
            "images": [{ "id": "face" }]
            """#
        let found = try images(more, row.files).diagnostics.withholdingConsequences()
        #expect(found.map(\.message) == row.expected)
    }

    @Test func `a proposed file has no value of an axis whose values need no art`() throws {
        let more = #"""
            "axes": { "mood": ["calm", { "id": "gone", "required": true }],
              "locale": { "values": ["en", "de"], "sparse": true } },
            "naming": { "image": ["<asset>_<mood>_<locale>", "<asset>_<mood>", "<asset>"] },
            "images": [{ "id": "face" }]
            """#
        let found = try images(more, ["face_calm", "face"]).diagnostics.withholdingConsequences()
        #expect(found.map(\.id) == ["required-value"])
        #expect(found.first?.help?.contains("/face_gone.png") == true, "\(found)")
    }

    @Test func `very many combinations of images are an error and not resolved`() throws {
        let values = (0..<64).map { "\"v\($0)\"" }.joined(separator: ", ")
        let many = (0..<600).map { #"{ "id": "i\#($0)" }"# }.joined(separator: ", ")
        let coverage = try images(
            #"""
            "axes": { "a": { "values": [\#(values)], "sparse": true },
              "b": { "values": [\#(values)], "sparse": true } },
            "naming": { "image": ["<asset>_<a>_<b>", "<asset>"] }, "images": [\#(many)]
            """#,
            ["i0", "i1_v0_v0"]
        )
        #expect(
            coverage.diagnostics.map(\.message).contains(
                "images and axis values have more combinations than are resolved, "
                    + "expected at most \(Coverage.limit)"
            )
        )
    }
}
