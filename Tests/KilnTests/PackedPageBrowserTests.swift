import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isPresent, "\(Browser.absence)"))
struct PackedPageBrowserTests {
    private func picture(_ seed: UInt64) -> StraightImage {
        var random = SeededRandom(seed: seed)
        var image = StraightImage(size: PixelSize(width: 30, height: 20)!, filledWith: .clear)
        for y in 3..<17 {
            for x in 5..<28 {
                image[x, y] = StraightPixel(
                    r: .random(in: 0...255, using: &random),
                    g: .random(in: 0...255, using: &random),
                    b: .random(in: 0...255, using: &random)
                )
            }
        }
        return image
    }

    @Test func `an atlas named my #1 50% atlas is drawn by classes that an attribute can hold`()
        throws
    {
        let folder = try TemporaryFolder()
        let sprites = ["pet/dragon one": picture(1), "Bär": picture(2), "猫": picture(3)]
        for (name, image) in sprites {
            let file = folder.url.appending(path: "in/\(name).png")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(encodePNG(image)).write(to: file)
        }
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "--name", "my #1 50% atlas", "-f", "css", "-f", "pixi",
                "-f", "phaser",
            ],
            in: folder.url
        )
        try #require(run.status == 0, "\(run.errors)")
        let classes = ["pet/dragon one": "pet-dragon-one", "Bär": "Bar", "猫": "u732b"]
        let shown = sprites.keys.sorted()
        let boxes = shown.map { #"<i class="my-1-50-atlas \#(classes[$0] ?? "")"></i>"# }
        let page = folder.url.appending(path: "out/page.html")
        // No character set is named: the style sheet's own rule has to do.
        try Data(
            """
            <!doctype html><link rel=stylesheet href="my%20%231%2050%25%20atlas.css">
            <style>body { margin: 0; background: #fff } i { position: absolute; left: 0 }
            \(shown.indices.map { "i:nth-of-type(\($0 + 1)) { top: \($0 * 20)px }" }.joined())
            </style>\(boxes.joined())
            """.utf8
        ).write(to: page)
        let screenshot = folder.url.appending(path: "screen.png")
        func url(_ file: String, _ pattern: String) throws -> String {
            let text = try String(
                contentsOf: folder.url.appending(path: "out/\(file)"),
                encoding: .utf8
            )
            let start = try #require(text.range(of: pattern)).upperBound
            return String(text[start...].prefix { $0 != "\"" })
        }
        let urls = [
            try url("my #1 50% atlas-0.pixi.json", #""image": ""#),
            try url("my #1 50% atlas.phaser.json", #""image": ""#),
        ]
        let load = { (url: String) in
            """
            new Promise((done) => { const image = new Image(); image.onload = () => done(image.width);
            image.onerror = () => done(0); image.src = "\(url)"; })
            """
        }
        let outcome = try #require(
            try Browser.drive(
                page,
                options: ["width": 40, "height": 80],
                urls.map { ["evaluate": load($0)] } + [["screenshot": screenshot.path]]
            )
        )
        #expect(outcome.messages.isEmpty)
        #expect(outcome.results.compactMap { $0 as? Int }.allSatisfy { $0 > 0 })
        #expect(outcome.results.count == 2)
        let screen = try decodeImage([UInt8](Data(contentsOf: screenshot))).image
        for (index, name) in shown.enumerated() {
            let sprite = try #require(sprites[name])
            for y in 0..<20 {
                for x in 0..<30 {
                    let isClear = sprite[x, y].a == 0
                    let expected = isClear ? .init(r: 255, g: 255, b: 255) : sprite[x, y]
                    guard screen[x, y + 20 * index] != expected else { continue }
                    Issue.record("\(name) differs at \(x),\(y)")
                    return
                }
            }
        }
    }

    @Test(arguments: [PageEncoding.webp, .avif].filter(\.isAvailable))
    func `a lossless page shows the pixels that were packed`(format: PageEncoding) throws {
        let folder = try TemporaryFolder()
        let sprite = picture(4)
        let file = folder.url.appending(path: "in/a.png")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(encodePNG(sprite)).write(to: file)
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "--encode", format.rawValue, "--quality", "100",
                "--padding", "0", "-f", "pixi",
            ],
            in: folder.url
        )
        try #require(run.status == 0, "\(run.errors)")
        let page = folder.url.appending(path: "out/page.html")
        try Data("<!doctype html>".utf8).write(to: page)
        let address = try #require(URL(string: "page.html"))
        let outcome = try #require(
            try Browser.drive(
                address,
                served: folder.url.appending(path: "out"),
                [
                    [
                        "evaluate": """
                        (async () => {
                          const image = new Image();
                          image.src = "atlas-0.\(format.rawValue)";
                          await image.decode();
                          const canvas = new OffscreenCanvas(image.width, image.height);
                          const context = canvas.getContext("2d");
                          context.drawImage(image, 0, 0);
                          const { data } = context.getImageData(0, 0, image.width, image.height);
                          return [...data];
                        })()
                        """
                    ]
                ]
            )
        )
        let shown = try #require(outcome.results.first as? [Int])
        let packed = sprite.cropped(to: PixelRect(x: 5, y: 3, width: 23, height: 14)!)
        #expect(shown == packed.pixels.flatMap { [Int($0.r), Int($0.g), Int($0.b), Int($0.a)] })
    }
}
