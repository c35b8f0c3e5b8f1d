import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln pack` for Xcode, which packs sprites itself.
struct LooseSpriteTests {
    @Test func `sprites that Xcode packs have no pages`() throws {
        let folder = try TemporaryFolder()
        let inner = folder.url.appending(path: "in/walk")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        // Larger than a page, and with a frame of a blink that shows nothing.
        let large = StraightImage(40, 30) { x, y in .init(r: UInt8(x), g: UInt8(y), b: 9) }
        let blank = StraightImage(size: large.size)
        try Data(encodePNG(large)).write(to: inner.appending(path: "0.png"))
        try Data(encodePNG(blank)).write(to: inner.appending(path: "1.png"))
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "-f", "spriteatlas", "--max-size", "16", "--name", "cat"],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("wrote 2 sprites by themselves: Xcode packs them\n"))
        let out = folder.url.appending(path: "out")
        let files = try FileManager.default.subpathsOfDirectory(atPath: out.path)
            .filter { $0.hasSuffix(".png") }.sorted()
        let set = "cat.spriteatlas/walk_0.imageset"
        #expect(
            files.count == 2 && files.allSatisfy { $0.hasPrefix("cat.spriteatlas/") },
            "\(files)"
        )
        let first = try #require(files.first)
        #expect(first.hasPrefix(set), "\(first)")
        let written = try decodeImage(Array(Data(contentsOf: out.appending(path: first)))).image
        #expect(written == large)
    }
}
