import Bake
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Things of several layers, and files for single animations.
struct LayeredArtTests {
    private let red = StraightPixel(r: 200, g: 30, b: 50)
    private let blue = StraightPixel(r: 20, g: 60, b: 200)

    private func caped(_ parts: String) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 32, "height": 32 },
            "species": [{ "id": "dog", "anchors": { "arm": [8, 20] }, "parts": [
              { "asset": "body", "z": 0 }, { "asset": "tail", "z": -1 }, { "asset": "head", "z": 10 }
            ] }],
            "items": [
              { "id": "cape", "equipStyle": "overlay", "z": 5, "parts": [\(parts)] },
              { "id": "suit", "equipStyle": "replaceSprite" }
            ],
            "looks": [{ "id": "fine", "species": "dog", "overlays": ["cape"] }],
            "targets": [{ "id": "game", "scales": [1, 2] }]
            """,
            art: [
                "body.png": .disc(32, 32), "head.png": .disc(32, 32, red, filling: 0.5),
                "tail.png": .disc(32, 32, blue, filling: 0.98),
                "cape_front.png": .disc(32, 32, blue, filling: 0.55),
                "cape_back.png": .disc(32, 32, red, filling: 0.96), "sleeve.png": .disc(6, 8, blue),
                "dog_suit.png": .disc(32, 32, blue),
            ]
        )
    }

    @Test func `parts lie before and behind, and an outfit replaces all of the pet's`()
        async throws
    {
        let game = try caped(
            """
            { "asset": "cape_front" }, { "asset": "cape_back", "z": -5 },
            { "asset": "sleeve", "z": 12, "placement": { "anchor": "arm" } },
            { "asset": "sleeve", "z": 12, "placement": { "anchor": "arm", "offset": [16, 0], "flip": true } }
            """
        )
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let dressed = Look(species: "dog", overlays: ["cape"])
        let frames = try baked.manifest.drawList(for: dressed).map(\.frame)
        #expect(
            frames == [
                "cape_back", "tail", "body", "cape_front", "head", "sleeve",
                "sleeve~cape~4",
            ]
        )
        let steps = try baked.manifest.drawList(for: Look(species: "dog", base: "suit"))
        #expect(steps.map(\.frame) == ["dog_suit"])
        for look in [Look(species: "dog"), dressed] {
            for scale in 1...2 {
                let shown = try await game.preview(look, scale: scale)
                #expect(try baked.drawn(look, scale: scale) == shown)
            }
        }
        var look = Look(species: "dog")
        try look.equip("cape", in: baked.manifest)
        #expect(look == dressed)
    }

    @Test func `a part without art is reported`() async throws {
        let found = try await caped(#"{ "asset": "cape_front" }, { "asset": "cape_bak" }"#)
            .findings()
        expectFindings(
            found.filter { $0.contains("error") },
            [
                """
                game/catalog.json:6:100: error[unresolved-item]: item "cape" has no art for species "dog", part 2 (cape_bak), found no dog_pet_overlay_cape_bak, no dog_overlay_cape_bak, no pet_overlay_cape_bak, no overlay_cape_bak, no cape_bak
                  help: did you mean "asset": "cape_back"? there is art/cape_back.png; or rename it to cape_bak.png
                """
            ]
        )
    }

    /// A body and a hat with a file for each animation, in folders that tell them apart.
    private func walking(
        hat: [String] = ["idle", "walk"],
        hatFrames: Int = 3
    ) throws -> DrawnGame {
        func strip(_ count: Int, _ color: StraightPixel, _ size: Double) -> StraightImage {
            StraightImage(32 * count, 32) { x, y in
                let dx = Double(x % 32) - 15.5 - Double(x / 32)
                let dy = Double(y) - 15.5
                return dx * dx + dy * dy < size * size ? color : .clear
            }
        }
        var art = [
            "characters/body/light/idle.png": strip(2, red, 12),
            "characters/body/light/walk.png": strip(3, red, 11),
            "characters/body/dark/idle.png": strip(2, blue, 12),
            "characters/body/dark/walk.png": strip(3, blue, 11),
            "characters/glasses.png": strip(1, blue, 3),
        ]
        for name in hat {
            let frames = name == "idle" ? 2 : hatFrames
            art["characters/hats/top/\(name).png"] = strip(frames, blue, 6)
        }
        return try DrawnGame(
            """
            "ignore": ["*.old.png"],
            "canvas": { "width": 32, "height": 32 },
            "animations": ["idle", "walk"],
            "axes": { "skin": ["light", "dark"] },
            "naming": { "overlay": ["<asset>/<animation>", "<asset>"] },
            "species": [{ "id": "girl", "asset": "body/<skin>/<animation>" }],
            "items": [
              { "id": "hat", "asset": "hats/top", "equipStyle": "overlay", "z": 2 },
              { "id": "glasses", "equipStyle": "overlay", "z": 1 }
            ],
            "sheets": {
              "*/idle": { "grid": { "columns": 2 } }, 
              "*/walk": { "grid": { "columns": 3 }, "animations": { "stroll": { "frames": "0-2", "fps": 4 } } },
              "hats/top/walk": { "grid": { "columns": \(hatFrames) } }
            },
            "targets": [{ "id": "game", "scales": [1, 2] },
              { "id": "looks", "kind": "composites" }],
            "looks": [{ "id": "fine", "species": "girl", "overlays": ["hat", "glasses"] }]
            """,
            art: art
        ).withSources(#"[{ "path": "art/characters", "names": "path" }]"#)
    }

    @Test func `each animation has a file, and layers advance together`() async throws {
        let game = try walking()
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let look = Look(species: "girl", overlays: ["hat", "glasses"], axes: ["skin": "dark"])
        #expect(try baked.manifest.animations(of: look).keys.sorted() == ["idle", "stroll"])
        #expect(
            try (0..<5).map { try baked.manifest.drawList(for: look, frame: $0).map(\.frame) } == [
                ["body/dark/idle/0", "glasses", "hats/top/idle/0"],
                ["body/dark/idle/1", "glasses", "hats/top/idle/1"],
                ["body/dark/walk/0", "glasses", "hats/top/walk/0"],
                ["body/dark/walk/1", "glasses", "hats/top/walk/1"],
                ["body/dark/walk/2", "glasses", "hats/top/walk/2"],
            ]
        )
        #expect(
            try baked.manifest.drawList(for: look, animation: "stroll", frame: 4).map(\.frame)
                == ["body/dark/walk/1", "glasses", "hats/top/walk/1"]
        )
        for frame in 0..<3 {
            let shown = try await game.preview(look, animation: "stroll", frame: frame, scale: 2)
            #expect(
                try baked.drawn(look, animation: "stroll", frame: frame, scale: 2) == shown
            )
        }
        // Composites hold all frames of all files.
        let composites = try #require(baked.manifest.targets.last)
        #expect(composites.frames.keys.sorted() == (0..<5).map { "fine/\($0)" })
    }

    @Test func `a layer without a file for an animation is reported, and left out there`()
        async throws
    {
        let game = try walking(hat: ["idle"])
        expectFindings(
            try await game.findings(),
            [
                """
                game/catalog.json:8:11: warning[missing-animation]: item "hat" has no file for the animation "walk" on species "girl", which "body/light/walk" shows
                  help: draw it, or it is left out there
                """,
                """
                game/catalog.json:14:3: warning[unused-sheet-rule]: no asset fits "hats/top/walk"
                  help: did you mean "hats/top/idle"?
                """,
            ]
        )
        let look = Look(species: "girl", overlays: ["hat"])
        #expect(
            try await game.baked().manifest.drawList(for: look, frame: 2).map(\.frame)
                == ["body/light/walk/0"]
        )
    }

    @Test func `layers of an animation need its number of frames`() async throws {
        expectFindings(
            try await walking(hatFrames: 2).findings().filter { $0.contains("frame-count") },
            ["dark", "light"].map { skin in
                """
                game/catalog.json:8:11: error[frame-count]: overlay "hats/top/walk" cannot advance with "body/\(skin)/walk", found 2 frames, expected 1 or 3
                  help: draw one frame for each of the pet's, or a single one
                """
            }
        )
    }

    @Test func `an outfit without art may show the undressed pet`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 },
            "naming": { "base": ["<species>_<asset>", "<species>_pet"] },
            "species": [{ "id": "dog" }, { "id": "cat" }],
            "items": [{ "id": "robe", "equipStyle": "replaceSprite" }],
            "targets": [{ "id": "game" }]
            """,
            art: [
                "dog_pet.png": .disc(16, 16), "cat_pet.png": .disc(16, 16, blue),
                "dog_robe.png": .disc(16, 16, red),
            ]
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/catalog.json:4:19: warning[outfit-undressed]: item "robe" has no art for species "cat" and shows the undressed pet, found "cat_pet"
                  help: add art/cat_robe.png, or list under "species" who can wear it
                """
            ]
        )
        let report = try game.loaded().explain(species: "cat", item: "robe")
        #expect(report[0].isUndressed == true)
        let look = Look(species: "cat", base: "robe")
        #expect(try await game.baked().manifest.drawList(for: look).map(\.frame) == ["cat_pet"])
    }

    @Test(arguments: [["body", "eyes"], ["eyes", "body"]])
    func `the part with several frames is what a pet plays, wherever it is listed`(
        parts: [String]
    ) async throws {
        let list = parts.map { #"{ "asset": "\#($0)", "z": \#($0 == "eyes" ? 1 : 0) }"# }
        let eyes = StraightImage(48, 24) { x, y in
            (10..<14).contains(y) && (8..<16).contains(x % 24) && (x < 24 || y == 12)
                ? StraightPixel(r: 20, g: 20, b: 40) : .clear
        }
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "species": [{ "id": "dog", "parts": [\(list.joined(separator: ", "))] }],
            "sheets": { "eyes": { "grid": { "columns": 2 }, "animations": { "blink": { "fps": 4 } } } },
            "targets": [{ "id": "game", "scales": [1], "formats": ["kiln", "godot"] }]
            """,
            art: ["body.png": .disc(24, 24), "eyes.png": eyes]
        )
        let baked = try await game.baked()
        let look = Look(species: "dog")
        #expect(try baked.manifest.animations(of: look).keys.sorted() == ["blink"])
        var frames: [StraightImage] = []
        for frame in 0..<2 {
            frames.append(try await game.preview(look, animation: "blink", frame: frame, scale: 1))
        }
        #expect(frames[0] != frames[1])
        for frame in 0..<2 {
            #expect(
                try baked.drawn(look, animation: "blink", frame: frame, scale: 1) == frames[frame]
            )
        }
    }

    @Test func `only an outfit's first part falls back to the undressed pet`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "naming": { "base": ["<species>_<asset>", "<species>"], "species": ["<species>"] },
            "species": [{ "id": "dog" }],
            "items": [{ "id": "suit", "equipStyle": "replaceSprite",
                        "parts": [{ "asset": "suit" }, { "asset": "suit_eye", "z": 1 }] }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: ["dog.png": .disc(24, 24)]
        )
        let found = try await game.findings()
        #expect(
            found.filter { $0.contains("outfit-undressed") }.count == 1
                && found.contains {
                    $0.contains("error[unresolved-item]")
                        && $0.contains("part 2 (suit_eye), found no dog_suit_eye")
                },
            "\(found)"
        )
    }
}
