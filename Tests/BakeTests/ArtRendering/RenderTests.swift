import Bake
import Catalog
import ChromaKey
import Diagnostics
import FileStore
import KilnManifest
import Raster
import TestSupport
import Testing

struct RenderTests {
    private func loaded(_ disk: MemoryDisk) throws -> LoadedCatalog {
        disk.put(
            "game/catalog.json",
            """
            { "catalogVersion": 1, "name": "g", "sources": ["art"],
              "canvas": { "width": 4, "height": 2 }, "species": [{ "id": "dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay", "key": false }],
              "targets": [{ "id": "t", "kind": "atlas" }] }
            """
        )
        let loaded = try LoadedCatalog.load("game", disk: disk).loaded
        return try #require(loaded)
    }

    @Test func `a look is its layers put over each other`() async throws {
        let disk = MemoryDisk()
        try disk.put("game/art/dog.png", StraightImage(drawn: "rrrr", "rrrr"))
        try disk.put("game/art/overlay_hat.png", StraightImage(drawn: ".bb.", "...."))
        let context = RenderContext(disk: disk, jobs: 1)
        let rendered = try await loaded(disk).render(scales: [1], in: context)
        #expect(rendered.failures == [])
        let look = Look(species: "dog", overlays: ["hat"])
        let art = try #require(rendered.art)
        let pieces = try art.pieces(of: look, in: Manifest.Pose(cell: 0))
        let drawn = try #require(art.draw(pieces, scale: 1))
        #expect(drawn.straight() == StraightImage(drawn: "rbbr", "rrrr"))
    }

    @Test func `a picture that gives no frames is named, and there is no art`() async throws {
        let disk = MemoryDisk()
        try disk.put("game/art/dog.png", StraightImage(drawn: "rrrr", "rrrr"))
        disk.put("game/art/overlay_hat.png", "no picture")
        let context = RenderContext(disk: disk, jobs: 1)
        let rendered = try await loaded(disk).render(scales: [1], in: context)
        #expect(rendered.art == nil)
        #expect(rendered.failures.map(\.id) == ["unreadable-picture"])
        #expect(rendered.failures.first?.location?.path == "art/overlay_hat.png")
    }
}
