import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Names that steer terminals, fake lines, command GitHub's runner, or are no text at all.
@Suite struct HostileNameTests {
    /// A title for the window, a line of its own, and two commands.
    private static let hostile =
        "\u{1B}]0;x\u{7}\n::error::a\u{9B}31m\u{202E}\u{2028}##[error]b\u{7F}%0A"

    /// What is shown of it.
    private static let shown =
        "\\u{1b}]0;x\\u{7}\\u{a}::error::a\\u{9b}31m\\u{202e}\\u{2028}\\u{23}#[error]b\\u{7f}%0A"

    /// A game whose pictures are in a folder of such a name.
    private func game() throws -> DressedGame {
        let game = try DressedGame()
        let art = game.folder.url.appending(path: "art")
        let inner = art.path + "/" + Self.hostile
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: art.path)
        where name.hasSuffix(".png") {
            try FileManager.default.moveItem(
                atPath: art.path + "/" + name,
                toPath: inner + "/" + name
            )
        }
        try FileManager.default.copyItem(atPath: inner + "/hat.png", toPath: art.path + "/hat.png")
        return game
    }

    private func run(_ game: DressedGame, _ arguments: [String]) throws -> BuiltCommand {
        try BuiltCommand(arguments, in: game.folder.url, environment: ["GITHUB_ACTIONS": "true"])
    }

    /// Neither stream steers a terminal, and no line is a command.
    private func expectHarmless(
        _ run: BuiltCommand,
        commands: Bool = false,
        _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for text in [run.output, run.errors] {
            let steering = text.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 0x0A: false
                case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFFD: true
                default: false
                }
            }
            #expect(steering.isEmpty, comment, sourceLocation: sourceLocation)
            if commands { continue }
            #expect(!text.contains("##["), comment, sourceLocation: sourceLocation)
            for line in text.split(separator: "\n") {
                let isCommand = line.drop { $0.isWhitespace }.hasPrefix("::")
                #expect(!isCommand, comment, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `no command lets names of files steer a terminal or GitHub's runner`() throws {
        let game = try game()
        for arguments in [
            ["resolve", "dog", "hat"], ["resolve", "--all"], ["resolve", "dog", "hat", "--json"],
            ["preview", "-s", "dog", "--image", "none"], ["bake", "-o", Self.hostile],
            ["bake", "-o", Self.hostile, "--json"], ["bake", "-o", "b", "--explain", "-v"],
            ["validate"], ["validate", "--format", "json"], ["validate", "--format", "sarif"],
            ["validate", "--format", "junit"], ["cache"], ["cache", "--json"],
        ] {
            let run = try run(game, arguments)
            expectHarmless(run, "\(arguments)")
            #expect(!(run.output + run.errors).isEmpty, "\(arguments)")
        }
        let resolved = try run(game, ["resolve", "dog", "scarf"])
        #expect(resolved.output.contains("art/\(Self.shown)/scarf.png\n"))
        let annotated = try run(game, ["validate", "--format", "github"])
        expectHarmless(annotated, commands: true, "annotations")
        let lines = annotated.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("::error file=art/hat.png,title=duplicate-asset::two files "))
        #expect(lines[0].contains("found art/\\u{1b}]0;x\\u{7}\\u{a}::error::a\\u{9b}31m"))
        #expect(lines[0].contains("b\\u{7f}%250A/hat.png and art/hat.png%0Ahelp: "))
    }

    @Test func `loose pictures may be called as they like`() throws {
        let folder = try TemporaryFolder()
        let hat = folder.url.path + "/" + Self.hostile + ".png"
        try Data(encodePNG(DressedGame.hat("w"))).write(to: URL(filePath: hat))
        let bad = folder.url.path + "/::error::bad.png"
        try Data("GIF".utf8).write(to: URL(filePath: bad))
        let game = [Self.hostile + ".png", "::error::bad.png"]
        for arguments in [
            ["inspect"] + game, ["inspect", "--json"] + game,
            ["key", "-o", Self.hostile] + game, ["key", "-o", "k", "--json"] + game,
            ["slice", "-o", Self.hostile, "--key", "auto", game[0]], ["slice", "-o", "x", game[1]],
            ["pack", ".", "-o", "out"], ["pack", Self.hostile, "-o", "out"],
            ["verify", "out/" + Self.hostile, "."], ["init", Self.hostile],
            ["init", Self.hostile], ["preview", Self.hostile, "-s", "x", "--image", "none"],
            ["diff", Self.hostile, game[0]], [Self.hostile], ["bake", "--" + Self.hostile],
            ["validate", Self.hostile + ".json"], ["bake", Self.hostile + ".json", "-o", "o"],
            ["resolve", Self.hostile + "/catalog.json", Self.hostile],
        ] {
            let run = try BuiltCommand(
                arguments,
                in: folder.url,
                environment: ["GITHUB_ACTIONS": "true"]
            )
            expectHarmless(run, "\(arguments)")
            #expect(!(run.output + run.errors).isEmpty, "\(arguments)")
        }
        // A mark over the bracket and the second colon hides them from no one who reads bytes.
        let marked = "::\u{301}error::##[\u{301}error]c.png"
        let missing = try BuiltCommand(
            ["inspect", marked],
            in: folder.url,
            environment: ["GITHUB_ACTIONS": "true"]
        )
        #expect(
            missing.errors.utf8.elementsEqual(
                ("\\u{3a}:\u{301}error::\\u{23}#[\u{301}error]c.png: error: "
                    + "no such file or directory\n").utf8
            )
        )
        let inspected = try BuiltCommand(["inspect", game[0]], in: folder.url)
        let shown = Self.shown.replacing("\\u{23}#[", with: "##[")
        #expect(inspected.output.hasPrefix("\(shown).png: PNG 12x8, opaque, "))
        let json = try BuiltCommand(["inspect", "--json", game[0]], in: folder.url)
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        )
        #expect(entries[0]["path"] as? String == Self.hostile + ".png")
    }

    @Test func `names in a manifest are shown as harmless`() throws {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "old", "-q").status == 0)
        try game.draw("dog", DressedGame.pet("y"))
        #expect(try game.run("bake", "-o", "new", "-q").status == 0)
        let quoted = String(
            decoding: try JSONEncoder().encode(Self.hostile),
            as: UTF8.self
        ).dropFirst().dropLast()
        for folder in ["old", "new"] {
            let file = game.folder.url.appending(path: "\(folder)/manifest.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try game.write(
                text.replacing("\"dog/0\"", with: "\"\(quoted)\"")
                    .replacing("\"dressed\"", with: "\"\(quoted)\""),
                "\(folder)/manifest.json"
            )
        }
        for arguments in [
            ["diff", "old", "new"], ["diff", "old", "new", "--json"],
            ["diff", "old", "new", "-o", "changes"], ["inspect", "new/manifest.json"],
            ["inspect", "new/manifest.json", "--json"],
        ] {
            let run = try run(game, arguments)
            expectHarmless(run, "\(arguments)")
            let isRefused = arguments[0] == "inspect"
            #expect(run.status == (isRefused ? 1 : 0), "\(arguments)")
            #expect((run.output + run.errors).contains("error::a"), "\(arguments)")
        }
    }

    /// APFS and others refuse such names.
    private static let takesBytes: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        let run = try? BuiltCommand([], in: folder.url, script: #"mkdir "$(printf '\351')""#)
        return run?.status == 0
    }()
    private static let reason: Comment = "the file system takes text only"

    @Test(.enabled(if: takesBytes, reason))
    func `a name that is no text is the place that it names`() throws {
        let folder = try TemporaryFolder()
        let run = try BuiltCommand(
            [],
            in: folder.url,
            script: #"""
                game=$(printf 'caf\351') && out=$(printf 'out\377')
                mkdir "$game" && cd "$game" && "$0" init -q . && "$0" bake -o "$out" &&
                test -f "$out/manifest.json" && test ! -e "$(printf 'out\357\277\275')" &&
                cd .. && "$0" bake "$game" -o "$game/$out" && "$0" bake "$game" -o "$game/$out" \
                    --check && "$0" bake "$game" -o "$game/$out" --json -q >facts.json &&
                "$0" key "$game/assets-src/overlay_hat.png" -o "$game/$out.png" &&
                "$0" slice "$game/$out.png" -o "$game/cells" && "$0" inspect "$game/$out.png" &&
                test -f "$game/cells/$out-0.png" &&
                "$0" preview "$game" -s blob -o "$game/$out.gif" && test -f "$game/$out.gif" &&
                "$0" preview "$game" --html "$game/$out.html" --against "$game/$out" &&
                "$0" pack "$game/assets-src" -o "$game/$out-p" --layout "$game/$out.layout" &&
                "$0" verify "$game/$out-p/atlas-0.json" "$game/assets-src" &&
                "$0" diff "$game/$out" "$game/$out" && "$0" validate "$game" &&
                "$0" cache "$game" && GITHUB_STEP_SUMMARY="$game/$out.md" \
                    "$0" validate "$game" --format github && test -f "$game/$out.md"
                """#
        )
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(!run.output.contains("\u{FFFD}"))
        #expect(run.output.contains(" kB in all) to out\\xFF:\n"))
        #expect(run.output.contains("caf\\xE9/out\\xFF is up to date\n"))
        #expect(run.output.contains("wrote caf\\xE9/cells/out\\xFF-0.png (56x42+8+8)\n"))
        let facts = try Data(contentsOf: folder.url.appending(path: "facts.json"))
        let report = try #require(try JSONSerialization.jsonObject(with: facts) as? [String: Any])
        #expect(report["output"] as? String == "caf\\xE9/out\\xFF")
    }

    @Test(.enabled(if: takesBytes, reason))
    func `a picture whose name is no text is left out with a warning`() throws {
        let game = try DressedGame()
        let copy = #"cp art/hat.png "art/$(printf 'caf\351').png" && "#
        let validated = try BuiltCommand([], in: game.folder.url, script: copy + #""$0" validate"#)
        let finding = """
            art/caf\\xE9.png: warning[unusable-file-name]: the name is not UTF-8, so no asset can have it
              help: rename it
            """
        #expect(
            validated.status == 0
                && validated.output == finding
                    + "\n\nto read more: kiln explain unusable-file-name\n1 warning\n"
        )
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let manifest = game.folder.url.appending(path: "build/manifest.json")
        #expect(!(try String(contentsOf: manifest, encoding: .utf8).contains("caf")))

        let packed = try game.run("pack", "art", "-o", "packed", "--json")
        #expect(packed.status == 0)
        #expect(
            packed.errors == "art/caf\\xE9.png: warning: the name is not UTF-8, "
                + "so no frame can have it; it was left out\n"
        )
        let facts = try JSONSerialization.jsonObject(with: Data(packed.output.utf8))
        let summary = try #require(facts as? [String: Any])
        #expect(summary["frames"] as? Int == 5)
        #expect(summary["unnamed"] as? [String] == ["art/caf\\xE9.png"])

        let alone = try BuiltCommand(
            [],
            in: game.folder.url,
            script: #"mkdir one && cp art/caf* one && "$0" pack one -o two"#
        )
        #expect(alone.status == 1)
        #expect(
            alone.errors == """
                kiln: error: no frame can have the name of these pictures, which is not UTF-8: one/caf\\xE9.png
                  help: rename them

                """
        )
    }
}
