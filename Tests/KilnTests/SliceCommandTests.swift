import Foundation
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
        (["--rects", "0,0,4,4", "--count", "2"], "'--count' says nothing with '--rects'"),
        (["--cell", "8x8", "--rows", "2"], "'--rows' is about figures"),
        (["--fps", "4"], "'--fps' needs '--gif'"),
    ])
    func `options that cannot stand together are refused`(options: [String], told: String) throws {
        let game = try DressedGame()
        let run = try BuiltCommand(
            ["slice", "art/dog.png", "-o", "cut"] + options,
            in: game.folder.url
        )
        #expect(run.status == 2)
        #expect(run.errors.contains(told), "\(run.errors)")
    }
}
