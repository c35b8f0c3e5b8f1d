import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A dog and a cat, two hats and a scarf; `members` next to them.
private func game(_ members: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let art = folder.url.appending(path: "art")
    try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
    let picture = StraightImage(drawn: "....", ".rr.", ".rr.", "....")
    for name in ["dog", "cat", "cap", "crown", "scarf"] {
        try Data(encodePNG(picture)).write(to: art.appending(path: "\(name).png"))
    }
    let text = """
        {"catalogVersion": 1, "name": "g", "canvas": {"width": 4, "height": 4}, "sources": ["art"],
        "species": [{"id": "dog", "extras": {"rare": false}}, {"id": "cat"}],
        "items": [
          {"id": "cap", "equipStyle": "overlay", "slot": "hat", "extras": {"price": 12, "tags": ["a"]}},
          {"id": "crown", "equipStyle": "overlay", "slot": "hat"},
          {"id": "scarf", "equipStyle": "overlay"}
        ],
        "slots": {"hat": {"name": "Hats"}},
        \(members)}
        """
    try Data(text.utf8).write(to: folder.url.appending(path: "catalog.json"))
    return folder
}

struct GameDataTests {
    @Test func `resolve reports an item's slot and extras`() throws {
        let folder = try game(#""targets": [{"id": "game"}]"#)
        let run = try BuiltCommand(["resolve", "dog", "cap"], in: folder.url)
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.suffix(5) == [
                "slot", "  hat  at most 1 at once  item cap",
                "extras", #"  price  12     item cap"#, #"  tags   ["a"]  item cap"#,
            ]
        )
        let bare = try BuiltCommand(["resolve", "dog"], in: folder.url)
        #expect(bare.output.hasSuffix("extras\n  rare  false  species dog\n"))
        let plain = try BuiltCommand(["resolve", "dog", "scarf"], in: folder.url)
        #expect(!plain.output.contains("slot") && !plain.output.contains("extras"))
    }

    @Test func `preview draws a look that the catalog names`() throws {
        let folder = try game(
            #"""
            "looks": [{"id": "<species>-capped", "overlays": ["cap"], "each": {"species": "*"}}]
            """#
        )
        let named = ["preview", "--look", "cat-capped", "-o", "named.png"]
        let dressed = ["preview", "-s", "cat", "--overlay", "cap", "-o", "dressed.png"]
        let runs = try [named, dressed].map { try BuiltCommand($0, in: folder.url) }
        #expect(runs.map(\.status) == [0, 0])
        let pictures = try ["named.png", "dressed.png"].map {
            try Data(contentsOf: folder.url.appending(path: $0))
        }
        #expect(pictures[0] == pictures[1])
        let grid = try BuiltCommand(
            ["preview", "--look", "cat-capped", "--grid", "species", "-o", "grid.png"],
            in: folder.url
        )
        #expect(grid.status == 0 && grid.output.hasPrefix("2 looks\n"))
    }

    @Test(
        arguments: [
            (
                ["--look", "cat-caped"], Int32(2),
                "catalog.json: error[unknown-reference]: there is no look \"cat-caped\"\n"
                    + "  help: did you mean \"cat-capped\"?\n\n1 error\n"
            ),
            (
                ["--look", "x", "--overlay", "cap"], 2,
                "kiln: error: '--look' and '--overlay' exclude each other; name a look of the "
                    + "catalog, or dress a '--species' yourself\n  help: try 'kiln preview --help'\n"
            ),
            (
                ["--look", "x", "--sheet"], 2,
                "kiln: error: '--look' and '--sheet' exclude each other; '--sheet' draws the whole "
                    + "catalog\n  help: try 'kiln preview --help'\n"
            ),
        ] as [([String], Int32, String)]
    )
    func `a look that cannot be drawn is reported`(
        options: [String],
        status: Int32,
        errors: String
    ) throws {
        let folder = try game(
            #""looks": [{"id": "<species>-capped", "each": {"species": "*"}}]"#
        )
        let run = try BuiltCommand(["preview", "-o", "no.png"] + options, in: folder.url)
        #expect(run.status == status && run.output == "")
        #expect(run.errors == errors)
    }

    @Test func `an animation is played in its direction, each frame for its time`() throws {
        let folder = try game(
            #"""
            "sheets": {"dog": {"grid": {"columns": 4}, "animations": {
              "walk": {"frames": "1-3", "direction": "pingpong", "durations": [100, 200, 400]},
              "idle": {"fps": 6, "direction": "reverse"}}}}
            """#
        )
        let baked = try BuiltCommand(["bake", "-o", "out"], in: folder.url)
        #expect(baked.status == 0, "\(baked.errors)")
        let manifest = try Manifest(
            json: Data(contentsOf: folder.url.appending(path: "out/manifest.json"))
        )
        let animations = try #require(manifest.species.first?.art.first?.animations)
        #expect(
            animations == [
                "walk": .init(
                    frames: [1, 2, 3, 2],
                    fps: 4000 / 900,
                    loop: true,
                    durations: [100, 200, 400, 200]
                ),
                "idle": .init(frames: [3, 2, 1, 0], fps: 6, loop: true),
            ]
        )
        let drawn = try BuiltCommand(
            ["preview", "-s", "dog", "-a", "walk", "-o", "walk.apng"],
            in: folder.url
        )
        #expect(drawn.output.hasSuffix("wrote walk.apng (4x4, 4 frames)\n"))
        let file = try Data(contentsOf: folder.url.appending(path: "walk.apng"))
        let delays = file.ranges(of: Data("fcTL".utf8)).map { range in
            Int(file[range.upperBound + 20]) << 8 + Int(file[range.upperBound + 21])
        }
        #expect(delays == [100, 200, 400, 200])
    }

    @Test func `an inset is taken off by catalogs and by slice`() throws {
        let folder = try game(
            #""sheets": {"dog": {"grid": {"columns": 1, "inset": 1}}}"#
        )
        let baked = try BuiltCommand(["bake", "-o", "out"], in: folder.url)
        #expect(baked.status == 0, "\(baked.errors)")
        let manifest = try Manifest(
            json: Data(contentsOf: folder.url.appending(path: "out/manifest.json"))
        )
        let frame = try #require(manifest.targets.first?.frames["dog"])
        #expect(frame.sourceWidth == 2 && frame.sourceHeight == 2)
        let sliced = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "cells", "--grid", "1x1", "--inset", "1"],
            in: folder.url
        )
        #expect(sliced.output == "wrote cells/dog-0.png (2x2+1+1)\n")
        let large = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "none", "--grid", "1x1", "--inset", "2"],
            in: folder.url
        )
        #expect(large.status == 1)
        #expect(
            large.errors.contains("an inset of 2 leaves nothing of cells of 4x4, expected 0 to 1")
        )
        let alone = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "none", "--inset", "2"],
            in: folder.url
        )
        #expect(alone.status == 2 && alone.errors.contains("'--inset' needs '--grid'"))
    }

    @Test func `a bake hands slots and extras to the game`() throws {
        let folder = try game(
            #""looks": [{"id": "fine", "species": "cat", "overlays": ["cap"], "extras": {"n": 1}}]"#
        )
        let run = try BuiltCommand(["bake", "-o", "out"], in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        let manifest = try Manifest(
            json: Data(contentsOf: folder.url.appending(path: "out/manifest.json"))
        )
        #expect(manifest.slots == [.init(id: "hat", name: "Hats")])
        #expect(manifest.items.map(\.slot) == ["hat", "hat", nil])
        #expect(manifest.items.map(\.extras) == [["price": 12, "tags": ["a"]], nil, nil])
        #expect(manifest.species.map(\.extras) == [["rare": false], nil])
        #expect(manifest.looks.map(\.extras) == [["n": 1]])
        #expect(manifest.extras == nil)
    }
}

/// Images from the command line.
struct ImageCommandTests {
    private func roomGame() throws -> TemporaryFolder {
        try game(
            #"""
            "images": [
              {"id": "room", "asset": "scarf", "size": [8, 6], "extras": {"price": 3}},
              {"id": "icon", "asset": "crown"}
            ],
            "looks": [{"id": "fine", "species": "dog", "background": "room"}],
            "targets": [{"id": "game"}, {"id": "shop", "kind": "images", "items": ["cap"]}]
            """#
        )
    }

    @Test func `resolve explains the images`() throws {
        let folder = try roomGame()
        let run = try BuiltCommand(["resolve", "--images"], in: folder.url)
        #expect(run.status == 0)
        #expect(
            run.output == """
                image room
                  ✓ scarf  art/scarf.png
                keying
                  keyed  no  built-in
                size
                  size  [8, 6]   image room
                  fit   contain  image room
                extras
                  price  3  image room

                image icon
                  ✓ crown  art/crown.png
                keying
                  keyed  no  built-in

                """
        )
        let json = try BuiltCommand(["resolve", "--images", "--json"], in: folder.url)
        #expect(json.status == 0 && json.output.contains(#""art/crown.png""#))
        let all = try BuiltCommand(["resolve", "--images", "dog"], in: folder.url)
        #expect(all.status == 2 || all.status == 1)
    }

    @Test func `resolve explains one image, and refuses what does not go with it`() throws {
        let folder = try roomGame()
        let run = try BuiltCommand(["resolve", "--image", "icon"], in: folder.url)
        #expect(run.status == 0)
        #expect(
            run.output == """
                image icon
                  ✓ crown  art/crown.png
                keying
                  keyed  no  built-in

                """
        )
        let misspelled = try BuiltCommand(["resolve", "--image", "icn"], in: folder.url)
        #expect(misspelled.status != 0 && misspelled.errors.contains(#""icn""#))
        for other in ["--all", "--images"] {
            let both = try BuiltCommand(["resolve", "--image", "icon", other], in: folder.url)
            let message = "'\(other)' and '--image' exclude each other"
            #expect(both.status == 2 && both.errors.contains(message))
        }
    }

    @Test func `preview shows an image behind a look, its own or one that is named`() throws {
        let folder = try roomGame()
        func drawn(_ arguments: [String]) throws -> StraightImage {
            let run = try BuiltCommand(
                ["preview"] + arguments + ["-o", "look.png"],
                in: folder.url
            )
            #expect(run.status == 0, "\(run.errors)")
            let bytes = try Data(contentsOf: folder.url.appending(path: "look.png"))
            try FileManager.default.removeItem(at: folder.url.appending(path: "look.png"))
            return try decodeImage(Array(bytes)).image
        }
        let own = try drawn(["--look", "fine"])
        let bare = try drawn(["-s", "dog"])
        let named = try drawn(["-s", "dog", "--background", "room"])
        let white = try drawn(["--look", "fine", "--background", "white"])
        #expect(own == named && own[0, 0].a == bare[0, 0].a)
        #expect(white.isOpaque && !own.isOpaque)
        let run = try BuiltCommand(
            ["preview", "-s", "dog", "--background", "rom", "-o", "look.png"],
            in: folder.url
        )
        #expect(run.status == 2)
        #expect(run.errors.contains(#"error[unknown-reference]: there is no background "rom""#))
    }

    @Test func `bake reports how many pictures a target has`() throws {
        let folder = try roomGame()
        let run = try BuiltCommand(["bake", "-o", "out"], in: folder.url)
        #expect(run.status == 0 && run.output.contains("baked shop: 1 picture\n"))
        #expect(run.output.contains("  out/shop/items/cap@1x.png\n"))
    }
}
