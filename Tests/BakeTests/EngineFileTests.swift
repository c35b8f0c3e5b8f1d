import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// A sheet with one frame in each cell, as wide as the canvas; a share of 0 is a blank frame.
private func sheet(_ shares: [Double], _ color: StraightPixel) -> StraightImage {
    var sheet = StraightImage(size: PixelSize(width: 64 * shares.count, height: 64)!)
    for (cell, share) in shares.enumerated() where share > 0 {
        sheet.copy(
            from: .disc(64, 64, color, filling: share),
            at: PixelPoint(x: cell * 64, y: 0)
        )
    }
    return sheet
}

private let red = StraightPixel(r: 200, g: 30, b: 50)
private let blue = StraightPixel(r: 20, g: 60, b: 210)
private let black = StraightPixel(r: 20, g: 20, b: 20)

/// What a Pixi file says.
private struct PixiSheet: Decodable {
    struct Frame: Decodable {
        struct Size: Decodable, Equatable {
            var w: Int
            var h: Int
        }
        struct Place: Decodable {
            var x: Int
            var y: Int
            var w: Int
            var h: Int
        }
        var frame: Place
        var sourceSize: Size
    }
    var frames: [String: Frame]
    var animations: [String: [String]]?
}

extension BakedGame {
    fileprivate func pixi(_ path: String) throws -> PixiSheet {
        let bytes = try #require(files[path], "\(files.keys.sorted())")
        return try JSONDecoder().decode(PixiSheet.self, from: Data(bytes))
    }

    fileprivate func text(_ path: String) throws -> String {
        String(decoding: try #require(files[path], "\(files.keys.sorted())"), as: UTF8.self)
    }
}

/// What engines need of the files of a bake.
struct EngineFileTests {
    private func blinking(_ target: String) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "dog" }],
            "sheets": { "dog_pet": { "grid": { "columns": 4, "rows": 1 },
              "animations": { "blink": { "frames": "0-3" } } } },
            "targets": [{ "id": "game", \(target) }]
            """,
            art: ["dog_pet.png": sheet([0.9, 0, 0.8, 0], red)]
        )
    }

    @Test func `an animation keeps its blank frames in every format and at every scale`()
        async throws
    {
        let formats = [
            "texturepacker-hash", "texturepacker-array", "phaser", "pixi", "libgdx", "cocos2d",
            "godot", "unity", "spriteatlas", "starling", "css",
        ]
        let list = formats.map { "\"\($0)\"" }.joined(separator: ", ")
        let baked = try await blinking(#""scales": [1, 2], "formats": [\#(list), "kiln"]"#).baked()
        let names = (0..<4).map { "dog_pet/\($0)" }
        for scale in [1, 2] {
            let sheet = try baked.pixi("game/game-0@\(scale)x.pixi.json")
            #expect(sheet.animations?["dog_pet/blink"] == names)
            let blank = try #require(sheet.frames["dog_pet/1"])
            let other = try #require(sheet.frames["dog_pet/3"])
            #expect(blank.sourceSize == .init(w: 64 * scale, h: 64 * scale))
            #expect(blank.frame.w == scale && blank.frame.h == scale)
            #expect(blank.frame.x == other.frame.x && blank.frame.y == other.frame.y)
            let page = try baked.picture("game/game-0@\(scale)x.png").cropped(
                to: PixelRect(x: blank.frame.x, y: blank.frame.y, width: scale, height: scale)!
            )
            #expect(page.opaqueBounds() == nil)
            let godot = try baked.text("game/game@\(scale)x.animations.tres")
            #expect(godot.components(separatedBy: "\"texture\"").count - 1 == 4)
            for file in [
                "game-0@\(scale)x.json", "game-0@\(scale)x.array.json",
                "game@\(scale)x.phaser.json", "game@\(scale)x.atlas", "game-0@\(scale)x.plist",
                "game-0@\(scale)x.tpsheet", "game-0@\(scale)x.xml",
            ] {
                let text = try baked.text("game/" + file)
                for name in names { #expect(text.contains(name), "\(file) lacks \(name)") }
            }
            let suffix = scale == 1 ? "" : "@2x"
            let whole = try baked.picture(
                "game/game.spriteatlas/dog_pet_1.imageset/dog_pet_1\(suffix).png"
            )
            let side = 64 * scale
            #expect(whole == StraightImage(size: PixelSize(width: side, height: side)!))
        }
        // Games that read the manifest draw nothing, as ever.
        let frame = try #require(baked.manifest.targets[0].frames["dog_pet/1"])
        #expect(frame.page == 0 && frame.width == 0 && frame.height == 0)
        #expect(frame.sourceWidth == 64)
    }

    /// Three pets of the same sizes with four frames each; a page holds six frames.
    private func crowd(_ target: String) throws -> DrawnGame {
        let shares = [0.95, 0.95, 0.95, 0.95]
        return try DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "ant" }, { "id": "bee" }, { "id": "cat" }],
            "sheets": { "*_pet": { "grid": { "columns": 4, "rows": 1 },
              "animations": { "walk": { "frames": "0-3" } } } },
            "targets": [{ "id": "game", "trim": false, "padding": 0, "maxPageSize": 192,
              "duplicates": "none", \(target) }]
            """,
            art: [
                "ant_pet.png": sheet(shares, red), "bee_pet.png": sheet(shares, blue),
                "cat_pet.png": sheet(shares, black),
            ]
        )
    }

    @Test func `frames of an animation are on one of several pages`() async throws {
        let baked = try await crowd(#""formats": ["kiln", "pixi"]"#).baked()
        let target = baked.manifest.targets[0]
        #expect(target.pages.count == 2)
        for pet in ["ant", "bee", "cat"] {
            let pages = Set((0..<4).compactMap { target.frames["\(pet)_pet/\($0)"]?.page })
            #expect(pages.count == 1, "\(pet)")
            let page = try #require(pages.first)
            let sheet = try baked.pixi("game/game-\(page)@1x.pixi.json")
            #expect(sheet.animations?["\(pet)_pet/walk"]?.count == 4)
        }
    }

    @Test func `an animation that no page holds is an error that says what helps`() async throws {
        let game = try crowd(#""formats": ["pixi"]"#)
        let path = "game/catalog.json"
        let text = String(decoding: try #require(game.disk.files[path]), as: UTF8.self)
        game.disk.put(path, text.replacing(#""maxPageSize": 192"#, with: #""maxPageSize": 64"#))
        let outcome = try await bake(
            catalogAt: path,
            BakeRequest(output: "out", jobs: 1),
            disk: game.disk
        )
        let found = try #require(outcome.diagnostics.first { $0.id == "cannot-export" })
        #expect(
            found.message == """
                target "game": animation "ant_pet/walk" has frames on several pages, found no page \
                with all of them, which "pixi" needs
                """
        )
        #expect(found.help == #"raise "maxPageSize" (64 now), lower "scales""#)
        #expect(outcome.summary == nil)
        // Others show it all the same.
        game.disk.put(
            path,
            text.replacing(#""maxPageSize": 192"#, with: #""maxPageSize": 64"#)
                .replacing("pixi", with: "phaser")
        )
        #expect(try await game.baked().manifest.targets[0].pages.count == 12)
    }

    @Test func `libGDX gets turned frames as it turns them, and the manifest says how`()
        async throws
    {
        var tall = StraightImage(size: PixelSize(width: 64, height: 64)!)
        for y in 2..<62 {
            for x in 28..<(33 + y / 9) { tall[x, y] = red }
        }
        tall[28, 2] = blue
        var flat = StraightImage(size: PixelSize(width: 64, height: 64)!)
        flat.fill(PixelRect(x: 0, y: 50, width: 64, height: 5)!, with: black)
        func game(_ formats: String) throws -> DrawnGame {
            try DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 },
                "species": [{ "id": "owl" }, { "id": "eel" }],
                "looks": [{ "id": "owl", "species": "owl" }],
                "targets": [{ "id": "game", "scales": [1, 2], "rotate": true,
                  "formats": \(formats) }]
                """,
                art: ["owl_pet.png": tall, "eel_pet.png": flat]
            )
        }
        for (formats, isCounterclockwise) in [(#"["libgdx"]"#, true), (#"["kiln"]"#, nil)] {
            let game = try game(formats)
            let baked = try await game.baked()
            let frames = baked.manifest.targets[0].frames.values
            let turned = frames.filter(\.rotated)
            #expect(turned.count == 1)
            #expect(turned.first?.counterclockwise == isCounterclockwise)
            #expect(frames.allSatisfy { $0.rotated || $0.counterclockwise == nil })
            for scale in [1, 2] {
                for pet in ["owl", "eel"] {
                    let look = Look(species: pet)
                    let shown = try await game.preview(look, scale: scale)
                    let drawn = try baked.drawn(look, scale: scale)
                    #expect(drawn == shown, "\(formats) \(pet)")
                }
            }
        }
        let atlas = try await game(#"["libgdx"]"#).baked().text("game/game@1x.atlas")
        #expect(atlas.contains("rotate:true"))
    }
}
