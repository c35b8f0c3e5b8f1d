import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A pet of two frames, a hat on green, and a badge.
func smallGame() throws -> MemoryDisk {
    let disk = MemoryDisk()
    disk.put(
        "game/catalog.json",
        """
        {
          "catalogVersion": 1,
          "name": "small",
          "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "species": [
            { "id": "dog", "name": "Dog", "anchors": { "head": [[4, 3], [4, 2]] } }
          ],
          "items": [
            { "id": "badge", "equipStyle": "overlay", "z": 2,
              "placement": { "anchor": "head", "offset": [1, 3] } },
            { "id": "coat", "equipStyle": "replaceSprite" }
          ],
          "sheets": {
            "dog_*": { "grid": { "columns": 2, "rows": 1 },
                       "animations": { "idle": { "frames": "0-1", "fps": 4 } } },
            "overlay_badge": { "filter": "nearest" }
          },
          "targets": [
            { "id": "game", "kind": "atlas", "scales": [1, 2], "formats": ["texturepacker-hash"] }
          ]
        }
        """
    )
    let pet = StraightImage(
        drawn:
            "................",
        "..####....####..",
        "..#ww#....#ww#..",
        "..#ww#....#rr#..",
        "..####....####..",
        "..#..#....#..#..",
        "..#..#....#..#..",
        "................"
    )
    try disk.put("game/art/dog_pet.png", pet)
    try disk.put("game/art/dog_pet_coat.png", pet.flippedVertically())
    try disk.put(
        "game/art/overlay_badge.png",
        StraightImage(
            drawn:
                "gggggg",
            "ggyygg",
            "gyyyyg",
            "ggyygg",
            "gggggg",
            "gggggg"
        )
    )
    return disk
}

private func run(
    _ disk: MemoryDisk,
    jobs: Int = 1,
    output: String = "out"
) async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
    let request = BakeRequest(output: output, jobs: jobs)
    let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
    return (outcome.summary, outcome.diagnostics)
}

struct BakeCatalogTests {
    @Test func `a bake writes pages, descriptors and a manifest, and says so`() async throws {
        let disk = try smallGame()
        let (summary, diagnostics) = try await run(disk)
        #expect(diagnostics.filter { $0.severity == .error } == [])
        #expect(
            summary?.files == [
                "game/game-0@1x.json", "game/game-0@1x.png", "game/game-0@2x.json",
                "game/game-0@2x.png", "manifest.json",
            ]
        )
        for file in try #require(summary).files { #expect(disk.files["out/" + file] != nil) }
    }

    @Test func `the manifest holds the digest of every other file`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        let manifest = try Manifest(json: Data(try #require(disk.files["out/manifest.json"])))
        let outputs = disk.paths.filter { $0.hasPrefix("out/game/") }
        #expect(manifest.files.map { "out/" + $0.path } == outputs)
        for file in manifest.files {
            let bytes = try #require(disk.files["out/" + file.path])
            #expect(file.bytes == bytes.count && file.sha256 == Digest(of: bytes).text)
        }
    }

    @Test func `a broken picture keeps the outputs as they were, and hides no other problem`()
        async throws
    {
        let disk = try smallGame()
        _ = try await run(disk)
        let before = disk.files.filter { $0.key.hasPrefix("out/") }
        disk.put("game/art/dog_pet.png", "not a picture at all")
        disk.put("game/art/overlay_badge.png", [])
        let (summary, diagnostics) = try await run(disk)
        #expect(summary == nil)
        let errors = diagnostics.filter { $0.severity == .error }
        #expect(
            errors.map { $0.location?.path } == [
                "game/art/dog_pet.png", "game/art/overlay_badge.png",
            ]
        )
        #expect(errors.allSatisfy { $0.id == "unreadable-picture" })
        #expect(disk.files.filter { $0.key.hasPrefix("out/") } == before)
    }

    @Test func `a disk that refuses a page keeps the outputs as they were`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        let before = disk.files.filter { $0.key.hasPrefix("out/") }
        try disk.put("game/art/dog_pet.png", StraightImage(drawn: "rrrr", "rrrr"))
        disk.refuse("game-0@2x.png", "no space left on device")
        await #expect(throws: DiskError.self) { try await run(disk) }
        #expect(disk.files.filter { $0.key.hasPrefix("out/") } == before)
    }

    @Test func `outputs that are made no more are removed, other files are not`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        disk.put("out/notes.txt", "mine")
        disk.put("out/game/notes.txt", "mine too")
        let text = String(decoding: try #require(disk.files["game/catalog.json"]), as: UTF8.self)
        disk.put("game/catalog.json", text.replacing("\"scales\": [1, 2]", with: "\"scales\": [1]"))
        let (summary, _) = try await run(disk)
        #expect(summary?.publication.removed == ["game/game-0@2x.json", "game/game-0@2x.png"])
        #expect(
            disk.paths.filter { $0.hasPrefix("out/") } == [
                "out/game/game-0@1x.json", "out/game/game-0@1x.png", "out/game/notes.txt",
                "out/manifest.json", "out/notes.txt",
            ]
        )
    }

    @Test func `a manifest that names files elsewhere removes nothing there`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        disk.put("secret.txt", "mine")
        let text = String(decoding: try #require(disk.files["out/manifest.json"]), as: UTF8.self)
        let edited = text.replacing(
            "\"game/game-0@1x.png\",\n      \"sha",
            with: "\"../secret.txt\",\n      \"sha"
        )
        #expect(edited != text)
        disk.put("out/manifest.json", edited)
        await #expect(throws: Obstruction.self) { try await run(disk) }
        #expect(disk.files["secret.txt"] != nil)
    }

    @Test func `the same input gives the same bytes for any number of jobs`() async throws {
        let disk = try smallGame()
        _ = try await run(disk, jobs: 1, output: "one")
        _ = try await run(disk, jobs: 7, output: "seven")
        let one = disk.files.filter { $0.key.hasPrefix("one/") }
        #expect(!one.isEmpty)
        for (path, bytes) in one {
            #expect(disk.files["seven/" + path.dropFirst(4)] == bytes, "\(path)")
        }
    }

    @Test func `frames of pixel art at scale 2 are squares of the source's pixels`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        let manifest = try Manifest(json: Data(try #require(disk.files["out/manifest.json"])))
        let page = try decodeImage(try #require(disk.files["out/game/game-0@2x.png"])).image
        let steps = try manifest.drawList(
            for: Look(species: "dog"),
            animation: "idle",
            frame: 1,
            scale: 2
        )
        let step = try #require(steps.first)
        let rect = try #require(
            PixelRect(
                x: step.source.x,
                y: step.source.y,
                width: step.source.width,
                height: step.source.height
            )
        )
        #expect(
            page.cropped(to: rect)
                == StraightImage(
                    drawn:
                        "########",
                    "########",
                    "##wwww##",
                    "##wwww##",
                    "##rrrr##",
                    "##rrrr##",
                    "########",
                    "########",
                    "##....##",
                    "##....##",
                    "##....##",
                    "##....##"
                )
        )
        #expect(step.x == 4 && step.y == 2)
    }

    @Test func `an overlay follows its anchor from frame to frame`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        let manifest = try Manifest(json: Data(try #require(disk.files["out/manifest.json"])))
        let look = Look(species: "dog", overlays: ["badge"])
        let places = try (0..<2).map { frame in
            try manifest.drawList(for: look, animation: "idle", frame: frame)
                .filter { $0.item == "badge" }
                .map { "\($0.x),\($0.y) \($0.source.width)x\($0.source.height)" }
        }
        // The badge's center is put on (4, 3) + (1, 3) and (4, 2) + (1, 3); its visible part lies 1
        // right and 1 below of the corner of the 6x6 picture.
        #expect(places == [["3,4 4x3"], ["3,3 4x3"]])
    }

    @Test(arguments: [
        ("game", nil),
        ("gmae", "error: the catalog has no target \"gmae\"; did you mean \"game\"?"),
        ("watch", "error: the catalog has no target \"watch\"; there is only \"game\""),
    ])
    func `a target is asked for by its id`(id: String, message: String?) async throws {
        let disk = try smallGame()
        var request = BakeRequest(output: "out", jobs: 1)
        request.targets = [id]
        do {
            _ = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
            #expect(message == nil)
        } catch let refusal as CommandFailure {
            #expect(refusal.description == message)
        }
    }

    @Test func `a frame that fits on no page is an error at the target`() async throws {
        let disk = try smallGame()
        let text = String(decoding: try #require(disk.files["game/catalog.json"]), as: UTF8.self)
        disk.put(
            "game/catalog.json",
            text.replacing("\"scales\": [1, 2]", with: "\"scales\": [8], \"maxPageSize\": 16")
        )
        let (summary, diagnostics) = try await run(disk)
        #expect(summary == nil)
        let error = try #require(diagnostics.first { $0.id == "does-not-fit" })
        #expect(error.location?.path == "game/catalog.json" && error.location?.position != nil)
        #expect(!disk.paths.contains { $0.hasPrefix("out/") })
    }
}
