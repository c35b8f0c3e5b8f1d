import Foundation
import Raster
import TestSupport
import Testing

/// Bakes and validations say one thing in the same words.
@Suite struct OneFindingTests {
    /// The finding with its help, out of a report with others.
    private func reported(_ id: String, _ text: String) -> [String] {
        let lines = text.split(separator: "\n").map(String.init)
        return lines.indices.filter { lines[$0].contains("[\(id)]") }.map { index in
            let help = lines[(index + 1)...].first { $0.hasPrefix("  help:") }
            return lines[index] + (help ?? "")
        }
    }

    @Test func `a page with more pixels than a picture may have is no bake and no valid catalog`()
        throws
    {
        let game = try DressedGame()
        let limit = DressedGame.catalog().replacing(
            #""effort": "fast""#,
            with: #""effort": "fast", "maxPageSize": 64, "budget": { "imagePixels": 500 }"#
        )
        try game.write(limit, "catalog.json")
        let found = try game.run("validate")
        #expect(found.status == 1)
        let texts = reported("over-budget", found.output)
        #expect(texts.count == 1)
        #expect(texts[0].contains("pixels for one picture (game/game-0@2x.png, "), "\(texts)")
        #expect(texts[0].contains("), found "), "\(texts)")
        #expect(texts[0].hasSuffix("use a smaller scale: widgets refuse large pictures"))
        let baked = try game.run("bake", "-o", "out")
        #expect(baked.status == 1)
        #expect(reported("over-budget", baked.errors) == texts)
        let output = game.folder.url.appending(path: "out").path
        #expect(!FileManager.default.fileExists(atPath: output))

        try game.write(limit.replacing("500 }", with: "4096 }"), "catalog.json")
        #expect(try game.run("validate").status == 0)
        #expect(try game.run("bake", "-o", "out").status == 0)
    }

    @Test func `a picture without a screen is reported in one way`() throws {
        let game = try DressedGame()
        try game.draw("scarf", StraightImage(drawn: "yyyyyyyy", "rryyrrrr"))
        let keyed = DressedGame.catalog().replacing(
            #""sheets": {"#,
            with: #""sheets": { "scarf": { "key": true }, "#
        )
        try game.write(keyed, "catalog.json")
        let found = reported("no-key-found", try game.run("validate").output)
        #expect(found.count == 1)
        #expect(found.first?.contains("there is no screen of #00FF00 to remove, found ") == true)
        #expect(reported("no-key-found", try game.run("bake", "-o", "out").errors) == found)
    }
}
