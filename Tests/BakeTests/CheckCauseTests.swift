import Bake
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Why outputs are not as a bake would make them.
struct CheckCauseTests {
    private let red = StraightImage(drawn: "rr", "rr")

    private func causes(_ game: GameFolder) async throws -> CheckCauses {
        let before = game.files(in: "out")
        let causes = try #require(try await game.bake(mode: .check)).publication.causes
        #expect(game.files(in: "out") == before)
        return causes
    }

    private func edit(_ game: GameFolder, _ old: String, _ new: String) throws {
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        try #require(text.contains(old))
        try game.put("game/catalog.json", Array(text.replacing(old, with: new).utf8))
    }

    @Test func `sources that changed, came and went are reported, and the catalog`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        try game.put("game/art/overlay_badge.png", red)
        #expect(try await causes(game) == .with { $0.changed = ["art/overlay_badge.png"] })
        try game.put("game/art/dog_hat.png", red)
        try edit(game, "\"z\": 2", "\"z\": 3")
        try FileManager.default.moveItem(
            at: game.root.appending(path: "game/art/overlay_badge.png"),
            to: game.root.appending(path: "game/art/overlay_badge@2x.png")
        )
        #expect(
            try await causes(game)
                == .with {
                    $0.catalogChanged = true
                    $0.added = ["art/dog_hat.png", "art/overlay_badge@2x.png"]
                    $0.gone = ["art/overlay_badge.png"]
                }
        )
    }

    @Test func `an output that somebody changed is reported`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        let path = "game/game-0@1x.png"
        let bytes = try game.read("out/" + path)
        try game.put("out/" + path, bytes + [0])
        #expect(try await causes(game) == .with { $0.edited = [path] })
    }

    @Test func `without a memory of the bake the frames tell`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        try CacheFolder(of: game.catalog, disk: game.disk).clear()
        try game.put("game/art/overlay_badge.png", red)
        #expect(try await causes(game) == .with { $0.drawnOtherwise = ["art/overlay_badge.png"] })
    }

    @Test func `another version of the tool is reported`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        var manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        manifest.generator.version = "0.0.1"
        try game.put("out/manifest.json", Array(JSONEncoder().encode(manifest)))
        #expect(try await causes(game) == .with { $0.oldVersion = "0.0.1" })
    }
}

extension CheckCauses {
    /// Those that are set, and no others.
    fileprivate static func with(_ fill: (inout CheckCauses) -> Void) -> CheckCauses {
        var causes = CheckCauses()
        fill(&causes)
        return causes
    }
}
