import Foundation
import Raster
import TestSupport
import Testing

/// `kiln bake --swift`: a file of names next to a bake, and whose it is.
struct SwiftNamesTests {
    /// Without anything to complain about, and with something to name.
    private func game(_ more: String = "") throws -> LittleGame {
        let game = try LittleGame()
        try game.put(
            "catalog.json",
            """
            {
              "catalogVersion": 1, "name": "small", "sources": ["art"], "ignore": ["spare.png"],
              "canvas": { "width": 8, "height": 8 }, \(more)
              "species": [ { "id": "dog" } ],
              "items": [ { "id": "sun-hat", "asset": "hat", "equipStyle": "overlay", "key": false } ]
            }
            """
        )
        try game.put("art/overlay_hat.png", game.picture(.init(r: 20, g: 20, b: 200)))
        return game
    }

    private func bake(_ game: LittleGame, _ options: [String] = []) throws -> BuiltCommand {
        let words = ["bake", "-o", "out", "--swift", "Names.swift", "--no-checks"]
        return try BuiltCommand(words + options, in: game.folder.url)
    }

    private func stamp(_ path: String, _ game: LittleGame) throws -> Date? {
        let file = game.folder.url.appending(path: path).path
        return try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }

    @Test func `a bake writes the names, and one without changes leaves them as they are`() throws {
        let game = try game()
        let first = try bake(game)
        #expect(first.status == 0)
        #expect(first.output.contains("wrote names to Names.swift\n"))
        let text = try game.read("Names.swift")
        #expect(text.contains("\nnonisolated enum Small {\n"))
        #expect(text.contains("        case sunHat = \"sun-hat\"\n"))
        #expect(text.contains("appendingPathComponent(\"out\", isDirectory: true)"))
        let written = try stamp("Names.swift", game)
        let second = try bake(game)
        #expect(second.status == 0)
        #expect(!second.output.contains("Names.swift"))
        #expect(try stamp("Names.swift", game) == written)
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: game.folder.url.path)
                .contains(".kiln-files")
        )
    }

    @Test func `the catalog says how names are written, and an option who may use them`() throws {
        let game = try game(#""swift": { "name": "Tiny", "access": "public" },"#)
        #expect(try bake(game).status == 0)
        #expect(try game.read("Names.swift").contains("\npublic nonisolated enum Tiny {\n"))
        #expect(try bake(game, ["--access", "package", "--accessors", "none"]).status == 0)
        let text = try game.read("Names.swift")
        #expect(text.contains("\npackage nonisolated enum Tiny {\n"))
        #expect(!text.contains("import"))
    }

    @Test func `a file that somebody wrote or changed stays, and nothing is baked`() throws {
        let game = try game()
        try game.put("Names.swift", "// mine\n")
        let refused = try bake(game)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("Names.swift"))
        #expect(try game.read("Names.swift") == "// mine\n")
        #expect(!FileManager.default.fileExists(atPath: game.folder.url.path + "/out"))
        #expect(try bake(game, ["--force"]).status == 0)
        let own = try game.read("Names.swift")
        for changed in [own.replacing("sunHat", with: "hat"), own + "// mine\n"] {
            try game.put("Names.swift", changed)
            let run = try bake(game)
            #expect(run.status == 2)
            #expect(run.errors.contains("  Names.swift: changed since Kiln wrote it\n"))
            #expect(try game.read("Names.swift") == changed)
        }
        let forced = try bake(game, ["--force"])
        #expect(forced.errors.contains("replacing Names.swift: changed since Kiln wrote it\n"))
        #expect(try game.read("Names.swift") == own)
    }

    @Test func `a check sees that names differ`() throws {
        let game = try game()
        #expect(try bake(game).status == 0)
        #expect(try bake(game, ["--check"]).status == 0)
        let check = try bake(game, ["--check", "--access", "public"])
        #expect(check.status == 1)
        #expect(check.output.contains("Names.swift differs: names are not those of the catalog\n"))
        #expect(check.output.contains("--swift Names.swift --access public"))
    }

    @Test(arguments: [
        (["--access", "public"], "'--access' needs '--swift'"),
        (["--swift", "-"], "invalid value for --swift, found '-'"),
        (["--cache-dir", "c", "--no-cache"], "'--no-cache' and '--cache-dir' exclude each other"),
    ])
    func `options that make no sense are refused`(options: [String], error: String) throws {
        let game = try game()
        let run = try BuiltCommand(["bake", "-o", "out"] + options, in: game.folder.url)
        #expect(run.status == 2)
        #expect(run.errors.contains(error))
    }

    @Test func `a bake for a build keeps nothing next to the catalog`() throws {
        let game = try game(#""targets": [{ "id": "game", "layout": "stable" }],"#)
        let options = ["--cache-dir", "work/cache", "--read-only-sources"]
        #expect(try bake(game, options).status == 0)
        let page = try Data(contentsOf: game.folder.url.appending(path: "out/game/game-0@1x.png"))
        let names = try FileManager.default.contentsOfDirectory(atPath: game.folder.url.path)
        #expect(names.sorted() == ["Names.swift", "art", "catalog.json", "out", "work"])
        // With a layout that is kept, the same frames stay where they are.
        #expect(try bake(game).status == 0)
        #expect(
            FileManager.default.fileExists(
                atPath: game.folder.url.appending(path: "catalog.game.layout").path
            )
        )
        let again = try bake(game, options)
        #expect(again.status == 0)
        #expect(
            try Data(contentsOf: game.folder.url.appending(path: "out/game/game-0@1x.png")) == page
        )
        let cache = try BuiltCommand(
            ["cache", "--cache-dir", "work/cache"],
            in: game.folder.url
        )
        #expect(cache.output.contains("work/cache: "))
        #expect(!cache.output.contains(": 0 entries"))
    }

    @Test func `the version names the commit and the instruction set`() throws {
        let words = try BuiltCommand(["--version"]).output
        let expected = /kiln [0-9.]+ \(([0-9a-f]{7,40}(-dirty)?, )?(AVX2|SSE2|NEON|portable)\)\n/
        #expect(words.wholeMatch(of: expected) != nil, "\(words)")
    }

    @Test func `names for TypeScript are types, written and compared next to those for Swift`()
        throws
    {
        let game = try game(#""axes": { "mood": ["calm", "glad"] },"#)
        let options = ["--typescript", "names.ts"]
        #expect(try bake(game, options).output.contains("wrote names to names.ts\n"))
        let text = try game.read("names.ts")
        #expect(
            text.hasPrefix("// Generated by Kiln from the catalog small: a bake writes it anew.\n")
        )
        for line in [
            #"export type SpeciesId = "dog";"#, #"export type ItemId = "sun-hat";"#,
            "export type SlotId = never;", #"  "mood": "calm" | "glad";"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(try bake(game, options + ["--check"]).status == 0)
        let catalog = try game.read("catalog.json")
        try game.put("catalog.json", catalog.replacing("sun-hat", with: "moon-hat"))
        #expect(try bake(game).status == 0)
        let check = try bake(game, options + ["--check"])
        #expect(check.status == 1)
        #expect(check.output.contains("names.ts differs: names are not those of the catalog\n"))
        #expect(check.output.contains("--swift Names.swift --typescript names.ts"))
        // Edited by hand, it stays.
        try game.put("names.ts", text.replacing("dog", with: "cat"))
        #expect(try bake(game, options).status == 2)
        #expect(try game.read("names.ts").contains("cat"))
    }
}
