import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

struct SliceCommandTests {
    @Test func `an opaque sheet without figures is told to be keyed`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(["slice", "art/hat.png", "-o", "cut"], in: game.folder.url)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                note: the sheet is opaque, so it is one frame; --key auto removes its screen #00FF00 \
                first

                """
        )
        let keyed = try BuiltCommand(
            ["slice", "art/hat.png", "-o", "cut", "--key", "auto", "--force"],
            in: game.folder.url
        )
        #expect(keyed.errors == "")
    }

    @Test func `frames are told to programs with their places on the sheet`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "cut", "--grid", "2x1", "--json"],
            in: game.folder.url
        )
        #expect(run.status == 0)
        let told = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(told as? [String: Any])
        #expect(report["method"] as? String == "grid")
        let entries = try #require(report["frames"] as? [[String: Any]])
        #expect(entries.compactMap { $0["path"] as? String } == ["cut/dog-0.png", "cut/dog-1.png"])
        #expect(entries.compactMap { $0["x"] as? Int } == [0, 16])
        #expect(entries.compactMap { $0["width"] as? Int } == [16, 16])
    }

    @Test(arguments: ["--margin", "--spacing", "--inset"])
    func `what is about a grid needs one`(option: String) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "cut", option, "1"],
            in: game.folder.url
        )
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("kiln: error: '\(option)' needs '--grid' or '--cell'\n"))
    }

    @Test(arguments: ["--sheet", "--debug-image"])
    func `pictures are written as PNG, not as what their names say`(option: String) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "--grid", "2x1", option, "cut.jpg"],
            in: game.folder.url
        )
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("kiln: error: invalid value for \(option), found 'cut.jpg'"))
    }

    @Test func `other figures than expected are an error that names what was found`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "--count", "7", "--debug-image", "cut.png"],
            in: game.folder.url
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("expected 7"))
        #expect(FileManager.default.fileExists(atPath: game.folder.url.path + "/cut.png"))
    }

    @Test(.enabled(if: hasLibrary("gif")))
    func `an animation is taken apart, unless it is said how its first frame is cut`() throws {
        let game = try DressedGame()
        func slice(_ arguments: String...) throws -> BuiltCommand {
            try BuiltCommand(["slice"] + arguments, in: game.folder.url)
        }
        let made = try slice(
            "art/dog.png",
            "--grid",
            "2x1",
            "--gif",
            "walk.gif",
            "--register",
            "none"
        )
        #expect(made.status == 0)
        #expect(
            try slice("walk.gif", "-o", "frames").output == """
                wrote frames/walk-0.png (16x16, 130 ms)
                wrote frames/walk-1.png (16x16, 120 ms)

                """
        )
        #expect(try slice("walk.gif", "-o", "first", "--grid", "1x1").output.contains("walk-0"))
        let even = try slice("walk.gif", "--sheet", "even.png")
        #expect(even.output.hasPrefix("wrote even.png (--grid 2x1, cells of 16x16, "))
    }

    @Test func `blocks become pixels, or none are found`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "--grid", "2x1", "--pixelate", "4", "-o", "small"],
            in: game.folder.url
        )
        #expect(run.status == 0)
        #expect(run.output.contains("made pixels of blocks of 4.0x4.0 pixels\n"))
        let small = try BuiltCommand(["inspect", "small/dog-0.png"], in: game.folder.url)
        #expect(small.output.contains("PNG 4x"))
        // A ball without an edge but its own.
        let ball = StraightImage(60, 60) { x, y in
            let (dx, dy) = (Double(x) - 29.5, Double(y) - 29.5)
            let cover = min(max(26 - (dx * dx + dy * dy).squareRoot(), 0), 1)
            return StraightPixel(r: UInt8(x * 3), g: UInt8(y * 3), b: 90, a: UInt8(cover * 255))
        }
        try Data(encodePNG(ball)).write(to: game.folder.url.appending(path: "art/ball.png"))
        let none = try BuiltCommand(
            ["slice", "art/ball.png", "--pixelate", "auto", "-o", "none"],
            in: game.folder.url
        )
        #expect(none.status == 1)
        #expect(
            none.errors
                == "art/ball.png: error: no blocks found that could become pixels\n"
                + "  help: say how large they are with '--pixelate N'\n"
        )
        let alone = try BuiltCommand(
            ["slice", "art/dog.png", "--colors", "4", "-o", "none"],
            in: game.folder.url
        )
        #expect(alone.status == 2)
    }

    @Test func `a registered sheet and an animation are written together`() throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            [
                "slice", "art/dog.png", "--grid", "2x1", "--register", "none", "--sheet",
                "even.png", "--gif", "dog.gif",
            ],
            in: game.folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("wrote even.png (--grid 2x1, cells of 16x"))
        #expect(FileManager.default.fileExists(atPath: game.folder.url.path + "/dog.gif"))
    }

    @Test(arguments: [
        (["--grid", "2x1", "--auto"], "'--grid' and '--auto' exclude each other"),
        (["--rects", "0,0,4,4", "--count", "2"], "'--count' and '--rects' exclude each other"),
        (
            ["--cell", "8x8", "--rows", "2"],
            "'--rows' and '--cell' exclude each other; only figures"
        ),
        (["--fps", "4"], "'--fps' needs '--gif'"),
    ])
    func `options that cannot stand together are refused`(
        options: [String],
        reported: String
    ) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "cut"] + options,
            in: game.folder.url
        )
        #expect(run.status == 2)
        #expect(run.errors.contains(reported), "\(run.errors)")
    }
}
