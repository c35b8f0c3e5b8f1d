import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln validate` as people, hooks and machines run it.
struct ValidateCommandTests {
    private static let hat = "art/overlay_hat.png empty-picture"
    private static let spare = "art/spare.png unused-asset"

    @Test func `checks are picked by id and pattern, and left out`() throws {
        let game = try LittleGame()
        #expect(try game.found([]) == [Self.hat, Self.spare])
        #expect(try game.found(["--select", "unused-*"]) == [Self.spare])
        #expect(try game.found(["--select", "fringe,empty-picture"]) == [Self.hat])
        #expect(try game.found(["--ignore", "empty-?icture"]) == [Self.spare])
        #expect(try game.found(["--ignore", "empty-*,unused-*"]) == [])
        #expect(try game.validate(["--ignore", "empty-picture"]).status == 0)
        #expect(try game.validate(["--ignore", "empty-picture", "--strict"]).status == 1)
    }

    @Test func `a check that is not there ends the run, with its nearest name`() throws {
        let run = try LittleGame().validate(["--select", "empty-pictures"])
        #expect(run.status == 2)
        #expect(
            run.errors == """
                kiln: error: there is no check "empty-pictures"
                  help: did you mean "empty-picture"?

                """
        )
    }

    @Test func `what cannot be baked is reported whatever is picked`() throws {
        let game = try LittleGame()
        try game.put("catalog.json", "{")
        for arguments in [["--select", "fringe"], ["--ignore", "*"], ["art/spare.png"]] {
            let run = try game.validate(arguments)
            #expect(run.status == 2)
            #expect(run.output.contains("error[json-syntax]"), "\(arguments)")
        }
    }

    @Test func `files pick what is about them, wherever the catalog is in the row`() throws {
        let game = try LittleGame()
        #expect(try game.found(["art/spare.png"]) == [Self.spare])
        #expect(try game.found(["art/dog_pet.png"]) == [])
        #expect(
            try game.found(["art/overlay_hat.png", "art/spare.png"]) == [Self.hat, Self.spare]
        )
        #expect(try game.found(["art/spare.png", "catalog.json"]) == [Self.spare])
        #expect(try game.found(["catalog.json", "./art/../art/spare.png"]) == [Self.spare])
        #expect(try game.found(["catalog.json", "art"]) == [Self.hat, Self.spare])
        #expect(try game.found(["catalog.json"]) == [Self.hat, Self.spare])
        #expect(try game.found(["spare.png"], in: "art") == ["../art/spare.png unused-asset"])
        #expect(try game.validate(["art/dog_pet.png", "--strict"]).status == 0)
        let missing = try game.validate(["catalog.json", "art/gone.png"])
        #expect(missing.status == 2)
        #expect(
            missing.errors == "kiln: error: cannot read art/gone.png: no such file or directory\n"
        )
    }

    @Test func `the catalog's own findings are reported when it is one of the files`() throws {
        let game = try LittleGame()
        let text = try game.read("catalog.json")
        try game.put("catalog.json", text.replacing("\"key\": false", with: "\"kye\": false"))
        #expect(try game.found(["art/spare.png"]) == [Self.spare])
        #expect(
            try game.found(["art/spare.png", "catalog.json"])
                == [Self.spare, "catalog.json unknown-member"]
        )
    }

    @Test func `a baseline hides what is known, and reports what is new and what is gone`() throws {
        let game = try LittleGame()
        let base = ["--baseline", "base.json"]
        #expect(try game.validate(base).status == 2)
        let made = try game.validate(base + ["--update-baseline", "--strict"])
        #expect(made.status == 0)
        #expect(
            made.output == """
                no new problems (2 known)
                base.json knows 2 findings now, 0 before

                """
        )
        #expect(try game.read("base.json").contains("\"path\": \"art/spare.png\""))
        #expect(try game.found(base) == [])
        try game.put("art/more.png", try game.picture(.init(r: 90, g: 90, b: 0)))
        #expect(try game.found(base) == ["art/more.png unused-asset"])
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "art/spare.png"))
        #expect(
            try game.found(base) == ["art/more.png unused-asset", "base.json stale-baseline"]
        )
        // Neither a part of the files nor of the checks calls the others stale, or forgets them.
        #expect(try game.found(base + ["art/dog_pet.png"]) == [])
        #expect(try game.found(base + ["--select", "empty-*"]) == [])
        #expect(try game.validate(base + ["--update-baseline", "--select", "empty-*"]).status == 0)
        #expect(try game.read("base.json").contains("spare.png"))
        #expect(try game.validate(base + ["--update-baseline"]).status == 0)
        #expect(try game.found(base) == [])
        #expect(try game.read("base.json").contains("spare.png") == false)
    }

    @Test func `a catalog that cannot be baked calls nothing in a baseline stale`() throws {
        let game = try LittleGame()
        let base = ["--baseline", "base.json"]
        _ = try game.validate(base + ["--update-baseline"])
        let text = try game.read("catalog.json")
        try game.put("catalog.json", text.replacing("\"key\": false", with: "\"kye\": false"))
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "art/spare.png"))
        #expect(try game.found(base).filter { $0.contains("stale") } == [])
        try game.put("catalog.json", text)
        #expect(try game.found(base) == ["base.json stale-baseline"])
    }

    @Test func `a baseline is the same however the catalog is named, and from wherever`() throws {
        let game = try LittleGame()
        let update = ["--update-baseline", "--baseline"]
        _ = try game.validate(update + ["base.json"])
        let first = try game.read("base.json")
        _ = try game.validate([game.folder.url.path] + update + ["folder.json"])
        try game.put("notes/mine", "mine")
        _ = try game.validate(["../catalog.json"] + update + ["below.json"], in: "notes")
        _ = try game.validate([".."] + update + ["above.json"], in: "notes")
        for name in ["folder.json", "notes/below.json", "notes/above.json"] {
            #expect(try game.read(name) == first, "\(name)")
        }
    }

    @Test func `a baseline takes no other file's place`() throws {
        let game = try LittleGame()
        let before = try game.read("catalog.json")
        let run = try game.validate(["--baseline", "catalog.json", "--update-baseline"])
        #expect(run.status == 2)
        #expect(run.errors.contains("it is no baseline of version 1"))
        #expect(try game.read("catalog.json") == before)
        let alone = try game.validate(["--update-baseline"])
        #expect(alone.status == 2)
        #expect(alone.errors.contains("'--update-baseline' needs '--baseline'"))
    }

    @Test func `one run gives several reports`() throws {
        let game = try LittleGame()
        let run = try game.validate(
            [
                "--format", "sarif=out/kiln.sarif", "--format", "gitlab=quality.json", "--format",
                "text",
            ]
        )
        #expect(run.status == 1)
        #expect(run.output.contains("1 error, 1 warning in 2 files"))
        #expect(try game.read("out/kiln.sarif").contains("\"help\""))
        #expect(try game.read("quality.json").contains("\"check_name\": \"unused-asset\""))
        // A second run replaces its own reports, and a report replaces nothing else.
        #expect(try game.validate(["--format", "sarif", "-o", "out/kiln.sarif"]).status == 1)
        let before = try game.read("catalog.json")
        for arguments in [["-o", "catalog.json"], ["-o", "art/spare.png", "--force"]]
        where arguments.count == 2 {
            #expect(try game.validate(arguments).status == 2)
        }
        #expect(try game.read("catalog.json") == before)
    }

    @Test func `a bake writes its findings into files too, and above all when it fails`() throws {
        let game = try LittleGame()
        func bake(_ arguments: [String]) throws -> BuiltCommand {
            try BuiltCommand(
                ["bake", "-o", "build", "--no-checks"] + arguments,
                in: game.folder.url
            )
        }
        let report = ["--report", "sarif=kiln.sarif", "--report", "junit=kiln.xml"]
        let good = try bake(report)
        #expect(good.status == 0, "\(good.errors)")
        #expect(try game.read("kiln.sarif").contains("\"ruleId\": \"unused-asset\""))
        // Readers want a line even of a picture.
        #expect(try game.read("kiln.sarif").contains("\"startLine\": 1"))
        let text = try game.read("catalog.json")
        try game.put("catalog.json", text.replacing("\"key\": false", with: "\"kye\": false"))
        #expect(try bake(report).status == 1)
        #expect(try game.read("kiln.sarif").contains("\"ruleId\": \"unknown-member\""))
        #expect(try game.read("kiln.xml").contains("unknown-member"))
        #expect(try bake(["--report", "sarif"]).status == 2)
    }

    @Test(arguments: [
        (
            ["--format", "text", "--format", "json"],
            "one report goes to standard output, found text and json"
        ),
        (
            ["--format", "text", "--json"],
            "one report goes to standard output, found text and json"
        ),
        (["--format", "text=a", "--format", "json=a"], "two outputs go to one file"),
        (
            ["--format", "text=a", "-o", "b"],
            "'--output' has no report: each '--format' has a file"
        ),
        (["--format", "sarf"], "expected one of text, json, github, sarif, junit, gitlab"),
        (["--format", "sarif="], "invalid value for --format"),
    ]) func `reports that cannot be given are usage errors`(
        arguments: [String],
        text: String
    ) throws {
        let run = try LittleGame().validate(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(text), "\(run.errors)")
    }

    @Test func `color, progress and quiet are as asked`() throws {
        let game = try LittleGame()
        #expect(try game.validate([]).output.contains("\u{1B}") == false)
        #expect(try game.validate(["--color", "always"]).output.contains("\u{1B}[1;31m"))
        #expect(try game.validate(["--progress", "always"]).errors.contains("rendering 2/2"))
        let quiet = try game.validate(["--quiet"])
        #expect(quiet.output.contains("empty-picture") && !quiet.output.contains("unused-asset"))
        #expect(try game.validate(["--quiet", "--ignore", "empty-picture"]).output == "")
    }

    @Test func `links lead to where the documentation is published`() throws {
        let game = try LittleGame()
        let address = ["KILN_DOCS_URL": "https://example.org/kiln/"]
        let report = try game.validate(["--json"], environment: address).output
        let link = "https://example.org/kiln/Documentation/diagnostics.md#empty-picture"
        #expect(report.contains("\"documentation\": \"\(link)\""))
        let text = try game.validate([]).output
        #expect(
            text.hasSuffix(
                "\n\nto read more: kiln explain empty-picture unused-asset\n"
                    + "1 error, 1 warning in 2 files\n"
            )
        )
    }
}
