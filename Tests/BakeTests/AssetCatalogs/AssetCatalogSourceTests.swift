import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Asset catalogs that Kiln wrote, or Xcode did, as sources.
struct AssetCatalogSourceTests {
    private static let night = StraightPixel(r: 30, g: 30, b: 80)

    private func target(_ members: String) -> String {
        """
        "canvas": { "width": 40, "height": 30 }, "checks": { "density-mismatch": "off" },
        "images": [{ "id": "room" }, { "id": "room_dark" }, { "id": "tab" }, { "id": "seal" }],
        "targets": [{ "id": "ios", "kind": "xcassets", "scales": [1, 2, 3], "images": ["*"],
          "assetCatalog": { \(members)"dark": { "imageSuffix": "_dark" } } }]
        """
    }

    @Test func `what was baked is a source that bakes to the same files`() async throws {
        func art(_ name: String, _ color: StraightPixel) -> [String: StraightImage] {
            [
                "\(name).png": .disc(20, 10, color), "\(name)@2x.png": .disc(40, 20, color),
                // Other pixels than those of 2x enlarged: no scale is made from another.
                "\(name)@3x.png": .disc(60, 30, color, filling: 0.5),
            ]
        }
        let red = StraightPixel(r: 200, g: 30, b: 50)
        let first = try await DrawnGame(
            target(#""template": ["tab"], "original": ["seal"], "#),
            art: art("room", red).merging(art("room_dark", Self.night)) { one, _ in one }
                .merging(art("tab", red)) { one, _ in one }
                .merging(art("seal", red)) { one, _ in one }
        ).baked()
        let written = first.files.filter { $0.key.hasPrefix("ios/") }
        #expect(written.count == 17)
        // The second game says nothing of templates: its sources do.
        let again = try DrawnGame(target(""), art: [:])
        for (path, bytes) in written {
            again.disk.put(
                "game/art/Old.xcassets/" + path.dropFirst("ios/ios.xcassets/".count),
                bytes
            )
        }
        // Members that no one knows are no reason to stop.
        let set = "game/art/Old.xcassets/images/seal.imageset/Contents.json"
        let text = String(decoding: try #require(again.disk.files[set]), as: UTF8.self)
        again.disk.put(
            set,
            text.replacing(
                "\"idiom\" : \"universal\"",
                with: "\"idiom\" : \"universal\", \"lossy\" : {}"
            )
        )
        expectFindings(try await again.findings(), [])
        let second = try await again.baked()
        let rewritten = second.files.filter { $0.key.hasPrefix("ios/") }
        #expect(Set(rewritten.keys) == Set(written.keys))
        for (path, bytes) in written { #expect(rewritten[path] == bytes, "\(path)") }
        #expect(second.manifest.targets == first.manifest.targets)
    }

    @Test func `a dark picture that nothing uses is no finding`() async throws {
        let game = try DrawnGame(
            #""canvas": { "width": 8, "height": 8 }, "images": [{ "id": "room" }]"#,
            art: [
                "A.xcassets/room.imageset/a.png": .disc(8, 8),
                "A.xcassets/room.imageset/b.png": .disc(8, 8, Self.night),
            ]
        )
        game.disk.put(
            "game/art/A.xcassets/room.imageset/Contents.json",
            """
            { "images": [{ "filename": "a.png", "idiom": "universal" },
              { "filename": "b.png", "idiom": "universal",
                "appearances": [{ "appearance": "luminosity", "value": "dark" }] }] }
            """
        )
        expectFindings(try await game.findings(), [])
    }

    @Test func `a picture for some devices that is not read is reported`() async throws {
        let game = try DrawnGame(
            #""canvas": { "width": 8, "height": 8 }, "images": [{ "id": "room" }]"#,
            art: [
                "A.xcassets/room.imageset/a.png": .disc(8, 8),
                "A.xcassets/room.imageset/b.png": .disc(8, 8, Self.night),
            ]
        )
        game.disk.put(
            "game/art/A.xcassets/room.imageset/Contents.json",
            """
            { "images": [{ "filename": "a.png", "idiom": "universal" },
              { "filename": "b.png", "idiom": "universal", "language-direction": "right-to-left" }] }
            """
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/A.xcassets/room.imageset/Contents.json: warning[image-set-variant]: image set "room" has pictures that are not read, found "b.png" for universal, 1x, language-direction right-to-left
                  help: of each scale one is read, that for most devices; give others an image set of their own
                """
            ]
        )
    }
}
