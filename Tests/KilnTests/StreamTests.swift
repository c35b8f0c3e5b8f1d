import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `-` in place of a file: standard input, or standard output.
@Suite struct StreamTests {
    private func run(
        _ game: DressedGame,
        _ arguments: [String],
        reading input: String = "/dev/null",
        writing output: String = "out"
    ) throws -> BuiltCommand {
        try BuiltCommand(
            arguments,
            in: game.folder.url,
            script: #"exec "$0" "$@" <"# + "'\(input)' >'\(output)'"
        )
    }

    private func text(_ game: DressedGame, _ path: String) throws -> String {
        try String(contentsOf: game.folder.url.appending(path: path), encoding: .utf8)
    }

    @Test func `keying between two pipes gives the picture that a file gets`() throws {
        let game = try DressedGame()
        #expect(try game.run("key", "art/hat.png", "-o", "file.png").status == 0)
        let run = try run(game, ["key", "-", "-o", "-"], reading: "art/hat.png", writing: "p.png")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try game.image("p.png") == game.image("file.png"))
        // A pipe cannot be asked for its size.
        let piped = try BuiltCommand(
            [],
            in: game.folder.url,
            script: #"cat art/hat.png | "$0" key - -o - --report | "$0" inspect - --json"#
        )
        #expect(piped.status == 0)
        #expect(piped.output.contains(#""path" : "-""#) && piped.output.contains(#""width" : 12"#))
        #expect(piped.errors.contains("screen"), "the report goes to standard error")
    }

    @Test func `results of standard input are called stdin`() throws {
        let game = try DressedGame()
        let keyed = try BuiltCommand(
            [],
            in: game.folder.url,
            script:
                #""$0" key - -o keyed <art/hat.png && "$0" slice - -o cells --grid 2x1 <art/dog.png"#
        )
        #expect(keyed.status == 0, "\(keyed.errors)")
        #expect(
            keyed.output == """
                wrote keyed/stdin.png
                wrote cells/stdin-0.png (16x16+0+0)
                wrote cells/stdin-1.png (16x16+16+0)

                """
        )
        #expect(try game.image("cells/stdin-1.png").width == 16)
    }

    @Test(arguments: [
        "build/manifest.json", "packed/atlas-0.json", "packed/atlas.atlas", "packed/atlas-0.plist",
    ])
    func `descriptors are distinguished from pictures by what they hold`(path: String) throws {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let packed = try game.run(
            "pack",
            "art",
            "-o",
            "packed",
            "--format",
            "texturepacker-hash",
            "--format",
            "libgdx",
            "--format",
            "cocos2d"
        )
        #expect(packed.status == 0, "\(packed.errors)")
        let named = try run(game, ["inspect", path], writing: "named")
        let streamed = try run(game, ["inspect", "-"], reading: path, writing: "streamed")
        #expect(named.status == 0 && streamed.status == 0, "\(streamed.errors)")
        // The paths differ, and what follows does not.
        let lines = try ["named", "streamed"].map {
            try text(game, $0).split(separator: "\n").dropFirst()
        }
        #expect(lines[0] == lines[1] && !lines[0].isEmpty)
    }

    @Test func `a preview on standard output is nothing but its PNG`() throws {
        let game = try DressedGame()
        #expect(try game.run("preview", "-s", "dog", "--overlay", "hat", "-o", "f.png").status == 0)
        let run = try run(
            game,
            ["preview", "-s", "dog", "--overlay", "hat", "-o", "-"],
            writing: "p.png"
        )
        #expect(run.status == 0)
        #expect(try game.image("p.png") == game.image("f.png"))
        #expect(run.errors.contains("hat: art/hat.png"), "what it is made of is told beside it")
        let data = try Data(contentsOf: game.folder.url.appending(path: "p.png"))
        #expect(data.starts(with: [0x89, 0x50]) && data.suffix(8).starts(with: Data("IEND".utf8)))
    }

    @Test func `a catalog on standard input has its sources in the working folder`() throws {
        let game = try DressedGame()
        let clean = try run(game, ["validate", "-"], reading: "catalog.json")
        let named = try game.run("validate")
        #expect(clean.status == named.status)
        #expect(try text(game, "out") == named.output)
        let catalog = DressedGame.catalog().replacing("equipStyle", with: "equipstyle")
        try game.write(catalog, "typo.json")
        let typo = try run(game, ["validate", "-"], reading: "typo.json")
        #expect(typo.status == 1)
        #expect(try text(game, "out").hasPrefix("-:6:"))
    }

    @Test(arguments: [
        (["key", "-", "-", "-o", "out"], "standard input is read once, found '-' 2 times"),
        (["inspect", "-", "-"], "standard input is read once, found '-' 2 times"),
        (["key", "art/hat.png", "-", "-o", "-"], "'-o -' takes one picture, found 2 inputs"),
        (["key", "art", "-o", "-"], "'-o -' takes one picture, found the folder 'art'"),
        (["key", "-", "-o", "-", "--mask"], "'-o -' and '--mask' exclude each other"),
        (["key", "-", "-o", "-", "--fringe"], "'-o -' and '--fringe' exclude each other"),
        (["key", "-", "-o", "-", "--json"], "'-o -' and '--json' exclude each other"),
        (
            ["slice", "-", "-o", "-"],
            "found '-', expected the path of a folder; did you mean './-'?"
        ),
        (
            ["pack", "-", "-o", "out"],
            "found '-', expected the path of a folder; did you mean './-'?"
        ),
        (["bake", "-", "-o", "out"], "found '-', expected a path; did you mean './-'?"),
        (
            ["preview", "-s", "dog", "-o", "-", "--watch"],
            "'-o -' and '--watch' exclude each other"
        ),
    ])
    func `what makes no sense of a stream is refused`(words: [String], reported: String) throws {
        let game = try DressedGame()
        let run = try run(game, words, reading: "art/hat.png")
        #expect(run.status == 2)
        #expect(run.errors.contains(reported), "\(run.errors)")
        #expect(try text(game, "out").isEmpty)
    }

    @Test func `trouble with standard input is reported, and nothing is written`() throws {
        let game = try DressedGame()
        try game.write("no picture", "text")
        for (input, status) in [("text", Int32(1)), ("/dev/null", 1), (".", 2)] {
            let run = try run(game, ["key", "-", "-o", "-"], reading: input)
            #expect(run.status == status, "\(input): \(run.errors)")
            #expect(!run.errors.isEmpty)
            #expect(try text(game, "out").isEmpty)
        }
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "Python is absent"))
    func `a picture is not written to a terminal`() throws {
        let game = try DressedGame()
        for words in [["key", "art/hat.png", "-o", "-"], ["preview", "-s", "dog", "-o", "-"]] {
            let run = try BuiltCommand(words, in: game.folder.url, script: terminal)
            #expect(run.output.contains("standard output is a terminal"), "\(run.output)")
        }
    }

    /// Python gives the command a terminal of its own, and prints what it shows.
    private let terminal = #"""
        exec python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' "$0" "$@"
        """#

    @Test func `a file that is called like the stream is reached by its folder`() throws {
        let game = try DressedGame()
        try game.write(Data(encodePNG(DressedGame.hat("w"))), "-")
        let run = try run(game, ["inspect", "./-"])
        #expect(run.status == 0)
        #expect(try text(game, "out").hasPrefix("./-: PNG 12x8"))
    }
}
