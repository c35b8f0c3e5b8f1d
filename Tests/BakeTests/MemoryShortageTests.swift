import Bake
import CatalogLoading
import Diagnostics
import PictureFiles
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
                try await loaded.validate(jobs: 2, disk: game.disk)
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
}
