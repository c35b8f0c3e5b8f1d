import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

private let badge = StraightImage(
    drawn:
        "gggggg",
    "ggrrgg",
    "grrrrg",
    "ggrrgg",
    "gggggg",
    "gggggg"
)

struct IncrementalTests {
    @Test func `nothing changed: no picture is read and nothing written`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        // The files are as old as the bake: the first look at them may still doubt their stamps.
        _ = try await game.bake()
        game.disk.forget()
        let summary = try #require(try await game.bake())
        #expect(summary.isUnchanged && summary.files.count == 5)
        #expect(!game.disk.reads.contains { $0.hasSuffix(".png") })
        #expect(game.disk.writes == [])
    }

    @Test func `nothing changed: findings are reported whole, with their fixes`() async throws {
        let game = try GameFolder()
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self).replacing(
            #""targets": ["#,
            with: #""checks": { "fring": "off" }, "targets": ["#
        )
        try game.put("game/catalog.json", Array(text.utf8))
        func bake() async throws -> BakeOutcome {
            var request = BakeRequest(output: game.output, jobs: 1)
            request.usesCache = true
            return try await Bake.bake(catalogAt: game.catalog, request, disk: game.disk)
        }
        let first = try await bake()
        #expect(first.diagnostics.contains { $0.fix != nil })
        // The files are as old as the bake: the first look at them may still doubt their stamps.
        _ = try await bake()
        let last = try await bake()
        #expect(last.summary?.isUnchanged == true)
        #expect(last.diagnostics == first.diagnostics)
    }

    @Test func `extras changed: the manifest says so, and nothing is drawn`() async throws {
        let game = try GameFolder()
        let catalog = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        func bake(_ extras: String) async throws -> (summary: BakeSummary?, manifest: Manifest) {
            let text = catalog.replacing(
                "\"targets\": [",
                with: "\"extras\": \(extras), \"targets\": ["
            )
            try game.put("game/catalog.json", Array(text.utf8))
            let summary = try await game.bake()
            return (summary, try Manifest(json: Data(try game.read("out/manifest.json"))))
        }
        let first = try await bake(#"{"price": 9007199254740993}"#)
        #expect(first.manifest.extras == ["price": 9_007_199_254_740_993])
        let second = try await bake(#"{"price": 9007199254740992}"#)
        #expect(second.manifest.extras == ["price": 9_007_199_254_740_992])
        #expect(second.summary?.isUnchanged == false && second.summary?.rebuilt == [])
        #expect(second.summary?.publication.written == ["manifest.json"])
    }

    @Test func `one overlay changed: it alone is rendered, and the reason is reported`()
        async throws
    {
        let game = try GameFolder()
        _ = try await game.bake()
        try game.put("game/art/overlay_badge.png", badge)
        let planned = try #require(try await game.bake(mode: .dryRun))
        let summary = try #require(try await game.bake())
        let reason = "art/overlay_badge.png changed"
        for summary in [planned, summary] {
            let assets = summary.rebuilt.filter { $0.kind == .asset }
            #expect(assets.map(\.name) == ["overlay_badge"] && assets.map(\.reason) == [reason])
        }
        #expect(
            summary.rebuilt.filter { $0.kind == .page }.map(\.reason) == [reason, reason]
        )
        // Descriptors are as before: the badge has the same size.
        #expect(
            summary.publication.written == [
                "game/game-0@1x.png", "game/game-0@2x.png", "manifest.json",
            ]
        )
    }

    @Test func `one overlay changed: only the looks that wear it are drawn again`() async throws {
        let game = try GameFolder()
        let catalog = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        let looks = """
            "looks": [
              { "id": "plain", "species": "dog" },
              { "id": "dressed", "species": "dog", "overlays": ["badge"] }
            ],
            "targets": [
              { "id": "cards", "kind": "composites" },
            """
        try game.put(
            "game/catalog.json",
            Array(catalog.replacing("\"targets\": [", with: looks).utf8)
        )
        func drawn(_ summary: BakeSummary?) -> [String]? {
            summary?.rebuilt.filter { $0.kind == .look }.map { "\($0.name): \($0.reason)" }
        }
        let first = try await game.bake()
        #expect(drawn(first)?.count == 4)
        try game.put("game/art/overlay_badge.png", badge)
        let reason = "art/overlay_badge.png changed"
        #expect(
            drawn(try await game.bake()) == ["dressed/0: \(reason)", "dressed/1: \(reason)"]
        )
        let incremental = game.files(in: "out")
        _ = try await game.bake(usesCache: false)
        #expect(game.files(in: "out") == incremental)
    }

    @Test func `a bake from the cache gives the bytes of a bake without`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        try game.put("game/art/overlay_badge.png", badge)
        _ = try await game.bake()
        let incremental = game.files(in: "out")
        try FileManager.default.removeItem(atPath: game.output)
        _ = try await game.bake()
        #expect(game.files(in: "out") == incremental)
        _ = try await game.bake(usesCache: false)
        #expect(game.files(in: "out") == incremental)
    }

    @Test func `an edit with size and time restored is noticed`() async throws {
        let game = try GameFolder()
        let path = game.root.appending(path: "game/art/overlay_badge.png").path
        _ = try await game.bake()
        _ = try await game.bake()
        let before = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        )
        var bytes = try game.read("game/art/overlay_badge.png")
        bytes[bytes.count - 1] ^= 1
        try game.put("game/art/overlay_badge.png", bytes)
        try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: path)
        // The damaged checksum is an error: it was read.
        #expect(try await game.bake()?.isUnchanged != true)
    }

    @Test func `an output that was removed, or edited and is replaced by force, is made again`()
        async throws
    {
        let game = try GameFolder()
        _ = try await game.bake()
        let good = game.files(in: "out")
        try game.put("out/game/game-0@1x.png", Array("mine".utf8))
        await #expect(throws: Obstruction.self) { try await game.bake() }
        #expect(try game.read("out/game/game-0@1x.png") == Array("mine".utf8))
        try FileManager.default.removeItem(atPath: game.output + "/game/game-0@2x.json")
        let summary = try #require(try await game.bake(isForced: true))
        #expect(!summary.isUnchanged)
        #expect(game.files(in: "out") == good)
    }

    @Test(arguments: [0, 40, -1])
    func `a damaged cache entry is made again`(length: Int) async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        let good = game.files(in: "out")
        let entries = game.files(in: "game/.kiln-cache/entries")
        #expect(entries.count == 6)
        for (path, bytes) in entries {
            var bytes = length < 0 ? bytes : Array(bytes.prefix(length))
            if length < 0 { bytes[bytes.count / 2] ^= 0x40 }
            try game.put("game/.kiln-cache/entries/" + path, bytes)
        }
        try game.put("game/art/overlay_badge.png", badge)
        _ = try await game.bake()
        let changed = game.files(in: "out")
        _ = try await game.bake(usesCache: false)
        #expect(game.files(in: "out") == changed)
        #expect(changed != good)
    }

    @Test func `a cache that was cleared between plan and page costs time only`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        try FileManager.default.removeItem(
            at: game.root.appending(path: "game/.kiln-cache/entries")
        )
        try game.put("game/art/overlay_badge.png", badge)
        let summary = try #require(try await game.bake())
        #expect(summary.publication.written.contains("game/game-0@1x.png"))
        let fromCache = game.files(in: "out")
        _ = try await game.bake(usesCache: false)
        #expect(game.files(in: "out") == fromCache)
    }

    @Test func `a check lists pages, frames and members that differ, and writes nothing`()
        async throws
    {
        let game = try GameFolder()
        _ = try await game.bake()
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
        try game.put("game/art/overlay_badge.png", badge)
        let before = game.files(in: "out")
        let found = try #require(try await game.bake(mode: .check)).publication.differences
        #expect(
            found.map(\.path)
                == before.keys.filter { !$0.contains(".json") || $0 == "manifest.json" }.sorted()
        )
        #expect(found.first?.details == ["frame \"overlay_badge\" differs"])
        #expect(found.last?.details.contains { $0.hasPrefix("files[") } == true)
        #expect(game.files(in: "out") == before)
        try FileManager.default.removeItem(atPath: game.output + "/game/game-0@2x.png")
        let missing = try #require(try await game.bake(mode: .check)).publication.differences
        #expect(missing.contains { $0.kind == .missing && $0.path == "game/game-0@2x.png" })
    }

    @Test func `clearing the cache forgets everything`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        let cache = CacheFolder(of: game.catalog, disk: game.disk)
        #expect(cache.statistics().entries == 6 && cache.statistics().bakes == 1)
        try cache.clear()
        #expect(cache.statistics().entries == 0 && cache.statistics().bytes == 0)
    }
}
