import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Targets whose sprites Xcode packs.
struct SpriteAtlasTargetTests {
    private func game(_ formats: String, more: String = "") throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 16, "height": 16 }, "species": [{ "id": "dog" }],
            "sheets": { "dog_pet": { "grid": { "columns": 3, "rows": 1 } } },
            "checks": { "empty-frame": "off", "duplicate-frames": "off" },
            "targets": [{ "id": "pets", "scales": [1, 2], "maxPageSize": 16, \(more)
              "formats": \(formats) }]
            """,
            art: ["dog_pet@2x.png": Self.sheet]
        )
    }

    /// A disc, nothing, and the same disc: a blink that an animation plays.
    private static let sheet = StraightImage(96, 32) { x, y in
        x / 32 == 1 ? .clear : StraightImage.disc(32, 32)[x % 32, y]
    }

    @Test func `no page is drawn, and every frame is a set at every scale`() async throws {
        // Pages of 16 pixels would hold no frame at 2x: nothing has to fit.
        let game = try game(#"["spriteatlas"]"#)
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        #expect(baked.files.keys.filter { $0.hasPrefix("pets/pets-") } == [])
        let folder = try AppleFolder(baked.files, "pets/pets.spriteatlas")
        #expect(
            folder.sets.keys.sorted()
                == ["dog_pet_0.imageset", "dog_pet_1.imageset", "dog_pet_2.imageset"]
        )
        #expect(
            try folder.entries("dog_pet_1.imageset")
                == ["universal 1x dog_pet_1.png", "universal 2x dog_pet_1@2x.png"]
        )
        func sprite(_ name: String) throws -> StraightImage {
            try baked.picture("pets/pets.spriteatlas/\(name).png")
        }
        // Margins stay: the frames of an animation keep their size, the blank one too.
        let first = try sprite("dog_pet_0.imageset/dog_pet_0@2x")
        #expect(first == StraightImage.disc(32, 32))
        let blank = try sprite("dog_pet_1.imageset/dog_pet_1@2x")
        #expect(blank.size == first.size && blank.opaqueBounds() == nil)
        let target = try #require(baked.manifest.targets.first)
        #expect(target.pages == [] && target.frames == [:])
        #expect(target.pictures?.map(\.of) == Array(repeating: "frame", count: 6))
        // The name that a game knows, and the one that Xcode can hold.
        #expect(target.pictures?.first?.id == "dog_pet/0")
        #expect(target.pictures?.first?.asset == "dog_pet_0")
        #expect(throws: ManifestError.self) {
            try baked.manifest.drawList(for: Look(species: "dog"))
        }
    }

    @Test func `a namespace is part of the names`() async throws {
        let baked = try await game(
            #"["spriteatlas"]"#,
            more: #""assetCatalog": { "providesNamespace": true },"#
        ).baked()
        let folder = try AppleFolder(baked.files, "pets/pets.spriteatlas")
        #expect(folder.properties[""]?["provides-namespace"] as? Bool == true)
        #expect(baked.manifest.targets.first?.pictures?.first?.asset == "pets/dog_pet_0")
    }

    @Test func `next to another format the pages stay`() async throws {
        let game = try game(#"["kiln", "spriteatlas"]"#)
        let text = String(
            decoding: try #require(game.disk.files["game/catalog.json"]),
            as: UTF8.self
        )
        game.disk.put(
            "game/catalog.json",
            text.replacing("\"maxPageSize\": 16", with: "\"maxPageSize\": 64")
        )
        let baked = try await game.baked()
        #expect(baked.files["pets/pets-0@2x.png"] != nil)
        #expect(baked.manifest.targets.first?.pictures == nil)
        #expect(try AppleFolder(baked.files, "pets/pets.spriteatlas").sets.count >= 2)
        #expect(try baked.manifest.drawList(for: Look(species: "dog")).count == 1)
    }

    @Test func `nothing is written again when nothing changed`() async throws {
        let game = try game(#"["spriteatlas"]"#)
        func bakeAgain(_ mode: BakeRequest.Mode) async throws -> BakeSummary {
            var request = BakeRequest(output: "out", jobs: 1)
            request.usesCache = true
            request.mode = mode
            let outcome = try await bake(
                catalogAt: "game/catalog.json",
                request,
                disk: game.disk
            )
            return try #require(outcome.summary, "\(outcome.diagnostics.map(\.description))")
        }
        #expect(try await bakeAgain(.write).publication.written.count == 11)
        #expect(try await bakeAgain(.write).publication.written == [])
        #expect(try await bakeAgain(.check).publication.differences == [])
        game.disk.put("out/pets/pets.spriteatlas/dog_pet_0.imageset/dog_pet_0.png", "x")
        #expect(try await bakeAgain(.check).publication.differences.count == 1)
    }
}
