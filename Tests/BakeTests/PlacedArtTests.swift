import Bake
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Art of any size, put on the canvas by boxes, anchors and rules.
struct PlacedArtTests {
    /// Pets of 660x585 on a canvas of 160, a hat placed by hand that stands out at the top.
    private func game(
        placement: String = #"{ "size": [160, 160] }"#,
        hat: String = #"{ "anchor": "head", "size": [90, 60], "pivot": [0.5, 0.9] }"#,
        bleed: String = #", "bleed": { "top": 40 }"#,
        target: String = ""
    ) throws -> DrawnGame {
        let red = StraightPixel(r: 200, g: 30, b: 50)
        return try DrawnGame(
            """
            "canvas": { "width": 160, "height": 160\(bleed) },
            "species": [{ "id": "dog", "anchors": { "head": [80, 20] }, "placement": \(placement) }],
            "items": [
              { "id": "robe", "equipStyle": "replaceSprite" },
              { "id": "hat", "equipStyle": "overlay", "z": 1, "placement": \(hat) },
              { "id": "cape", "equipStyle": "overlay", "z": -1,
                "placement": { "anchor": "head", "offset": [0, 60] } }
            ],
            "sheets": { "dog_pet_overlay_*": {
                "fullCanvas": true, "placement": { "size": [160, 160] } } },
            "looks": [{ "id": "fine", "species": "dog", "overlays": ["hat", "cape"] }],
            "targets": [
              { "id": "game", "scales": [1, 2, 3]\(target) },
              { "id": "shots", "kind": "composites", "scales": [1, 2] }
            ]
            """,
            art: [
                "dog_pet.png": .disc(660, 585), "dog_robe.png": .disc(880, 780, red),
                "overlay_hat.png": .disc(300, 200, red),
                "dog_pet_overlay_cape.png": .disc(660, 585, red, filling: 0.98),
            ]
        )
    }

    @Test func `pictures of any size are fitted, and what is drawn is what previews show`()
        async throws
    {
        let game = try game()
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        for look in [
            Look(species: "dog"), Look(species: "dog", base: "robe"),
            Look(species: "dog", overlays: ["hat", "cape"]),
        ] {
            for scale in 1...3 {
                let shown = try await game.preview(look, scale: scale)
                #expect(shown.size == PixelSize(width: 160 * scale, height: 200 * scale))
                let isEqual = try baked.drawn(look, scale: scale) == shown
                #expect(isEqual, "\(look) at \(scale)")
            }
        }
        let shot = try baked.picture("shots/shots-0@2x.png")
        #expect(shot.width <= 320 && shot.height > 320)
        for page in baked.manifest.targets.flatMap(\.pages) {
            #expect(page.width * 3 <= 2048 && page.height * 3 <= 2048)
        }
    }

    @Test func `a fitted picture fills its box by its longer side, about the canvas's center`()
        async throws
    {
        // 660x585 in 160x160 is 160 x 141.8; the disc is 526 pixels of it, so 127.6 points.
        let shown = try await game(bleed: "").preview(Look(species: "dog"))
        let box = try #require(shown.opaqueBounds(above: 127))
        #expect(abs(box.width - 128) <= 1 && abs(box.height - 128) <= 1)
        #expect(abs(box.x + box.maxX - 160) <= 1 && abs(box.y + box.maxY - 160) <= 1)
    }

    @Test func `cover fills the box and cuts what stands over, stretch gives up proportions`()
        async throws
    {
        let cover = try await game(
            placement: #"{ "size": [100, 50], "fit": "cover" }"#,
            bleed: ""
        ).preview(Look(species: "dog"))
        // 660x585 covers 100x50 at 100 points across: the disc is 79.8 wide and cut above and below.
        #expect(
            cover.opaqueBounds(above: 127) == PixelRect(x: 40, y: 55, width: 80, height: 50)
        )
        let stretched = try await game(
            placement: #"{ "size": [110, 40], "fit": "stretch" }"#,
            bleed: ""
        ).preview(Look(species: "dog"))
        let box = try #require(stretched.opaqueBounds(above: 127))
        #expect(abs(box.width - 88) <= 1 && abs(box.height - 36) <= 1)
    }

    @Test func `what reaches out of canvas and bleed is reported with its share and side`()
        async throws
    {
        expectFindings(
            try await game(bleed: "").findings(),
            [
                """
                game/catalog.json:5:64: warning[overlay-clipped]: item "hat" on species "dog" reaches out of the canvas at the top, found 59 % of "overlay_hat" outside
                  help: move it with "offset", make it smaller with "size", or give the canvas a "bleed" at the top
                """
            ]
        )
    }

    @Test func `a pet of another size than the canvas is reported, with the likeliest cause`()
        async throws
    {
        func found(_ art: StraightImage, key: String = "dog_pet") async throws -> [String] {
            var all = [
                "dog_pet.png": StraightImage.disc(160, 160),
                "overlay_hat.png": StraightImage(160, 160) { x, y in
                    (60..<100).contains(x) && (20..<50).contains(y)
                        ? StraightPixel(r: 40, g: 60, b: 200) : .clear
                },
            ]
            all["\(key).png"] = art
            return try await DrawnGame(
                """
                "canvas": { "width": 160, "height": 160 },
                "species": [{ "id": "dog" }],
                "items": [{ "id": "hat", "equipStyle": "overlay", "key": false }],
                "targets": [{ "id": "game" }]
                """,
                art: all
            ).findings()
        }
        #expect(try await found(.disc(160, 160)) == [])
        expectFindings(
            try await found(.disc(480, 480)),
            [
                """
                game/art/dog_pet.png: error[base-size]: the pet's picture "dog_pet" has another size than the canvas, found 480x480 points, expected 160x160; 94 % of it falls outside
                  help: it has 3 pixels for each point: call it dog_pet@3x, or say "density": 3 in a rule of "sheets"
                """
            ]
        )
        expectFindings(
            try await found(.disc(80, 80)),
            [
                """
                game/art/dog_pet.png: warning[base-size]: the pet's picture "dog_pet" has another size than the canvas, found 80x80 points, expected 160x160
                  help: it is half of the canvas: export it at 160x160 pixels, or say how large it is seen: "placement": {"size": [160, 160]}
                """
            ]
        )
        expectFindings(
            try await found(.disc(180, 160), key: "overlay_hat"),
            [
                """
                game/art/overlay_hat.png: warning[full-canvas-size]: the overlay "overlay_hat" has another size than the canvas, found 180x160 points, expected 160x160
                  help: say in its item how large it is seen: "placement": { "size": [160, 160] }
                """
            ]
        )
    }

    @Test
    func `a page that is too small for the art is reported before a bake, with the size that does`()
        async throws
    {
        let found = try await game(placement: "{}", hat: "{}", target: #", "maxPageSize": 1024"#)
            .findings().filter { $0.contains("does-not-fit") }
        // 702 of the robe's 780 points show something; at three pixels each.
        #expect(
            found == [
                """
                game/catalog.json:13:3: error[does-not-fit]: target "game": sprite "dog_robe" is larger than a page, found 702x702, expected at most 341x341 points
                  help: raise "maxPageSize" to 2106 at least, lower "scales", or draw the art smaller with "placement": {"size": …}
                """
            ]
        )
        #expect(
            try await game(placement: "{}", hat: "{}", target: #", "maxPageSize": 2106"#)
                .findings().filter { $0.contains("does-not-fit") } == []
        )
    }

    @Test
    func `hard pixels are kept where a box enlarges them, and averaged where it shrinks them`()
        async throws
    {
        func game(_ side: Int) throws -> DrawnGame {
            let red = StraightPixel(r: 200, g: 30, b: 50)
            let hard = StraightImage(side, side) { x, y in
                let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
                return dx * dx + dy * dy < side * side * 3 / 4 ? red : .clear
            }
            return try DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 },
                "species": [{ "id": "dog", "placement": { "size": [64, 64] } }],
                "targets": [{ "id": "game" }]
                """,
                art: ["dog.png": hard]
            )
        }
        let look = Look(species: "dog")
        let enlarged = try await game(16).preview(look)
        #expect(enlarged.pixels.allSatisfy { $0.a == 0 || $0.a == 255 })
        #expect(enlarged.pixels.contains { $0.a == 255 })
        let shrunk = try await game(500).preview(look)
        #expect(shrunk.pixels.count { (1...254).contains($0.a) } > 60)
        for side in [16, 500] { expectFindings(try await game(side).findings(), []) }
        // Neither whole nor smaller: some pixels would be wider than others.
        #expect(try await game(40).findings().contains { $0.contains("pixel-art-scaling") })
    }

    @Test func `one picture in the three slots of an image set is one picture`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 160, "height": 160 },
            "species": [{ "id": "dog", "placement": { "size": [160, 160] } }],
            "targets": [{ "id": "game", "scales": [1, 2, 3] }]
            """,
            art: ["Art.xcassets/dog_pet.imageset/dog.png": .disc(480, 390)]
        )
        let slots = ["1x", "2x", "3x"].map {
            #"{ "filename": "dog.png", "idiom": "universal", "scale": "\#($0)" }"#
        }
        game.disk.put(
            "game/art/Art.xcassets/dog_pet.imageset/Contents.json",
            #"{ "images": [\#(slots.joined(separator: ", "))], "info": { "version": 1 } }"#
        )
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let look = Look(species: "dog")
        for scale in 1...3 {
            let shown = try await game.preview(look, scale: scale)
            #expect(try baked.drawn(look, scale: scale) == shown)
        }
    }

    @Test func `files of one asset have to agree in size, unless a box makes them`() async throws {
        func found(_ placement: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 160, "height": 160 },
                "species": [{ "id": "dog"\(placement) }],
                "targets": [{ "id": "game", "scales": [1, 2] }]
                """,
                art: ["dog_pet.png": .disc(160, 160), "dog_pet@2x.png": .disc(160, 160)]
            ).findings().filter { $0.contains("density-mismatch") }
        }
        expectFindings(
            try await found(""),
            [
                """
                game/art/dog_pet@2x.png: error[density-mismatch]: the files of asset "dog_pet" disagree in size, found 160x160 points in art/dog_pet.png (1 pixel per point) and 80x80 points in art/dog_pet@2x.png (2 pixels per point)
                  help: it is one picture in several slots: say how large it is seen with "placement": {"size": …}, or its pixels per point with "density" in a rule of "sheets"
                """
            ]
        )
        #expect(try await found(#", "placement": { "size": [160, 160] }"#) == [])
    }

    @Test func `settings are laid from the sheet to the species that wears it`() throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [
              { "id": "dog", "anchors": { "head": [30, 10] }, "placement": { "size": [60, 60] } },
              { "id": "cat", "anchors": { "head": [30, 10] } }
            ],
            "items": [{ "id": "hat", "equipStyle": "overlay", "placement": { "scale": 2 },
              "perSpecies": { "cat": { "placement": { "offset": [1, 2] } } } }],
            "sheets": {
              "overlay_*": { "pivot": [0.5, 1], "placement": { "anchor": "head", "size": [20, 20] } },
              "dog_overlay_*": { "fullCanvas": true }
            }
            """,
            art: [
                "dog.png": .disc(8, 8), "cat.png": .disc(8, 8), "overlay_hat.png": .disc(8, 8),
                "dog_overlay_hat.png": .disc(8, 8),
            ]
        )
        let loaded = try game.loaded()
        func placement(_ species: String, _ item: String?) throws -> [String] {
            try loaded.explain(species: species, item: item)[0].placement?.map {
                "\($0.name) \($0.value) \($0.origin)"
            } ?? []
        }
        #expect(
            try placement("cat", "hat") == [
                "anchor head sheet overlay_*", "offset [1, 2] item hat for cat",
                "scale 2.0 item hat", "rotation 0.0 built-in", "flip false built-in",
                "pivot [0.5, 1] sheet overlay_*",
            ]
        )
        #expect(try placement("dog", "hat") == ["fullCanvas true sheet dog_overlay_*"])
        #expect(
            try placement("dog", nil) == [
                "anchor the canvas's center built-in", "offset [0, 0] built-in",
                "size [60, 60] species dog", "fit contain built-in", "rotation 0.0 built-in",
                "flip false built-in", "pivot [0.5, 0.5] built-in",
            ]
        )
        #expect(try placement("cat", nil) == [])
    }

    @Test func `a size and a scale in one place exclude each other, and a later one counts`()
        async throws
    {
        func found(_ placement: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 },
                "species": [{ "id": "dog", "placement": \(placement) }],
                "targets": [{ "id": "game" }]
                """,
                art: ["dog.png": .disc(64, 64)]
            ).findings()
        }
        expectFindings(
            try await found(#"{ "scale": 1, "size": [64, 64] }"#),
            [
                """
                game/catalog.json:2:55: error[bad-value]: a placement has both "scale" and "size"
                  help: keep one of them
                """
            ]
        )
        expectFindings(
            try await found(#"{ "size": [64, 64, 64] }"#),
            [
                "game/catalog.json:2:51: error[value-out-of-range]: \"size\" has 3 values, expected 2"
            ]
        )
    }

    @Test func `an anchor of a sheet rule has to be there on every species that shows the sheet`()
        async throws
    {
        let found = try await DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "dog", "anchors": { "hed": [30, 10] } }],
            "items": [{ "id": "hat", "equipStyle": "overlay" }],
            "sheets": { "overlay_*": { "placement": { "anchor": "head" } } },
            "targets": [{ "id": "game" }]
            """,
            art: ["dog.png": .disc(64, 64), "overlay_hat.png": .disc(16, 16)]
        ).findings()
        #expect(
            found.first { $0.contains("unknown") } == """
                game/catalog.json:4:53: error[unknown-reference]: species "dog" has no anchor "head"
                  help: did you mean "hed"?
                """
        )
    }

    @Test func `outfits that share a picture and differ in size get frames of their own`()
        async throws
    {
        let game = try DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [
              { "id": "dog", "placement": { "size": [64, 64] } },
              { "id": "cat", "placement": { "size": [48, 48] } },
              { "id": "mouse", "placement": { "size": [20, 20] } }
            ],
            "items": [{ "id": "robe", "equipStyle": "replaceSprite" }],
            "targets": [{ "id": "game" }]
            """,
            art: [
                "dog.png": .disc(80, 80), "cat.png": .disc(80, 80), "mouse.png": .disc(80, 80),
                "robe.png": .disc(80, 80),
            ]
        )
        let baked = try await game.baked()
        let sizes = try ["dog", "cat", "mouse"].map { species in
            let look = Look(species: species, base: "robe")
            let drawn = try baked.drawn(look)
            return try #require(drawn.opaqueBounds(above: 127)).width
        }
        #expect(sizes == [58, 44, 18])
    }
}
