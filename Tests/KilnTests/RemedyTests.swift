import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Errors say where, and what to do about it.
struct RemedyTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"
    private static let difference =
        "the first is decomposed (NFD)"

    /// A picture over a green screen.
    private func green() throws -> [UInt8] {
        try encodePNG(
            StraightImage(8, 8) { x, y in
                (2..<6).contains(x) && (2..<6).contains(y)
                    ? StraightPixel(r: 200, g: 30, b: 40) : StraightPixel(r: 0, g: 255, b: 0)
            }
        )
    }

    @Test func `names that look alike are distinguished`() throws {
        let game = try LittleGame()
        for name in [Self.composed, Self.decomposed] {
            try game.put("twins/\(name).png", try green())
        }
        for words in [["key", "twins", "-o", "keyed"], ["pack", "twins", "-o", "packed"]] {
            let run = try game.run(words)
            #expect(run.status != 0, "\(words)")
            #expect(
                run.errors.contains(", which differ in Unicode normal form: \(Self.difference)\n"),
                "\(run.errors)"
            )
        }
        for name in [Self.composed, Self.decomposed] {
            try game.put("art/overlay_\(name).png", try green())
        }
        let run = try game.validate([])
        #expect(run.output.contains(Self.difference), "\(run.output)")
    }

    @Test func `keying warns of results that differ only in case`() throws {
        let game = try LittleGame()
        for name in ["Case", "case", "other"] { try game.put("in/\(name).png", try green()) }
        let run = try game.run("key", "in", "-o", "out")
        #expect(run.status == 0)
        #expect(
            run.errors
                == "out/case.png: warning: the name differs only in case from out/Case.png, so that "
                + "on some file systems they are the same file\n"
        )
    }

    @Test(arguments: [
        (
            "esc\u{1B}[31mred", ["--format", "pixi"],
            #"s/esc\u{1b}[31mred.png: error: the name "esc\u{1b}[31mred" has control characters"#,
            "rename it"
        ),
        (
            "amp&<>", ["--format", "godot"],
            #"s/amp&<>.png: error: "godot" cannot hold the name "amp&<>""#,
            "rename it, or leave out '--format godot'"
        ),
        (
            "big", ["--max-size", "16"],
            #"kiln: error: sprite "big" is larger than a page, found 40x40, expected at most 16x16"#,
            "raise '--max-size', leave out the largest '--scale', or make the picture smaller"
        ),
    ])
    func `what cannot be packed is reported with its file and a way out`(
        name: String,
        words: [String],
        error: String,
        help: String
    ) throws {
        let game = try LittleGame()
        let side = name == "big" ? 40 : 8
        let picture = StraightImage(side, side) { _, _ in StraightPixel(r: 9, g: 90, b: 200) }
        try game.put("s/\(name).png", try encodePNG(picture))
        let run = try game.run(["pack", "s", "-o", "out", "--extrude", "0"] + words)
        #expect(run.status == 1)
        #expect(run.errors == "\(error)\n  help: \(help)\n")
        #expect(!game.has("out/atlas-0.png"))
    }

    @Test func `a source that is named twice holds its files once`() throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        try game.put("art/deep/spare2.png", try game.picture(.init(r: 9, g: 200, b: 9)))
        let text = try game.read("catalog.json")
        let once = try game.validate(["--ignore", "no-effect"])
        for sources in [
            #""art", "./art""#, #""art", "art/""#, #""art/deep", "art""#, #""art", "art/deep""#,
        ] {
            try game.put("catalog.json", text.replacing(#"["art"]"#, with: "[\(sources)]"))
            let run = try game.validate(["--ignore", "no-effect"])
            #expect(run.status == once.status, "\(sources): \(run.output)")
            #expect(run.output == once.output, "\(sources)")
        }
    }

    @Test func `a pipe among the sources is to be replaced, whatever its permissions`() throws {
        let game = try LittleGame()
        let path = game.folder.url.appending(path: "art/pipe.png").path
        #expect(mkfifo(path, 0o644) == 0)
        let run = try game.validate([])
        #expect(
            run.output.contains(
                "art/pipe.png: error[unreadable-picture]: cannot be read: it is not a regular file\n"
                    + "  help: put a picture in its place, or remove it\n"
            )
        )
    }

    @Test(arguments: ["-1,0,10,10", "0,0,1.5,2", "0,0,10", "1;2"])
    func `rectangles that cannot be are no file`(text: String) throws {
        let game = try LittleGame()
        let run = try game.run("slice", "art/spare.png", "-o", "cells", "--rects=\(text)")
        #expect(run.status == (text.hasPrefix("-") ? 1 : 2))
        #expect(!run.errors.contains("no such file"))
        #expect(run.errors.contains("rectangle"), "\(run.errors)")
    }

    @Test func `a file that is no baseline is an error`() throws {
        let game = try LittleGame()
        try game.put("known.json", "{")
        let run = try game.validate(["--baseline", "known.json"])
        #expect(run.status == 2)
        #expect(
            run.errors.hasPrefix(
                "kiln: error: cannot read the baseline known.json: it is not JSON\n"
            )
        )
    }

    @Test(arguments: [
        ["preview", "-s", "cat"], ["preview", "-s", "dog", "-b", "x"],
        ["preview", "-s", "dog", "--overlay", "x"], ["preview", "-s", "dog", "--axis", "a=b"],
        ["preview", "-s", "dog", "-a", "x"], ["preview", "--sheet", "-a", "x"],
        ["preview", "--look", "x"], ["preview", "-s", "dog", "--background", "x"],
        ["preview", "--sheet", "-s", "cat"], ["preview", "--grid", "species", "-b", "x"],
        ["preview", "--before-after", "-s", "cat"],
        ["resolve", "cat"], ["resolve", "dog", "x"], ["resolve", "--image", "x"],
        ["resolve", "dog", "--axis", "a=b"], ["bake", "--target", "x"], ["bake", "--profile", "x"],
    ])
    func `names that the catalog does not have are a matter of usage`(words: [String]) throws {
        let game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 9, g: 9, b: 200)))
        let output = words[0] == "resolve" ? [] : ["-o", words[0] == "bake" ? "out" : "out.png"]
        let run = try game.run(words + output)
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.errors.contains("there is no ") || words[0] == "bake", "\(run.errors)")
        #expect(!game.has("out.png") && !game.has("out"))
    }

    @Test func `a look of the catalog that names what is not there is the catalog's error`() throws
    {
        let game = try LittleGame()
        let text = try game.read("catalog.json")
        let looks = #""looks": [ { "id": "a", "species": "cat" } ], "items""#
        try game.put("catalog.json", text.replacing(#""items""#, with: looks))
        let run = try game.run("preview", "--look", "a", "-o", "out.png")
        #expect(run.status == 1)
        #expect(run.errors.contains(#"there is no species "cat""#))
    }
}
