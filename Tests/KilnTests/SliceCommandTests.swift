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
        let entries = try #require(told as? [[String: Any]])
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
        #expect(run.errors.hasPrefix("kiln: error: '\(option)' needs '--grid'\n"))
    }
}
