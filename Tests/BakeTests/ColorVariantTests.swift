import Bake
import Catalog
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// One drawing in many colors.
struct ColorVariantTests {
    private static let white = StraightPixel(r: 255, g: 255, b: 255)
    private static let gray = StraightPixel(r: 128, g: 128, b: 128)

    /// A white square in a gray frame, two clear pixels around it.
    private static func badge(_ ink: StraightPixel = white) -> StraightImage {
        StraightImage(16, 16) { x, y in
            let inset = min(min(x, y), min(15 - x, 15 - y))
            return inset < 2 ? .clear : inset < 5 ? gray : ink
        }
    }

    private func game(
        _ members: String,
        targets: String = #"[{ "id": "game" }]"#,
        art: [String: StraightImage] = [:]
    ) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 }, \(members), "targets": \(targets)
            """,
            art: art.isEmpty ? ["badge.png": Self.badge()] : art
        )
    }

    /// The colors of a frame's visible pixels, as they are on the page.
    private func colors(_ baked: BakedGame, _ frame: String) throws -> Set<String> {
        let target = baked.manifest.targets[0]
        let placed = try #require(target.frames[frame], "\(target.frames.keys.sorted())")
        let page = try #require(target.pages[placed.page].images.first?.path)
        let picture = try baked.picture(page).cropped(
            to: PixelRect(x: placed.x, y: placed.y, width: placed.width, height: placed.height)!
        )
        return Set(
            picture.pixels.filter { $0.a > 0 }.map { "\($0.r) \($0.g) \($0.b)" }
        )
    }

    private static let levels = """
        "axes": { "level": ["none", "mini", "more", "max"] },
        "images": [{ "id": "badge", "variants": {
          "none": {}, "mini": { "tint": "#B8E6D5" }, "level=more": { "tint": "#7DB3E8" },
          "max": { "tint": { "color": "#B48FD9", "mode": "template" } } } }]
        """

    @Test func `a variant is a frame of its own, and the manifest says for which value`()
        async throws
    {
        let game = try game(Self.levels)
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let image = try #require(baked.manifest.image("badge"))
        #expect(image.frames == ["badge"])
        #expect(
            image.art?.map { "\($0.axes) \($0.frames)" } == [
                #"[:] ["badge"]"#, #"["level": "mini"] ["badge~mini"]"#,
                #"["level": "more"] ["badge~more"]"#, #"["level": "max"] ["badge~max"]"#,
            ]
        )
        #expect(try colors(baked, "badge") == ["255 255 255", "128 128 128"])
        // (128*184+127)/255 = 92, (128*230+127)/255 = 115, (128*213+127)/255 = 107.
        #expect(try colors(baked, "badge~mini") == ["184 230 213", "92 115 107"])
        #expect(try colors(baked, "badge~more") == ["125 179 232", "63 90 116"])
        #expect(try colors(baked, "badge~max") == ["180 143 217"])
        let frames = baked.manifest.targets[0].frames
        #expect(frames["badge~max"]?.template == true)
        #expect(frames["badge~mini"]?.template == nil)
        #expect(
            try baked.manifest.drawList(forImage: "badge", axes: ["level": "max"]).count == 1
        )
        let text = String(decoding: try #require(baked.files["manifest.json"]), as: UTF8.self)
        #expect(text.components(separatedBy: #""template" : true"#).count == 2)
    }

    @Test func `frames that come out equal are stored once`() async throws {
        let baked = try await game(
            """
            "axes": { "mood": ["calm", "glad", "sad"] },
            "images": [{ "id": "badge", "variants": {
              "glad": { "tint": { "color": "#102030", "mode": "template" } },
              "sad": { "gradientMap": [[0, "#102030"], [1, "#102030"]] } } }]
            """
        )
        .baked()
        let frames = baked.manifest.targets[0].frames
        let (glad, sad) = (frames["badge~glad"], frames["badge~sad"])
        #expect(glad != nil)
        #expect(glad?.x == sad?.x && glad?.y == sad?.y && glad?.page == sad?.page)
        #expect(frames["badge"]?.x != glad?.x || frames["badge"]?.y != glad?.y)
    }

    @Test func `a coloring that changes nothing gives no frame`() async throws {
        let baked = try await game(
            ##"""
            "axes": { "theme": [
              { "id": "cream", "recolor": { "from": "cream", "to": "cream" } },
              { "id": "sage", "recolor": { "from": "cream", "to": "sage" } }] },
            "palettes": { "cream": { "paper": "#FFFFFF", "ink": "#808080" },
              "sage": { "ink": "#405040", "paper": "#D0E0D0" } },
            "images": [{ "id": "badge" }]
            """##
        )
        .baked()
        #expect(baked.manifest.targets[0].frames.keys.sorted() == ["badge", "badge~sage"])
        #expect(try colors(baked, "badge~sage") == ["208 224 208", "64 80 64"])
        #expect(
            baked.manifest.palettes == [
                .init(name: "cream", colors: ["#FFFFFF", "#808080"], roles: ["paper", "ink"]),
                .init(name: "sage", colors: ["#405040", "#D0E0D0"], roles: ["ink", "paper"]),
            ]
        )
    }

    /// `pet_happy` is drawn, `pet` stands in for the others; sleepy and angry are colored.
    private static let moods = ##"""
        "axes": { "mood": ["calm", "happy", "sleepy", { "id": "angry", "fallback": ["happy"] },
          { "id": "drowsy", "fallback": ["sleepy"] }] },
        "naming": { "species": ["<species>_<mood>", "<species>"] },
        "species": [{ "id": "pet", "variants": { "sleepy": { "tint": "#0000FF" },
          "angry": { "tint": "#FF0000" } } }]
        """##

    @Test(
        arguments: [
            ("calm", "255 255 255"), ("happy", "250 250 250"), ("sleepy", "0 0 255"),
            // Made of the drawing that stands in for it.
            ("angry", "250 0 0"),
            // Without a coloring that of its fallback.
            ("drowsy", "0 0 255"),
        ]
    )
    func `a drawing of the value itself is the artist's own, a fallback is colored`(
        mood: String,
        color: String
    ) async throws {
        let game = try game(
            Self.moods,
            art: [
                "pet.png": Self.badge(),
                "pet_happy.png": Self.badge(StraightPixel(r: 250, g: 250, b: 250)),
            ]
        )
        let look = Look(species: "pet", axes: ["mood": mood])
        let middle = try await game.baked().drawn(look).pixels[8 * 16 + 8]
        #expect("\(middle.r) \(middle.g) \(middle.b)" == color)
        let shown = try await game.preview(look).pixels[8 * 16 + 8]
        #expect(shown == middle, "previews show what games draw")
    }

    @Test func `colors change before a picture is scaled, so that all of them are found`()
        async throws
    {
        let game = try game(
            ##"""
            "species": [{ "id": "badge", "asset": "badge" }],
            "items": [{ "id": "hat", "asset": "badge", "equipStyle": "overlay",
              "placement": { "scale": 0.5 }, "recolor": { "#FFFFFF": "#FF0000",
              "#808080": "#0000FF" } }],
            "sheets": { "badge": { "filter": "area" } }
            """##,
            art: ["badge.png": Self.badge()]
        )
        let found = try colors(try await game.baked(), "badge~hat")
        // No white or gray is left in mixtures either: red and blue make no green.
        #expect(found.allSatisfy { $0.split(separator: " ")[1] == "0" }, "\(found)")
    }

    @Test func `every frame of a sheet is colored, and pictures next to it are not`() async throws {
        let sheet = StraightImage(32, 16) { x, y in
            (x % 16) < 4 ? .clear : StraightPixel(r: 200, g: 200, b: UInt8(100 + x * 4))
        }
        let baked = try await game(
            ##"""
            "axes": { "mood": ["calm", "sad"] },
            "sheets": { "badge": { "grid": { "columns": 2 },
              "variants": { "sad": { "tint": "#FF0000" } } } },
            "images": [{ "id": "badge" }]
            """##,
            targets: #"[{ "id": "game", "sideSheets": ["_n"] }]"#,
            art: ["badge.png": sheet, "badge_n.png": sheet]
        )
        .baked()
        let target = baked.manifest.targets[0]
        #expect(
            target.frames.keys.sorted() == ["badge/0", "badge/1", "badge~sad/0", "badge~sad/1"]
        )
        #expect(try colors(baked, "badge~sad/1") == ["200 0 0"])
        let placed = try #require(target.frames["badge~sad/1"])
        let path = try #require(target.pages[0].images[0].sides?["_n"])
        let side = try baked.picture(path)
        #expect(side[placed.x + 5, placed.y + 5].g == 200, "a normal map keeps its numbers")
    }

    @Test func `an image is a palette, pixel by pixel`() async throws {
        let game = try game(
            ##"""
            "palettes": { "now": ["#FFFFFF", "#808080"], "then": { "image": "swatches" } },
            "images": [{ "id": "badge", "recolor": { "from": "now", "to": "then" } }]
            """##,
            art: [
                "badge.png": Self.badge(),
                "swatches.png": StraightImage(3, 1) { x, _ in
                    x == 1 ? .clear : StraightPixel(r: UInt8(x * 20), g: 7, b: 9)
                },
            ]
        )
        expectFindings(try await game.findings(), [])
        #expect(try colors(try await game.baked(), "badge~badge") == ["0 7 9", "40 7 9"])
    }

    @Test(
        arguments: [
            (
                ##""images": [{ "id": "badge", "recolor": { "#FFFFFF": "#000000", "#818181": "#111111" } }]"##,
                """
                game/catalog.json:1:147: warning[color-not-found]: the color #818181 does not occur \
                in "badge", nearest is #808080
                """
            ),
            (
                ##""images": [{ "id": "badge", "recolor": { "colors": { "#818181": "#111111" }, "tolerance": 1 } }]"##,
                nil
            ),
            (
                ##""palettes": { "a": ["#010203"], "b": ["#000000"] }, "images": [{ "id": "badge", "recolor": { "from": "a", "to": "b" } }]"##,
                """
                warning[color-not-found]: no color of the palette "from" occurs in "badge"
                """
            ),
            (
                ##""palettes": { "a": ["#010203", "#808080"], "b": ["#000000", "#111111"] }, "images": [{ "id": "badge", "recolor": { "from": "a", "to": "b" } }]"##,
                nil
            ),
            (
                ##""palettes": { "a": ["#010203"] }, "images": [{ "id": "badge", "recolor": { "from": "a", "to": "bb" } }]"##,
                #"error[unknown-reference]: there is no palette "bb""#
            ),
            (
                ##""palettes": { "a": ["#FFFFFF"], "b": ["#000000", "#111111"] }, "images": [{ "id": "badge", "recolor": { "from": "a", "to": "b" } }]"##,
                """
                error[palette-mismatch]: palette "b" does not fit palette "a", found 2 colors, expected 1
                """
            ),
            (
                ##""palettes": { "a": { "ink": "#FFFFFF" }, "b": { "paper": "#000000" } }, "images": [{ "id": "badge", "recolor": { "from": "a", "to": "b" } }]"##,
                """
                error[palette-mismatch]: palette "b" does not fit palette "a", lacks "ink"
                """
            ),
            (
                ##""palettes": { "a": { "image": "bagde" } }, "images": [{ "id": "badge" }]"##,
                """
                error[palette-image]: palette "a" has no picture, found no asset "bagde"
                """
            ),
            (
                ##""axes": { "one": ["x", "y"], "two": ["y", "z"] }, "images": [{ "id": "badge", "variants": { "y": { "tint": "#FF0000" } } }]"##,
                """
                error[ambiguous-variant]: the variant "y" of image "badge" may mean "one=y" or "two=y"
                """
            ),
            (
                ##""axes": { "one": ["x", "y"] }, "images": [{ "id": "badge", "variants": { "zz": { "tint": "#FF0000" } } }]"##,
                #"error[unknown-reference]: there is no axis value "zz""#
            ),
        ] as [(String, String?)]
    )
    func `what is wrong with colorings is told`(members: String, expected: String?) async throws {
        let found = try await game(members).findings()
        guard let expected else {
            #expect(found == [])
            return
        }
        #expect(found.count == 1, "\(found)")
        let part = expected.split(separator: "warning[").last.map(String.init) ?? expected
        #expect(found.first?.contains(part) == true, "\(found)")
    }

    @Test func `a variant that nothing is drawn by is told`() async throws {
        let game = try game(
            ##"""
            "axes": { "mood": ["calm", "happy"] },
            "naming": { "species": ["<species>_<mood>", "<species>"] },
            "species": [{ "id": "pet", "variants": { "happy": { "tint": "#FF0000" } } }]
            """##,
            art: ["pet.png": Self.badge(), "pet_happy.png": Self.badge(Self.gray)]
        )
        let found = try await game.findings().filter { $0.contains("[idle-variant]") }
        #expect(found.count == 1, "\(found)")
        #expect(
            found.first?.contains(
                """
                warning[idle-variant]: the variant "happy" of species "pet" colors nothing: \
                what is drawn for the value is not recolored
                """
            ) == true,
            "\(found)"
        )
    }

    @Test func `variants that are too many are an error, not a hang`() throws {
        let values = (0..<200).map { "\"v\($0)\"" }.joined(separator: ", ")
        func table(_ axis: Character) -> String {
            (0..<200).map { "\"\(axis)=v\($0)\": { \"tint\": \"#0000\(10 + $0 % 80)\" }" }
                .joined(separator: ", ")
        }
        let game = try game(
            """
            "axes": { "a": [\(values)], "b": [\(values)], "c": [\(values)] },
            "images": [{ "id": "badge",
              "variants": { \(table("a")), \(table("b")), \(table("c")) } }]
            """
        )
        let loaded = try game.loaded()
        #expect(loaded.coverage.images.count <= 4096)
        #expect(loaded.diagnostics.contains { $0.id == "too-many-combinations" })
    }
}
