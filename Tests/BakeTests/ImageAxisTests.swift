import Bake
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster
import TestSupport
import Testing

/// Images that follow the catalog's axes.
struct ImageAxisTests {
    private static func shade(_ number: Int) -> StraightPixel {
        StraightPixel(r: UInt8(20 + 20 * number), g: 90, b: 160)
    }

    private static let names = ["face_calm", "face_sad", "face_sad_ja", "face", "room"]

    /// A face by mood and locale, and a room that follows nothing.
    private func game(
        names: [String] = Self.names,
        axes: String = #"""
        "mood": { "values": ["calm", "sad", { "id": "wild", "range": [0.5, 1] }], "sparse": true },
        "locale": { "kind": "locale", "values": ["en", "ja"], "sparse": true }
        """#,
        targets: String = #"{ "id": "game" }"#
    ) throws -> DrawnGame {
        let art = names.enumerated().map { place, name in
            ("\(name).png", StraightImage.disc(16 + 2 * place, 16, Self.shade(place)))
        }
        return try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 }, "axes": { \(axes) },
            "naming": { "image": ["<asset>_<mood>_<locale>", "<asset>_<mood>", "<asset>"] },
            "images": [{ "id": "face" }, { "id": "room" }], "targets": [\(targets)]
            """,
            art: Dictionary(uniqueKeysWithValues: art)
        )
    }

    @Test func `the manifest holds an image's art, and the default values' as before`() async throws
    {
        let game = try game()
        expectFindings(try await game.findings(), [])
        let manifest = try await game.baked().manifest
        let face = try #require(manifest.image("face"))
        #expect(face.frames == ["face_calm"] && face.width == 16)
        #expect(
            face.art?.map { art in
                let values = art.axes.sorted { $0.key < $1.key }.map(\.value)
                return "\(art.asset) \(art.width) \(art.level ?? 0) \(values)"
            }
                == [
                    #"face_calm 16 1 ["calm"]"#, #"face_sad 18 1 ["sad"]"#,
                    #"face_sad_ja 20 0 ["ja", "sad"]"#, "face 22 2 []",
                ]
        )
        #expect(manifest.image("room")?.art == nil)
        #expect(manifest.axes[0].details?["wild"]?.range == [0.5, 1])
        #expect(manifest.axes[0].value(at: 1) == "wild")
        let drawn = try [
            [:], ["mood": "sad"], ["mood": "sad", "locale": "ja-JP"], ["mood": "wild"],
            ["mood": "calm", "locale": "ja"],
        ].map { try manifest.drawList(forImage: "face", axes: $0).map(\.frame) }
        #expect(drawn == [["face_calm"], ["face_sad"], ["face_sad_ja"], ["face"], ["face_calm"]])
        #expect(try manifest.drawList(forImage: "room", axes: ["mood": "sad"]).count == 1)
    }

    @Test func `for every combination the manifest draws what naming finds`() async throws {
        let game = try game()
        let loaded = try game.loaded()
        let manifest = try await game.baked().manifest
        let resolver = NameResolver(catalog: loaded.catalog, index: loaded.index)
        let image = loaded.catalog.images[0]
        let combinations = resolver.axisCombinations(for: .image(image))
        #expect(combinations.count == 6)
        for axes in combinations {
            let due = resolver.resolve(.image(image), axes: axes).winner?.name
            let drawn = try manifest.drawList(forImage: "face", axes: axes).map(\.frame)
            #expect(drawn == [due])
        }
    }

    @Test func `pictures of images are files for each art, called by its values`() async throws {
        let baked = try await game(
            targets: #"""
                { "id": "files", "kind": "images", "images": ["*"] },
                { "id": "app", "kind": "xcassets", "images": ["*"] }
                """#
        ).baked()
        let pictures = baked.manifest.targets.map { $0.pictures ?? [] }
        #expect(
            pictures[0].map(\.path) == [
                "files/images/face@1x.png", "files/images/face/sad@1x.png",
                "files/images/face/sad/ja@1x.png", "files/images/face/any@1x.png",
                "files/images/room@1x.png",
            ]
        )
        #expect(
            pictures[0].map(\.axes) == [
                ["mood": "calm"], ["mood": "sad"], ["mood": "sad", "locale": "ja"], nil, nil,
            ]
        )
        #expect(
            pictures[1].map(\.asset) == ["face", "face/sad", "face/sad/ja", "face/any", "room"]
        )
        #expect(
            pictures[1][2].path == "app/app.xcassets/images/face/sad/ja.imageset/ja.png"
        )
        for (number, picture) in pictures[0].prefix(4).enumerated() {
            let shown = try baked.picture(picture.path)
            let due = [0, 1, 2, 3][number]
            #expect(shown.width == 16 + 2 * due && shown[8, 8] == Self.shade(due))
        }
        func isNamespace(_ folder: String) -> Bool {
            String(
                decoding: baked.files["app/app.xcassets/\(folder)/Contents.json"] ?? [],
                as: UTF8.self
            ).contains("provides-namespace")
        }
        #expect(isNamespace("images/face") && isNamespace("images/face/sad"))
        #expect(!isNamespace("images"))
    }

    @Test func `an image's dark picture is that of the axis for dark screens`() async throws {
        let baked = try await game(
            names: ["face_calm", "face_sad", "face", "room"],
            targets: #"""
                { "id": "app", "kind": "xcassets", "images": ["*"],
                  "assetCatalog": { "dark": { "axis": "mood", "value": "sad" } } }
                """#
        ).baked()
        let pictures = baked.manifest.targets[0].pictures ?? []
        #expect(
            pictures.map { "\($0.asset ?? "") \($0.appearance ?? "-")" } == [
                "face -", "face dark", "face/any -", "face/any dark", "room -",
            ]
        )
        let dark = try baked.picture(pictures[1].path)
        #expect(dark[8, 8] == Self.shade(1))
    }

    @Test func `the image behind a look follows the look's axes`() async throws {
        let day = StraightPixel(r: 120, g: 180, b: 250)
        let night = StraightPixel(r: 10, g: 20, b: 60)
        let game = try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 },
            "axes": { "time": ["day", "night"] },
            "species": [{ "id": "dog" }], "images": [{ "id": "scene", "asset": "scene_<time>" }],
            "looks": [
              { "id": "noon", "species": "dog", "background": "scene" },
              { "id": "late", "species": "dog", "background": "scene", "axes": { "time": "night" } }
            ],
            "targets": [{ "id": "cards", "kind": "images", "looks": ["*"] }]
            """,
            art: [
                "dog_pet.png": .disc(16, 16, filling: 0.5),
                "scene_day.png": StraightImage(16, 16) { _, _ in day },
                "scene_night.png": StraightImage(16, 16) { _, _ in night },
            ]
        )
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let pictures = try #require(baked.manifest.targets[0].pictures)
        let corners = try pictures.map { try baked.picture($0.path)[0, 0] }
        #expect(corners == [day, night])
        let shown = try await game.preview(
            Look(species: "dog", axes: ["time": "night"]),
            background: "scene"
        )
        #expect(shown[0, 0] == night)
    }

    @Test(
        arguments: [
            (
                #"{ "id": "a", "range": [0, 0.5] }, { "id": "b", "range": [0.25, 1] }"#,
                "the range of \"b\" of axis \"mood\" begins before that of \"a\" ends, found [0.25, 1] after [0, 0.5]"
            ),
            (
                #"{ "id": "a", "range": [0.5, 0.5] }"#,
                "the range of \"a\" of axis \"mood\" holds no number, found [0.5, 0.5]"
            ),
            (
                #"{ "id": "a", "range": [1, 2] }, { "id": "b", "range": [0, 1] }"#,
                "the range of \"b\" of axis \"mood\" begins before that of \"a\" ends, found [0, 1] after [1, 2]"
            ),
        ]
    )
    func `ranges that do not ascend are refused`(values: String, message: String) async throws {
        let found = try await DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 },
            "axes": { "mood": { "values": [\(values)] } }, "images": [{ "id": "room" }]
            """,
            art: ["room.png": .disc(16, 16)]
        ).findings().filter { !$0.contains("no art depends on") }
        #expect(found.count == 1 && found[0].contains("error[axis-range]: \(message)"), "\(found)")
    }

    @Test func `a required value without art is refused`() async throws {
        let found = try await game(
            names: ["face_calm", "face", "room"],
            axes: #"""
                "mood": { "values": ["calm", { "id": "sad", "required": true }], "sparse": true },
                "locale": ["en"]
                """#
        ).findings()
        #expect(
            found.contains {
                $0.contains(
                    "error[required-value]: image \"face\" has no art for \"sad\" of axis \"mood\""
                )
            },
            "\(found)"
        )
    }
}
