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

    @Test(arguments: [["cache"], ["cache", "--clear"], ["bake", "-o", "build"]])
    func `a folder of others is no cache, and an empty one is asked for`(words: [String]) throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        let run = try game.run(words + ["--cache-dir", "art"])
        #expect(run.status == (words == ["bake", "-o", "build"] ? 0 : 2))
        #expect(
            run.errors.contains("it is not a cache of Kiln\n  help: name a new or an empty folder")
        )
        #expect(run.errors.contains("'--cache-dir'"))
        #expect(game.has("art/dog_pet.png"))
    }
}

extension LittleGame {
    func run(_ words: String...) throws -> BuiltCommand { try run(words) }

    func run(_ words: [String]) throws -> BuiltCommand { try BuiltCommand(words, in: folder.url) }

    func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
    }
}
