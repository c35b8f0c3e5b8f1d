import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// Targets of kind `xcassets`.
struct AssetCatalogTests {
    private static let red = StraightPixel(r: 200, g: 30, b: 50)
    private static let night = StraightPixel(r: 30, g: 30, b: 80)

    /// A pet app: a wardrobe that differs by theme, rooms with a night, and an icon for a tab bar.
    private func game(
        _ target: String,
        scales: String = "[1, 2, 3]",
        more: String = "",
        art: [String: StraightImage] = [:]
    ) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 40, "height": 30 },
            "axes": { "theme": { "values": ["light", "dark"], "sparse": true } },
            "naming": { "overlay": ["overlay_<asset>_<theme>", "overlay_<asset>"] },
            "species": [{ "id": "dog" }],
            "items": [
              { "id": "hat", "equipStyle": "overlay", "placement": { "offset": [20, 15] } },
              { "id": "bow", "equipStyle": "overlay", "placement": { "offset": [20, 15] } }
            ],
            "images": [{ "id": "room" }, { "id": "room_night" }, { "id": "tab_pets" }],
            "looks": [{ "id": "fine", "species": "dog", "overlays": ["hat"] }],
            "checks": { "mixed-densities": "off" },\(more)
            "targets": [
              { "id": "ios", "kind": "xcassets", "scales": \(scales), \(target) }]
            """,
            art: [
                "dog_pet@3x.png": .disc(120, 90),
                "overlay_hat_light@3x.png": .disc(36, 30, Self.red),
                "overlay_hat_dark@3x.png": .disc(48, 30, Self.night),
                "overlay_bow@3x.png": .disc(24, 24, Self.red),
                "room@3x.png": .disc(60, 30), "room_night@3x.png": .disc(60, 30, Self.night),
                "tab_pets@3x.png": .disc(30, 30, Self.red),
            ].merging(art) { _, new in new }
        )
    }

    @Test func `a set is written as Xcode writes it`() async throws {
        let baked = try await game(
            #""images": ["tab_*"], "assetCatalog": { "name": "Pets", "template": ["tab_*"] }"#,
            scales: "[1, 3]"
        ).baked()
        func text(_ path: String) -> String {
            String(decoding: baked.files["ios/Pets.xcassets/\(path)"] ?? [], as: UTF8.self)
        }
        #expect(
            text("images/tab_pets.imageset/Contents.json") == """
                {
                  "images" : [
                    {
                      "filename" : "tab_pets.png",
                      "idiom" : "universal",
                      "scale" : "1x"
                    },
                    {
                      "idiom" : "universal",
                      "scale" : "2x"
                    },
                    {
                      "filename" : "tab_pets@3x.png",
                      "idiom" : "universal",
                      "scale" : "3x"
                    }
                  ],
                  "info" : {
                    "author" : "kiln",
                    "version" : 1
                  },
                  "properties" : {
                    "template-rendering-intent" : "template"
                  }
                }

                """
        )
        let plain = """
            {
              "info" : {
                "author" : "kiln",
                "version" : 1
              }
            }

            """
        #expect(text("Contents.json") == plain && text("images/Contents.json") == plain)
        // A template is its alpha: nothing of the red is left.
        let icon = try baked.picture("ios/Pets.xcassets/images/tab_pets.imageset/tab_pets@3x.png")
        let drawn = StraightImage.disc(30, 30, Self.red)
        #expect(icon.pixels.allSatisfy { $0.r == 0 && $0.g == 0 && $0.b == 0 })
        #expect(icon.pixels.map(\.a) == drawn.pixels.map(\.a))
        #expect(
            baked.manifest.targets.first?.pictures?.map(\.rendering) == ["template", "template"]
        )
    }

    @Test func `everything that a target selects has a set at each scale`() async throws {
        let baked = try await game(
            """
            "looks": ["*"], "items": ["*"], "images": ["room"],
            "assetCatalog": { "providesNamespace": true, "original": ["room"] }
            """
        ).baked()
        let folder = try AppleFolder(baked.files, "ios/ios.xcassets")
        #expect(
            folder.sets.keys.sorted() == [
                "images/room.imageset", "items/bow.imageset", "items/hat.imageset",
                "looks/fine.imageset",
            ]
        )
        #expect(
            try folder.entries("items/hat.imageset") == [
                "universal 1x hat.png", "universal 2x hat@2x.png", "universal 3x hat@3x.png",
            ]
        )
        #expect(
            folder.sizes["images/room.imageset/room@3x.png"] == PixelSize(width: 60, height: 30)
        )
        #expect(folder.properties["items"]?["provides-namespace"] as? Bool == true)
        #expect(folder.properties["images/room.imageset"]?.values.first as? String == "original")
        #expect(folder.properties["items/hat.imageset"] == nil)
        let target = try #require(baked.manifest.targets.first)
        #expect(target.kind == "xcassets" && target.pages == [] && target.frames == [:])
        let hat = try #require(target.pictures?.first { $0.id == "hat" && $0.scale == 2 })
        #expect(hat.asset == "items/hat" && hat.of == "item")
        #expect(hat.path == "ios/ios.xcassets/items/hat.imageset/hat@2x.png")
        #expect(target.pictures?.count == 12)
        // The art itself at its own scale.
        let isEqual =
            try baked.picture("ios/ios.xcassets/images/room.imageset/room@3x.png") == .disc(60, 30)
        #expect(isEqual)
    }

    @Test func `a dark screen has pictures of its own where they differ`() async throws {
        let baked = try await game(
            """
            "looks": ["*"], "items": ["*"], "images": ["*"], "assetCatalog": { "name": "Pets",
              "dark": { "axis": "theme", "value": "dark", "imageSuffix": "_night" } }
            """,
            scales: "[3]"
        ).baked()
        let folder = try AppleFolder(baked.files, "ios/Pets.xcassets")
        #expect(
            try folder.entries("items/hat.imageset") == [
                "universal 1x -", "universal 1x dark -", "universal 2x -", "universal 2x dark -",
                "universal 3x hat@3x.png", "universal 3x dark hat-dark@3x.png",
            ]
        )
        // The bow has no dark art; the night of the room is no picture of its own.
        #expect(try folder.entries("items/bow.imageset").last == "universal 3x bow@3x.png")
        #expect(
            try folder.entries("images/room.imageset").suffix(2) == [
                "universal 3x room@3x.png", "universal 3x dark room-dark@3x.png",
            ]
        )
        #expect(folder.sets["images/room_night.imageset"] == nil)
        #expect(
            try folder.entries("looks/fine.imageset").last == "universal 3x dark fine-dark@3x.png"
        )
        func picture(_ path: String) throws -> StraightImage {
            try baked.picture("ios/Pets.xcassets/\(path)")
        }
        let night = try picture("images/room.imageset/room-dark@3x.png")
        #expect(night == .disc(60, 30, Self.night))
        // Both hats show the same part of the canvas, so that nothing moves with the theme.
        let light = try picture("items/hat.imageset/hat@3x.png")
        let dark = try picture("items/hat.imageset/hat-dark@3x.png")
        #expect(light.size == dark.size && dark[dark.width / 2, dark.height / 2] == Self.night)
        let pictures = baked.manifest.targets.first?.pictures ?? []
        #expect(pictures.filter { $0.appearance == "dark" }.map(\.id) == ["fine", "hat", "room"])
    }

    @Test func `colors are color sets, with those for dark screens`() async throws {
        let game = try game(
            #""assetCatalog": { "colors": ["accent", "mood.*"], "dark": { "imageSuffix": "_night" } }"#,
            more: """
                "colors": { "accent": "#C08040", "accent_night": "#0A1FB4", "other": "#010203",
                  "mood": { "great": "#FFFFFF", "great_night": "#000000", "sad": "#808080" } },
                """
        )
        let files = try await game.baked().files
        _ = try AppleFolder(files, "ios/ios.xcassets")
        let colors = "ios/ios.xcassets/colors/"
        #expect(
            files.keys.filter { $0.hasPrefix(colors) }.sorted() == [
                colors + "Contents.json", colors + "accent.colorset/Contents.json",
                colors + "mood.great.colorset/Contents.json",
                colors + "mood.sad.colorset/Contents.json",
            ]
        )
        let accent = try #require(files[colors + "accent.colorset/Contents.json"])
        #expect(
            String(decoding: accent, as: UTF8.self) == """
                {
                  "colors" : [
                    {
                      "color" : {
                        "color-space" : "srgb",
                        "components" : {
                          "alpha" : "1.000",
                          "blue" : "0x40",
                          "green" : "0x80",
                          "red" : "0xC0"
                        }
                      },
                      "idiom" : "universal"
                    },
                    {
                      "appearances" : [
                        {
                          "appearance" : "luminosity",
                          "value" : "dark"
                        }
                      ],
                      "color" : {
                        "color-space" : "srgb",
                        "components" : {
                          "alpha" : "1.000",
                          "blue" : "0xB4",
                          "green" : "0x1F",
                          "red" : "0x0A"
                        }
                      },
                      "idiom" : "universal"
                    }
                  ],
                  "info" : {
                    "author" : "kiln",
                    "version" : 1
                  }
                }

                """
        )
    }

    @Test(arguments: [
        ("ink", "did you mean \"pink\"?"), ("x*", "there are \"pink\", \"a/b\""),
        ("#FF0000", "give it a name in the catalog's \"colors\": { \"accent\": \"#FF0000\" }"),
        ("a/b", "rename it in the catalog's \"colors\""),
    ])
    func `what is no color of an asset catalog is reported`(name: String, help: String) async throws
    {
        let game = try game(
            #""assetCatalog": { "colors": ["\#(name)"] }"#,
            more: """
                "colors": { "pink": "#C08040", "a/b": "#0A1FB4" },
                """
        )
        let found = try await game.findings()
        #expect(found.count == 1 && found[0].hasSuffix("help: " + help), "\(found)")
    }

    @Test func `devices have the scales that Xcode has places for`() async throws {
        let baked = try await game(
            #""images": ["room"], "assetCatalog": { "idioms": ["iphone", "ipad", "watch", "tv", "mac"] }"#
        ).baked()
        let folder = try AppleFolder(baked.files, "ios/ios.xcassets")
        #expect(
            try folder.entries("images/room.imageset") == [
                "iphone 1x room.png", "iphone 2x room@2x.png", "iphone 3x room@3x.png",
                "ipad 1x room.png", "ipad 2x room@2x.png", "watch 2x room@2x.png",
                "tv 1x room.png", "tv 2x room@2x.png", "mac 1x room.png", "mac 2x room@2x.png",
            ]
        )
        let watch = try await game(
            #""images": ["room"], "assetCatalog": { "idioms": ["watch"] }"#
        ).baked()
        let pictures = try AppleFolder(watch.files, "ios/ios.xcassets").sizes.keys
        #expect(Array(pictures) == ["images/room.imageset/room@2x.png"])
    }

    @Test func `several sizes are several sets`() async throws {
        let baked = try await game(
            #""items": ["hat"], "sizes": [[16, 16], [32, 32]]"#,
            scales: "[1, 2]"
        ).baked()
        let folder = try AppleFolder(baked.files, "ios/ios.xcassets")
        #expect(
            folder.sizes.mapValues(\.width) == [
                "items/hat-16x16.imageset/hat-16x16.png": 16,
                "items/hat-16x16.imageset/hat-16x16@2x.png": 32,
                "items/hat-32x32.imageset/hat-32x32.png": 32,
                "items/hat-32x32.imageset/hat-32x32@2x.png": 64,
            ]
        )
    }

    @Test func `nothing is written again when nothing changed, and stale sets go`() async throws {
        let game = try game(#""items": ["hat", "bow"], "images": ["room"]"#, scales: "[2]")
        func bakeAgain(_ mode: BakeRequest.Mode = .write) async throws -> BakeSummary {
            var request = BakeRequest(output: "out", jobs: 2)
            request.usesCache = true
            request.mode = mode
            let outcome = try await bake(
                catalogAt: "game/catalog.json",
                request,
                disk: game.disk
            )
            return try #require(outcome.summary, "\(outcome.diagnostics.map(\.description))")
        }
        _ = try await bakeAgain(.dryRun)
        #expect(game.disk.files["out/manifest.json"] == nil)
        let first = try await bakeAgain()
        #expect(first.targets.map(\.pictures) == [3])
        #expect(try await bakeAgain().publication.written == [])
        #expect(try await bakeAgain(.check).publication.differences == [])
        let text = String(
            decoding: try #require(game.disk.files["game/catalog.json"]),
            as: UTF8.self
        )
        game.disk.put("game/catalog.json", text.replacing(#""hat", "bow""#, with: #""hat""#))
        let fewer = try await bakeAgain()
        #expect(
            fewer.publication.removed == [
                "ios/ios.xcassets/items/bow.imageset/Contents.json",
                "ios/ios.xcassets/items/bow.imageset/bow@2x.png",
            ]
        )
        #expect(fewer.publication.written == ["manifest.json"])
        let set = "out/ios/ios.xcassets/items/hat.imageset/Contents.json"
        game.disk.put(set, "{}")
        let check = try await bakeAgain(.check)
        #expect(check.publication.differences.map(\.path).contains(String(set.dropFirst(4))))
    }

    @Test func `widgets are warned of large pictures`() async throws {
        let game = try game(
            #""images": ["room"], "sizes": [[400, 300]], "assetCatalog": { "widgets": true }"#
        )
        let expected = [
            """
            game/catalog.json:13:131: warning[widget-image]: target "ios": picture "room" is too large for widgets at scale 3, found 1200x900 (1080000 pixels), expected at most 700000
              help: give the target smaller "sizes", or leave out the scale
            """
        ]
        // Validation says it, and so does the bake.
        expectFindings(
            try await game.findings().filter { $0.contains("[widget-image]") },
            expected
        )
        let outcome = try await bake(
            catalogAt: "game/catalog.json",
            BakeRequest(output: "out", jobs: 1),
            disk: game.disk
        )
        expectFindings(
            outcome.diagnostics.map(\.description).filter { $0.contains("[widget-image]") },
            expected
        )
    }

    @Test(arguments: [
        (
            #""scales": [1, 4], "images": ["room"]"#,
            #"error[target-settings]: target "ios": asset catalogs have the scales 1, 2 and 3, found 4"#
        ),
        (
            #""scales": [1], "images": ["room"], "assetCatalog": { "idioms": ["universal", "watch"] }"#,
            #"error[target-settings]: target "ios": pictures for watch are taken at 2x, found scales 1"#
        ),
        (
            #""images": ["room"], "padding": 2"#,
            #"error[target-settings]: target "ios": images are files of their own and have no "padding""#
        ),
        (
            #""assetCatalog": { "name": "Empty" }"#,
            #"error[target-settings]: target "ios": it names no looks, items or images"#
        ),
        (
            #""images": ["room"], "assetCatalog": { "template": ["rom"] }"#,
            #"error[unknown-reference]: there is no picture "rom""#
        ),
        (
            #""items": ["hat"], "assetCatalog": { "dark": { "axis": "them", "value": "dark" } }"#,
            #"error[unknown-reference]: there is no axis "them""#
        ),
        (
            #""items": ["hat"], "assetCatalog": { "dark": { "axis": "theme", "value": "drak" } }"#,
            #"error[unknown-reference]: axis "theme" has no value "drak""#
        ),
        (
            #""items": ["hat"], "assetCatalog": { "dark": { "axis": "theme" } }"#,
            #"error[target-settings]: target "ios": "dark" needs an axis and its value"#
        ),
        (
            #""items": ["hat"], "assetCatalog": { "dark": { } }"#,
            #"error[target-settings]: target "ios": "dark" does not say where dark pictures come from"#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "AppIcon" }] }"#,
            #"error[target-settings]: target "ios": app icon "AppIcon" shows nothing"#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "AppIcon", "image": "icon" }] }"#,
            #"error[unknown-reference]: there is no image "icon""#
        ),
        (
            #""images": ["room"], "assetCatalog": { "name": "Pets.xcassets" }"#,
            #"error[target-settings]: target "ios": the folder would be called Pets.xcassets.xcassets"#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "A", "image": "room" }, { "id": "A", "look": "fine" }] }"#,
            #"error[duplicate-id]: another app icon has the id "A""#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "A", "image": "room", "look": "fine" }] }"#,
            #"error[bad-value]: an app icon has both "image" and "look""#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "A", "look": "fine", "tinted": "room" }] }"#,
            #"error[unknown-reference]: there is no look "room""#
        ),
        (
            #""assetCatalog": { "appIcons": [{ "id": "../A", "image": "room" }] }"#,
            #"error[unsafe-id]: the id "../A" is unsafe in file names"#
        ),
        (
            #""images": ["room"], "assetCatalog": { "name": "../Pets" }"#,
            #"error[unsafe-id]: the id "../Pets" is unsafe in file names"#
        ),
        (
            #""images": ["room"], "assetCatalog": { "appIcons": [{ "id": "Room", "image": "room" }] }"#,
            #"error[target-settings]: target "ios": two pictures would be called "room" in the app, found app icon "Room" and image "room""#
        ),
        (
            #""images": ["room"], "kind": "images", "assetCatalog": {}"#,
            #"error[target-settings]: target "ios": it writes no asset catalog, so "assetCatalog" says nothing"#
        ),
    ])
    func `what Xcode has no place for is refused`(_ target: String, _ expected: String) throws {
        let game = try game("")
        let text = String(
            decoding: try #require(game.disk.files["game/catalog.json"]),
            as: UTF8.self
        )
        let own = target.contains("\"kind\"") ? target : #""kind": "xcassets", "# + target
        game.disk.put(
            "game/catalog.json",
            text.replacing(
                #""kind": "xcassets", "scales": [1, 2, 3], "#,
                with: own
            )
        )
        let found = try LoadedCatalog.load("game/catalog.json", disk: game.disk).diagnostics
            .filter { $0.severity == .error }
        let lines = found.map { $0.description }
        #expect(found.count == 1, "\(lines)")
        #expect(lines.first?.contains(expected) == true, "\(lines)")
        // At the line of the target, and with what to do.
        #expect(found.first?.location?.position?.line == 13)
    }

    @Test func `a look and an item of one name are distinguished by a namespace`() async throws {
        func found(_ own: String) throws -> [String] {
            let game = try game(
                #""items": ["hat"], "looks": ["hat"], "assetCatalog": {\#(own)}"#
            )
            let text = String(
                decoding: try #require(game.disk.files["game/catalog.json"]),
                as: UTF8.self
            )
            game.disk.put(
                "game/catalog.json",
                text.replacing(#""id": "fine""#, with: #""id": "hat""#)
            )
            return try LoadedCatalog.load("game/catalog.json", disk: game.disk).diagnostics
                .filter { $0.severity == .error }.map { $0.description }
        }
        #expect(
            try found("") == [
                """
                game/catalog.json:13:11: error[target-settings]: target "ios": two pictures would be called "hat" in the app, found look "hat" and item "hat"
                  help: set "providesNamespace" to true, or give one of them a target of its own
                """
            ]
        )
        #expect(try found(#""providesNamespace": true"#) == [])
    }
}
