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
            ["preview", "art/spare.png"], 2,
            """
            art/spare.png: error[unreadable-catalog]: the file is no catalog, found a picture (PNG)
              help: name the catalog or its folder, or make one around the picture with \
            'kiln init DIR --from art/spare.png'

            1 error

            """
        ),
        (
            ["cache", "art/spare.png"], 2,
            """
            kiln: error: cannot read art/spare.png: the file is no catalog, found a picture (PNG)
              help: name the catalog or its folder, or make one around the picture with \
            'kiln init DIR --from art/spare.png'

            """
        ),
        (
            ["preview", ".", "-s", "dog", "hat"], 2,
            """
            kiln: error: unexpected argument 'hat', expected [CATALOG]; did you mean '--overlay hat'?
              help: try 'kiln preview --help'

            """
        ),
        (
            ["preview", ".", "-s", "dog", "b.png"], 2,
            """
            kiln: error: unexpected argument 'b.png', expected [CATALOG]; did you mean '-o b.png'?
              help: try 'kiln preview --help'

            """
        ),
        (
            ["key", "art/spare.png", "a.png"], 2,
            """
            kiln: error: missing option '-o FILE|DIR'; did you mean '-o a.png'?
              help: try 'kiln key --help'

            """
        ),
        (
            ["preview", "-s", "dog", "-a", "wave", "-o", "a.png"], 2,
            """
            error[unknown-reference]: there is no animation "wave" of species "dog"
              help: its art has no animations: declare them in a rule of "sheets"

            1 error

            """
        ),
        (
            ["preview", "-s", "dog", "--background", "blak", "-o", "a.png"], 2,
            """
            error[unknown-reference]: there is no background "blak"
              help: did you mean "black"? expected checker, white, black, a color as #RRGGBB, or \
            an image of the catalog; one is declared as "images": [{ "id": "blak" }]

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
    func `what is named is told as what it is, with a way out`(
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

    @Test(arguments: [
        ("wav", #"did you mean "wave"?"#), ("jump", #"there are "idle", "wave""#),
    ])
    func `an unknown animation is told with those that there are`(
        name: String,
        help: String
    ) throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        let text = try game.read("catalog.json")
        let sheets =
            #""sheets": { "dog_pet": { "animations": { "wave": {}, "idle": {} } } }, "items""#
        try game.put("catalog.json", text.replacing(#""items""#, with: sheets))
        let run = try game.run("preview", "-s", "dog", "-a", name, "-o", "a.png")
        #expect(run.status == 2)
        #expect(
            run.errors == """
                error[unknown-reference]: there is no animation "\(name)" of species "dog"
                  help: \(help)

                1 error

                """
        )
        #expect(!game.has("a.png"))
    }

    @Test func `a picture that belongs to no catalog is told`() throws {
        let folder = try TemporaryFolder()
        let game = try LittleGame()
        let picture = try Data(contentsOf: game.folder.url.appending(path: "art/spare.png"))
        try picture.write(to: folder.url.appending(path: "x.png"))
        let run = try BuiltCommand(["validate", "x.png"], in: folder.url)
        #expect(run.status == 2)
        #expect(
            run.errors == """
                kiln: error: cannot read x.png: it is no catalog, and no catalog.json is found in \
                its folder or above
                  help: name the catalog or its folder, or make one with 'kiln init'

                """
        )
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
