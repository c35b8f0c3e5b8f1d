import Foundation
import TestSupport
import Testing

/// Outputs that would destroy each other, a catalog's sources or a bake, refused before any work.
@Suite struct OutputPlaceTests {
    private let game: DressedGame

    init() throws { game = try DressedGame() }

    /// What every file holds but those of the cache, by path.
    private func files() throws -> [String: Data] {
        let root = game.folder.url
        return try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { !$0.hasPrefix(".kiln-cache") }
            .reduce(into: [:]) { files, path in
                files[path] = try? Data(contentsOf: root.appending(path: path))
            }
    }

    @Test(arguments: [
        ["key", "art/hat.png", "--also", "art/dog.png", "-o", "q.png", "--differences", "./q.png"],
        ["key", "art/hat.png", "--also", "art/dog.png", "-o", "q.png", "--mask", "--differences"]
            + ["q-mask.png"],
        ["slice", "art/dog.png", "--grid", "2x1", "--sheet", "z.png", "--debug-image", "z.png"],
        ["slice", "art/dog.png", "--grid", "2x1", "--sheet", "art/../u", "--gif", "u"],
        ["slice", "art/dog.png", "--grid", "2x1", "-o", "s", "--sheet", "./s/dog-0.png"],
        ["slice", "art/dog.png", "--grid", "2x1", "-o", "s", "--debug-image", "s/dog-1.png"],
        ["bake", "-o", "o", "--timings", "t.json", "--report", "json=t.json"],
        ["bake", "-o", "o", "--swift", "n", "--report", "json=n", "--force"],
        ["bake", "-o", "o", "--swift", "n", "--timings", "n"],
        ["bake", "-o", "o", "--cache-dir", "o"],
        ["validate", "--format", "json=r", "--format", "sarif=r"],
        ["validate", "--format", "json=r", "-o", "./r"],
    ]) func `two outputs never go to one file`(words: [String]) throws {
        let before = try files()
        let run = try BuiltCommand(words, in: game.folder.url)
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains("two outputs go to one file"), "\(run.errors)")
        #expect(try files() == before)
    }

    @Test func `outputs in one folder under several names are all written`() throws {
        let words = ["slice", "art/dog.png", "--grid", "2x1", "-o", "s", "--sheet", "./s/all.png"]
        for _ in 0..<2 {
            #expect(try BuiltCommand(words, in: game.folder.url).status == 0)
            let made = try files().keys.filter { $0.hasPrefix("s/") }.sorted()
            #expect(made == ["s/.kiln-files", "s/all.png", "s/dog-0.png", "s/dog-1.png"])
        }
    }

    @Test(arguments: [
        ["preview", "-s", "dog", "-o", "art/new.png"],
        ["preview", "-s", "dog", "-o", "art/dog.png", "--force"],
        ["preview", "--html", "out/../art/new.html"],
        ["bake", "-o", "o", "--swift", "art/Names.swift"],
        ["bake", "-o", "o", "--timings", "art/t.json", "--force"],
        ["bake", "-o", "o", "--report", "json=art/r.json"],
        ["bake", "-o", "o", "--cache-dir", "art/cache"],
        ["bake", "-o", "art/o", "--force"],
        ["diff", "build", "build", "-o", "art/changes"],
        ["diff", "build", "build", "--html", "art/changes.html"],
        ["validate", "--format", "json=art/r.json"],
        ["validate", "-o", "art/r.txt"],
        ["validate", "--baseline", "art/known.json", "--update-baseline"],
    ]) func `nothing is written among the sources of a catalog`(words: [String]) throws {
        let before = try files()
        let run = try BuiltCommand(words, in: game.folder.url)
        #expect(run.status == 2, "\(run.output)")
        #expect(
            run.errors.contains(": an output would be among the sources in art\n"),
            "\(run.errors)"
        )
        #expect(try files() == before)
    }

    @Test(
        arguments: [
            ["validate", "--format", "json=catalog.json"], ["validate", "-o", "catalog.json"],
            ["bake", "-o", "o", "--report", "json=./catalog.json"],
            ["bake", "-o", "o", "--swift", "tokens.json"],
            ["bake", "-o", "o", "--timings", "catalog.game.layout"],
            ["bake", "-o", "o", "--typescript", "catalog.game.web.layout"],
        ],
        [[], ["--force"]]
    ) func `no output replaces a file of the catalog, by force neither`(
        words: [String],
        force: [String]
    ) throws {
        let catalog = DressedGame.catalog().replacing(
            #""sources": ["art"],"#,
            with: #""sources": ["art"], "colors": "tokens.json", "profiles": { "web": {} },"#
        )
        try game.write(catalog, "catalog.json")
        try game.write(##"{ "ink": "#102030" }"##, "tokens.json")
        let before = try files()
        let run = try BuiltCommand(words + force, in: game.folder.url)
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains(": this file is an input\n"), "\(run.errors)")
        #expect(run.errors.contains("  help: name another place\n"), "\(run.errors)")
        #expect(try files() == before)
    }

    @Test func `a baseline among the sources is read`() throws {
        let known = ["validate", "--baseline", "known.json", "--update-baseline"]
        #expect(try BuiltCommand(known, in: game.folder.url).status == 0)
        try FileManager.default.moveItem(
            at: game.folder.url.appending(path: "known.json"),
            to: game.folder.url.appending(path: "art/known.json")
        )
        #expect(try game.run("validate", "--baseline", "art/known.json").status == 0)
    }

    @Test func `a bake's own places are for nothing else, and other places of its folder are free`()
        throws
    {
        for place in ["build/manifest.json", "build/game/times.json", "build/../build/game"] {
            let run = try game.run("bake", "-o", "build", "--report", "json=\(place)", "--force")
            #expect(run.status == 2)
            #expect(
                run.errors.contains("belongs to the outputs of the bake in build"),
                "\(run.errors)"
            )
        }
        for _ in 0..<2 {
            let run = try game.run("bake", "-o", "build", "--report", "json=build/report.json")
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func `outputs are not in a cache, nor is a cache among outputs`() throws {
        let before = try files()
        for (words, says) in [
            (["-o", ".kiln-cache"], ".kiln-cache: an output would be in the cache"),
            (["-o", ".kiln-cache/build", "--no-cache"], "an output would be in the cache"),
            (["-o", "build", "--cache-dir", "c", "--timings", "c/t.json"], "in the cache c,"),
            (
                ["-o", "c/build", "--cache-dir", "c"],
                "c/build: an output would be in the cache c,"
            ),
            (["-o", "build", "--cache-dir", "build/c"], "outputs of the bake in build"),
        ] {
            for force in [[], ["--force"]] {
                let run = try BuiltCommand(["bake"] + words + force, in: game.folder.url)
                #expect(run.status == 2)
                #expect(run.errors.contains(says), "\(words): \(run.errors)")
            }
        }
        let keyed = try game.run("key", "art/hat.png", "-o", ".kiln-cache/hat.png")
        #expect(keyed.status == 2 && keyed.errors.contains("it lies in a cache"))
        #expect(try files() == before)
        // Where it is anyway it may be named, and a game may be baked where its catalog lies.
        #expect(try game.run("bake", "-o", ".", "--cache-dir", ".kiln-cache").status == 0)
    }

    @Test(arguments: [
        ["--timings", "mine.json"], ["--timings", "art"], ["--report", "json=art"],
        ["--report", "json=catalog.json"],
    ])
    func `what is in the way of a side file is reported before the bake`(words: [String]) throws {
        try game.write("mine", "mine.json")
        let before = try files()
        let run = try BuiltCommand(["bake", "-o", "build"] + words, in: game.folder.url)
        #expect(run.status == 2, "\(run.errors)")
        #expect(try files() == before)
    }

    @Test func `the remedy of a check works on outputs that were edited`() throws {
        #expect(try game.run("bake", "-o", "build").status == 0)
        try game.write("{}", "build/game/game-0@1x.png")
        let check = try game.run("bake", "-o", "build", "--check")
        #expect(check.status == 1)
        #expect(check.output.hasSuffix("to bring it up to date: kiln bake -o build --force\n"))
        #expect(try game.run("bake", "-o", "build").status == 2)
        #expect(try game.run("bake", "-o", "build", "--force").status == 0)
        #expect(try game.run("bake", "-o", "build", "--check").status == 0)
        // What is merely outdated needs no force.
        try game.write(DressedGame.catalog(hat: (1, 1)), "catalog.json")
        let outdated = try game.run("bake", "-o", "build", "--check")
        #expect(outdated.output.hasSuffix("to bring it up to date: kiln bake -o build\n"))
    }

    @Test func `a second atlas under one name reports what of the first is gone`() throws {
        for format in ["css", "unity"] {
            #expect(try game.run("pack", "art", "-o", "out", "-f", format).status == 0)
        }
        let third = try game.run("pack", "art", "-o", "out")
        #expect(third.output.contains("\nremoved stale output out/"))
        #expect(try files().keys.filter { $0.hasPrefix("out/") }.count == 3)
    }
}
