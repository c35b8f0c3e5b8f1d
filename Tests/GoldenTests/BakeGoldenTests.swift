import Bake
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Pages and composed looks, as they leave a bake.
struct BakeGoldenTests {
    private static let drawnPages = [
        "dense-0@1x", "few-0@1x", "looks-0@1x", "plain-0@1x", "plain-0@2x",
    ]
    private static let drawnLooks = ["birthday-dog", "hero-dog", "moonlit-cat"]
    static let names =
        drawnPages.map { "pages/drawn.\($0).png" } + drawnLooks.map { "looks/\($0).png" }
        + ["pages/sample-game.png", "pages/sample-game.txt", "looks/sample-game.txt"]

    @Test func `pages of a drawn game are as recorded`() async throws {
        let game = try await DrawnGame.baked()
        func name(_ path: String) -> String {
            URL(filePath: path).deletingPathExtension().lastPathComponent
        }
        #expect(game.pages.keys.map(name).sorted() == BakeGoldenTests.drawnPages)
        for (path, page) in game.pages { try expectGolden(page, "pages/drawn.\(name(path))") }
    }

    @Test func `pages of the sample game, and each frame on them, are as recorded`() async throws {
        let game = try await BakedGame.sample()
        var lines: [String] = []
        for target in game.manifest.targets {
            for image in target.pages.flatMap(\.images) {
                let page = try #require(game.pages[image.path])
                lines.append("\(image.path) \(pixelDigest(page))")
            }
            for (name, frame) in target.frames.sorted(by: { $0.key < $1.key }) {
                for image in target.pages[frame.page].images {
                    let page = try #require(game.pages[image.path])
                    let (width, height) =
                        frame.rotated
                        ? (frame.height, frame.width) : (frame.width, frame.height)
                    guard
                        let area = PixelRect(
                            x: frame.x * image.scale,
                            y: frame.y * image.scale,
                            width: width * image.scale,
                            height: height * image.scale
                        )
                    else { continue }
                    let digest = pixelDigest(page.cropped(to: area))
                    lines.append("\(name) @\(image.scale)x \(digest)")
                }
            }
        }
        try expectGolden(text: lines.joined(separator: "\n") + "\n", "pages/sample-game")
        // A part with several frames to look at.
        let first = try #require(game.manifest.targets[0].pages[0].images.first)
        let page = try #require(game.pages[first.path])
        let part = PixelRect(x: 230, y: 150, width: 240, height: 240)!
        try expectGolden(page.cropped(to: part), "pages/sample-game")
    }

    @Test func `looks of the sample game are composed as recorded`() async throws {
        let path = Repository.file("catalog.json").path
        let loaded = try #require(try LoadedCatalog.load(path, disk: RealDisk()).loaded)
        let looks = try await BakedGame.sample().manifest.looks
        var memory = DrawMemory()
        var lines: [String] = []
        for scale in [1, 2] {
            for animation in ["idle", "wave"] {
                var options = DrawOptions(jobs: 2)
                options.scale = scale
                options.animation = animation
                options.frames = .all
                let (drawn, diagnostics) = try await drawLooks(
                    loaded,
                    looks.map(\.look),
                    options,
                    memory: &memory
                )
                for (named, look) in zip(looks, drawn) {
                    let images = try #require(look, "\(diagnostics)").images
                    for (frame, image) in images.enumerated() {
                        let digest = pixelDigest(image.straight())
                        lines.append("\(named.id) \(animation) \(frame) @\(scale)x \(digest)")
                    }
                    if scale == 1, animation == "wave",
                        BakeGoldenTests.drawnLooks.contains(named.id)
                    {
                        try expectGolden(images[1].straight(), "looks/\(named.id)")
                    }
                }
            }
        }
        try expectGolden(text: lines.joined(separator: "\n") + "\n", "looks/sample-game")
    }
}

struct GoldenListTests {
    @Test func `no golden is left over from a test that went`() throws {
        let known = try KeyGoldenTests.names() + PlanGoldenTests.names + BakeGoldenTests.names
        let folder = Goldens.recorded.folder
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".png") || $0.hasSuffix(".txt") }
        let strangers = Set(files).subtracting(known).sorted()
        #expect(strangers == [], "remove them from \(folder.path)")
    }
}
