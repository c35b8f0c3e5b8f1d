import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Games whose pets and outfits are layers of one Aseprite document.
struct AsepriteGameTests {
    private let skin = StraightPixel(r: 200, g: 120, b: 60)
    private let felt = StraightPixel(r: 40, g: 60, b: 160)

    /// A pet of three frames that grows, a hat that is hidden, and a sketch that no one wants.
    private func document() -> AsepriteFile {
        var file = AsepriteFile(24, 24, frames: 3)
        for frame in 0..<3 { file.frames[frame].duration = [100, 100, 250][frame] }
        file.addTag("idle", 0...1)
        file.addTag("walk", 0...2, direction: 2)
        file.addLayer("body")
        file.addLayer("outfits", .group, isVisible: false)
        file.addLayer("hat", level: 1)
        file.addLayer("sketch", flags: 64)
        for frame in 0..<3 {
            let share = 0.6 + 0.1 * Double(frame)
            file.addCel(0, .disc(24, 24, skin, filling: share), frame: frame)
            file.addCel(2, .disc(8, 8, felt), frame: frame, x: 8 + frame, y: 1)
            file.addCel(3, .disc(24, 24), frame: frame)
        }
        return file
    }

    private func game(
        _ file: AsepriteFile,
        _ catalog: String = #""items": [{ "id": "hat", "equipStyle": "overlay" }]"#,
        named name: String = "dog_pet.aseprite"
    ) throws -> DrawnGame {
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 }, "species": [{ "id": "dog" }],
            "targets": [{ "id": "game", "scales": [1, 2] }], \(catalog)
            """,
            art: [:]
        )
        game.disk.put("game/art/\(name)", file.bytes)
        return game
    }

    @Test func `one document holds a pet and what it wears, without a line in the catalog`()
        async throws
    {
        let game = try game(document())
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let pet = baked.manifest.species[0].art[0]
        #expect(pet.frames == ["dog_pet/0", "dog_pet/1", "dog_pet/2"])
        #expect(
            baked.manifest.items[0].art.map(\.frames)
                == [["dog_pet-hat/0", "dog_pet-hat/1", "dog_pet-hat/2"]]
        )
        #expect(pet.animations.keys.sorted() == ["idle", "walk"])
        #expect(pet.animations["idle"]?.frames == [0, 1])
        #expect(pet.animations["idle"]?.fps == 10)
        #expect(pet.animations["walk"]?.frames == [0, 1, 2, 1])
        #expect(pet.animations["walk"]?.durations == [100, 100, 250, 100])
        for frame in 0..<3 {
            let bare = try await game.preview(Look(species: "dog"), frame: frame)
            #expect(bare[12, 12] == skin)
            #expect(bare[12 + frame, 4] != felt)
            let look = Look(species: "dog", overlays: ["hat"])
            let dressed = try await game.preview(look, frame: frame, scale: 2)
            #expect(dressed[2 * (12 + frame), 2 * 4] == felt)
            #expect(try baked.drawn(look, frame: frame, scale: 2) == dressed)
        }
    }

    @Test func `a layer may be named with its document, and by its path`() async throws {
        for name in ["dog_pet#hat", "dog_pet#outfits/hat", "dog_pet.aseprite#hat"] {
            let item = #"{ "id": "cap", "asset": "\#(name)", "equipStyle": "overlay" }"#
            let game = try game(document(), #""items": [\#(item)]"#)
            expectFindings(try await game.findings(), [])
        }
    }

    @Test func `rules of the catalog win over what the document says`() async throws {
        var file = document()
        file.addSlice("feet", [(0, (0, 0, 24, 24))], pivot: (6, 24))
        let reported = try await game(file).baked().manifest
        #expect(reported.targets[0].frames["dog_pet/0"]?.pivot == Manifest.Point(x: 0.25, y: 1))
        let rule = """
            "sheets": { "dog_pet": { "pivot": [0.5, 0.5], "animations": { "nod": { "frames": "0-2" } } } },
            "items": []
            """
        let ruled = try await game(file, rule).baked().manifest
        #expect(ruled.species[0].art[0].animations.keys.sorted() == ["nod"])
        #expect(ruled.targets[0].frames["dog_pet/0"]?.pivot == Manifest.Point(x: 0.5, y: 0.5))
    }

    @Test func `a layer that is not there is reported with those that are`() async throws {
        let item = #"{ "id": "cap", "asset": "dog_pet#hatt", "equipStyle": "overlay" }"#
        let found = try await game(document(), #""items": [\#(item)]"#).findings()
        #expect(found.count == 1)
        #expect(
            found.first?.contains(
                "did you mean \"dog_pet#hat\"? art/dog_pet.aseprite has the layers \"body\", \"hat\""
            ) == true,
            "\(found)"
        )
    }

    @Test func `tags whose names are no ids, and layers of one name, are reported`() async throws {
        var file = document()
        file.addTag("gähnen laut", 0...2)
        file.addLayer("sun")
        file.addLayer("sun")
        let game = try game(file)
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/dog_pet.aseprite: note[layer-named-twice]: several layers or groups are called "sun", so none of them can be asked for by it
                  help: give each a name of its own
                """,
                """
                game/art/dog_pet.aseprite: note[tag-name]: the tag "gähnen laut" cannot be the name of an animation, which is called "g-hnen-laut"
                  help: rename the tag with A-Z a-z 0-9 _ . -, each name once, or give "animations" in a rule of "sheets"
                """,
            ]
        )
    }

    @Test func `a damaged document is reported once`() async throws {
        let game = try game(document())
        let bytes = Array(document().bytes.prefix(300))
        game.disk.put("game/art/dog_pet.aseprite", bytes)
        let found = try await game.findings()
        #expect(found.filter { $0.contains("unreadable-picture") }.count == 1, "\(found)")
    }

    @Test func `a palette of Adobe's next to the art is no damaged document`() async throws {
        let game = try game(document())
        game.disk.put("game/art/colors.ase", "ASEF")
        let found = try await game.findings()
        #expect(found.count == 1 && found[0].contains("unused-asset"), "\(found)")
    }

    @Test func `density suffixes stand on documents`() async throws {
        var large = AsepriteFile(48, 48, frames: 3)
        large.addLayer("body")
        large.addLayer("hat")
        for frame in 0..<3 {
            let share = 0.6 + 0.1 * Double(frame)
            large.addCel(0, .disc(48, 48, skin, filling: share), frame: frame)
            large.addCel(1, .disc(16, 16, felt), frame: frame, x: 16 + 2 * frame, y: 2)
        }
        let game = try game(large, named: "dog_pet@2x.aseprite")
        let baked = try await game.baked()
        let look = Look(species: "dog", overlays: ["hat"])
        for scale in [1, 2] {
            let shown = try await game.preview(look, frame: 1, scale: scale)
            #expect(try baked.drawn(look, frame: 1, scale: scale) == shown)
        }
        #expect(baked.manifest.items[0].art[0].frames.count == 3)
    }

    @Test func `a changed document is drawn anew, an unchanged one is not`() async throws {
        let game = try game(document())
        _ = try await game.baked()
        let again = try await game.baked()
        var file = document()
        file.addTag("nap", 2...2)
        game.disk.put("game/art/dog_pet.aseprite", file.bytes)
        let changed = try await game.baked()
        #expect(again.manifest.species[0].art[0].animations["nap"] == nil)
        #expect(changed.manifest.species[0].art[0].animations["nap"]?.frames == [2])
    }
}
