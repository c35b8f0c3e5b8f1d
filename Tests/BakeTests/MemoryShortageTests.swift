import AtlasBuilding
import Bake
import Diagnostics
import Testing

struct MemoryShortageTests {
    @Test func `a bake and a check name pictures that need more than is allowed`() async throws {
        let game = try GameFolder()
        let (baked, checked) = try await MemoryBudget.$current.withValue(
            MemoryBudget(bytes: 100)
        ) {
            let outcome = try await bake(
                catalogAt: game.catalog,
                BakeRequest(output: game.output, jobs: 2),
                disk: game.disk
            )
            let loaded = try #require(
                try LoadedCatalog.load(game.catalog, disk: game.disk).loaded
            )
            return (
                outcome.diagnostics,
                try await loaded.validate(in: RenderContext(disk: game.disk, jobs: 2))
            )
        }
        for found in [baked, checked] {
            let needs = found.filter { $0.id == "needs-memory" }
            #expect(needs.count > 1)
            #expect(Set(needs.map { $0.location?.path ?? "" }).count == needs.count)
            for need in needs {
                #expect(need.message.hasSuffix(" kB, 0 kB allowed, see --memory"))
            }
        }
        #expect(game.files(in: "out").isEmpty)
    }

    /// Sizes of an overlay of 6x6 pixels, and whether 200 kB are enough for it at scales 1 and 2.
    @Test(arguments: [
        (#""scale": 1"#, true), (#""scale": 4"#, true), (#""scale": 40"#, false),
        (#""size": [16, 16]"#, true), (#""size": [200, 200]"#, false),
    ])
    func `a picture that is enlarged needs the memory of what it becomes`(
        size: String,
        isEnough: Bool
    ) async throws {
        let game = try GameFolder()
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        let placement = "\"placement\": {"
        let larger = text.replacing(placement, with: "\(placement) \(size),")
        #expect(larger != text)
        try game.put("game/catalog.json", Array(larger.utf8))
        let found = try await MemoryBudget.$current.withValue(MemoryBudget(bytes: 200_000)) {
            try await bake(
                catalogAt: game.catalog,
                BakeRequest(output: game.output, jobs: 2),
                disk: game.disk
            )
        }.diagnostics
        let needs = found.filter { $0.id == "needs-memory" }.map { $0.location?.path ?? "" }
        #expect(needs.map { $0.hasSuffix("overlay_badge.png") } == (isEnough ? [] : [true]))
    }
}
