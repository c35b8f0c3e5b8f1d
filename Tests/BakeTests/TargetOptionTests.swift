import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// The small game with more members in its target, and with formats in place of its own.
private func game(_ members: String, formats: String...) throws -> GameFolder {
    let game = try GameFolder()
    let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
    var changed = text.replacing("\"kind\": \"atlas\",", with: "\"kind\": \"atlas\", \(members),")
    if !formats.isEmpty {
        changed.replace(
            "\"texturepacker-hash\"",
            with: formats.map { "\"\($0)\"" }.joined(separator: ", ")
        )
    }
    try game.put("game/catalog.json", Array(changed.utf8))
    return game
}

/// What no lossy encoder keeps.
private func noise() -> StraightImage {
    var random = SeededRandom(seed: 7)
    return StraightImage(16, 8) { _, _ in
        StraightPixel(
            r: .random(in: 0...255, using: &random),
            g: .random(in: 0...255, using: &random),
            b: .random(in: 0...255, using: &random)
        )
    }
}

struct TargetOptionTests {
    @Test func `side sheets have the layout of the pages, at every scale`() async throws {
        let game = try game(#""sideSheets": ["_n"]"#)
        let normals = StraightImage(
            size: PixelSize(width: 16, height: 8)!,
            pixels: (0..<128).map { StraightPixel(r: UInt8($0), g: UInt8($0 / 16), b: 200) }
        )!
        try game.put("game/art/dog_pet_n.png", normals)
        _ = try #require(try await game.bake())
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let target = try #require(manifest.targets.first)
        #expect(
            target.pages[0].images.map(\.sides) == [
                ["_n": "game/game-0_n@1x.png"], ["_n": "game/game-0_n@2x.png"],
            ]
        )
        let page = try decodeImage(game.read("out/game/game-0_n@1x.png")).image
        for cell in 0..<2 {
            let frame = try #require(target.frames["dog_pet/\(cell)"])
            let drawn = page.cropped(
                to: PixelRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)!
            )
            let source = normals.cropped(
                to: PixelRect(
                    x: cell * 8 + frame.trimX,
                    y: frame.trimY,
                    width: frame.width,
                    height: frame.height
                )!
            )
            #expect(drawn == source)
        }
        let coat = try #require(target.frames["dog_pet_coat/0"])
        #expect(page[coat.x, coat.y] == StraightPixel(r: 128, g: 128, b: 255))
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
        // The side picture is an input as any other.
        try game.put("game/art/dog_pet_n.png", normals.flippedVertically())
        let again = try #require(try await game.bake())
        #expect(
            again.publication.written.filter { $0.hasSuffix(".png") } == [
                "game/game-0_n@1x.png", "game/game-0_n@2x.png",
            ]
        )
    }

    @Test func `a side sheet of another size is an error`() async throws {
        let game = try game(#""sideSheets": ["_n"]"#)
        try game.put(
            "game/art/dog_pet_n.png",
            StraightImage(
                size: PixelSize(width: 20, height: 8)!,
                filledWith: .init(r: 1, g: 2, b: 3)
            )
        )
        let request = BakeRequest(output: game.output, jobs: 1)
        let outcome = try await Bake.bake(catalogAt: game.catalog, request, disk: RealDisk())
        #expect(outcome.summary == nil)
        #expect(outcome.diagnostics.contains { $0.id == "side-sheet-size" })
        #expect(game.files(in: "out").isEmpty)
    }

    @Test func `raw pages are named by the manifest with their pixels`() async throws {
        let game = try game(#""pixels": "rgba4444""#)
        _ = try #require(try await game.bake())
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let image = try #require(manifest.targets.first?.pages[0].images.last)
        #expect(image.pixels == "rgba4444" && image.path == "game/game-0@2x.rgba4444")
        let page = try #require(manifest.targets.first?.pages[0])
        let words = try game.read("out/\(image.path)")
        #expect(words.count == page.width * 2 * page.height * 2 * 2)
    }

    @Test func `an asset's filter decides how it is enlarged`() async throws {
        let game = try GameFolder()
        let row = StraightImage(drawn: "wwww####", "wwww####", "wwww####", "wwww####")
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        func edge(_ filter: String) async throws -> Set<UInt8> {
            let changed = text.replacing(
                "\"overlay_badge\": { \"filter\": \"nearest\" }",
                with: "\"overlay_badge\": { \"filter\": \"\(filter)\", \"key\": false }"
            )
            try game.put("game/catalog.json", Array(changed.utf8))
            try game.put("game/art/overlay_badge.png", row)
            _ = try #require(try await game.bake())
            let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
            let target = try #require(manifest.targets.first)
            let entry = try #require(target.frames.first { $0.key.contains("badge") })
            let page = try decodeImage(game.read("out/game/game-0@2x.png")).image
            let frame = entry.value
            return Set((0..<frame.width * 2).map { page[frame.x * 2 + $0, frame.y * 2 + 3].r })
        }
        #expect(try await edge("nearest") == [0, 255])
        #expect(try await edge("area") == [0, 255])
        #expect(try await edge("cubic").count > 2)
    }

    @Test func `engines get given pivots, the filter and each species' animations`()
        async throws
    {
        let game = try GameFolder()
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
            .replacing(
                "[\"texturepacker-hash\"]",
                with: #"["texturepacker-hash", "godot", "libgdx"], "textureFilter": "nearest""#
            )
            .replacing(
                "\"overlay_badge\": { ",
                with: "\"overlay_badge\": { \"pivot\": [0.5, 1], "
            )
        try game.put("game/catalog.json", Array(text.utf8))
        _ = try #require(try await game.bake())
        func reported(_ path: String) throws -> String {
            String(decoding: try game.read("out/game/\(path)"), as: UTF8.self)
        }
        let hash = try reported("game-0@1x.json").split(separator: "\n")
        let given = hash.filter { $0.contains(#""pivot": {"x": 0.5, "y": 1}"#) }
        #expect(given.count == 1 && given[0].contains("badge"))
        #expect(hash.count { $0.contains("pivot") } == 1)
        #expect(try reported("game@2x.atlas").contains("\nfilter:Nearest,Nearest\n"))
        let species = try reported("game@2x.species/dog.tres")
        #expect(species.contains(#""name": &"idle""#) && species.contains("dog_pet/1.tres"))
        #expect(!species.contains("coat"))
        #expect(try reported("game@2x.animations.tres").contains(#""name": &"dog_pet_coat/idle""#))
    }

    @Test(arguments: ["none", "species"])
    func `equal frames are placed once, whatever groups they are used by`(
        groups: String
    ) async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "species": [{ "id": "dog" }, { "id": "cat" }, { "id": "cow" }],
            "targets": [{ "id": "game", "scales": [1], "groups": "\(groups)" }]
            """,
            art: [
                "dog.png": .disc(24, 24), "cat.png": .disc(24, 24),
                "cow.png": .disc(24, 24, StraightPixel(r: 40, g: 60, b: 160)),
            ]
        )
        let target = try #require(try await game.baked().manifest.targets.first)
        let (dog, cat) = (target.frames["dog"], target.frames["cat"])
        #expect(dog != nil && dog == cat)
        #expect(target.pages.count == (groups == "none" ? 1 : 2))
    }

    @Test func `bundles have pages of their own, and so has what several use`() async throws {
        func disc(_ blue: UInt8) -> StraightImage { .disc(24, 24, .init(r: 40, g: 60, b: blue)) }
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "species": [{ "id": "dog" }, { "id": "cat" }],
            "items": [{ "id": "hat", "equipStyle": "overlay", "species": ["dog"] }],
            "looks": [{ "id": "gala", "species": "dog", "overlays": ["hat"], "background": "sky" }],
            "images": [{ "id": "sign" }, { "id": "shelf" }, { "id": "room" }, { "id": "sky" }],
            "targets": [{ "id": "game", "scales": [1], "bundles": {
                "shop": { "images": ["sh*", "sign"], "items": ["hat"] },
                "street": { "images": ["sign"], "looks": ["gala"] },
                "cat": { "species": ["cat"] }
            } }]
            """,
            art: [
                "dog.png": disc(0), "cat.png": disc(50), "dog_overlay_hat.png": disc(100),
                "sign.png": disc(150), "shelf.png": disc(200), "room.png": disc(250),
                "sky.png": disc(20),
            ]
        )
        let baked = try await game.baked()
        let target = try #require(baked.manifest.targets.first)
        func page(_ frame: String) throws -> Int { try #require(target.frames[frame]).page }
        #expect(try page("sign") == page("dog_overlay_hat") && page("dog") == page("sky"))
        #expect(try Set(["sign", "shelf", "dog", "cat", "room"].map(page)) == [0, 1, 2, 3, 4])
        func pages(_ frames: String...) throws -> [Int] { Set(try frames.map(page)).sorted() }
        #expect(
            try target.bundles == [
                .init(id: "shop", pages: pages("shelf", "sign")),
                .init(id: "street", pages: pages("dog", "sign")),
                .init(id: "cat", pages: pages("cat")),
            ]
        )
        #expect(
            try baked.manifest.pageFiles(forBundle: "cat", scale: 1).map(\.path)
                == [target.pages[page("cat")].images[0].path]
        )
    }

    @Test(.enabled(if: PageEncoding.webp.isAvailable))
    func `a page becomes a file in each format, and descriptors name what their engines load`()
        async throws
    {
        let game = try game(
            #""encode": ["webp", "png"]"#,
            formats: "unity",
            "phaser",
            "css"
        )
        let summary = try #require(try await game.bake())
        let page = try decodeImage(game.read("out/game/game-0@1x.png")).image
        #expect(try decodeImage(game.read("out/game/game-0@1x.webp")).image == page)
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let image = try #require(manifest.targets.first?.pages.first?.images.first)
        #expect(image.path == "game/game-0@1x.webp")
        #expect(
            image.encodings == [
                .init(path: "game/game-0@1x.webp", type: "image/webp"),
                .init(path: "game/game-0@1x.png", type: "image/png"),
            ]
        )
        #expect(try manifest.pageFiles(scale: 1).first?.encodings == image.encodings)
        func text(_ file: String) throws -> String {
            String(decoding: try game.read("out/game/\(file)"), as: UTF8.self)
        }
        #expect(try text("game-0@1x.tpsheet").contains(":texture=game-0@1x.png\n"))
        #expect(try text("game@1x.phaser.json").contains(#""image": "game-0@1x.webp""#))
        #expect(try text("game@1x.png.phaser.json").contains(#""image": "game-0@1x.png""#))
        #expect(try text("game.css").contains(#"url("game-0@1x.webp")"#))
        let encoded = try #require(summary.targets.first?.encodings)
        #expect(
            encoded.map(\.path)
                == manifest.targets[0].pages[0].images.flatMap {
                    ($0.encodings ?? []).map(\.path)
                }
        )
        #expect(encoded.allSatisfy { $0.psnr == nil })
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
    }

    @Test(.enabled(if: PageEncoding.ktx2.isAvailable))
    func `frames are at multiples of a texture's blocks at each scale`() async throws {
        let game = try game(#""encode": ["ktx2", "png"], "ktx2": {"block": "6x6"}"#)
        try game.put("game/art/dog_pet.png", noise())
        let summary = try #require(try await game.bake())
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let target = try #require(manifest.targets.first)
        #expect(target.scales == [1, 2])
        for frame in target.frames.values where frame.width > 0 {
            #expect(frame.x % 6 == 0 && frame.y % 6 == 0, "\(frame)")
        }
        let image = target.pages[0].images[1]
        #expect(image.encodings?.map(\.type) == ["image/ktx2", "image/png"])
        let size = try #require(
            PixelSize(width: target.pages[0].width * 2, height: target.pages[0].height * 2)
        )
        let file = try game.read("out/game/game-0@2x.ktx2")
        let page = try decodeImage(game.read("out/game/game-0@2x.png")).image
        let texture = try #require(decode(file, as: .ktx2, size: size))
        let encoded = try #require(summary.targets.first?.encodings)
        for entry in encoded { #expect((entry.psnr != nil) == entry.path.hasSuffix(".ktx2")) }
        #expect(page.peakRatio(to: texture) > 15)
    }

    @Test(.enabled(if: PageEncoding.ktx2.isAvailable))
    func `pages in KTX2 alone are checked and compared like others`() async throws {
        let game = try game(#""encode": ["ktx2"], "alpha": "premultiplied""#, formats: "kiln")
        _ = try #require(try await game.bake())
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
        try game.put(
            "game/art/dog_pet.png",
            StraightImage(16, 8) { x, _ in StraightPixel(r: UInt8(x * 9), g: 60, b: 90) }
        )
        let differences = try #require(try await game.bake(mode: .check)).publication.differences
        #expect(differences.map(\.path).contains("game/game-0@1x.ktx2"))
    }

    @Test(.enabled(if: PageEncoding.ktx2.isAvailable))
    func `hard pixels are kept in textures unless a block is named`() async throws {
        for (members, isLossy) in [
            ("", false), (#""ktx2": {"block": "4x4", "zstd": 0},"#, true),
        ] {
            let game = try game(
                #""encode": ["ktx2"], \#(members) "textureFilter": "nearest""#
            )
            try game.put("game/art/dog_pet.png", noise())
            let summary = try #require(try await game.bake())
            let files = try #require(summary.targets.first?.encodings)
            #expect(files.map { $0.psnr != nil } == [isLossy, isLossy])
        }
    }

    @Test func `frames are at multiples of an alignment, without textures too`() async throws {
        let game = try game(#""align": 4"#)
        _ = try #require(try await game.bake())
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        let target = try #require(manifest.targets.first)
        for frame in target.frames.values where frame.width > 0 {
            #expect(frame.x % 4 == 0 && frame.y % 4 == 0, "\(frame)")
        }
    }

    @Test func `hashed names follow the contents of pages, and old ones go`() async throws {
        let game = try game(#""names": "hashed""#, formats: "pixi")
        _ = try #require(try await game.bake())
        func pages() -> [String] {
            game.files(in: "out/game").keys.filter { $0.hasSuffix(".png") }.sorted()
        }
        let first = pages()
        #expect(first.count == 2)
        for path in first {
            let digest = Digest(of: try game.read("out/game/\(path)"))
            #expect(path.hasSuffix("x-\(digest.text.prefix(8)).png"), "\(path)")
        }
        let descriptor = String(
            decoding: try game.read("out/game/game-0@1x.pixi.json"),
            as: UTF8.self
        )
        #expect(descriptor.contains(#""image": "\#(first[0])""#))
        let manifest = try Manifest(json: Data(game.read("out/manifest.json")))
        #expect(manifest.targets[0].pages[0].images.map(\.path) == first.map { "game/\($0)" })
        // Without the cache the names are the same.
        _ = try #require(try await game.bake(usesCache: false))
        #expect(pages() == first)
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
        try game.put(
            "game/art/dog_pet.png",
            StraightImage(16, 8) { x, _ in
                StraightPixel(r: UInt8(x * 9), g: 60, b: 90)
            }
        )
        _ = try #require(try await game.bake())
        #expect(pages().count == 2)
        #expect(Set(pages()).isDisjoint(with: first))
    }

    @Test(.enabled(if: PageEncoding.avif.isAvailable))
    func `AVIF is lossy unless pixels are hard`() async throws {
        for (filter, isLossy) in [("linear", true), ("nearest", false)] {
            let game = try game(#""encode": ["avif"], "textureFilter": "\#(filter)""#)
            try game.put("game/art/dog_pet.png", noise())
            let summary = try #require(try await game.bake())
            let files = try #require(summary.targets.first?.encodings)
            #expect(files.map { $0.psnr != nil } == [isLossy, isLossy])
            // From the cache the figure is the same.
            let again = try #require(try await game.bake(isForced: true))
            #expect(again.targets.first?.encodings?.map(\.psnr) == files.map(\.psnr))
            let without = try #require(try await game.bake(usesCache: false, isForced: true))
            #expect(without.targets.first?.encodings?.map(\.psnr) == files.map(\.psnr))
        }
    }
}
