import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// A game of which only one pet is drawn.
private let unfinished = """
    "canvas": { "width": 64, "height": 64 },
    "species": [
      { "id": "dog", "anchors": { "head": [[32, 16], [32, 18]] } },
      { "id": "cat", "anchors": { "head": [32, 20] } }
    ],
    "items": [
      { "id": "robe", "equipStyle": "replaceSprite", "species": ["dog"] },
      { "id": "crown", "equipStyle": "overlay", "z": 3, "placement": { "anchor": "head" } },
      { "id": "cape", "equipStyle": "overlay", "placement": { "anchor": "head", "size": [30, 10] } }
    ],
    "images": [{ "id": "room", "size": [100, 40] }],
    "sheets": { "*_pet": { "grid": { "columns": 2, "rows": 1 },
                           "animations": { "idle": { "frames": "0-1", "fps": 4 } } } },
    "targets": [
      { "id": "game", "kind": "atlas", "scales": [1, 2] },
      { "id": "phone", "kind": "atlas", "scales": [3] }
    ],
    "profiles": {
      "mock": { "targets": ["game"], "placeholders": "missing" },
      "calm": { "placeholders": "missing", "checks": { "placeholder": "off" } },
      "production": { "strict": true }
    }
    """

private func game() throws -> DrawnGame {
    let pet = StraightImage(128, 64) { x, y in
        (20..<44).contains(x % 64) && (16..<(60 - x / 64)).contains(y)
            ? StraightPixel(r: 200, g: 120, b: UInt8(y), a: 255) : .clear
    }
    return try DrawnGame(unfinished, art: ["dog_pet.png": pet])
}

private func bake(
    _ game: DrawnGame,
    _ profile: String?
) async throws -> (manifest: Manifest?, found: [Diagnostic]) {
    var request = BakeRequest(output: "out", jobs: 2)
    request.profile = profile
    let outcome = try await Bake.bake(catalogAt: "game/catalog.json", request, disk: game.disk)
    guard outcome.summary != nil else { return (nil, outcome.diagnostics) }
    let json = try #require(game.disk.files["out/manifest.json"])
    return (try Manifest(json: Data(json)), outcome.diagnostics)
}

@Suite struct ProfileTests {
    @Test func `missing art is an error, and placeholders where the profile wants them`()
        async throws
    {
        let game = try game()
        let (none, errors) = try await bake(game, nil)
        #expect(none == nil)
        #expect(
            Set(errors.filter { $0.severity == .error }.map(\.id))
                == ["unresolved-species", "unresolved-item", "unresolved-image"]
        )
        let (made, found) = try await bake(game, "mock")
        let manifest = try #require(made, "\(found.map(\.description))")
        let reported = found.filter { $0.id == "placeholder" }
        #expect(reported.count == 5 && reported.allSatisfy { $0.severity == .warning })
        #expect(
            found.map(\.description).contains { text in
                text.contains(#"warning[placeholder]: species "cat" has no art, found no cat_pet"#)
                    && text.contains("; a placeholder stands in for it")
            },
            "\(found.map(\.description))"
        )
        #expect(manifest.targets.map(\.id) == ["game"])
        let dog = try #require(manifest.species.first { $0.id == "dog" })
        let cat = try #require(manifest.species.first { $0.id == "cat" })
        #expect(dog.art.map(\.placeholder) == [nil])
        #expect(cat.art.map(\.placeholder) == [true])
        // Animated as the rule of the missing sheet says, under the same names.
        #expect(cat.art.first?.frames == ["placeholder~cat/0", "placeholder~cat/1"])
        #expect(cat.art.first?.animations == dog.art.first?.animations)
        #expect(cat.art.first?.origins == [Manifest.Point(x: 0, y: 0)])
        let robe = try #require(manifest.items.first { $0.id == "robe" })
        #expect(robe.art.map(\.animations) == [dog.art.first?.animations])
        let crown = try #require(manifest.items.first { $0.id == "crown" })
        // Three eighths and a quarter of the canvas, its middle on the anchor of each frame.
        #expect(crown.art.map(\.species) == ["dog", "cat"])
        #expect(crown.art.map(\.frames) == [["placeholder~crown"], ["placeholder~crown"]])
        #expect(
            crown.art.first?.origins
                == [Manifest.Point(x: 20, y: 8), Manifest.Point(x: 20, y: 10)]
        )
        let cape = try #require(manifest.items.first { $0.id == "cape" })
        #expect(cape.art.last?.origins == [Manifest.Point(x: 17, y: 15)])
        let room = try #require(manifest.image("room"))
        #expect(room.placeholder == true && room.width == 100 && room.height == 40)
    }

    @Test func `a placeholder is shown by previews as games draw it`() async throws {
        let game = try game()
        _ = try await bake(game, "mock")
        let json = try #require(game.disk.files["out/manifest.json"])
        let baked = BakedGame(
            manifest: try Manifest(json: Data(json)),
            files: game.disk.files.reduce(into: [:]) { files, file in
                if file.key.hasPrefix("out/") {
                    files[String(file.key.dropFirst("out/".count))] = file.value
                }
            }
        )
        let look = Look(species: "dog", base: "robe", overlays: ["crown", "cape"])
        let (loaded, _) = try LoadedCatalog.load(
            "game/catalog.json",
            profile: "mock",
            isDrawn: true,
            disk: game.disk
        )
        for (scale, frame) in [(1, 0), (2, 1)] {
            var options = DrawOptions(jobs: 2)
            options.animation = "idle"
            options.frames = .one(frame)
            options.scale = scale
            let (drawn, found) = try await drawLooks(
                try #require(loaded),
                [look],
                options
            )
            let preview = try #require(drawn[0]?.images[0], "\(found)").straight()
            let played = try baked.drawn(look, animation: "idle", frame: frame, scale: scale)
            #expect(preview == played)
        }
    }

    @Test func `another profile is another bake`() async throws {
        let folder = try GameFolder()
        let catalog = String(decoding: try folder.read("game/catalog.json"), as: UTF8.self)
        try folder.put(
            "game/catalog.json",
            Array(
                catalog.replacing(
                    "\"targets\": [",
                    with: #""profiles": { "one": { "settings": { "scales": [1] } } }, "targets": ["#
                ).utf8
            )
        )
        func bake(_ profile: String?) async throws -> BakeSummary? {
            var request = BakeRequest(output: folder.output, jobs: 2)
            request.usesCache = true
            request.profile = profile
            return try await Bake.bake(
                catalogAt: folder.catalog,
                request,
                disk: folder.disk
            ).summary
        }
        #expect(try await bake(nil)?.isUnchanged == false)
        #expect(try await bake("one")?.isUnchanged == false)
        #expect(try await bake("one")?.isUnchanged == true)
        #expect(try await bake(nil)?.isUnchanged == false)
    }

    @Test func `a change in the file of colors is a change`() async throws {
        let folder = try GameFolder()
        let catalog = String(decoding: try folder.read("game/catalog.json"), as: UTF8.self)
        try folder.put(
            "game/catalog.json",
            Array(
                catalog.replacing(
                    "\"targets\": [",
                    with: #""colors": "tokens.json", "chroma": { "key": "screen" }, "targets": ["#
                ).utf8
            )
        )
        try folder.put("game/tokens.json", Array(##"{ "screen": "#00FF00" }"##.utf8))
        #expect(try await folder.bake()?.isUnchanged == false)
        _ = try await folder.bake()
        #expect(try await folder.bake()?.isUnchanged == true)
        try folder.put("game/tokens.json", Array(##"{ "screen": "#00FE00" }"##.utf8))
        #expect(try await folder.bake()?.isUnchanged == false)
    }

    @Test func `a file of colors that is a link out of the folder is refused`() async throws {
        let folder = try GameFolder()
        let catalog = String(decoding: try folder.read("game/catalog.json"), as: UTF8.self)
        func put(_ members: String) throws {
            let text = catalog.replacing("\"targets\": [", with: "\(members), \"targets\": [")
            try folder.put("game/catalog.json", Array(text.utf8))
        }
        try folder.put("tokens.json", Array("{}".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: folder.root.appending(path: "game/tokens.json").path,
            withDestinationPath: "../tokens.json"
        )
        try put(#""colors": "tokens.json""#)
        let refused = try LoadedCatalog.load(folder.catalog, disk: folder.disk).diagnostics
        #expect(refused.map(\.id) == ["unreadable-colors"])
        #expect(refused.first?.message.contains("leads out of the catalog's folder") == true)
        try put(#""colors": "tokens.json", "followLinks": true"#)
        #expect(try LoadedCatalog.load(folder.catalog, disk: folder.disk).diagnostics == [])
    }

    @Test func `a strict profile takes warnings for errors`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }],
            "profiles": { "production": { "strict": true },
                          "lax": { "strict": true, "checks": { "unused-asset": "note" } } }
            """,
            art: [
                "dog_pet.png": .disc(8, 8), "leftover.png": .disc(8, 8, filling: 0.5),
            ]
        )
        let (plain, warned) = try await bake(game, nil)
        #expect(plain != nil)
        #expect(warned.filter { $0.id == "unused-asset" }.map(\.severity) == [.warning])
        let (strict, refused) = try await bake(game, "production")
        #expect(strict == nil)
        #expect(refused.filter { $0.id == "unused-asset" }.map(\.severity) == [.error])
        // The profile's own checks come first.
        let (lax, noted) = try await bake(game, "lax")
        #expect(lax != nil && !noted.hasErrors)
    }

    @Test func `checks of a profile are laid over those of the catalog`() async throws {
        let (made, found) = try await bake(try game(), "calm")
        #expect(made?.targets.map(\.id) == ["game", "phone"])
        #expect(!found.contains { $0.id == "placeholder" })
    }

    @Test func `a profile that there is not is refused with those there are`() async throws {
        let game = try game()
        do {
            _ = try await bake(game, "mok")
            Issue.record("not refused")
        } catch let refusal as CommandFailure {
            #expect(
                refusal.description
                    == "error: the catalog has no profile \"mok\"; did you mean \"mock\"? "
                    + "there are \"mock\", \"calm\", \"production\""
            )
        }
        #expect(game.disk.files.keys.allSatisfy { !$0.hasPrefix("out/") })
    }

    @Test func `what is there and cannot be read stays an error`() async throws {
        let game = try game()
        game.disk.put("game/art/cat_pet.png", "no picture")
        let (made, found) = try await bake(game, "mock")
        #expect(made == nil)
        #expect(found.contains { $0.id == "unreadable-picture" && $0.severity == .error })
    }
}
