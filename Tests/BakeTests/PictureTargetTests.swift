import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Looks, items and images as files of their own.
struct PictureTargetTests {
    private static let red = StraightPixel(r: 200, g: 30, b: 50)

    private func game(
        _ icons: String,
        scales: String = "[1, 2]",
        checks: String = "",
        more: String = ""
    ) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 80, "height": 80, "bleed": { "top": 20 } },
            "species": [{ "id": "dog", "placement": { "size": [80, 80] } },
              { "id": "cat", "placement": { "size": [80, 80] } }],
            "items": [
              { "id": "robe", "equipStyle": "replaceSprite", "species": ["cat"] },
              { "id": "hat", "equipStyle": "overlay", "z": 1, "placement": { "size": [30, 20] } }
            ],
            "images": [{ "id": "room", "size": [60, 40] }],
            "looks": [{ "id": "fine", "species": "dog", "overlays": ["hat"], "background": "room" },
              { "id": "plain", "species": "cat" }],
            \(checks)\(more)
            "targets": [{ "id": "game" },
              { "id": "icons", "kind": "images", "scales": \(scales), \(icons) }]
            """,
            art: [
                "dog_pet.png": .disc(320, 320), "cat_pet.png": .disc(320, 320, filling: 0.7),
                "cat_robe.png": .disc(320, 320, Self.red, filling: 0.8),
                "overlay_hat.png": .disc(300, 200, Self.red), "room.png": .disc(300, 200, Self.red),
            ]
        )
    }

    private func pictures(_ baked: BakedGame) throws -> [Manifest.Picture] {
        let target = try #require(baked.manifest.targets.first { $0.id == "icons" })
        #expect(target.kind == "images" && target.pages == [] && target.frames == [:])
        let pictures = try #require(target.pictures)
        // Each is a file of its own that the manifest vouches for.
        let listed = Set(baked.manifest.files.map(\.path))
        for picture in pictures {
            #expect(listed.contains(picture.path))
            let size = try baked.picture(picture.path).size
            #expect(size == PixelSize(width: picture.width, height: picture.height))
        }
        let own = baked.files.keys.filter { $0.hasPrefix("icons/") }
        #expect(Set(own) == Set(pictures.map(\.path)))
        return pictures
    }

    @Test func `each has a file of its own in each size and scale`() async throws {
        let game = try game(
            #""looks": ["f*"], "items": ["*"], "images": ["room"], "sizes": [[64, 64], [100, 40]]"#
        )
        expectFindings(try await game.findings(), [])
        let found = try pictures(try await game.baked())
        let paths = found.map(\.path)
        #expect(
            paths == [
                "icons/looks/fine-64x64@1x.png", "icons/looks/fine-64x64@2x.png",
                "icons/looks/fine-100x40@1x.png", "icons/looks/fine-100x40@2x.png",
                "icons/items/robe-64x64@1x.png", "icons/items/robe-64x64@2x.png",
                "icons/items/robe-100x40@1x.png", "icons/items/robe-100x40@2x.png",
                "icons/items/hat-64x64@1x.png", "icons/items/hat-64x64@2x.png",
                "icons/items/hat-100x40@1x.png", "icons/items/hat-100x40@2x.png",
                "icons/images/room-64x64@1x.png", "icons/images/room-64x64@2x.png",
                "icons/images/room-100x40@1x.png", "icons/images/room-100x40@2x.png",
            ]
        )
        let large = Manifest.Picture(
            id: "fine",
            of: "look",
            width: 200,
            height: 80,
            scale: 2,
            path: "icons/looks/fine-100x40@2x.png"
        )
        #expect(found[3] == large)
        #expect(found.map(\.of).filter { $0 == "item" }.count == 8)
    }

    @Test func `an item is trimmed, as large as it can be, and in the middle`() async throws {
        let baked = try await game(#""items": ["hat", "robe"], "sizes": [[64, 48]]"#).baked()
        #expect(try pictures(baked).map(\.path).contains("icons/items/hat@2x.png"))
        // The discs fill the height; their rims are soft.
        for (name, scale) in [("hat", 1), ("hat", 2), ("robe", 1), ("robe", 2)] {
            let icon = try baked.picture("icons/items/\(name)@\(scale)x.png")
            #expect(icon.size == PixelSize(width: 64 * scale, height: 48 * scale))
            let box = try #require(icon.opaqueBounds(above: 0))
            #expect(box.y == 0 && box.height == 48 * scale, "\(name) \(box)")
            #expect(abs(box.x + box.maxX - 64 * scale) <= 1 && abs(box.width - box.height) <= 1)
            #expect(icon[32 * scale, 24 * scale] == Self.red)
        }
    }

    @Test func `without sizes each has its own, pixel for pixel`() async throws {
        let game = try game(#""looks": ["plain"], "items": ["hat"], "images": ["*"]"#)
        let baked = try await game.baked()
        let found = try pictures(baked)
        #expect(
            found.map { "\($0.path) \($0.width)x\($0.height)" } == [
                "icons/looks/plain@1x.png 80x100", "icons/looks/plain@2x.png 160x200",
                "icons/items/hat@1x.png 18x18", "icons/items/hat@2x.png 36x36",
                "icons/images/room@1x.png 60x40", "icons/images/room@2x.png 120x80",
            ]
        )
        let shown = try await game.preview(Look(species: "cat"), scale: 2)
        let isEqual = try baked.picture("icons/looks/plain@2x.png") == shown
        #expect(isEqual)
    }

    @Test func `a large picture is made from the art, not from small frames`() async throws {
        let baked = try await game(
            #""looks": ["plain"], "items": ["hat"], "sizes": [[300, 300]]"#,
            scales: "[1]"
        ).baked()
        for name in ["looks/plain", "items/hat"] {
            let picture = try baked.picture("icons/\(name)@1x.png")
            let box = try #require(picture.opaqueBounds(above: 0))
            // Rims of an enlarged frame would be several pixels wide.
            let soft = (box.x..<box.maxX).count {
                (1..<255).contains(picture[$0, box.y + box.height / 2].a)
            }
            #expect(soft <= 4, "\(name): \(soft)")
        }
    }

    @Test func `an item of several parts is shown whole`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 40, "height": 40 }, "species": [{ "id": "dog" }],
            "items": [{ "id": "wings", "equipStyle": "overlay", "parts": [
              { "asset": "left", "z": -1, "placement": { "offset": [10, 20] } },
              { "asset": "right", "z": 1, "placement": { "offset": [30, 20] } }] }],
            "targets": [{ "id": "icons", "kind": "images", "items": ["wings"] }]
            """,
            art: [
                "dog_pet.png": .disc(40, 40), "left.png": StraightImage(4, 8) { _, _ in Self.red },
                "right.png": StraightImage(4, 8) { _, _ in .init(r: 1, g: 2, b: 3) },
            ]
        )
        let icon = try await game.baked().picture("icons/items/wings@1x.png")
        // From 8 to 32 across; the pet between the wings is not there.
        #expect(icon.size == PixelSize(width: 24, height: 8))
        #expect(icon[0, 0] == Self.red && icon[12, 4].a == 0 && icon[23, 7].b == 3)
    }

    @Test func `a profile does not make pictures larger than they may be`() async throws {
        let game = try game(
            #""items": ["hat"], "sizes": [[8000, 10]]"#,
            scales: "[1]",
            more: #""profiles": { "huge": { "settings": { "scales": [3] } } },"#
        )
        var request = BakeRequest(output: "out", jobs: 1)
        request.profile = "huge"
        let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: game.disk)
        #expect(outcome.summary == nil)
        expectFindings(
            outcome.diagnostics.filter { $0.severity == .error }.map(\.message),
            [
                "target \"icons\": pictures of 8000x10 are too large at scale 3, expected sides "
                    + "of at most 16384 and 67108864 pixels"
            ]
        )
    }

    @Test func `the species whose art is shown may be chosen`() async throws {
        let art = #""looks": [], "items": ["*"], "species": "dog", "sizes": [[32, 32]]"#
        let found = try pictures(try await game(art, scales: "[1]").baked())
        #expect(found.map(\.id) == ["hat"])
    }

    @Test func `nothing is written again when nothing changed, and stale files go`() async throws {
        let icons = #""items": ["*"], "images": ["room"], "sizes": [[64, 64]]"#
        let game = try game(icons)
        func bakeAgain(_ mode: BakeRequest.Mode = .write) async throws -> BakeSummary {
            var request = BakeRequest(output: "out", jobs: 2)
            request.usesCache = true
            request.mode = mode
            let outcome = try await bake(
                catalogAt: "game/catalog.json",
                request,
                disk: game.disk
            )
            return try #require(outcome.summary, "\(outcome.diagnostics.map(\.description))")
        }
        let planned = try await bakeAgain(.dryRun)
        #expect(planned.publication.written == [] && game.disk.files["out/manifest.json"] == nil)
        let first = try await bakeAgain()
        #expect(first.targets.map(\.pictures) == [nil, 6])
        #expect(first.rebuilt.filter { $0.kind == .picture }.count == 6)
        #expect(first.publication.written.contains("icons/items/hat@2x.png"))
        #expect(try await bakeAgain().publication.written == [])
        func change(_ text: String, to other: String) throws {
            let catalog = String(
                decoding: try #require(game.disk.files["game/catalog.json"]),
                as: UTF8.self
            )
            #expect(catalog.contains(text))
            game.disk.put("game/catalog.json", catalog.replacing(text, with: other))
        }
        try change(#""id": "plain""#, to: #""id": "plain2""#)
        let renamed = try await bakeAgain()
        #expect(renamed.publication.written == ["manifest.json"] && renamed.rebuilt == [])
        try change(#""images": ["room"]"#, to: #""images": []"#)
        let fewer = try await bakeAgain()
        #expect(
            fewer.publication.removed == ["icons/images/room@1x.png", "icons/images/room@2x.png"]
        )
        #expect(fewer.publication.written == ["manifest.json"])
        try game.disk.put("game/art/overlay_hat.png", StraightImage.disc(300, 200))
        let redrawn = try await bakeAgain()
        #expect(
            redrawn.publication.written.filter { $0.hasPrefix("icons/") }
                == ["icons/items/hat@1x.png", "icons/items/hat@2x.png"]
        )
    }

    @Test func `a budget holds for the pictures`() async throws {
        let game = try game(
            #""items": ["hat"], "sizes": [[64, 64]], "budget": { "imagePixels": 5000, "bytes": 10 }"#
        )
        let found = try await game.findings().filter { $0.contains("over-budget") }
        #expect(found.count == 2)
        #expect(
            found.contains {
                $0.contains("(icons/items/hat@2x.png, 128x128), found 16384, expected at most 5000")
            }
        )
    }

    @Test func `what makes no sense for its kind is refused`() throws {
        func found(_ icons: String) throws -> [String] {
            let game = try game(icons, scales: "[1, 3]")
            return try LoadedCatalog.load("game/catalog.json", disk: game.disk).diagnostics
                .map { $0.description }
        }
        expectFindings(
            try found(#""padding": 4, "formats": ["css"], "looks": ["plain"]"#),
            [
                """
                game/catalog.json:13:67: error[target-settings]: target "icons": images are files of their own and have no "padding"
                  help: remove it, or use a target of kind atlas
                """,
                """
                game/catalog.json:13:81: error[target-settings]: target "icons": images are files of their own and have no "formats"
                  help: remove it, or use a target of kind atlas
                """,
            ]
        )
        expectFindings(
            try found(#""looks": ["plain"], "budget": { "pages": 1 }"#)
                .map { String($0.prefix { $0 != "\n" }) },
            [
                #"game/catalog.json:13:97: error[target-settings]: target "icons": images are files of their own, so "pages" limits nothing"#
            ]
        )
        expectFindings(
            try found(#""sizes": [[8, 8]]"#),
            [
                """
                game/catalog.json:13:11: error[target-settings]: target "icons": it names no looks, items or images
                  help: say which under "looks", "items" or "images"; "*" stands for all
                """
            ]
        )
        expectFindings(
            try found(#""items": ["robe", "hta"], "species": "dog", "sizes": [[8000, 10]]"#),
            [
                """
                game/catalog.json:13:66: error[misfit]: species "dog" cannot wear item "robe"
                  help: show it on another species, in a target of its own
                """,
                """
                game/catalog.json:13:74: error[unknown-reference]: there is no item "hta"
                  help: did you mean "hat"?
                """,
                """
                game/catalog.json:13:109: error[target-settings]: target "icons": pictures of 8000x10 are too large at scale 3, expected sides of at most 16384 and 67108864 pixels
                  help: make it smaller, or leave out the scale
                """,
            ]
        )
    }

    @Test func `a catalog with nothing to bake says so`() async throws {
        let game = try DrawnGame(
            #""canvas": { "width": 8, "height": 8 }, "checks": { "unused-asset": "off" }"#,
            art: ["dog.png": .disc(8, 8)]
        )
        let outcome = try await bake(
            catalogAt: "game/catalog.json",
            BakeRequest(output: "out", jobs: 1),
            disk: game.disk
        )
        #expect(outcome.summary == nil && game.disk.files["out/manifest.json"] == nil)
        expectFindings(
            outcome.diagnostics.map(\.description),
            [
                """
                game/catalog.json: error[nothing-to-bake]: there is nothing to bake, found no species and no images
                  help: add a pet to "species", or a picture to "images"
                """
            ]
        )
        expectFindings(try await game.findings(), outcome.diagnostics.map(\.description))
    }
}
