import Foundation
import Raster
import TestSupport
import Testing

/// `kiln validate --fix`: what leaves no doubt is mended, and nothing else is touched.
struct FixCommandTests {
    /// A catalog in an odd form that has to stay: blanks, tabs, a carriage return, letters beyond
    /// ASCII; with a misspelled member, word and id, and one id that could be two.
    private static let text = """
        { "catalogVersion":1 ,\t"name": "small", "sources": ["art"],\r
          "canvas": { "width": 8, "height": 8 },
          "species": [ { "id": "dog", "name": "Hünd 🐶" }, { "id": "cat1" }, { "id": "cat2" } ],
          "items": [ { "id": "hat", "equpStyle": "overlay",   "key": false, "species": ["dgo", "cat3"] } ],
          "targets": [ { "id": "game", "kind": "atlsa", "scales": [1] } ]
        }
        """
    private static let mended = text.replacing("equpStyle", with: "equipStyle")
        .replacing("\"dgo\"", with: "\"dog\"").replacing("atlsa", with: "atlas")

    private func game() throws -> LittleGame {
        let game = try LittleGame()
        try game.put("catalog.json", Self.text)
        let old = game.folder.url.appending(path: "art/overlay_hat.png")
        try FileManager.default.removeItem(at: old)
        for cat in ["cat1", "cat2"] {
            try game.put("art/\(cat)_pet.png", try game.picture(.init(r: 9, g: 9, b: 99)))
        }
        try game.put("art/dog_overlay_Hat.png", try game.picture(.init(r: 90, g: 90, b: 0)))
        try game.put("art/dog_overlay_Hat@2x.png", try game.picture(.init(r: 90, g: 90, b: 0)))
        return game
    }

    private static let diff = """
        --- catalog.json
        +++ catalog.json
        @@ -4,2 +4,2 @@
        -  "items": [ { "id": "hat", "equpStyle": "overlay",   "key": false, "species": ["dgo", "cat3"] } ],
        -  "targets": [ { "id": "game", "kind": "atlsa", "scales": [1] } ]
        +  "items": [ { "id": "hat", "equipStyle": "overlay",   "key": false, "species": ["dog", "cat3"] } ],
        +  "targets": [ { "id": "game", "kind": "atlas", "scales": [1] } ]

        """

    @Test func `a dry run shows the change and does nothing`() throws {
        let game = try game()
        let run = try game.validate(["--fix", "--dry-run"])
        #expect(run.output.hasPrefix(Self.diff), "\(run.output)")
        #expect(run.output.contains("would fix 3 findings\n"))
        #expect(try game.read("catalog.json") == Self.text)
    }

    @Test func `what leaves no doubt is mended, every other byte stays, and the rest is reported`()
        throws
    {
        let game = try game()
        let run = try game.validate(["--fix"])
        #expect(run.status == 1)
        #expect(run.output.hasPrefix(Self.diff + "fixing 3 findings\n"), "\(run.output)")
        #expect(try game.read("catalog.json") == Self.mended)
        // Two ids are as near as each other.
        #expect(run.output.contains("there is no species \"cat3\""))
        #expect(!run.output.contains("there is no species \"dgo\""))
        #expect(!run.output.contains("unknown-member"))
        // Now that the catalog is right, its files can be judged.
        let again = try game.validate(["--fix"])
        #expect(
            again.output.hasPrefix(
                """
                rename art/dog_overlay_Hat.png to art/dog_overlay_hat.png
                rename art/dog_overlay_Hat@2x.png to art/dog_overlay_hat@2x.png
                fixing 1 finding

                """
            ),
            "\(again.output)"
        )
        let names = try FileManager.default.contentsOfDirectory(
            atPath: game.folder.url.appending(path: "art").path
        )
        #expect(
            names.filter { $0.contains("at.png") || $0.contains("at@2x") }.sorted() == [
                "dog_overlay_hat.png", "dog_overlay_hat@2x.png",
            ]
        )
        #expect(
            try game.validate(["--fix"]).output.hasPrefix(
                "found nothing that can be fixed automatically\n"
            )
        )
        #expect(try game.read("catalog.json") == Self.mended)
    }

    @Test func `as many slips as a catalog has are mended at once`() throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "art/spare.png"))
        let count = 20_000
        let items = (0..<count).map {
            #"{ "id": "i\#($0)", "equipStyl": "overlay", "asset": "hat" }"#
        }
        let text = """
            { "catalogVersion": 1, "name": "many", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }],
              "items": [
            \(items.joined(separator: ",\n"))
              ] }
            """
        try game.put("catalog.json", text)
        let run = try game.validate(["--fix"])
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("fixing \(count) findings\nno problems\n"))
        #expect(try game.read("catalog.json") == text.replacing("equipStyl", with: "equipStyle"))
    }

    @Test func `a file in the way of a new name stays, and nothing is renamed`() throws {
        let game = try game()
        try game.put("catalog.json", Self.mended)
        try game.put("art/dog_overlay_hat@2x.png/keep.txt", "mine")
        let run = try game.validate(["--fix"])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "kiln: error: cannot rename art/dog_overlay_Hat@2x.png: "
                + "there is a file art/dog_overlay_hat@2x.png already\n"
        )
        #expect(
            FileManager.default.fileExists(
                atPath: game.folder.url.appending(path: "art/dog_overlay_Hat.png").path
            )
        )
    }

    @Test func `other reports get the fixes of the catalog`() throws {
        let game = try game()
        let sarif = try game.validate(["--format", "sarif"]).output
        #expect(sarif.contains("\"text\": \"\\\"equipStyle\\\"\""))
        #expect(
            try game.validate(["--json"]).output.contains(#""new": "\"equipStyle\"""#)
        )
        let json = try game.validate(["--fix", "--dry-run", "--json"])
        #expect(json.output.hasPrefix("{") && json.errors.hasPrefix("--- catalog.json"))
    }

    @Test(arguments: [
        (["--dry-run"], "'--dry-run' needs '--fix'"),
        (
            ["--watch", "--fix"],
            "'--watch' and '--fix' exclude each other; watching writes no file"
        ),
        (["--watch", "--json"], "'--watch' reports as text, and writes no file"),
    ]) func `options that make no sense together are usage errors`(
        arguments: [String],
        text: String
    ) throws {
        let run = try LittleGame().validate(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(text))
    }

    @Test func `a watched catalog is reported again when it is saved, until Ctrl-C`() throws {
        let game = try LittleGame()
        // The shell waits for each report before it goes on.
        let run = try BuiltCommand(
            [],
            in: game.folder.url,
            script: #"""
                "$0" validate --watch >out.txt 2>err.txt &
                wait_for() { n=0; until grep -q "$1" out.txt || [ $n -gt 600 ]; do sleep 0.1; n=$((n+1)); done; }
                wait_for 'empty-picture'
                rm art/spare.png
                wait_for 'art/spare.png changed'
                wait_for '^1 error$'
                kill -INT $!
                wait $!
                echo "ended $?"
                """#
        )
        let reported = try game.read("out.txt")
        #expect(reported.contains("1 error, 1 warning in 2 files\n"))
        #expect(reported.contains("\nart/spare.png changed\n"))
        #expect(reported.contains("\n1 error\n"))
        #expect(run.output.hasPrefix("ended "))
    }
}
