import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// What users get wrong, and what commands answer.
struct MistakeTests {
    @Test func `a misspelled catalog keeps the cache of another`() throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let before = try game.run("cache")
        #expect(before.status == 0)
        #expect(before.output.hasSuffix(" of 1 bake\n") && !before.output.contains(": 0 entries"))
        for words in [
            ["--clear", "typo"], ["typo"], ["--clear", "art"], ["nope.json", "--json"],
        ] {
            let run = try game.run(["cache"] + words)
            #expect(run.status == 2, "\(words)")
            #expect(run.output.isEmpty, "\(words)")
            #expect(run.errors.contains("no such file or directory\n  help: name the catalog"))
        }
        #expect(try game.run("cache").output == before.output)
        #expect(try game.run("cache", "--clear").status == 0)
        #expect(try game.run("cache").output == ".kiln-cache: 0 entries (0 bytes) of 0 bakes\n")
    }

    @Test(arguments: [
        (
            ["preview", "art/spare.png", "-s", "dog", "-o", "a.png"], 2,
            """
            art/spare.png: error[unreadable-catalog]: the file is no catalog, found a picture (PNG)
              help: name the catalog or its folder, or make one around the picture with \
            'kiln init DIR --from art/spare.png'

            1 error

            """
        ),
        (
            ["bake", "build/manifest.json", "-o", "b"], 2,
            """
            build/manifest.json: error[unreadable-catalog]: the file is no catalog, found the manifest of a bake
              help: name the catalog or its folder; 'kiln inspect build/manifest.json' shows what the manifest holds

            1 error

            """
        ),
        (
            ["bake", ".", "build"], 2,
            """
            kiln: error: unexpected argument 'build', expected [CATALOG]; did you mean '-o build'?
              help: try 'kiln bake --help'

            """
        ),
        (
            ["pack", "art/spare.png", "-o", "b"], 2,
            """
            kiln: error: cannot list art/spare.png: it is a file, expected a folder of pictures
              help: name the folder that holds the pictures

            """
        ),
        (
            ["slice", "art", "--grid", "2x2", "-o", "b"], 2,
            "art: error: it is a folder, expected a file\n"
        ),
        (
            ["key", "catalog.json", "-o", "a.png"], 1,
            """
            catalog.json: error: not a PNG, JPEG, WebP, GIF or Aseprite file, found JSON
            nothing was written

            """
        ),
        (
            ["diff", "art", "art"], 2,
            """
            kiln: error: cannot read art/manifest.json: no such file or directory
              help: name the output folder of a bake, or the manifest.json in it

            """
        ),
        (
            ["diff", "catalog.json", "catalog.json"], 2,
            """
            kiln: error: catalog.json: this is not a Kiln manifest: it has no "format"
              help: name the output folder of a bake, or the manifest.json in it

            """
        ),
        (
            ["init", "art/spare.png"], 2,
            """
            kiln: error: cannot create art/spare.png: a file with this name is in the way
              help: name a folder, and the picture behind '--from': 'kiln init DIR --from art/spare.png'

            """
        ),
    ])
    func `a file of another kind is named as what it is, with a way out`(
        words: [String],
        status: Int,
        errors: String
    ) throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let run = try game.run(words)
        #expect(run.errors == errors)
        #expect(run.status == status)
        #expect(!game.has("b") && !game.has("a.png"))
    }

    @Test func `help says once that an option may be repeated`() throws {
        for command in ["bake", "key", "pack", "preview", "slice", "validate"] {
            let help = try BuiltCommand([command, "--help"]).output
            for line in help.split(separator: "\n") {
                #expect(line.ranges(of: "repeated").count < 2, "\(command): \(line)")
            }
        }
    }

    @Test(arguments: [["cache"], ["cache", "--clear"], ["bake", "-o", "build"]])
    func `a folder of others is no cache, and an empty one is asked for`(words: [String]) throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        try game.put("others/note.txt", "mine")
        let run = try game.run(words + ["--cache-dir", "others"])
        #expect(run.status == (words == ["bake", "-o", "build"] ? 0 : 2))
        #expect(
            run.errors.contains(
                "it is not a cache of this version of Kiln, as it lacks Kiln's own CACHEDIR.TAG\n"
                    + "  help: name a new or an empty folder"
            )
        )
        #expect(run.errors.contains("'--cache-dir'"))
        #expect(game.has("others/note.txt"))
    }

    @Test(arguments: [
        (["dog", "hat"], #""placement": "top""#), (["--all"], #""z": "x""#),
        (["dog", "hat", "--json"], #""placement": 5"#),
    ])
    func `resolving tells the errors of the catalog`(words: [String], member: String) throws {
        let game = try LittleGame()
        let sound = try game.run(["resolve"] + words)
        #expect(sound.status == 0 && sound.errors.isEmpty)
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing(#""key": false"#, with: #""key": false, \#(member)"#)
        )
        let run = try game.run(["resolve"] + words)
        #expect(run.status == 1)
        #expect(run.output == sound.output)
        #expect(run.errors.hasPrefix("catalog.json:5:"), "\(run.errors)")
        #expect(run.errors.contains(": error[") && run.errors.hasSuffix("1 error\n"))
    }

    @Test func `a catalog of images alone is shown as a sheet of them`() throws {
        let game = try LittleGame()
        try game.put("art/badge.png", encodePNG(StraightImage(drawn: "rr", "rb")))
        try game.put("art/room_day.png", encodePNG(StraightImage(drawn: "yy")))
        try game.put("art/room_night.png", encodePNG(StraightImage(drawn: "bb")))
        try game.put(
            "catalog.json",
            """
            {
              "catalogVersion": 1, "name": "small", "sources": ["art"],
              "axes": { "time": ["day", "night"] }, "canvas": { "width": 8, "height": 8 },
              "images": [ { "id": "badge", "asset": "badge" }, { "id": "room", "asset": "room_<time>" } ]
            }
            """
        )
        for words in [[], ["--sheet"]] {
            let run = try game.run(["preview"] + words + ["-o", "sheet.png", "--force"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("3 images"))
            let bytes = [UInt8](try Data(contentsOf: game.folder.url.appending(path: "sheet.png")))
            let sheet = try decodeImage(bytes).image
            let colors = Set(sheet.pixels)
            #expect(
                StraightImage(drawn: "ryb").pixels.allSatisfy(colors.contains),
                "all three are drawn"
            )
        }
        let night = try game.run(
            "preview",
            "--sheet",
            "--axis",
            "time=night",
            "-o",
            "night.png"
        )
        #expect(night.output.contains("2 images"))
        let grid = try game.run("preview", "--grid", "species", "-o", "grid.png")
        #expect(grid.status == 1 && !game.has("grid.png"))
        #expect(
            grid.errors.hasPrefix(
                "catalog.json: error[undrawable-look]: the catalog has no species\n"
                    + "  help: 'kiln preview --sheet' draws its images\n"
            )
        )
    }

    @Test func `a pet still has to be named`() throws {
        let run = try LittleGame().run("preview", "-o", "look.png")
        #expect(run.status == 2)
        #expect(run.errors.contains("missing option '--species ID', or '--look ID'"))
    }
}

extension LittleGame {
    func run(_ words: String...) throws -> BuiltCommand { try run(words) }

    func run(_ words: [String]) throws -> BuiltCommand { try BuiltCommand(words, in: folder.url) }

    func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
    }
}
