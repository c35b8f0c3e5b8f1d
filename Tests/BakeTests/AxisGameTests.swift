import Bake
import Catalog
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Art that depends on form, stage, mood and scene, most of it not drawn.
struct AxisGameTests {
    private static let axes = """
        "axes": {
          "form": ["fox", "owl", "cat", "bear", "frog"],
          "stage": { "values": ["baby", "child", "teen", "adult", "elder"], "default": "adult",
            "sparse": true },
          "mood": {
            "values": [
              { "id": "calm", "raw": 0, "name": "Calm" },
              { "id": "happy", "raw": 1, "fallback": ["calm"] },
              { "id": "joyful", "raw": 2, "fallback": ["happy", "calm"] },
              { "id": "sad", "raw": 3, "fallback": ["calm"] },
              { "id": "asleep", "raw": 9, "fallback": ["calm"] }
            ],
            "unknown": "calm", "sparse": true
          },
          "scene": { "values": ["home", "beach", "forest", "space"], "sparse": true }
        }
        """

    /// Every form is drawn once; the fox has moods, a baby, and a helmet in space.
    private func game(items: String = "", art: [String] = []) throws -> DrawnGame {
        let drawn =
            [
                "pet_owl", "pet_cat", "pet_bear", "pet_frog", "pet_fox_happy", "pet_fox_calm",
                "pet_fox_baby_calm", "overlay_hat", "overlay_hat_baby", "overlay_hat_space",
            ] + art
        let pictures = drawn.enumerated().map { place, name in
            let shade = StraightPixel(r: UInt8(20 + 4 * place), g: 90, b: UInt8(220 - 4 * place))
            let share = name.hasPrefix("overlay") ? 0.3 : 0.9
            return ("\(name).png", StraightImage.disc(16, 16, shade, filling: share))
        }
        return try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 }, \(Self.axes),
            "naming": {
              "species": ["pet_<form>_<stage>_<mood>", "pet_<form>_<mood>", "pet_<form>"],
              "overlay": ["overlay_<asset>_<stage>", "overlay_<asset>_<scene>", "overlay_<asset>"]
            },
            "species": [{ "id": "pet" }],
            "items": [{ "id": "hat", "equipStyle": "overlay" }\(items)],
            "targets": [{ "id": "game" }]
            """,
            art: Dictionary(uniqueKeysWithValues: pictures)
        )
    }

    @Test(
        arguments: [
            (["form": "owl"], "pet_owl", "overlay_hat"),
            (["form": "fox", "mood": "happy"], "pet_fox_happy", "overlay_hat"),
            // Templates are the outer loop: happy comes before a template without the mood.
            (["form": "fox", "mood": "joyful"], "pet_fox_happy", "overlay_hat"),
            (["form": "fox", "mood": "sad"], "pet_fox_calm", "overlay_hat"),
            // The first template with a fallback comes before the second with the value itself.
            (
                ["form": "fox", "stage": "baby", "mood": "joyful"], "pet_fox_baby_calm",
                "overlay_hat_baby"
            ), (["form": "bear", "stage": "baby", "mood": "sad"], "pet_bear", "overlay_hat_baby"),
            (["form": "frog", "scene": "space"], "pet_frog", "overlay_hat_space"),
            (
                ["form": "cat", "scene": "space", "stage": "baby"], "pet_cat", "overlay_hat_baby"
            ), ([:], "pet_fox_calm", "overlay_hat"),
        ] as [([String: String], String, String)]
    )
    func `the manifest draws what naming finds`(
        axes: [String: String],
        pet: String,
        hat: String
    ) async throws {
        let game = try game()
        let loaded = try game.loaded()
        let resolver = NameResolver(catalog: loaded.catalog, index: loaded.index)
        let species = loaded.catalog.species[0]
        #expect(resolver.resolve(.species(species), axes: axes).winner?.name == pet)
        let item = loaded.catalog.items[0]
        #expect(
            resolver.resolve(.item(item, wornBy: species), axes: axes).winner?.name == hat
        )
        let baked = try await game.baked()
        let look = Look(species: "pet", overlays: ["hat"], axes: axes)
        #expect(try baked.manifest.drawList(for: look).map(\.frame) == [pet, hat])
        let shown = try await game.preview(look)
        #expect(try baked.drawn(look) == shown)
    }

    @Test func `for every combination the manifest draws what naming finds`() async throws {
        let game = try game()
        let loaded = try game.loaded()
        let manifest = try await game.baked().manifest
        let resolver = NameResolver(catalog: loaded.catalog, index: loaded.index)
        let species = loaded.catalog.species[0]
        var count = 0
        var combinations: [[String: String]] = [[:]]
        for axis in loaded.catalog.axes {
            combinations = combinations.flatMap { known in
                axis.ids.map { known.merging([axis.name: $0]) { _, new in new } }
            }
        }
        for axes in combinations {
            let due = [
                ArtSubject.species(species), .item(loaded.catalog.items[0], wornBy: species),
            ]
            .map { resolver.resolve($0, axes: axes).winner?.name }
            let look = Look(species: "pet", overlays: ["hat"], axes: axes)
            #expect(try manifest.drawList(for: look).map(\.frame) == due)
            count += 1
        }
        #expect(count == 500)
    }

    @Test func `the manifest grows with art, not with combinations`() async throws {
        let game = try game()
        expectFindings(try await game.findings(), [])
        let manifest = try await game.baked().manifest
        let pets = manifest.species[0].art
        #expect(
            Set(pets.map(\.asset)) == [
                "pet_owl", "pet_cat", "pet_bear", "pet_frog", "pet_fox_happy", "pet_fox_calm",
                "pet_fox_baby_calm",
            ]
        )
        #expect(pets.count == 7)
        #expect(pets.first { $0.asset == "pet_owl" }?.axes == ["form": "owl"])
        #expect(
            pets.first { $0.asset == "pet_fox_happy" }?.axes == ["form": "fox", "mood": "happy"]
        )
        let hats = manifest.items[0].art
        #expect(Set(hats.map(\.axes)) == [[:], ["scene": "space"], ["stage": "baby"]])
        #expect(hats.count == 3)
    }

    @Test func `raw values are reported, and unknown ones decode to a value that is there`()
        async throws
    {
        let manifest = try await game().baked().manifest
        let mood = try #require(manifest.axes.first { $0.name == "mood" })
        #expect(mood.value(raw: 2) == "joyful" && mood.value(raw: 77) == "calm")
        #expect(mood.details?["calm"]?.name == "Calm")
        let stage = try #require(manifest.axes.first { $0.name == "stage" })
        #expect(stage.standard == "adult" && stage.value(raw: "x") == "adult")
    }

    @Test func `twenty thousand combinations are validated`() throws {
        let items = (0..<40).map { #", { "id": "thing\#($0)", "equipStyle": "overlay" }"# }.joined()
        let game = try game(items: items, art: (0..<40).map { "overlay_thing\($0)" })
        let loaded = try game.loaded()
        var cells = 0
        loaded.coverage.everyCell { _, _ in cells += 1 }
        // Of each pet 125 combinations of form, stage and mood, of each item 20 of stage and scene.
        #expect(cells == 125 + 41 * 20)
        #expect(loaded.coverage.cells.count == 7 + 3 + 40)
    }

    @Test func `what an axis refers to has to be there, and raw values are its own`() async throws {
        func found(_ axis: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 16, "height": 16 },
                "axes": { "mood": \(axis) },
                "naming": { "species": ["<species>_<mood>"] },
                "species": [{ "id": "pet" }], "targets": [{ "id": "game" }]
                """,
                art: ["pet_calm.png": .disc(16, 16)]
            ).findings()
        }
        expectFindings(
            try await found(
                #"{ "values": ["calm", { "id": "sad", "fallback": ["clam"] }], "sparse": true }"#
            ),
            [
                """
                game/catalog.json:2:68: error[unknown-reference]: axis "mood" has no value "clam"
                  help: did you mean "calm"?
                """
            ]
        )
        expectFindings(
            try await found(
                #"[{ "id": "calm", "raw": 1 }, { "id": "sad", "raw": 1, "fallback": ["calm"] }]"#
            ),
            [
                """
                game/catalog.json:2:48: warning[axis-without-art]: the value "sad" of axis "mood" has no art of its own
                  help: add art for it, remove the value, or say "sparse": true of the axis
                """,
                """
                game/catalog.json:2:70: error[duplicate-raw]: the raw value 1 of axis "mood" stands for "calm" and "sad"
                  help: give each value one of its own
                """,
            ]
        )
    }

    @Test func `raw values are all of one kind, and none is left out`() async throws {
        func found(sad: String = "", mad: String = "", more: String = "") async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 16, "height": 16 },
                "axes": { "mood": { "sparse": true\(more), "values": [
                { "id": "calm", "raw": 0 },
                { "id": "sad", "fallback": ["calm"]\(sad) },
                { "id": "mad", "fallback": ["calm"]\(mad) }
                ] } },
                "naming": { "species": ["<species>_<mood>"] },
                "species": [{ "id": "pet" }], "targets": [{ "id": "game" }]
                """,
                art: ["pet_calm.png": .disc(16, 16)]
            ).findings()
        }
        expectFindings(
            try await found(sad: #", "raw": 1"#, mad: #", "raw": "2""#),
            [
                """
                game/catalog.json:5:45: warning[uneven-raw]: the raw value "2" of axis "mood" is a text, others are numbers
                  help: write a number, without quotes
                """
            ]
        )
        expectFindings(
            try await found(sad: #", "raw": 1"#),
            [
                """
                game/catalog.json:5:1: warning[uneven-raw]: "mad" of axis "mood" has no raw value, while all other values have one
                  help: give it a "raw", or make it the axis's "unknown"
                """
            ]
        )
        #expect(try await found(sad: #", "raw": 1"#, more: #", "unknown": "mad""#) == [])
        #expect(try await found() == [])
    }

    @Test func `fallbacks that stand in for each other without end are refused`() async throws {
        let ids = (0..<9).map { "v\($0)" }
        let values = ids.map { id in
            let others = ids.filter { $0 != id }.map { "\"\($0)\"" }.joined(separator: ", ")
            return #"{ "id": "\#(id)", "fallback": [\#(others)] }"#
        }
        let axes = ["a", "b", "c"].map {
            #""\#($0)": { "values": [\#(values.joined(separator: ", "))], "sparse": true }"#
        }
        let found = try await DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 },
            "axes": { \(axes.joined(separator: ", ")) },
            "naming": { "species": ["<species>_<a>_<b>_<c>", "<species>"] },
            "species": [{ "id": "pet" }], "targets": [{ "id": "game" }]
            """,
            art: ["pet.png": .disc(16, 16)]
        ).findings()
        expectFindings(
            found,
            [
                """
                game/catalog.json:2:1: error[too-many-combinations]: the fallbacks of the axes have more combinations than are tried for one name, found 729, expected at most 512
                  help: list fewer fallbacks, or use fewer axes in naming
                """
            ]
        )
    }

    @Test func `locales are looked up as BCP 47 does`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 },
            "axes": { "locale": { "values": ["en", "pt", "pt-BR", "zh-Hant-TW"], "kind": "locale",
              "sparse": true } },
            "naming": { "species": ["<species>_<locale>", "<species>"] },
            "species": [{ "id": "pet" }], "targets": [{ "id": "game" }]
            """,
            art: ["pet.png": .disc(16, 16), "pet_pt.png": .disc(16, 16, filling: 0.5)]
        )
        expectFindings(try await game.findings(), [])
        let manifest = try await game.baked().manifest
        for (locale, frame) in [
            ("pt-BR", "pet_pt"), ("pt-PT", "pet_pt"), ("pt-x-pirate", "pet_pt"), ("pt", "pet_pt"),
            ("en", "pet"), ("de-AT", "pet"), ("zh-Hant-TW", "pet"),
        ] {
            let look = Look(species: "pet", axes: ["locale": locale])
            #expect(try manifest.drawList(for: look).map(\.frame) == [frame], "\(locale)")
        }
    }

    @Test func `frames are compared with those that are drawn with them`() async throws {
        func found(_ babyHat: Int) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 16, "height": 16 },
                "axes": { "stage": ["adult", "baby"] },
                "naming": { "species": ["<species>_<stage>"], "overlay": ["<asset>_<stage>"] },
                "species": [{ "id": "pet" }], "items": [{ "id": "hat", "equipStyle": "overlay" }],
                "sheets": {
                  "*_adult": { "grid": { "columns": 4 } },
                  "pet_baby": { "grid": { "columns": 2 } },
                  "hat_baby": { "grid": { "columns": \(babyHat) } }
                },
                "targets": [{ "id": "game" }]
                """,
                art: [
                    "pet_adult.png": .disc(64, 16), "hat_adult.png": .disc(64, 16),
                    "pet_baby.png": .disc(32, 16), "hat_baby.png": .disc(16 * babyHat, 16),
                ]
            ).findings().filter { $0.contains("frame-count") }
        }
        expectFindings(try await found(2), [])
        expectFindings(
            try await found(4),
            [
                """
                game/catalog.json:4:49: error[frame-count]: overlay "hat_baby" cannot advance with "pet_baby", found 4 frames, expected 1 or 2
                  help: draw one frame for each of the pet's, or a single one
                """
            ]
        )
    }
}
