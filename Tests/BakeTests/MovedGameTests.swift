import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// The catalogs of the page that says how games are moved, with the art that they are for.
struct MovedGameTests {
    /// The catalog of that name on the page.
    private static func catalog(_ name: String) throws -> String {
        let page = try String(
            contentsOf: Repository.file("Documentation/moving-a-game.md"),
            encoding: .utf8
        )
        let blocks = page.components(separatedBy: "```json\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        return try #require(blocks.first { $0.contains("\"name\": \"\(name)\"") })
    }

    /// A folder with the catalog, and links to what it reads.
    private final class MovedGame {
        let folder: URL
        let catalog: String

        init(_ name: String, links: [String: URL]) throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "kiln-moved-\(UInt64.random(in: .min ... .max))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (link, target) in links {
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: link),
                    withDestinationURL: target
                )
            }
            let text = try MovedGameTests.catalog(name)
            #expect(text.split(separator: "\n").count <= 60)
            catalog = folder.appending(path: "catalog.json").path
            try RealDisk().write(Array(text.utf8), to: catalog)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func findings() async throws -> [String] {
            let (loaded, found) = try LoadedCatalog.load(catalog, disk: RealDisk())
            let all = try await loaded?.validate(in: RenderContext(disk: RealDisk(), jobs: 2))
            return (all ?? found).map(\.description)
        }

        func baked() async throws -> BakedGame {
            let output = folder.appending(path: "out").path
            let request = BakeRequest(output: output, jobs: 2)
            let outcome = try await bake(catalogAt: catalog, request, disk: RealDisk())
            try #require(outcome.summary != nil, "\(outcome.diagnostics.map(\.description))")
            let json = try RealDisk().read(output + "/manifest.json")
            let manifest = try Manifest(json: Data(json))
            var files: [String: [UInt8]] = [:]
            for image in manifest.targets.flatMap(\.pages).flatMap(\.images) {
                files[image.path] = try RealDisk().read(output + "/" + image.path)
            }
            return BakedGame(manifest: manifest, files: files)
        }

        func preview(_ look: Look, animation: String?, frame: Int) async throws -> StraightImage {
            let loaded = try #require(try LoadedCatalog.load(catalog, disk: RealDisk()).loaded)
            var options = DrawOptions(jobs: 2)
            options.animation = animation
            options.frames = .one(frame)
            let (drawn, found) = try await drawLooks(loaded, [look], options)
            return try #require(drawn[0]?.images[0], "\(found.map(\.description))").straight()
        }
    }

    @Test(.enabled(if: Fixtures.areExpected, "\(Fixtures.absence)"))
    func `a tree of layered characters is a catalog of a few dozen lines`() async throws {
        let set = try Fixtures.folder().appending(path: "layered/lpc-revised/Characters")
        let game = try MovedGame("lpc", links: ["Characters": set])
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let student = try #require(baked.manifest.looks.first { $0.id == "student" }?.look)
        #expect(
            try baked.manifest.animations(of: student).keys.sorted()
                == ["idle", "jump", "walk-down", "walk-left", "walk-right", "walk-up"]
        )
        for named in baked.manifest.looks {
            for (animation, frame) in [("walk-left", 3), ("idle", 1), ("jump", 5)] {
                let shown = try await game.preview(
                    named.look,
                    animation: animation,
                    frame: frame
                )
                let drawn = try baked.drawn(named.look, animation: animation, frame: frame)
                #expect(drawn == shown, "\(named.id), \(animation)")
                // Body, head, eyes and clothes: never less than a figure.
                let box = try #require(shown.opaqueBounds(above: 127))
                #expect(box.width > 16 && box.height > 36)
            }
        }
        // Both skins are there, and differ.
        var other = student
        other.axes["skin"] = "Brown"
        #expect(try baked.drawn(student, frame: 20) != baked.drawn(other, frame: 20))
    }

    @Test(.enabled(if: Fixtures.areExpected, "\(Fixtures.absence)"))
    func `pieces without a canvas are put together by parts`() async throws {
        let set = try Fixtures.folder().appending(path: "layered/kenney-modular-characters/PNG")
        let game = try MovedGame("modular", links: ["PNG": set])
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let look = try #require(baked.manifest.looks.first?.look)
        let steps = try baked.manifest.drawList(for: look)
        // Ten pieces of the body, three each of shirt and trousers, two shoes, the hair.
        #expect(steps.count == 19)
        let shown = try await game.preview(look, animation: nil, frame: 0)
        #expect(try baked.drawn(look) == shown)
        // One file gives the left leg and the right one.
        let legs = steps.filter { $0.frame.hasPrefix("Skin/Tint 5/tint5_leg") }
        #expect(Set(legs.map(\.frame)).count == 2)
        // What is worn is symmetric enough to stand in the middle.
        let box = try #require(shown.opaqueBounds(above: 127))
        #expect(abs(box.x + box.maxX - 260) <= 4)
    }

    @Test func `an app's asset catalog is baked as it is`() async throws {
        let game = try MovedGame("habits", links: [:])
        func put(_ asset: String, _ image: StraightImage) throws {
            let set = "\(game.folder.path)/Assets.xcassets/\(asset).imageset"
            let slots = ["1x", "2x", "3x"].map {
                #"{ "filename": "\#(asset).png", "idiom": "universal", "scale": "\#($0)" }"#
            }
            try RealDisk().write(
                Array(#"{ "images": [\#(slots.joined(separator: ", "))] }"#.utf8),
                to: set + "/Contents.json"
            )
            try RealDisk().write(try encodePNG(image, effort: .fast), to: set + "/\(asset).png")
        }
        try put("dog_pet", .disc(2208, 1952))
        try put("dog_pet_wizard", .disc(2208, 1952, StraightPixel(r: 60, g: 40, b: 140)))
        // A hat on green, as it is keyed at run time.
        let hat = StraightImage.disc(600, 600, StraightPixel(r: 200, g: 30, b: 50), filling: 0.6)
        try put(
            "hat",
            StraightImage(600, 600) { x, y in
                let cover = Double(hat[x, y].a) / 255
                func over(_ top: UInt8, _ under: UInt8) -> UInt8 {
                    UInt8((Double(top) * cover + Double(under) * (1 - cover)).rounded())
                }
                return StraightPixel(r: over(200, 0), g: over(30, 255), b: over(50, 0))
            }
        )
        try put("dog_pet_overlay_cape", .disc(2208, 1952, filling: 0.95))
        try put(
            "room_beach",
            StraightImage(1200, 900) { x, y in
                StraightPixel(r: UInt8(x * 255 / 1200), g: UInt8(y * 255 / 900), b: 200)
            }
        )
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        var look = try baked.manifest.look(species: "dog")
        try look.equip("wizard", in: baked.manifest)
        try look.toggle("hat", in: baked.manifest)
        #expect(look.overlays == ["hat"])
        let shown = try await game.preview(look, animation: nil, frame: 0)
        #expect(shown.size == PixelSize(width: 160, height: 200))
        #expect(try baked.drawn(look) == shown)
        // The hat stands out of the canvas, into the bleed.
        #expect(try #require(shown.opaqueBounds(above: 127)).y < 40)
        #expect(baked.manifest.items.first { $0.id == "hat" }?.extras?["price"]?.int == 120)
        for page in baked.manifest.targets.flatMap(\.pages) {
            #expect(page.width * 3 <= 2048 && page.height * 3 <= 2048)
        }
        // The room behind the holiday's look fills canvas and bleed.
        let holiday = try #require(baked.manifest.looks.first)
        #expect(holiday.background == "room_beach")
        let room = try #require(baked.manifest.image("room_beach"))
        #expect(room.width == 320 && room.height == 400)
        #expect(room.extras?["price"]?.int == 250)
        let shop = try #require(baked.manifest.targets.last?.pictures)
        #expect(
            Set(shop.map(\.path))
                == Set(
                    ["looks/holiday", "items/wizard", "items/hat", "items/cape"].flatMap { name in
                        (1...3).map { "shop/\(name)@\($0)x.png" }
                    }
                )
        )
        #expect(shop.allSatisfy { $0.width == 64 * $0.scale && $0.height == 64 * $0.scale })
        let icon = try decodeImage(
            RealDisk().read(game.folder.path + "/out/shop/items/hat@3x.png")
        ).image
        // Trimmed, centered, and no green is left of its screen.
        let seen = try #require(icon.opaqueBounds(above: 127))
        #expect(abs(seen.x + seen.maxX - 192) <= 2 && abs(seen.y + seen.maxY - 192) <= 2)
        #expect(max(seen.width, seen.height) >= 186)
        #expect(!icon.pixels.contains { $0.a > 200 && $0.g > 180 && $0.r < 120 })
    }
}
