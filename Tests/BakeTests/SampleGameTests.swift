import Bake
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// The mochi game, baked once for all tests of this file.
private struct SampleGame {
    let folder: URL
    let manifest: Manifest

    static func bake(jobs: Int, from source: URL = Repository.root, into folder: URL) async throws {
        let catalog = source.appending(path: "catalog.json").path
        let request = BakeRequest(output: folder.path, jobs: jobs)
        let outcome = try await Bake.bake(catalogAt: catalog, request, disk: RealDisk())
        try #require(outcome.summary != nil, "\(outcome.diagnostics)")
    }

    private static let once = Task {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-tests-\(ProcessInfo.processInfo.processIdentifier)")
        try await bake(jobs: 4, into: folder)
        let json = try Data(contentsOf: folder.appending(path: "manifest.json"))
        return SampleGame(folder: folder, manifest: try Manifest(json: json))
    }

    static func baked() async throws -> SampleGame { try await once.value }

    func image(_ path: String) throws -> StraightImage {
        try decodeImage([UInt8](Data(contentsOf: folder.appending(path: path)))).image
    }
}

/// Source-over of 8-bit premultiplied values, written from the definition.
private struct GameCanvas {
    let size: PixelSize
    var pixels: [PremultipliedPixel]

    init(_ size: PixelSize) {
        self.size = size
        pixels = Array(repeating: .clear, count: size.area)
    }

    mutating func draw(_ image: StraightImage, _ rect: DrawStep.PixelArea, x: Int, y: Int) {
        for row in 0..<rect.height {
            for column in 0..<rect.width {
                let (toX, toY) = (x + column, y + row)
                guard (0..<size.width).contains(toX), (0..<size.height).contains(toY) else {
                    continue
                }
                let over = image[rect.x + column, rect.y + row]
                let under = pixels[toY * size.width + toX]
                let alpha = Double(over.a)
                func blend(_ over: UInt8, _ under: UInt8) -> UInt8 {
                    let premultiplied = (Double(over) * alpha / 255).rounded()
                    return UInt8(premultiplied + (Double(under) * (255 - alpha) / 255).rounded())
                }
                pixels[toY * size.width + toX] = PremultipliedPixel(
                    r: blend(over.r, under.r),
                    g: blend(over.g, under.g),
                    b: blend(over.b, under.b),
                    a: UInt8(alpha) + blend(0, 0)
                        + UInt8((Double(under.a) * (255 - alpha) / 255).rounded())
                )
            }
        }
    }
}

struct SampleGameTests {
    @Test(arguments: [1, 2])
    func `a game that draws atlas and manifest gets what a preview shows`(
        scale: Int
    )
        async throws
    {
        let game = try await SampleGame.baked()
        let catalog = Repository.file("catalog.json").path
        let loaded = try #require(try LoadedCatalog.load(catalog, disk: RealDisk()).loaded)
        var pages: [String: StraightImage] = [:]
        for image in game.manifest.targets[0].pages.flatMap(\.images) {
            pages[image.path] = try game.image(image.path)
        }
        let canvas = try #require(
            PixelSize(
                width: game.manifest.canvas.width * scale,
                height: game.manifest.canvas.height * scale
            )
        )
        #expect(game.manifest.looks.count >= 4)
        for named in game.manifest.looks {
            for frame in [0, 3] {
                var options = DrawOptions(jobs: 2)
                options.animation = "wave"
                options.frames = .one(frame)
                options.scale = scale
                let drawn = try await drawLooks(loaded, [named.look], options)
                let preview = try #require(drawn.drawn[0]?.images[0])
                var drawnByGame = GameCanvas(canvas)
                let steps = try game.manifest.drawList(
                    for: named.look,
                    animation: "wave",
                    frame: frame,
                    scale: scale
                )
                for step in steps {
                    #expect(!step.isRotated)
                    let page = try #require(pages[step.image])
                    drawnByGame.draw(page, step.source, x: step.x, y: step.y)
                }
                let isEqual = preview.pixels == drawnByGame.pixels
                #expect(isEqual, "look \(named.id), frame \(frame)")
            }
        }
    }

    @Test func `every frame restores to the pixels of its source`() async throws {
        let game = try await SampleGame.baked()
        let target = game.manifest.targets[0]
        let page = try target.pages.map { page in
            try game.image(try #require(page.images.first { $0.scale == 2 }).path)
        }
        // Sheets with transparency of their own are not touched at their own density.
        for species in game.manifest.species {
            let art = species.art[0]
            let file = Repository.file("assets-src/\(art.asset).png")
            let sheet = try decodeImage([UInt8](Data(contentsOf: file))).image
            #expect(art.frames.count == 8)
            for (cell, name) in art.frames.enumerated() {
                let frame = try #require(target.frames[name])
                var restored = StraightImage(
                    size: PixelSize(width: frame.sourceWidth * 2, height: frame.sourceHeight * 2)!
                )
                let rect = PixelRect(
                    x: frame.x * 2,
                    y: frame.y * 2,
                    width: frame.width * 2,
                    height: frame.height * 2
                )!
                restored.copy(
                    from: page[frame.page].cropped(to: rect),
                    at: PixelPoint(x: frame.trimX * 2, y: frame.trimY * 2)
                )
                let source = sheet.cropped(
                    to: PixelRect(x: cell % 4 * 512, y: cell / 4 * 512, width: 512, height: 512)!
                )
                let isEqual = zip(restored.pixels, source.pixels).allSatisfy {
                    $0 == $1 || $0.a == 0 && $1.a == 0
                }
                #expect(isEqual, "\(name)")
            }
        }
    }

    @Test func `another number of jobs and another folder give the same bytes`() async throws {
        let game = try await SampleGame.baked()
        let other = game.folder.appendingPathExtension("other")
        let moved = game.folder.appendingPathExtension("moved")
        defer { for folder in [other, moved] { try? FileManager.default.removeItem(at: folder) } }
        try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
        for name in ["catalog.json", "assets-src"] {
            try FileManager.default.copyItem(
                at: Repository.file(name),
                to: moved.appending(path: name)
            )
        }
        try await SampleGame.bake(jobs: 1, from: moved, into: other)
        let files = game.manifest.files.map(\.path) + ["manifest.json"]
        for path in files {
            let first = try Data(contentsOf: game.folder.appending(path: path))
            #expect(try Data(contentsOf: other.appending(path: path)) == first, "\(path)")
        }
    }

    @Test func `no overlay brings green to the edge of a pet`() async throws {
        let game = try await SampleGame.baked()
        let target = game.manifest.targets[0]
        // Nothing in the game is drawn in the screen's own green.
        for page in target.pages {
            let image = try game.image(try #require(page.images.last).path)
            let green = image.pixels.count { pixel in
                pixel.a > 8 && pixel.g > 200 && pixel.r < 60 && pixel.b < 60
            }
            #expect(green == 0)
        }
    }
}
