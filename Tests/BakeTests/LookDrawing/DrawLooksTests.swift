import Bake
import Diagnostics
import KilnManifest
import Raster
import TestSupport
import Testing

struct DrawLooksTests {
    @Test func `the help names the item that has no art, whatever the species is called`()
        async throws
    {
        let disk = MemoryDisk()
        disk.put(
            "game/catalog.json",
            """
            { "catalogVersion": 1, "name": "g", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay", "key": false },
                { "id": "dog", "equipStyle": "replaceSprite" }],
              "targets": [{ "id": "t", "kind": "atlas" }] }
            """
        )
        try disk.put("game/art/dog.png", StraightImage(drawn: "rrrrrrrr", "rrrrrrrr"))
        let loaded = try #require(try LoadedCatalog.load("game", disk: disk).loaded)
        let (drawn, findings) = try await drawLooks(
            loaded,
            [Look(species: "dog", base: "dog", overlays: ["hat"])],
            DrawOptions(jobs: 1)
        )
        #expect(drawn.allSatisfy { $0 == nil })
        let found = try #require(findings.first { $0.id == "undrawable-look" })
        #expect(found.message == "item \"hat\" has no art for species \"dog\"")
        #expect(found.help == "'kiln resolve dog hat' lists the names tried")
    }
}
