import Bake
import Diagnostics
import FileStore
import Raster
import TestSupport
import Testing

/// Catalogs that begin with a picture of the user's own have nothing wrong with them: canvas and scale
/// come from the picture.
struct OwnPictureTests {
    /// A creature of a few colors without soft edges, two pixels away from its edges.
    private static func pixels(_ side: Int, count: Int = 1) -> StraightImage {
        let (fur, belly) = (
            StraightPixel(r: 200, g: 120, b: 60), StraightPixel(r: 250, g: 220, b: 180)
        )
        return StraightImage(side * count, side) { x, y in
            let (x, cell) = (x % side, x / side)
            let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
            let reach = side - 4 - cell % 2
            guard dx * dx + dy * dy < reach * reach else { return .clear }
            return y > side / 2 && abs(dx) < side / 3 ? belly : fur
        }
    }

    private static func document() -> [UInt8] {
        var file = AsepriteFile(16, 16, frames: 2)
        file.addTag("idle", 0...1)
        file.addLayer("body")
        for frame in 0..<2 {
            file.addCel(0, pixels(16, count: 2).cropped(to: cell(frame)), frame: frame)
        }
        return file.bytes
    }

    private static func cell(_ frame: Int) -> PixelRect {
        PixelRect(x: 16 * frame, y: 0, width: 16, height: 16) ?? PixelRect(.onePixel)
    }

    @Test(
        arguments: [
            ("large.png", .disc(640, 480)), ("emoji.png", .disc(128, 128)),
            ("small.png", .disc(40, 32)), ("pixels.png", pixels(16)), ("odd.png", pixels(33)),
            ("tiny.png", pixels(9)), ("wide-walk-row.png", pixels(48, count: 4)),
            ("poster.png", pixels(300)), ("pet.aseprite", nil),
        ] as [(String, StraightImage?)]
    )
    func `what a picture begins is found without fault`(
        path: String,
        picture: StraightImage?
    ) async throws {
        let disk = MemoryDisk()
        if let picture {
            try disk.put(path, picture)
        } else {
            disk.put(path, Self.document())
        }
        let begun = try await initCatalog(in: "game", from: path, disk: disk)
        let (loaded, _) = try LoadedCatalog.load("game/catalog.json", disk: disk)
        let catalog = try #require(loaded)
        let found = try await catalog.validate(in: RenderContext(disk: disk, jobs: 2))
        expectFindings(found.filter { $0.severity != .note }.map(\.description), [])
        #expect(
            begun.animation
                == (path == "pet.aseprite" ? "idle" : path.contains("walk") ? "walk" : nil)
        )
    }
}
