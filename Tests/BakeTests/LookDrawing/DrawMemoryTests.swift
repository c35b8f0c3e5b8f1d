import Bake
import KilnManifest
import Raster
import TestSupport
import Testing

struct DrawMemoryTests {
    private let disk = MemoryDisk()
    private let look = Look(species: "dog", overlays: ["hat"])

    init() throws {
        disk.put(
            "game/catalog.json",
            """
            { "catalogVersion": 1, "name": "g", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay", "key": false,
                "placement": { "offset": [4, 4] } },
                { "id": "coat", "equipStyle": "replaceSprite" }],
              "targets": [{ "id": "t", "kind": "atlas" }] }
            """
        )
        try disk.put("game/art/dog.png", StraightImage(drawn: "rrrrrrrr", "rrrrrrrr"))
        try disk.put("game/art/hat.png", StraightImage(drawn: "ww", "ww"))
        try disk.put("game/art/coat.png", StraightImage(drawn: "bbbbbbbb"))
    }

    /// Draws, and reports which files were read for it.
    private func draw(
        _ memory: inout DrawMemory,
        changed: [String]?
    ) async throws -> (image: PremultipliedImage, reads: [String]) {
        let before = disk.reads.count
        let loaded = try memory.load("game", changed: changed, disk: disk).loaded
        let (drawn, findings) = try await drawLooks(
            try #require(loaded),
            [look],
            DrawOptions(jobs: 1),
            memory: &memory
        )
        let image = try #require(drawn[0]?.images[0], "\(findings)")
        return (image, Array(disk.reads[before...]))
    }

    @Test func `only what the look shows is read, and only once`() async throws {
        var memory = DrawMemory()
        let first = try await draw(&memory, changed: nil)
        #expect(
            first.reads.sorted() == ["game/art/dog.png", "game/art/hat.png", "game/catalog.json"]
        )
        let second = try await draw(&memory, changed: ["game/art/coat.png"])
        #expect(second.reads.isEmpty)
        #expect(second.image == first.image)
    }

    @Test func `a saved picture alone is read again, though its stamp is the same`() async throws {
        var memory = DrawMemory()
        let first = try await draw(&memory, changed: nil)
        try disk.put("game/art/hat.png", StraightImage(drawn: "bb", "bb"))
        let second = try await draw(&memory, changed: ["game/art/hat.png"])
        #expect(second.reads == ["game/art/hat.png"])
        #expect(second.image != first.image)
        var fresh = DrawMemory()
        #expect(try await draw(&fresh, changed: nil).image == second.image)
    }

    @Test func `a new file may win a name, so that the catalog is resolved anew`() async throws {
        var memory = DrawMemory()
        let first = try await draw(&memory, changed: nil)
        try disk.put("game/art/dog_overlay_hat.png", StraightImage(drawn: "yy", "yy"))
        let second = try await draw(&memory, changed: ["game/art/dog_overlay_hat.png"])
        #expect(second.image != first.image)
        #expect(second.reads.sorted() == ["game/art/dog_overlay_hat.png", "game/catalog.json"])
        try disk.remove("game/art/dog_overlay_hat.png")
        let third = try await draw(&memory, changed: ["game/art/dog_overlay_hat.png"])
        #expect(third.image == first.image)
    }
}
