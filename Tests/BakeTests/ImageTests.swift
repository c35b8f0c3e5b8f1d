import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Pictures that belong to no species.
struct ImageTests {
    /// A room that fills its picture, twice as dense as points.
    private static let room = StraightImage(480, 360) { x, y in
        StraightPixel(
            r: UInt8(90 + x / 4),
            g: UInt8(120 + (x + y) / 9),
            b: UInt8(230 - y / 3)
        )
    }

    private static let coins = StraightImage(96, 32) { x, y in
        let radius = [14.0, 10, 6][x / 32]
        let dx = Double(x % 32) - 15.5
        let dy = Double(y) - 15.5
        return (dx * dx) / (radius * radius) + (dy * dy) / 196 < 1
            ? StraightPixel(r: 240, g: 200, b: 40) : .clear
    }

    private func game(
        images: String = #"""
        { "id": "room_beach", "name": "Beach", "size": [240, 180], "extras": { "price": 12 } },
        { "id": "coin", "asset": "coins" },
        { "id": "hat_icon", "asset": "overlay_hat", "size": [24, 24] }
        """#,
        species: String = #"[{ "id": "dog" }]"#,
        targets: String = #"[{ "id": "game", "scales": [1, 2] }]"#,
        more: String = "",
        art: [String: StraightImage] = [:]
    ) throws -> DrawnGame {
        let all: [String: StraightImage] = [
            "dog_pet.png": .disc(160, 160), "overlay_hat.png": .disc(160, 160, filling: 0.5),
            "room_beach@2x.png": Self.room, "coins.png": Self.coins,
        ]
        return try DrawnGame(
            """
            "canvas": { "width": 160, "height": 160 }, "species": \(species),
            "items": \(species == "[]" ? "[]" : #"[{ "id": "hat", "equipStyle": "overlay" }]"#),
            "images": [\(images)],
            "sheets": { "coins": { "grid": { "columns": 3 }, "animations": {
              "spin": { "frames": "0-2,1", "fps": 12 } } } },
            \(more) "targets": \(targets)
            """,
            art: all.merging(art) { _, new in new }.filter { name, _ in
                species != "[]" || !["dog_pet.png", "overlay_hat.png"].contains(name)
            }
        )
    }

    @Test func `images are in the manifest and on the pages, and used`() async throws {
        let game = try game()
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let room = try #require(baked.manifest.image("room_beach"))
        #expect(
            room
                == Manifest.Image(
                    id: "room_beach",
                    name: "Beach",
                    frames: ["room_beach"],
                    width: 240,
                    height: 180,
                    extras: ["price": 12]
                )
        )
        let coin = try #require(baked.manifest.image("coin"))
        #expect(coin.frames == ["coins/0", "coins/1", "coins/2"] && coin.width == 32)
        #expect(coin.animations == ["spin": .init(frames: [0, 1, 2, 1], fps: 12, loop: true)])
        #expect(coin.name == "coin" && coin.extras == nil)
        // Worn it is a full canvas; so the icon has a name of its own.
        let icon = try #require(baked.manifest.image("hat_icon"))
        #expect(icon.frames == ["overlay_hat~hat_icon"] && icon.height == 24)
        #expect(baked.manifest.items[0].art[0].frames == ["overlay_hat"])
        let read = try Manifest(json: Data(baked.manifest.json()))
        #expect(read == baked.manifest)
    }

    @Test func `an image is drawn from the page as its picture is`() async throws {
        let baked = try await game().baked()
        let step = try #require(
            try baked.manifest.drawList(forImage: "room_beach", scale: 2).first
        )
        #expect(step.x == 0 && step.y == 0 && step.item == nil)
        let shown = try baked.picture(step.image).cropped(
            to: PixelRect(
                x: step.source.x,
                y: step.source.y,
                width: step.source.width,
                height: step.source.height
            )!
        )
        let isEqual = shown == Self.room
        #expect(isEqual, "\(shown.size)")
        // The second coin is narrower than its cell.
        let coin = try baked.manifest.drawList(forImage: "coin", animation: "spin", frame: 5)
        #expect(coin.map(\.frame) == ["coins/1"] && coin[0].x == 6 && coin[0].y == 2)
        #expect(
            try baked.manifest.drawList(forImage: "coin", frame: -1).map(\.frame) == ["coins/2"]
        )
    }

    @Test func `a target takes the images that it names, and reports others`() async throws {
        let game = try game(
            targets: #"""
                [{ "id": "pets", "images": [] }, { "id": "rooms", "images": ["room_*"] },
                 { "id": "all" }]
                """#
        )
        let manifest = try await game.baked().manifest
        let held = manifest.targets.map { target in
            ["coins/0", "dog_pet", "room_beach"].filter { target.frames[$0] != nil }
        }
        #expect(
            held == [
                ["dog_pet"], ["dog_pet", "room_beach"], ["coins/0", "dog_pet", "room_beach"],
            ]
        )
        func failure(_ id: String, _ target: String?, scale: Int = 1) -> String? {
            do throws(ManifestError) {
                _ = try manifest.drawList(forImage: id, target: target, scale: scale)
                return nil
            } catch {
                return "\(error.code.rawValue): \(error.message)"
            }
        }
        #expect(failure("room_beach", nil) == nil)
        #expect(
            failure("coin", "pets")
                == "not-in-target: target \"pets\" does not hold image \"coin\"; these do: \"all\""
        )
        #expect(failure("sea", nil) == "unknown-image: there is no image \"sea\"")
        #expect(failure("coin", "gone") == "unknown-target: there is no target \"gone\"")
        #expect(
            failure("coin", nil, scale: 3)
                == "unknown-scale: target \"all\" has no scale 3; it has 1"
        )
        #expect(throws: ManifestError.self) {
            try manifest.drawList(forImage: "coin", animation: "roll")
        }
    }

    @Test func `a catalog of images alone is baked`() async throws {
        let game = try game(images: #"{ "id": "room_beach" }, { "id": "coins" }"#, species: "[]")
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        #expect(baked.manifest.species == [] && baked.manifest.targets[0].frames.count == 4)
        #expect(baked.manifest.image("room_beach")?.width == 240)
    }

    @Test func `a room may be large where no target takes it`() async throws {
        let art = [
            "room_beach@2x.png": StraightImage(5000, 300) { _, _ in .init(r: 9, g: 99, b: 9) }
        ]
        let image = #"{ "id": "room_beach" }, { "id": "coin", "asset": "coins" }"#
        let held = try game(images: image, art: art)
        let found = try await held.findings()
        let large = found.filter { $0.contains("error[does-not-fit]: target \"game\"") }
        #expect(large.count == 1)
        #expect(
            large.first?.hasSuffix(
                "set the image's \"size\", or leave it out of the target's \"images\""
            ) == true
        )
        let left = try game(
            images: image,
            targets: #"[{ "id": "game", "images": ["coin"] }]"#,
            art: art
        )
        #expect(try await left.findings().allSatisfy { !$0.contains("does-not-fit") })
    }

    @Test func `a keyed image loses its screen, and no other does`() async throws {
        let green = StraightImage(64, 64) { x, y in
            (16..<48).contains(x) && (16..<48).contains(y)
                ? StraightPixel(r: 200, g: 40, b: 40) : StraightPixel(r: 0, g: 255, b: 0)
        }
        let baked = try await game(
            images: #"""
                { "id": "gem", "key": true, "chroma": { "key": "#00FF00" } },
                { "id": "raw", "asset": "gem" }
                """#,
            art: ["gem.png": green]
        ).baked()
        let gem = try #require(try baked.manifest.drawList(forImage: "gem").first)
        #expect(gem.x == 16 && gem.source.width == 32)
        let raw = try #require(try baked.manifest.drawList(forImage: "raw").first)
        #expect(raw.x == 0 && raw.source.width == 64 && raw.frame == "gem~raw")
    }

    @Test func `what is wrong with an image is told at its place`() async throws {
        let game = try game(
            images: #"""
                { "id": "room_beahc", "size": [240, 180] }, { "id": "Coin", "asset": "Coins" },
                { "id": "coin", "asset": "coins" }, { "id": "x", "asset": "nothing-like-it" }
                """#,
            targets: #"[{ "id": "game", "images": ["rom", "sea_*", "*"] }]"#
        )
        let (_, found) = try LoadedCatalog.load("game/catalog.json", disk: game.disk)
        expectFindings(
            found.map(\.description),
            [
                """
                game/catalog.json:3:20: error[unresolved-image]: image "room_beahc" has no picture, found no asset "room_beahc"
                  help: did you mean "room_beach" (art/room_beach@2x.png)?
                """,
                """
                game/catalog.json:3:81: error[unresolved-image]: image "Coin" has no picture, found no asset "Coins"
                  help: names are case-sensitive: found "coins" (art/coins.png)
                """,
                """
                game/catalog.json:4:9: error[duplicate-id]: the image "coin" differs only in case from "Coin"
                  help: give it another id
                """,
                """
                game/catalog.json:4:59: error[unresolved-image]: image "x" has no picture, found no asset "nothing-like-it"
                  help: add art/nothing-like-it.png, or name another with "asset"
                """,
                """
                game/catalog.json:7:48: error[unknown-reference]: no image fits "sea_*"
                  help: there are "room_beahc", "Coin", "coin", "x"
                """,
            ]
        )
    }
}
