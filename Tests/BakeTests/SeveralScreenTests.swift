import Bake
import KilnManifest
import Raster
import TestSupport
import Testing

private let screens = (
    green: StraightPixel(r: 0, g: 255, b: 0), magenta: StraightPixel(r: 255, g: 0, b: 255)
)

/// Art that was painted over several screens: `also` in rules of `sheets`.
struct SeveralScreenTests {
    /// A bottle of green glass with a red cap.
    private func bottle(
        over screen: StraightPixel,
        side: Int = 32,
        cover: Int = 102,
        cap: StraightPixel = StraightPixel(r: 200, g: 30, b: 30)
    ) -> StraightImage {
        var image = StraightImage(size: PixelSize(width: side, height: side)!, filledWith: screen)
        func seen(_ glass: UInt8, _ behind: UInt8) -> UInt8 {
            UInt8((Int(glass) * cover + Int(behind) * (255 - cover) + 127) / 255)
        }
        let glass = StraightPixel(
            r: seen(20, screen.r),
            g: seen(230, screen.g),
            b: seen(60, screen.b)
        )
        image.fill(PixelRect(x: 8, y: 8, width: 14, height: 16)!, with: glass)
        image.fill(PixelRect(x: 11, y: 4, width: 8, height: 4)!, with: cap)
        return image
    }

    private func game(
        _ art: [String: StraightImage],
        rule: String = #""also": ["<asset>_magenta"]"#,
        equipStyle: String = "overlay"
    ) throws -> DrawnGame {
        let dog = StraightImage.disc(32, 32, StraightPixel(r: 120, g: 90, b: 60))
        return try DrawnGame(
            """
            "canvas": { "width": 32, "height": 32 }, "species": [{ "id": "dog" }],
            "items": [{ "id": "bottle", "equipStyle": "\(equipStyle)", "z": 2 }],
            "sheets": { "bottle": { \(rule) } }, "targets": [{ "id": "game" }]
            """,
            art: art.merging(["dog.png": dog]) { first, _ in first }
        )
    }

    private var pair: [String: StraightImage] {
        [
            "bottle.png": bottle(over: screens.green),
            "bottle_magenta.png": bottle(over: screens.magenta),
        ]
    }

    @Test func `both files are used, and glass in the screen's color is glass`() async throws {
        let game = try game(pair)
        expectFindings(try await game.findings(), [])
        let look = Look(species: "dog", overlays: ["bottle"])
        let drawn = try await game.preview(look)
        // Green glass over the dog, and the cap as it was painted.
        let (r, g, b) = (Int(drawn[14, 16].r), Int(drawn[14, 16].g), Int(drawn[14, 16].b))
        #expect(abs(r - (20 * 102 + 120 * 153) / 255) <= 1)
        #expect(abs(g - (230 * 102 + 90 * 153) / 255) <= 1)
        #expect(abs(b - (60 * 102 + 60 * 153) / 255) <= 1)
        #expect(drawn[14, 6] == StraightPixel(r: 200, g: 30, b: 30))
        let baked = try await game.baked()
        #expect(try baked.drawn(look) == drawn)
        #expect(!baked.manifest.items[0].id.contains("magenta"))
    }

    @Test func `the pictures over other screens are reported with the settings in force`() throws {
        let loaded = try game(pair).loaded()
        let keying = try loaded.explain(species: "dog", item: "bottle")[0].keying
        #expect(
            keying.prefix(2).map { "\($0.name): \($0.value), \($0.origin)" } == [
                "keyed: yes, sheet bottle", "also: bottle_magenta, sheet bottle",
            ]
        )
        let bare = try game(["bottle.png": bottle(over: screens.green)], rule: "").loaded()
        let plain = try bare.explain(species: "dog", item: "bottle")[0].keying
        #expect(plain.map(\.name).contains("also") == false)
    }

    @Test func `who names another screen wants an outfit keyed, too`() async throws {
        let drawn = try await game(pair, equipStyle: "replaceSprite")
            .preview(Look(species: "dog", base: "bottle"))
        #expect(drawn[1, 1].a == 0 && drawn[14, 6].a == 255)
        #expect(abs(Int(drawn[14, 16].a) - 102) <= 1)
        let unkeyed = try await game(
            pair,
            rule: #""also": ["<asset>_magenta"], "key": false"#,
            equipStyle: "replaceSprite"
        ).preview(Look(species: "dog", base: "bottle"))
        #expect(unkeyed[1, 1] == screens.green)
    }

    @Test func `a change of the second picture is a change of the asset`() async throws {
        let game = try game(pair)
        let look = Look(species: "dog", overlays: ["bottle"])
        let before = try await game.baked().drawn(look)
        // The glass is denser where the second picture says so.
        try game.disk.put("game/art/bottle_magenta.png", bottle(over: screens.magenta, cover: 122))
        let after = try await game.baked().drawn(look)
        #expect(after != before)
        #expect(try await game.preview(look) == after)
    }

    @Test func `a second picture that is missing or unfit is an error`() async throws {
        expectFindings(
            try await game(["bottle.png": bottle(over: screens.green)]).findings(),
            [
                """
                game/art/bottle.png: error[also-missing]: "bottle_magenta", which is to show "bottle" over another screen, is missing
                  help: add the picture, or correct "also" under "sheets"
                """
            ]
        )
        expectFindings(
            try await game([
                "bottle.png": bottle(over: screens.green),
                "bottle_magenta.png": bottle(over: screens.green),
            ]).findings(),
            [
                """
                game/art/bottle_magenta.png: error[also-unfit]: the picture is over the same screen as art/bottle.png, found #00FF00
                  help: paint one over another color, such as magenta next to green, or white next to black
                """
            ]
        )
        expectFindings(
            try await game([
                "bottle.png": bottle(over: screens.green),
                "bottle_magenta.png": bottle(over: screens.magenta, side: 40),
            ]).findings(),
            [
                """
                game/art/bottle_magenta.png: error[also-unfit]: the picture has another size than art/bottle.png, found 40x40, expected 32x32
                  help: export all on one canvas
                """
            ]
        )
    }

    @Test func `what the pictures show differently is reported`() async throws {
        let other = bottle(over: screens.magenta, cap: StraightPixel(r: 240, g: 200, b: 40))
        let game = try game([
            "bottle.png": bottle(over: screens.green), "bottle_magenta.png": other,
        ])
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/bottle.png: warning[also-differs]: the pictures over several screens show different things, found 8x4 at 11,4
                  help: there the first picture was keyed by itself; draw what moved alike, or look at 'kiln key --also' with '--differences'
                """
            ]
        )
        let drawn = try await game.preview(Look(species: "dog", overlays: ["bottle"]))
        #expect(drawn[14, 6] == StraightPixel(r: 200, g: 30, b: 30))
    }

    @Test func `also takes names of assets that are not the asset itself`() async throws {
        let found = try await game(pair, rule: #""also": ["<asset>"]"#).findings()
        #expect(found.contains { $0.contains("expected the name of another asset such as") })
        let axis = try await game(pair, rule: #""also": ["<asset>_<mood>"]"#).findings()
        #expect(axis.contains { $0.contains("expected the name of another asset such as") })
    }
}
