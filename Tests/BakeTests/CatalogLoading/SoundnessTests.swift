import Bake
import Catalog
import Diagnostics
import FileStore
import TestSupport
import Testing

/// Whether a catalog without findings is looked at once, and again whenever it may have some.
struct SoundnessTests {
    private let disk = MemoryDisk()

    init() {
        write(#""items": [{ "id": "hat", "equipStyle": "overlay" }]"#)
        for name in ["dog", "hat"] { disk.put("game/art/\(name).png", name) }
    }

    private func write(_ members: String) {
        disk.put(
            "game/catalog.json",
            #"{ "catalogVersion": 1, "name": "small", "sources": ["art"], "#
                + #""canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }], "#
                + members + "}"
        )
    }

    private func loaded(after soundness: Digest? = nil) throws -> LoadedCatalog {
        try #require(
            try LoadedCatalog.load("game", soundness: soundness, disk: disk).loaded
        )
    }

    @Test func `contents of pictures do not count`() throws {
        let first = try loaded()
        let soundness = try #require(first.soundness)
        disk.put("game/art/hat.png", "another one")
        let second = try loaded(after: soundness)
        #expect(second.soundness == soundness && second.diagnostics.isEmpty)
        #expect(second.coverage.cells.map(\.winner?.name) == ["dog", "hat"])
    }

    @Test func `names and the catalog count`() throws {
        let soundness = try #require(try loaded().soundness)
        disk.put("game/art/hta.png", "nothing uses it")
        let other = try loaded(after: soundness)
        #expect(other.diagnostics.map(\.id) == ["unused-asset"] && other.soundness == nil)
        try disk.remove("game/art/hta.png")
        write(#""items": [{ "id": "hat", "equipStyle": "overlay", "species": ["cat"] }]"#)
        #expect(try !loaded(after: soundness).diagnostics.isEmpty)
    }

    @Test func `what depends on contents of files is looked at each time`() throws {
        disk.put("game/art/hat.gif", "no picture")
        try disk.remove("game/art/hat.png")
        #expect(try loaded().soundness == nil)
        disk.put("game/art/hat.png", "hat")
        try disk.remove("game/art/hat.gif")
        #expect(try loaded().soundness != nil)
        write(
            #""items": [{ "id": "hat", "equipStyle": "overlay" }], "#
                + #""sheets": { "hat": { "frames": "animation" } }"#
        )
        #expect(try loaded().soundness == nil)
    }
}
