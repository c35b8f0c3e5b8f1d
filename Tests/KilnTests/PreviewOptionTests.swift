import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// What a preview is asked for is drawn, or refused with the way out.
struct PreviewOptionTests {
    @Test(arguments: [
        (
            ["--sheet", "--grid", "species"],
            "'--sheet' and '--grid' exclude each other; each is a picture of its own"
        ),
        (
            ["--html", "a.html", "--sheet"],
            "'--html' and '--sheet' exclude each other; each is a picture of its own"
        ),
        (
            ["--html", "a.html", "-o", "a.png"],
            "'--html' and '--output' exclude each other; the page shows the whole catalog and lets "
                + "its reader choose; '--html' names its file"
        ),
        (
            ["--html", "a.html", "-s", "dog"],
            "'--html' and '--species' exclude each other; the page shows the whole catalog and lets "
                + "its reader choose; '--html' names its file"
        ),
        (
            ["--sheet", "--base", "robe", "-o", "a.png"],
            "'--sheet' and '--base' exclude each other; the sheet shows every item by itself; for "
                + "one look on all species use '--grid species'"
        ),
        (
            ["--grid", "species", "-s", "dog", "-o", "a.png"],
            "'--grid species' and '--species' exclude each other; the grid shows all species"
        ),
        (
            ["--before-after", "--frame", "1", "-o", "a.png"],
            "'--before-after' and '--frame' exclude each other; files are shown whole, as they lie "
                + "in the sources"
        ),
        (
            ["--before-after", "--overlay", "hat", "-o", "a.png"],
            "'--overlay' needs '--species'"
        ),
        (
            ["-s", "dog", "--columns", "3", "-o", "a.png"],
            "'--columns' needs '--sheet' or '--grid'"
        ),
        (
            ["-s", "dog", "-o", "a.png", "--image", "blocks"],
            "'--output' and '--image' exclude each other; a file needs no terminal"
        ),
        (
            ["-s", "dog", "--image", "blocks", "--force"],
            "'--force' needs '--output' or '--html'"
        ),
    ])
    func `options that say nothing about what is drawn are refused`(
        options: [String],
        error: String
    ) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(["preview"] + options, in: game.folder.url)
        #expect(run.status == 2)
        #expect(run.errors == "kiln: error: \(error)\n  help: try 'kiln preview --help'\n")
        #expect(!FileManager.default.fileExists(atPath: game.folder.url.path + "/a.png"))
    }

    @Test(arguments: [("2", "found 2"), ("-3", "found -3")])
    func `a frame that a look does not have is refused`(frame: String, found: String) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["preview", "-s", "dog", "--frame", frame, "-o", "a.png"],
            in: game.folder.url
        )
        #expect(run.status == 1)
        #expect(
            run.errors == """
                catalog.json: error[undrawable-look]: species "dog" has no such frame, \(found), \
                expected 0 to 1
                  help: -1 is the last one

                1 error

                """
        )
    }

    @Test func `a sheet is a matrix of species and items, with a cross where one does not fit`()
        throws
    {
        let game = try DressedGame()
        let run = try BuiltCommand(["preview", "--sheet", "-o", "a.png"], in: game.folder.url)
        #expect(run.errors == "")
        // The dog undressed and in three things, the cat undressed and in one.
        #expect(run.output.hasPrefix("6 looks\nwrote a.png ("))
        let one = try BuiltCommand(
            ["preview", "--sheet", "-s", "cat", "-o", "b.png"],
            in: game.folder.url
        )
        #expect(one.output.hasPrefix("2 looks\nwrote b.png ("))
        let narrow = try BuiltCommand(
            ["preview", "--sheet", "--columns", "2", "-o", "c.png"],
            in: game.folder.url
        )
        #expect(narrow.output.hasPrefix("6 looks\nwrote c.png ("))
        func size(_ name: String) throws -> PixelSize {
            try decodeImage(Array(Data(contentsOf: game.folder.url.appending(path: name)))).image
                .size
        }
        let (all, cat, folded) = (try size("a.png"), try size("b.png"), try size("c.png"))
        #expect(cat.height < all.height && cat.width < all.width)
        #expect(folded.width < all.width && folded.height > all.height)
    }

    @Test(arguments: [
        ["--sheet"], ["--grid", "species"], ["--grid", "overlays", "-s", "dog"], ["--before-after"],
    ])
    func `a color lies behind every picture of a sheet`(words: [String]) throws {
        let game = try DressedGame()
        func sheet(_ background: [String], _ file: String) throws -> StraightImage {
            let run = try BuiltCommand(
                ["preview"] + words + background + ["-o", file],
                in: game.folder.url
            )
            #expect(run.errors == "" && run.status == 0)
            return try game.image(file)
        }
        let night = StraightPixel(r: 0x20, g: 0x30, b: 0x40)
        let (plain, dark) = (
            try sheet([], "a.png"), try sheet(["--background", "#203040"], "b.png")
        )
        #expect(plain.size == dark.size)
        #expect(!plain.pixels.contains(night) && dark.pixels.contains(night))
    }

    @Test(arguments: [(offset: -400, isSeen: false), (offset: -4, isSeen: true)])
    func `a worn item that lies off the canvas is told`(offset: Int, isSeen: Bool) throws {
        let game = try DressedGame()
        try game.write(DressedGame.catalog(hat: (0, offset)), "catalog.json")
        let run = try game.run("preview", "-s", "dog", "--overlay", "hat", "-o", "a.png")
        #expect(run.status == 0)
        let warning = """
            warning[overlay-clipped]: nothing of item "hat" on species "dog" is seen, found all of it \
            outside of the canvas
            """
        #expect(run.errors.contains(warning) != isSeen, "\(run.errors)")
        #expect(isSeen || run.errors.hasPrefix("catalog.json:"), "\(run.errors)")
    }

    @Test(arguments: [#""columns": 1025"#, #""columns": 1"#, #""columns": 3"#])
    func `the gallery shows what there is of a sheet that cannot be cut`(columns: String) throws {
        let game = try DressedGame()
        let text = DressedGame.catalog().replacing(#""columns": 2"#, with: columns)
        try game.write(text, "catalog.json")
        let run = try game.run("preview", "--html", "a.html")
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.hasPrefix("wrote a.html ("))
        #expect(run.errors.contains("catalog.json:"))
    }

    @Test func `a grid leaves a place empty where nothing fits`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["preview", "--grid", "species", "--base", "robe", "-o", "a.png"],
            in: game.folder.url
        )
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("1 look\nwrote a.png ("))
    }

    @Test func `a sheet moves where a moving file is asked for`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(["preview", "--sheet", "-o", "a.gif"], in: game.folder.url)
        #expect(run.output.hasPrefix("6 looks\nwrote a.gif ("))
        #expect(run.output.hasSuffix(", 2 frames)\n"))
        let still = try BuiltCommand(
            ["preview", "--sheet", "--frame", "1", "-o", "b.gif"],
            in: game.folder.url
        )
        #expect(!still.output.contains("frames)"))
    }

    @Test(arguments: [
        (#""anchor": "head", "offset": [0, 0]"#, #""anchor": "haed", "offset": [0, 0]"#),
        (#""z": 5"#, #""z": "5""#),
    ])
    func `an error of the catalog replaces the picture`(old: String, new: String) throws {
        let game = try DressedGame()
        let wrong = DressedGame.catalog().replacing(old, with: new)
        try #require(wrong != DressedGame.catalog())
        try game.write(wrong, "catalog.json")
        let run = try BuiltCommand(["preview", "-s", "cat", "-o", "a.png"], in: game.folder.url)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("catalog.json:"))
        #expect(run.errors.hasSuffix("\n1 error\n"))
        #expect(!FileManager.default.fileExists(atPath: game.folder.url.path + "/a.png"))
    }

    @Test func `what is wrong with other art is counted next to the picture`() throws {
        let game = try DressedGame()
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "art/scarf.png"))
        let run = try BuiltCommand(["preview", "-s", "cat", "-o", "a.png"], in: game.folder.url)
        #expect(run.status == 0)
        #expect(
            run.output.contains("the catalog has 1 other error: 'kiln validate' lists them\n")
        )
    }

    @Test func `of two files of one name a preview takes neither`() throws {
        let game = try DressedGame()
        try game.draw("more/hat", DressedGame.hat("r"))
        let run = try BuiltCommand(
            ["preview", "-s", "cat", "--overlay", "hat", "-o", "a.png"],
            in: game.folder.url
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("error[duplicate-asset]"))
        let other = try BuiltCommand(["preview", "-s", "cat", "-o", "a.png"], in: game.folder.url)
        #expect(other.status == 0)
    }

    @Test func `a gallery is written with the errors in it`() throws {
        let game = try DressedGame()
        try game.write(Data("no picture".utf8), "art/hat.png")
        let run = try BuiltCommand(["preview", "--html", "a.html"], in: game.folder.url)
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("wrote a.html ("))
        #expect(run.errors.contains("art/hat.png: error[unreadable-picture]"))
        let page = try String(
            contentsOf: game.folder.url.appending(path: "a.html"),
            encoding: .utf8
        )
        #expect(page.contains("unreadable-picture"))
    }

    @Test func `a crown that hides the pet is reported next to its picture, and to programs`()
        throws
    {
        let game = try LittleGame()
        let disc = { (radius: Int, color: StraightPixel) in
            try encodePNG(
                StraightImage(64, 64) { x, y in
                    (x - 32) * (x - 32) + (y - 32) * (y - 32) < radius * radius ? color : .clear
                }
            )
        }
        try game.put(
            "catalog.json",
            try game.read("catalog.json").replacing(": 8", with: ": 64")
        )
        try game.put("art/dog_pet.png", try disc(24, .init(r: 230, g: 120, b: 60)))
        try game.put("art/overlay_hat.png", try disc(26, .init(r: 250, g: 210, b: 40)))
        let words = ["preview", "-s", "dog", "--overlay", "hat", "-o"]
        let run = try game.run(words + ["a.png"])
        #expect(run.status == 0)
        #expect(run.errors.contains("warning[hides-pet]"), "\(run.errors)")
        let reported = try game.run(words + ["b.png", "--json"])
        #expect(reported.output.contains("warning[hides-pet]"), "\(reported.output)")
        #expect(reported.output.contains("\"file\" : \"b.png\""))
        let alone = try game.run(["preview", "-s", "dog", "-o", "c.png"])
        #expect(alone.errors.isEmpty, "\(alone.errors)")
    }

    @Test func `blank frames are packed and reported apart`() throws {
        let game = try DressedGame()
        try game.draw("blank", StraightImage.drawn(4, 4) { _, _ in "." })
        let run = try BuiltCommand(["pack", "art", "-o", "out"], in: game.folder.url)
        #expect(
            run.output.hasPrefix(
                "packed 6 frames (0 equal to others, 1 blank) on 1 page ("
            )
        )
    }
}
