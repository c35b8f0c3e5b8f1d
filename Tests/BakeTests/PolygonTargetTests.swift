import AtlasBuilding
import Bake
import FileStore
import Foundation
import KilnManifest
import Testing

struct PolygonTargetTests {
    private func game(_ members: String) throws -> GameFolder {
        let game = try GameFolder()
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        let changed = text.replacing(
            "\"kind\": \"atlas\",",
            with: "\"kind\": \"atlas\", \(members),"
        )
        try game.put("game/catalog.json", Array(changed.utf8))
        return game
    }

    @Test func `frames of a target get meshes and pages stay as they are`() async throws {
        let plain = try GameFolder()
        _ = try #require(try await plain.bake())
        let game = try game(#""trim": "polygon", "polygonTolerance": 1"#)
        let summary = try #require(try await game.bake())
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let target = try #require(manifest.targets.first)
        let before = try Manifest(json: Data(plain.read("out/manifest.json"))).targets.first
        #expect(target.frames.mapValues(\.x) == before?.frames.mapValues(\.x))
        #expect(target.frames.values.allSatisfy { ($0.mesh == nil) == ($0.width == 0) })
        let vertices = target.frames.values.reduce(0) { $0 + ($1.mesh?.vertices.count ?? 0) / 2 }
        #expect(vertices >= 4 * target.frames.values.count { $0.width > 0 })
        #expect(try #require(summary.targets.first?.outlines).vertices > 0)
        #expect(before?.frames.values.allSatisfy { $0.mesh == nil } == true)
        for page in target.pages.flatMap(\.images) {
            #expect(try game.read("out/\(page.path)") == plain.read("out/\(page.path)"))
        }
        // Remembered, and found again as it was.
        let again = try #require(try await game.bake())
        #expect(again.isUnchanged)
        #expect(
            again.targets.first?.outlines?.vertices == summary.targets.first?.outlines?.vertices
        )
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
    }

    @Test func `an unknown way of trimming is reported with the ways there are`() async throws {
        let game = try game(#""trim": "outline""#)
        #expect(try await game.bake() == nil)
        let number = try self.game(#""trim": 3"#)
        #expect(try await number.bake() == nil)
    }
}
