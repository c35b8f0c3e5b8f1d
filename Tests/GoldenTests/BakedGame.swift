import Bake
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A baked game, read back from what was written.
struct BakedGame {
    let manifest: Manifest
    /// Page images by path.
    let pages: [String: StraightImage]

    /// Bakes a catalog into a folder that is removed when it was read.
    init(catalog: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-golden-\(UInt64.random(in: .min ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let request = BakeRequest(output: folder.path, jobs: 2)
        let outcome = try await Bake.bake(catalogAt: catalog, request, disk: RealDisk())
        try #require(outcome.summary != nil, "\(outcome.diagnostics)")
        manifest = try Manifest(json: Data(contentsOf: folder.appending(path: "manifest.json")))
        var pages: [String: StraightImage] = [:]
        for target in manifest.targets {
            for image in target.pages.flatMap(\.images) where image.pixels == nil {
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: image.path)))
                pages[image.path] = try decodeImage(bytes).image
            }
        }
        self.pages = pages
    }

    private static let sampleGame = Task {
        try await BakedGame(catalog: Repository.file("catalog.json").path)
    }

    /// The sample game, baked once for all tests.
    static func sample() async throws -> BakedGame { try await sampleGame.value }
}

/// A game of a few drawn pictures, small enough to look at its pages.
enum DrawnGame {
    private static let catalog = """
        {
          "catalogVersion": 1,
          "name": "drawn",
          "sources": ["art"],
          "canvas": { "width": 24, "height": 24 },
          "species": [{ "id": "ball", "name": "Ball", "anchors": { "head": [[12, 6], [12, 5]] } }],
          "items": [
            { "id": "shades", "equipStyle": "overlay", "z": 2, "chroma": { "preset": "glass" },
              "placement": { "anchor": "head", "offset": [0, 4], "scale": 0.5 } },
            { "id": "leaf", "equipStyle": "overlay", "z": 3,
              "placement": { "anchor": "head", "offset": [0.25, -1], "scale": 0.5, "rotation": 20 } },
            { "id": "robot", "equipStyle": "overlay", "z": 4,
              "placement": { "anchor": "head", "offset": [6, 10], "scale": 0.25 } }
          ],
          "sheets": {
            "ball_pet": { "grid": { "columns": 2, "rows": 1 }, "key": true,
                          "animations": { "idle": { "frames": "0-1", "fps": 4 } } },
            "overlay_robot": { "filter": "nearest" }
          },
          "looks": [
            { "id": "plain", "species": "ball" },
            { "id": "dressed", "species": "ball", "overlays": ["shades", "leaf", "robot"] }
          ],
          "targets": [
            { "id": "plain", "kind": "atlas", "scales": [1, 2], "extrude": 1, "rotate": true },
            { "id": "dense", "kind": "atlas", "padding": 0, "border": 1, "hiddenColor": "clear",
              "alpha": "premultiplied", "powerOfTwo": true },
            { "id": "few", "kind": "atlas", "pixels": "palette", "trim": false },
            { "id": "looks", "kind": "composites" }
          ]
        }
        """

    static func baked() async throws -> BakedGame {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-drawn-\(UInt64.random(in: .min ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let art = folder.appending(path: "art")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        try Data(catalog.utf8).write(to: folder.appending(path: "catalog.json"))
        // Two discs, the second a little higher, each on a cell of 24 x 24.
        let ball = Drawings.disc.shrunk(by: 2)
        var sheet = StraightImage(
            size: PixelSize(width: 48, height: 24)!,
            filledWith: StraightPixel(r: 0, g: 255, b: 0)
        )
        let cell = ball.cropped(to: PixelRect(x: 4, y: 4, width: 24, height: 24)!)
        sheet.copy(from: cell, at: PixelPoint(x: 0, y: 0))
        let higher = ball.cropped(to: PixelRect(x: 4, y: 5, width: 24, height: 24)!)
        sheet.copy(from: higher, at: PixelPoint(x: 24, y: 0))
        let files = [
            "ball_pet.png": sheet, "overlay_shades.png": Drawings.lens.shrunk(by: 2),
            "overlay_leaf.png": Drawings.leaf.shrunk(by: 2), "overlay_robot.png": Drawings.pixels,
        ]
        for (name, image) in files {
            try Data(encodePNG(image)).write(to: art.appending(path: name))
        }
        return try await BakedGame(catalog: folder.appending(path: "catalog.json").path)
    }
}
