import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Commands that change a catalog: its style, its ids, and what it lacks.
struct CatalogEditTests {
    private static let text = """
        {
          "catalogVersion": 1, "name": "small", "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "slots": { "head": {} },
          "species": [ { "id": "dog" }, {"id": "cat"} ],
          "items": [
            { "id": "hat",   "equipStyle": "overlay", "key": false, "slot": "head",
              "species": ["cat", "dog"], "perSpecies": { "dog": { "z": 3 } } },
            { "id": "bow", "equipStyle": "overlay", "key": false }
          ],
          "images": [ { "id": "hat" } ],
          "sheets": { "dog_*": { "filter": "nearest" }, "overlay_bow": { "density": 1 } },
          "looks": [
            { "id": "out", "species": "dog", "overlays": ["hat", "bow"], "background": "hat" },
            { "id": "<species>_in", "each": { "species": ["dog", "cat"] } }
          ],
          "targets": [
            { "id": "game", "kind": "atlas" },
            { "id": "files", "kind": "images", "items": ["bow"], "images": ["hat"], "species": "dog" }
          ]
        }

        """

    private func game() throws -> LittleGame {
        let game = try LittleGame()
        try game.put("catalog.json", Self.text)
        for name in ["spare", "overlay_hat"] {
            let file = game.folder.url.appending(path: "art/\(name).png")
            try FileManager.default.removeItem(at: file)
        }
        let art = ["cat_pet", "dog_overlay_hat", "cat_overlay_hat", "overlay_bow", "hat"]
        for (shade, name) in art.enumerated() {
            try game.put(
                "art/\(name).png",
                try game.picture(.init(r: 90, g: UInt8(shade * 20), b: 9))
            )
        }
        return game
    }

    private func run(_ game: LittleGame, _ arguments: String...) throws -> BuiltCommand {
        try BuiltCommand(arguments, in: game.folder.url)
    }

    private func art(_ game: LittleGame) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: game.folder.url.appending(path: "art").path
        ).sorted()
    }

    @Test func `a species is renamed with its files, rules and references`() throws {
        let game = try game()
        let before = try run(game, "validate")
        #expect(before.status == 0, "\(before.output)")
        let run = try run(game, "rename", "dog", "wolf")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("renamed dog to wolf: 7 places in catalog.json, 2 files\n"))
        let expected = Self.text.replacing("\"dog\"", with: "\"wolf\"")
            .replacing("\"dog_*\"", with: "\"wolf_*\"")
        #expect(try game.read("catalog.json") == expected)
        #expect(
            try art(game) == [
                "cat_overlay_hat.png", "cat_pet.png", "hat.png", "overlay_bow.png",
                "wolf_overlay_hat.png", "wolf_pet.png",
            ]
        )
        #expect(try self.run(game, "validate").output == before.output)
        // And back again.
        #expect(try self.run(game, "rename", "wolf", "dog").status == 0)
        #expect(try game.read("catalog.json") == Self.text)
    }

    @Test func `an item is distinguished from an image with its id`() throws {
        let game = try game()
        let unclear = try run(game, "rename", "hat", "cap")
        #expect(unclear.status == 2)
        #expect(unclear.errors.contains("items and images have the id 'hat'"), "\(unclear.errors)")
        let run = try run(game, "rename", "hat", "cap", "--kind", "items")
        #expect(run.status == 0, "\(run.errors)")
        let expected = Self.text.replacing("{ \"id\": \"hat\",", with: "{ \"id\": \"cap\",")
            .replacing("[\"hat\", \"bow\"]", with: "[\"cap\", \"bow\"]")
        #expect(try game.read("catalog.json") == expected)
        #expect(try art(game).contains("dog_overlay_cap.png"))
        #expect(try art(game).contains("hat.png"))
    }

    @Test func `a bundle is renamed in all targets, and removed from them`() throws {
        let game = try game()
        let bundles = Self.text.replacing(
            "\"kind\": \"atlas\" }",
            with: "\"kind\": \"atlas\", \"bundles\": { \"shop\": { \"items\": [\"bow\"] } } },\n"
                + "      { \"id\": \"web\", \"bundles\": { \"shop\": { \"images\": [\"hat\"] } } }"
        )
        try game.put("catalog.json", bundles)
        #expect(try run(game, "bake", "-o", "released").status == 0)
        let run = try run(game, "rename", "shop", "store", "--against", "released")
        #expect(run.status == 0, "\(run.errors)")
        let renamed = try game.read("catalog.json")
        #expect(renamed.contains("\"retired\": { \"bundles\": [\"shop\"] }"), "\(renamed)")
        #expect(
            renamed.replacing("\"store\"", with: "\"shop\"").hasPrefix(bundles.dropLast(5)),
            "\(renamed)"
        )
        #expect(try self.run(game, "validate", "--against", "released").status == 0)
        let removed = try self.run(game, "remove", "store")
        #expect(removed.output.hasSuffix("removed store from catalog.json\n"), "\(removed.output)")
        #expect(!(try game.read("catalog.json").contains("store")))
    }

    @Test func `files are renamed next to the catalog, wherever the command runs`() throws {
        let (game, other) = (try game(), try game())
        let files = try art(other)
        let catalog = game.folder.url.appending(path: "catalog.json").path
        let dry = try run(other, "rename", "bow", "tie", catalog, "--dry-run")
        let folder = game.folder.url.path
        #expect(
            dry.output.contains(
                "rename \(folder)/art/overlay_bow.png to \(folder)/art/overlay_tie.png\n"
            )
        )
        #expect(try run(other, "rename", "bow", "tie", catalog).status == 0)
        #expect(try art(other) == files)
        #expect(try art(game).contains("overlay_tie.png"))
    }

    @Test func `a dry run shows everything and does nothing`() throws {
        let game = try game()
        let files = try art(game)
        let run = try run(game, "rename", "bow", "tie", "--dry-run")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("+    { \"id\": \"tie\", \"equipStyle\": \"overlay\""))
        #expect(run.output.contains("rename art/overlay_bow.png to art/overlay_tie.png\n"))
        #expect(run.output.contains("\"overlay_tie\": { \"density\": 1 }"))
        #expect(run.output.contains("would rename bow to tie: 4 places in catalog.json, 1 file\n"))
        #expect(try game.read("catalog.json") == Self.text)
        #expect(try art(game) == files)
    }

    @Test(arguments: [
        ("bow", "hat", 1, "the id \"hat\" is already used under \"items\""),
        ("bow", "a/b", 1, "the id \"a/b\" holds"), ("bwo", "x", 2, "did you mean bow?"),
        ("cat", "dog", 1, "the id \"dog\" is already used under \"species\""),
        ("bow", "tie", 1, "art/overlay_bow.png would become art/overlay_tie.png, which is there"),
    ]) func `what cannot be renamed is refused, and nothing changes`(
        old: String,
        new: String,
        status: Int32,
        reason: String
    ) throws {
        let game = try game()
        try game.put("art/overlay_tie.png", try game.picture(.init(r: 1, g: 2, b: 3)))
        let files = try art(game)
        let run = try run(game, "rename", old, new)
        #expect(run.status == status)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(try game.read("catalog.json") == Self.text)
        #expect(try art(game) == files)
    }

    @Test func `a retired id is given to nothing else`() throws {
        let game = try game()
        let retired = "\"retired\": { \"items\": [\"crown\"] }, \"slots\""
        let text = Self.text.replacing("\"slots\"", with: retired)
        try game.put("catalog.json", text)
        try game.put("crown.png", try game.picture(.init(r: 1, g: 2, b: 3)))
        for arguments in [["rename", "bow", "crown"], ["add", "crown.png", "--as", "overlay"]] {
            let run = try BuiltCommand(arguments, in: game.folder.url)
            #expect(run.status == 1)
            #expect(
                run.errors.contains("the id \"crown\" is retired under \"items\""),
                "\(run.errors)"
            )
        }
        #expect(try game.read("catalog.json") == text)
    }

    @Test func `a rename goes on where a killed one left both names`() throws {
        let game = try game()
        let art = game.folder.url.appending(path: "art")
        let (old, new) = ("overlay_bow.png", "overlay_tie.png")
        try FileManager.default.linkItem(
            at: art.appending(path: old),
            to: art.appending(path: new)
        )
        let renamed = try run(game, "rename", "bow", "tie")
        #expect(renamed.status == 0, "\(renamed.errors)")
        #expect(try self.art(game).filter { $0.contains("bow") || $0.contains("tie") } == [new])
        // Another file is not replaced.
        try game.put("art/overlay_bow.png", try game.picture(.init(r: 1, g: 2, b: 3)))
        #expect(try run(game, "rename", "tie", "bow").status == 1)
    }

    @Test func `a drawing of an overlay for another pet needs no rule before pure green`() throws {
        let game = try game()
        let text = Self.text.replacing(#""species": ["cat", "dog"]"#, with: #""species": ["dog"]"#)
        try game.put("catalog.json", text)
        let hat = StraightImage(24, 24) { x, y in
            (6..<18).contains(x) && (6..<18).contains(y)
                ? .init(r: 200, g: 30, b: 40) : .init(r: 0, g: 255, b: 0)
        }
        try game.put("art/cat_overlay_hat.png", try encodePNG(hat))
        let added = try run(game, "add", "art/cat_overlay_hat.png", "-q")
        #expect(added.status == 0, "\(added.errors)")
        let expected = text.replacing(#"["dog"], "per"#, with: #"["dog", "cat"], "per"#)
        #expect(try game.read("catalog.json") == expected)
    }

    @Test func `what lies next to a file is renamed with it`() throws {
        let game = try game()
        let atlas = "{ \"id\": \"game\", \"kind\": \"atlas\""
        try game.put(
            "catalog.json",
            Self.text.replacing(atlas, with: atlas + ", \"sideSheets\": [\"_n\"]")
                .replacing(
                    "\"overlay_bow\": { \"density\": 1 }",
                    with: "\"overlay_bow\": { \"also\": [\"<asset>_blue\"] }"
                )
        )
        for name in ["overlay_bow_n", "overlay_bow_blue"] {
            try game.put("art/\(name).png", try game.picture(.init(r: 90, g: 1, b: 9)))
        }
        let run = try run(game, "rename", "bow", "tie", "-q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try art(game).filter { $0.contains("bow") || $0.contains("tie") } == [
                "overlay_tie.png", "overlay_tie_blue.png", "overlay_tie_n.png",
            ]
        )
    }

    @Test func `an id that a bake has is retired`() throws {
        let game = try game()
        #expect(try run(game, "bake", "-o", "released").status == 0)
        let run = try run(game, "rename", "bow", "tie", "--against", "released", "--json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("\"isRetired\" : true"), "\(run.output)")
        #expect(try game.read("catalog.json").contains("\"retired\": { \"items\": [\"bow\"] }"))
        #expect(try self.run(game, "rename", "out", "gone", "--against", "released").status == 0)
        #expect(try game.read("catalog.json").contains("\"looks\": [\"out\"]"))
        let validated = try self.run(game, "validate", "--against", "released")
        #expect(validated.status == 0, "\(validated.output)")
    }

    @Test func `what refers to a removed thing goes with it`() throws {
        let game = try game()
        let run = try run(game, "remove", "dog", "--art")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.hasSuffix("removed dog, out, dog_in from catalog.json\n"),
            "\(run.output)"
        )
        let lost = [
            ("{ \"id\": \"dog\" }, ", ""), ("\"cat\", \"dog\"], \"per", "\"cat\"], \"per"),
            ("{ \"dog\": { \"z\": 3 } }", "{}"),
            ("{ \"dog_*\": { \"filter\": \"nearest\" }, ", "{ "),
            (
                "{ \"id\": \"out\", \"species\": \"dog\", \"overlays\": [\"hat\", \"bow\"], "
                    + "\"background\": \"hat\" },\n    ", ""
            ), ("[\"dog\", \"cat\"]", "[\"cat\"]"), (", \"species\": \"dog\" }", " }"),
        ]
        let expected = lost.reduce(Self.text) { text, change in
            #expect(text.contains(change.0), "\(change.0)")
            return text.replacing(change.0, with: change.1)
        }
        #expect(try game.read("catalog.json") == expected)
        #expect(
            try art(game) == ["cat_overlay_hat.png", "cat_pet.png", "hat.png", "overlay_bow.png"]
        )
        let validated = try self.run(game, "validate", "--strict")
        #expect(validated.status == 0, "\(validated.output)")
    }

    @Test func `an item that one species wears goes with it, and art stays`() throws {
        let game = try game()
        let both = "\"species\": [\"cat\", \"dog\"], "
        try game.put("catalog.json", Self.text.replacing(both, with: "\"species\": [\"dog\"], "))
        let files = try art(game)
        let shown = try run(game, "remove", "dog", "--dry-run")
        #expect(shown.output.contains("would remove dog, "), "\(shown.output)\(shown.errors)")
        #expect(shown.output.contains("kept art/dog_pet.png: nothing uses it now\n"))
        #expect(try run(game, "remove", "dog", "--json").output.contains("\"id\" : \"hat\""))
        #expect(!(try game.read("catalog.json").contains("\"id\": \"hat\",   ")))
        #expect(try art(game) == files)
    }

    @Test func `all files of a removed thing are deleted, and those of others stay`() throws {
        let game = try game()
        let sheets = "\"sheets\": { \"overlay_tail\": { \"frames\": \"numbered\" }, "
        let tail = ", { \"id\": \"tail\", \"equipStyle\": \"overlay\", \"key\": false }"
        try game.put(
            "catalog.json",
            Self.text.replacing("\"sheets\": { ", with: sheets)
                .replacing(
                    "\"bow\", \"equipStyle\": \"overlay\", \"key\": false }",
                    with: "\"bow\", \"equipStyle\": \"overlay\", \"key\": false }" + tail
                )
                .replacing(
                    "\"kind\": \"atlas\"",
                    with: "\"kind\": \"atlas\", \"sideSheets\": [\"_n\"]"
                )
        )
        let before = try art(game)
        for name in ["tail_1", "tail_2", "tail_3", "bow_n"] {
            let picture = try game.picture(.init(r: 200, g: 9, b: UInt8(name.utf8.last ?? 0)))
            try game.put("art/overlay_\(name).png", picture)
        }
        #expect(try run(game, "remove", "tail", "--art").status == 0)
        #expect(try art(game) == (before + ["overlay_bow_n.png"]).sorted())
        #expect(!(try game.read("catalog.json").contains("tail")))
        #expect(try run(game, "remove", "bow", "--art").status == 0)
        #expect(try art(game) == before.filter { $0 != "overlay_bow.png" })
    }

    @Test func `removed ids that a bake has are retired`() throws {
        let game = try game()
        #expect(try run(game, "bake", "-o", "released").status == 0)
        let run = try run(game, "remove", "dog", "--against", "released")
        #expect(run.status == 0, "\(run.errors)")
        let retired = try game.read("catalog.json")
        #expect(
            retired.contains("\"species\": [\"dog\"]")
                && retired.contains("\"looks\": [\"out\", \"dog_in\"]")
        )
        let validated = try self.run(game, "validate", "--against", "released")
        #expect(validated.status == 0, "\(validated.output)")
    }

    @Test func `what the catalog cannot be without is not removed`() throws {
        let game = try game()
        let text = Self.text.replacing("[\"bow\"], ", with: "[\"bow\"], \"looks\": [\"dog_in\"], ")
        try game.put("catalog.json", text)
        let before = try run(game, "validate")
        #expect(before.status == 0, "\(before.output)")
        let run = try run(game, "remove", "dog")
        #expect(run.status == 1, "\(run.output)")
        #expect(
            run.errors.contains("without \"dog\" the catalog would be wrong: "),
            "\(run.errors)"
        )
        #expect(try game.read("catalog.json") == text)
        #expect(try self.run(game, "remove", "cta").errors.contains("did you mean cat?"))
        #expect(try self.run(game, "remove", "hat").errors.contains("choose one with '--kind'"))
    }

    @Test func `what cannot be without a target is named`() throws {
        let game = try game()
        let text = Self.text.replacing(
            "\"targets\":",
            with: "\"profiles\": { \"mock\": { \"targets\": [\"game\"] } }, \"targets\":"
        )
        try game.put("catalog.json", text)
        let run = try run(game, "remove", "game")
        #expect(run.status == 1, "\(run.output)")
        #expect(
            run.errors.contains("has 0 values, expected at least 1 (profiles.mock.targets)"),
            "\(run.errors)"
        )
    }

    @Test func `what a file alone suggests is not added by a fix`() throws {
        let game = try game()
        try game.put("art/dog_pet_old.png", try game.picture(.init(r: 90, g: 2, b: 3)))
        #expect(try run(game, "remove", "bow").status == 0)
        let text = try game.read("catalog.json")
        let fixed = try run(game, "validate", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.errors)")
        #expect(fixed.output.hasPrefix("found nothing that can be fixed automatically\n"))
        for what in ["outfit \"old\"", "overlay \"bow\""] {
            #expect(fixed.output.contains("add the \(what) with 'kiln add'"), "\(fixed.output)")
        }
        #expect(try game.read("catalog.json") == text)
    }

    @Test(arguments: ["home", "tap_bar"])
    func `an id is not renamed out of a list of the catalog, or into one`(new: String) throws {
        let game = try game()
        let listed = Self.text.replacing(
            "\"images\": [\"hat\"]",
            with: "\"images\": [\"h?t\", \"tap_*\"]"
        )
        try game.put(
            "catalog.json",
            listed.replacing(
                "[ { \"id\": \"hat\" } ]",
                with:
                    "[ { \"id\": \"hat\" }, { \"id\": \"tap_out\" } ]"
            )
        )
        try game.put("art/tap_out.png", try game.picture(.init(r: 90, g: 2, b: 3)))
        let text = try game.read("catalog.json")
        let run = try run(game, "rename", "hat", new, "--kind", "images")
        #expect(run.status == 1)
        #expect(
            run.errors.contains("a list of the catalog has \"h?t\", which fits \"hat\" and not"),
            "\(run.errors)"
        )
        #expect(try game.read("catalog.json") == text)
        // Listed by itself, it is renamed there.
        let both = text.replacing("\"h?t\", ", with: "\"h?t\", \"hat\", ")
        try game.put("catalog.json", both)
        #expect(try self.run(game, "rename", "hat", new, "--kind", "images").status == 0)
        #expect(try game.read("catalog.json").contains("[\"h?t\", \"\(new)\", \"tap_*\"]"))
    }

    @Test func `fmt changes white space only, once, and check reports it`() throws {
        let game = try game()
        let check = try run(game, "fmt", "--check")
        #expect(check.status == 1)
        let old = "-  \"species\": [ { \"id\": \"dog\" }, {\"id\": \"cat\"} ],"
        #expect(check.output.contains(old), "\(check.output)")
        let new = "+  \"species\": [ { \"id\": \"dog\" }, { \"id\": \"cat\" } ],"
        #expect(check.output.contains(new), "\(check.output)")
        #expect(try game.read("catalog.json") == Self.text)
        #expect(try run(game, "fmt").output == "formatted catalog.json\n")
        let formatted = try game.read("catalog.json")
        let blanks: (Character) -> Bool = { $0.isWhitespace }
        #expect(formatted.filter { !blanks($0) } == Self.text.filter { !blanks($0) })
        #expect(try run(game, "fmt", "--check").status == 0)
        #expect(try run(game, "fmt").output == "catalog.json is formatted already\n")
        #expect(try game.read("catalog.json") == formatted)
    }

    @Test func `fmt leaves what is no JSON alone`() throws {
        let game = try game()
        try game.put("catalog.json", "{ \"name\": }")
        let run = try run(game, "fmt")
        #expect(run.status == 1)
        #expect(run.errors.contains("catalog.json:1:11: error[json-syntax]"), "\(run.errors)")
        #expect(try game.read("catalog.json") == "{ \"name\": }")
    }

    @Test(arguments: ["pet", "pixel", "badges", "moods", "app"])
    func `new catalogs are formatted`(template: String) throws {
        let folder = try TemporaryFolder()
        let made = try BuiltCommand(["init", "--template", template, "-q"], in: folder.url)
        #expect(made.status == 0, "\(made.errors)")
        let check = try BuiltCommand(["fmt", "--check"], in: folder.url)
        #expect(check.status == 0, "\(check.output)")
    }
}
