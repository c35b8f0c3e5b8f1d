import Bake
import Diagnostics
import FileStore
import Raster
import TestSupport
import Testing

/// Validations with a cache look only at pictures that they have not seen.
struct RememberedChecksTests {
    private static func game() throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 40, "height": 40 },
            "species": [{ "id": "dog" }],
            "items": [{ "id": "hat", "asset": "hat", "equipStyle": "overlay" }],
            "images": [{ "id": "shop", "file": "art/shop.png" }]
            """,
            art: [
                "dog_pet.png": block(of: 20, at: 10), "overlay_hat.png": block(of: 12, at: 28),
                "shop.png": block(of: 0, at: 0),
            ]
        )
    }

    /// A square of so many pixels on a canvas of 40 x 40; what lies beyond the canvas is cut.
    private static func block(of side: Int, at start: Int) -> StraightImage {
        StraightImage(40, 40) { x, y in
            let isInside = (start..<start + side).contains(x) && (start..<start + side).contains(y)
            return isInside ? StraightPixel(r: 200, g: 90, b: 60, a: 255) : .clear
        }
    }

    private static func validate(
        _ game: DrawnGame
    ) async throws -> (findings: [String], counts: CacheCounts) {
        let cache = BakeCache(folder: "cache", disk: game.disk)
        var context = RenderContext(disk: game.disk, jobs: 2)
        context.cache = cache
        let found = try await game.loaded().validate(in: context).map(\.description)
        return (found, cache.counts)
    }

    @Test func `the same findings come from the cache, and only changed pictures are looked at`()
        async throws
    {
        let game = try Self.game()
        let plain = try await game.findings()
        #expect(
            plain.contains { $0.contains("clipped") } && plain.contains { $0.contains("empty") }
        )
        let (first, missed) = try await Self.validate(game)
        #expect(first == plain)
        #expect(missed.misses == 3 && missed.stored == 3)
        let (second, had) = try await Self.validate(game)
        #expect(second == plain)
        #expect(had.hits == 3 && had.misses == 0 && had.stored == 0)

        try game.disk.put("game/art/overlay_hat.png", Self.block(of: 12, at: 12))
        let (third, changed) = try await Self.validate(game)
        let now = try await game.findings()
        #expect(third == now && third != plain)
        #expect(changed.hits == 2 && changed.misses == 1)
    }

    @Test func `a picture that cannot be read is reported each time`() async throws {
        let game = try Self.game()
        game.disk.put("game/art/overlay_hat.png", "no picture")
        let plain = try await game.findings()
        for _ in 0..<2 {
            let found = try await Self.validate(game).findings
            #expect(found == plain)
        }
    }

    @Test func `damaged entries are looked at again`() async throws {
        let game = try Self.game()
        let plain = try await Self.validate(game).findings
        for (path, bytes) in game.disk.files where path.hasPrefix("cache/entries") {
            game.disk.put(path, bytes.map { $0 ^ 0x55 })
        }
        let (again, counts) = try await Self.validate(game)
        #expect(again == plain && counts.misses == 3)
    }
}
