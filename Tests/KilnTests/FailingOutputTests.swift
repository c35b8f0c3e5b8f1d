import Foundation
import Testing

/// Standard output that takes nothing: what was asked for was not reported.
@Suite struct FailingOutputTests {
    /// Every command that prints, in the folder of a baked `DressedGame`.
    private static let commands: [[String]] =
        [
            ["--help"], ["--version"], ["init", "begun"], ["bake", "-o", "build"],
            ["bake", "-o", "build", "--json"], ["bake", "-o", "build", "--check"],
            ["bake", "-o", "build", "--dry-run"], ["resolve", "--all"],
            ["resolve", "--all", "--json"], ["resolve", "dog", "hat"],
            ["resolve", "dog", "hat", "--json"], ["diff", "build", "build"],
            ["diff", "build", "build", "--json"], ["inspect", "art/hat.png"],
            ["inspect", "art/hat.png", "--json"], ["inspect", "build/manifest.json"],
            ["pack", "art", "-o", "packed"], ["pack", "art", "-o", "packed", "--json"],
            ["verify", "packed/atlas-0.json", "art"], ["slice", "art/dog.png", "-o", "cells"],
            ["key", "art/hat.png", "-o", "keyed"], ["key", "art/hat.png", "-o", "keyed", "--json"],
            ["key", "art/hat.png", "-o", "keyed", "--report"], ["cache"], ["cache", "--json"],
            ["preview", "-s", "dog", "-o", "dog.png"], ["preview", "--html", "page.html"],
            ["schema"], ["schema", "manifest"], ["man"],
        ] + ["bash", "zsh", "fish"].map { ["completions", $0] }
        + ["text", "json", "github", "sarif", "junit"].map { ["validate", "--format", $0] }
        + ["kitty", "iterm", "sixel", "blocks", "none"].map {
            ["preview", "-s", "dog", "--image", $0]
        }
        + [
            "init", "bake", "preview", "validate", "resolve", "diff", "cache", "key", "slice",
            "pack", "verify", "inspect", "schema", "completions", "man",
        ].map { [$0, "--help"] }

    private func game() throws -> DressedGame {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        return game
    }

    private func run(
        _ game: DressedGame,
        _ words: [String],
        _ script: String
    ) throws
        -> BuiltCommand
    {
        try? FileManager.default.removeItem(at: game.folder.url.appending(path: "begun"))
        return try BuiltCommand(words, in: game.folder.url, script: script)
    }

    private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

    @Test(.enabled(if: hasFullDevice, "there is no /dev/full"))
    func `a full disk behind standard output is exit 2 for every command`() throws {
        let game = try game()
        for words in Self.commands {
            let full = try run(game, words, #"exec "$0" "$@" >/dev/full"#)
            #expect(full.status == 2, "\(words)")
            #expect(
                full.errors
                    == "kiln: error: cannot write standard output: no space left on device\n",
                "\(words)"
            )
        }
        // No one is informed, but the status stays.
        let mute = try run(game, ["--help"], #"exec "$0" "$@" >/dev/full 2>&1"#)
        #expect(mute.status == 2 && mute.output.isEmpty)
    }

    @Test func `a closed standard output is exit 2, and no file gets what was to be printed`()
        throws
    {
        let game = try game()
        for words in Self.commands {
            let closed = try run(game, words, #"exec "$0" "$@" >&- <&-"#)
            #expect(closed.status == 2, "\(words)")
            #expect(
                closed.errors == "kiln: error: cannot write standard output: bad file descriptor\n",
                "\(words)"
            )
        }
    }

    /// The reader is gone before the command begins: it waits for the fifo's end to be closed.
    @Test func `a closed pipe ends every command in silence, as SIGPIPE does`() throws {
        let game = try game()
        let script = #"""
            rm -f pipe status; mkfifo pipe
            { read line <pipe; "$0" "$@"; echo $? >status; } | { exec <&-; echo go >pipe; }
            exit "$(cat status)"
            """#
        for words in Self.commands {
            for ignored in ["", "trap '' PIPE; "] {
                let run = try run(game, words, ignored + script)
                #expect(run.status == 128 + SIGPIPE, "\(words)")
                #expect(run.errors.isEmpty, "\(words)")
            }
        }
    }

    @Test func `a closed standard error changes nothing`() throws {
        let game = try game()
        try game.draw("dog", DressedGame.pet("w"))
        let run = try run(game, ["bake", "-o", "build"], #"exec "$0" "$@" --progress always 2>&-"#)
        #expect(run.status == 0 && run.output.contains("wrote "))
        let refused = try self.run(game, ["bake"], #"exec "$0" "$@" 2>/dev/full"#)
        #expect(refused.status == 2)
    }
}
