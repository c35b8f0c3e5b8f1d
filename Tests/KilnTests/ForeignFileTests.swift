import Foundation
import TestSupport
import Testing

/// What the command says and does where files of somebody else are in the way.
@Suite struct ForeignFileTests {
    private func text(_ path: String, of game: DressedGame) throws -> String {
        try String(contentsOf: game.folder.url.appending(path: path), encoding: .utf8)
    }

    private func paths(of game: DressedGame) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: game.folder.url.path)
            .filter { !$0.hasPrefix(".kiln-cache") }.sorted()
    }

    @Test func `a web app's manifest stops a bake, and force says what it replaces`() throws {
        let game = try DressedGame()
        try game.write("{ \"name\": \"my app\", \"start_url\": \"/\" }", "build/manifest.json")
        let before = try paths(of: game)
        let refused = try game.run("bake", "-o", "build")
        #expect(refused.status == 2)
        #expect(
            refused.errors == """
                kiln: error: nothing was written, because one file is in the way
                  build/manifest.json: not a manifest that Kiln wrote: this is not a Kiln manifest: it has no "format"
                  help: name another place with -o, or move what is in the way; --force replaces it

                """
        )
        #expect(try paths(of: game) == before)
        let forced = try game.run("bake", "-o", "build", "--force")
        #expect(forced.status == 0)
        #expect(forced.errors.hasPrefix("replacing build/manifest.json: not a manifest"))
        #expect(try text("build/manifest.json", of: game).contains("kiln-manifest"))
        #expect(try game.run("bake", "-o", "build").status == 0)
    }

    @Test func `a catalog's own folder takes outputs, and keeps everything else`() throws {
        let game = try DressedGame()
        let before = try paths(of: game)
        for arguments in [["-o", "."], ["-o", ".", "--no-cache"]] {
            let baked = try BuiltCommand(["bake"] + arguments, in: game.folder.url)
            #expect(baked.status == 0, "\(baked.errors)")
        }
        #expect(Set(before).isSubset(of: try paths(of: game)))
        let manifest = try text("manifest.json", of: game)
        #expect(!manifest.contains("catalog.json"))
    }

    @Test func `results go nowhere where they would destroy something`() throws {
        let game = try DressedGame()
        try game.write("mine", "art/hat-0.png.txt")
        try game.write("mine", "catalog.png")
        let before = try paths(of: game)
        let catalog = try text("catalog.json", of: game)
        let refused: [(arguments: [String], says: String)] = [
            (["key", "art", "-o", "art"], "this file is an input"),
            (["key", "art/hat.png", "-o", "art/hat.png"], "this file is an input"),
            (["key", "art/hat.png", "-o", "k.jpg"], "expected a .png or a folder"),
            (["preview", "--html", "catalog.json"], "catalog.json: this file is an input"),
            (["preview", "-s", "dog", "-o", "catalog.png"], "Kiln did not write this file"),
            (["bake", "-o", "build", "--timings", "catalog.json"], "this file is an input"),
            (["diff", "build", "build", "--html", "catalog.json"], "this file is an input"),
        ]
        for (arguments, says) in refused {
            if arguments[0] == "diff" { _ = try game.run("bake", "-o", "build", "-q") }
            let run = try BuiltCommand(arguments, in: game.folder.url)
            #expect(run.status == 2, "\(arguments): \(run.output)")
            #expect(run.errors.contains(says), "\(arguments): \(run.errors)")
        }
        #expect(try text("catalog.json", of: game) == catalog)
        #expect(try paths(of: game).filter { !$0.hasPrefix("build") } == before)
    }

    @Test func `a page takes no picture's place, by force neither`() throws {
        let game = try DressedGame()
        let art = game.folder.url.appending(path: "art")
        let hat = try Data(contentsOf: art.appending(path: "hat.png"))
        try hat.write(to: art.appending(path: "hat-0.png"))
        let before = try paths(of: game)
        for force in [[], ["--force"]] {
            let arguments = ["pack", "art", "-o", "art", "--name", "hat"] + force
            let run = try BuiltCommand(arguments, in: game.folder.url)
            #expect(run.status == 2)
            #expect(
                run.errors.contains("art/hat-0.png: an output would be among the sources in art"),
                "\(run.errors)"
            )
        }
        #expect(try paths(of: game) == before)
        #expect(try Data(contentsOf: art.appending(path: "hat-0.png")) == hat)
    }

    @Test func `the working folder is packed and keyed as any other`() throws {
        let game = try DressedGame()
        let art = game.folder.url.appending(path: "art")
        for _ in 0..<2 {
            let packed = try BuiltCommand(["pack", ".", "-o", "out"], in: art)
            #expect(packed.status == 0 && packed.output.hasPrefix("packed 5 frames"))
        }
    }

    @Test func `results are replaced again and again, until somebody changes them`() throws {
        let game = try DressedGame()
        for scale in ["1", "2", "1"] {
            let drawn = try game.run("preview", "-s", "dog", "--scale", scale, "-o", "look.png")
            #expect(drawn.status == 0, "\(drawn.errors)")
        }
        for threshold in ["0.3", "0.5"] {
            let keyed = try game.run("key", "art/hat.png", "-o", "k", "--threshold", threshold)
            #expect(keyed.status == 0, "\(keyed.errors)")
        }
        try game.draw("drawn", DressedGame.hat("b"))
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "look.png"))
        try FileManager.default.copyItem(
            at: game.folder.url.appending(path: "art/drawn.png"),
            to: game.folder.url.appending(path: "look.png")
        )
        let refused = try game.run("preview", "-s", "dog", "-o", "look.png")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("look.png: changed since Kiln wrote it"))
        #expect(try game.image("look.png") == game.image("art/drawn.png"))
        let forced = try game.run("preview", "-s", "dog", "-o", "look.png", "--force")
        #expect(forced.status == 0 && forced.errors.hasPrefix("replacing look.png: changed"))
    }
}
