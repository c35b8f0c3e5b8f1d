import Bake
import Diagnostics
import FileStore
import TestSupport
import Testing

struct ResolveTests {
    private func loaded() throws -> LoadedCatalog {
        let disk = MemoryDisk()
        disk.put(
            "game/catalog.json",
            #"""
            { "catalogVersion": 1, "name": "moods", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 },
              "axes": { "mood": ["calm", "happy", "sad"] },
              "naming": { "overlay": ["<asset>_<mood>", "<asset>"] },
              "species": [{ "id": "dog" }, { "id": "cat" }],
              "items": [{ "id": "hat", "equipStyle": "overlay", "species": ["dog"] }] }
            """#
        )
        for name in ["dog", "cat", "hat", "hat_happy"] { disk.put("game/art/\(name).png", "") }
        return try #require(
            try LoadedCatalog.load("game/catalog.json", disk: disk).loaded
        )
    }

    @Test func `axis values for which the same is found share a report`() throws {
        let reports = try loaded().explain(species: "dog", item: "hat")
        #expect(reports.map(\.asset) == ["hat", "hat_happy"])
        #expect(reports.map(\.axes) == [["mood": "calm"], ["mood": "happy"]])
        #expect(reports.map(\.alike) == [[["mood": "sad"]], []])
    }

    @Test func `one axis value may be asked for`() throws {
        let reports = try loaded().explain(species: "dog", item: "hat", axes: ["mood": "sad"])
        #expect(reports.map(\.axes) == [["mood": "sad"]])
        #expect(throws: CommandFailure.self) {
            try loaded().explain(species: "dog", item: "hat", axes: ["mood": "hapy"])
        }
        #expect(throws: CommandFailure.self) {
            try loaded().explain(species: "dog", item: "hat", axes: ["mod": "happy"])
        }
    }

    @Test func `what the catalog excludes is distinguished from what has no art`() throws {
        let reports = try loaded().explain(species: "cat", item: "hat")
        #expect(reports.map(\.excludedBy) == [["dog"], ["dog"]])
        #expect(try loaded().explain(species: "dog", item: "hat")[0].excludedBy == nil)
    }

    @Test func `a coverage matrix has the names that were tried when they are asked for`() throws {
        let cells = try loaded().coverageMatrix(withAttempts: true)
        let happy = try #require(cells.first { $0.item == "hat" && $0.axes["mood"] == "happy" })
        #expect(happy.attempts?.map(\.name) == ["hat_happy", "hat"])
        #expect(happy.attempts?.map(\.outcome) == [.won, .shadowed])
        #expect(try loaded().coverageMatrix[0].attempts == nil)
    }
}
