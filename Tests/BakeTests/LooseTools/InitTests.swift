import AtlasBuilding
import Bake
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster
import SheetSlicing
import TestSupport
import Testing

/// Catalogs that begin with a picture of the user's own.
struct InitTests {
    private static let green = StraightPixel(r: 0, g: 255, b: 0)
    private static let fur = StraightPixel(r: 200, g: 120, b: 60)

    /// Blobs with two ears, next to each other.
    private func row(_ count: Int, over ground: StraightPixel) -> StraightImage {
        StraightImage(count * 100, 120) { x, y in
            let across = abs(x % 100 - 50)
            let isEar = (20..<50).contains(y) && (18..<26).contains(across)
            let isHead = (50..<110).contains(y) && across < 28
            return isEar || isHead ? Self.fur : ground
        }
    }

    private func begin(_ path: String, _ image: StraightImage) async throws -> (Catalog, NewCatalog)
    {
        let disk = MemoryDisk()
        try disk.put(path, image)
        let begun = try await initCatalog(in: "game", from: path, disk: disk)
        let text = try disk.read("game/catalog.json")
        let read = readCatalog(text, path: "catalog.json")
        #expect(read.diagnostics.map(\.description) == [])
        #expect(try disk.read("game/assets-src/\(begun.species ?? "")_pet.png") == disk.read(path))
        return (try #require(read.catalog), begun)
    }

    @Test func `a row over a screen is keyed, cut and played`() async throws {
        let (catalog, begun) = try await begin("in/bunny-idle-row.png", row(4, over: Self.green))
        #expect(begun.species == "bunny" && begun.animation == "idle")
        let sheet = catalog.sheet(for: "bunny_pet").value
        #expect(sheet.cutting == .cut(.auto(IslandSettings(count: 4))))
        #expect(sheet.key == .always)
        #expect(sheet.animations.map(\.name) == ["idle"])
        // A hat sits between the ears, on the head, in each frame.
        let points = try #require(catalog.species("bunny")?.anchor("head")?.points)
        #expect(points.count == 4)
        let canvas = catalog.canvas
        #expect(
            points.allSatisfy { abs(Int($0.x) - canvas.width / 2) <= 3 }
                && points.allSatisfy { Int($0.y) > canvas.height / 3 },
            "\(canvas) \(points)"
        )
    }

    @Test func `a single figure that was cut out is one picture`() async throws {
        let (catalog, begun) = try await begin("Fox.png", row(1, over: .clear))
        #expect(begun.species == "fox" && begun.animation == nil)
        let sheet = catalog.sheet(for: "fox_pet").value
        #expect(sheet.cutting == nil && sheet.key == nil)
        #expect(catalog.species("fox")?.anchor("head")?.points.count == 1)
    }

    @Test func `what is no picture begins nothing`() async throws {
        let disk = MemoryDisk()
        disk.put("pet.png", "no picture")
        await #expect(throws: PictureFailure.self) {
            try await initCatalog(in: "game", from: "pet.png", disk: disk)
        }
        #expect(disk.files.keys.sorted() == ["pet.png"])
    }
}
