import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// `kiln diff --catalog`: what a game that is played already has to learn.
struct CatalogDiffTests {
    /// A dog and a cat with a hat, and pictures in files; `items` and `members` come into the catalog.
    private struct Shop {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            for (name, color) in [("dog", "r"), ("cat", "b"), ("cap", "w"), ("boot", "y")] {
                try draw(name, Character(color))
            }
        }

        func draw(_ name: String, _ color: Character) throws {
            let art = folder.url.appending(path: "art")
            try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
            let picture = StraightImage.drawn(8, 4) { x, y in
                x % 4 != 0 && y != 0 ? color : "."
            }
            try Data(encodePNG(picture)).write(to: art.appending(path: "\(name).png"))
        }

        func bake(
            _ out: String,
            items: String,
            species: String = #"{"id": "dog", "anchors": {"head": [1, 1], "tail": [2, 2]}}"#,
            animations: String = #""idle": {"frames": [0, 1]}, "walk": {"frames": [1, 0]}"#,
            members: String = #""looks": [{"id": "best", "species": "dog"}],"#,
            targets: String = #"{"id": "game"}, {"id": "watch"}"#
        ) throws {
            let catalog = """
                {"catalogVersion": 1, "name": "shop", "canvas": {"width": 4, "height": 4},
                "sources": ["art"], "species": [\(species), {"id": "cat"}], "items": [\(items)],
                "sheets": {"*": {"grid": {"columns": 2}},
                  "dog": {"grid": {"columns": 2}, "animations": {\(animations)}}},
                \(members) "targets": [\(targets)]}
                """
            try Data(catalog.utf8).write(to: folder.url.appending(path: "catalog.json"))
            let run = try run("bake", "-o", out, "-q", "--no-checks")
            try #require(run.status == 0, "\(run.errors)")
        }

        func run(_ arguments: String...) throws -> BuiltCommand { try run(arguments) }

        func run(_ arguments: [String]) throws -> BuiltCommand {
            try BuiltCommand(arguments, in: folder.url)
        }
    }

    private let cap = """
        {"id": "cap", "equipStyle": "overlay", "slot": "head", "extras": {"price": 12}}
        """

    @Test func `what was added and changed is reported with style, slot, assets and extras`() throws
    {
        let shop = try Shop()
        let slots = #""slots": {"head": {}, "feet": {"max": 2}},"#
        try shop.bake("old", items: cap, members: slots)
        try shop.bake(
            "new",
            items: #"""
                {"id": "cap", "equipStyle": "overlay", "slot": "feet", "extras": {"price": 15}},
                {"id": "boot", "equipStyle": "overlay", "species": ["cat"], "extras": {"new": true}}
                """#,
            members: slots
        )
        let run = try shop.run("diff", "old", "new", "--catalog")
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                items
                  changed  cap   slot feet instead of head
                                 extra price 15 instead of 12
                  added    boot  overlay; on cat: boot; extras {"new":true}
                1 added, 1 changed

                """
        )
        let json = try shop.run("diff", "old", "new", "--catalog", "--json")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        )
        let changes = try #require(report["changes"] as? [[String: Any]])
        #expect(changes.map { $0["kind"] as? String } == ["changed", "added"])
        let cap = try #require(changes[0]["new"] as? [String: Any])
        #expect(cap["equipStyle"] as? String == "overlay" && cap["slot"] as? String == "feet")
        #expect(cap["assets"] as? [String: [String]] == ["dog": ["cap"], "cat": ["cap"]])
        #expect((changes[0]["old"] as? [String: Any])?["extras"] as? [String: Int] == ["price": 12])
        #expect((report["findings"] as? [Any])?.isEmpty == true)
        #expect(try shop.run("diff", "old", "new", "--catalog", "--fail-on-change").status == 1)
        #expect(try shop.run("diff", "new", "new", "--catalog").output == "nothing to update\n")
    }

    @Test func `what is gone is an error until the later catalog retires it`() throws {
        let shop = try Shop()
        try shop.bake("old", items: cap.replacing(#""slot": "head", "#, with: ""))
        func bakeNew(_ retired: String) throws {
            try shop.bake(
                "new",
                items: #"{"id": "helmet", "asset": "cap", "equipStyle": "overlay"}"#,
                species: #"{"id": "dog", "anchors": {"head": [1, 1]}}"#,
                animations: #""idle": {"frames": [0]}"#,
                members: retired,
                targets: #"{"id": "game"}"#
            )
        }
        try bakeNew("")
        let run = try shop.run("diff", "old", "new", "--catalog")
        #expect(run.status == 1)
        #expect(
            run.errors == """
                new/manifest.json: error[removed-anchor]: species "dog" lost the anchor "tail", which the game may ask for
                  help: bring it back, or list it under "retired"
                  see: old/manifest.json
                new/manifest.json: error[removed-animation]: species "dog" lost the animation "walk", which the game may ask for
                  help: bring it back, or list it under "retired"
                  see: old/manifest.json

                old/manifest.json: error[removed-id]: the item "cap" is gone, but saved games may hold its id
                  help: was it renamed to "helmet"? keep the id, and change "name"
                old/manifest.json: error[removed-id]: the look "best" is gone, but the game may ask for it
                  help: bring it back, or list it under "retired"
                old/manifest.json: error[removed-id]: the target "watch" is gone, but the game may ask for it
                  help: bring it back, or list it under "retired"

                5 errors in 2 files

                """
        )
        #expect(
            run.output == """
                species
                  changed  dog  anchor tail is gone
                                animation walk is gone
                                animation idle: 1 frame instead of 2
                items
                  added    helmet  overlay; on cat: cap; on dog: cap
                  retired  cap     overlay; on cat: cap; on dog: cap; extras {"price":12}
                looks
                  retired  best  dog
                animations
                  changed  dog/idle  1 frame instead of 2
                  retired  dog/walk  2 frames
                1 added, 2 changed, 3 retired

                """
        )
        for retired in [
            #"""
            "retired": {"items": ["cap"], "looks": ["b*"], "targets": ["watch"],
              "anchors": ["dog/tail"], "animations": ["dog/walk"]},
            """#,
            #""retired": ["cap", "best", "watch", "dog/tail", "dog/walk"],"#,
        ] {
            try bakeNew(retired)
            let known = try shop.run("diff", "old", "new", "--catalog")
            #expect(known.status == 0 && known.errors == "", "\(retired)")
            #expect(known.output == run.output)
            let json = try shop.run("diff", "old", "new", "--catalog", "--json")
            #expect(!json.output.contains(#""isAcknowledged" : false"#))
            // The catalog is held to the bake in the same way.
            let checks = ["--select", "removed-*"]
            #expect(try shop.run(["validate", "--against", "old"] + checks).status == 0)
        }
    }

    @Test func `a species that is gone and another style are acknowledged alike`() throws {
        let shop = try Shop()
        let hat = #"{"id": "cap", "equipStyle": "STYLE"}"#
        try shop.bake("old", items: hat.replacing("STYLE", with: "overlay"))
        func bakeNew(_ members: String) throws {
            try shop.bake(
                "new",
                items: hat.replacing("STYLE", with: "replaceSprite"),
                species: #"{"id": "fox", "parts": [{"asset": "dog"}]}"#,
                members: members,
                targets: #"{"id": "game"}, {"id": "watch"}"#
            )
        }
        try bakeNew("")
        let run = try shop.run("diff", "old", "new", "--catalog", "--json")
        #expect(run.status == 1)
        #expect(run.errors.contains(#"error[removed-id]: the species "dog" is gone"#))
        #expect(
            run.errors.contains(
                #"or list "cap/overlay" under "styles" of "retired""#
            )
        )
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        )
        let changes = try #require(report["changes"] as? [[String: Any]])
        let states = changes.compactMap { change in
            (change["isAcknowledged"] as? Bool).map { "\(change["id"] ?? "") \($0)" }
        }
        #expect(states == ["dog false", "cap false", "best false"])
        try bakeNew(#""retired": {"species": ["dog"], "styles": ["cap/*"], "looks": ["best"]},"#)
        #expect(try shop.run("diff", "old", "new", "--catalog").status == 0)
    }

    @Test func `a migration gets the changes as Swift`() throws {
        let shop = try Shop()
        try shop.bake("old", items: "", members: "")
        try shop.bake("new", items: #"{"id": "cap", "equipStyle": "overlay"}"#, members: "")
        let run = try shop.run("diff", "old", "new", "--swift", "Update2.swift")
        #expect(run.status == 0 && run.output.hasSuffix("1 added\nwrote Update2.swift\n"))
        let file = shop.folder.url.appending(path: "Update2.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("enum Update2 {"))
        let row = "added\titems\tcap\t\tcap\toverlay\t\tcat:cap|dog:cap\t\t{"
        #expect(text.contains("\n        \(row)"))
        // It is Kiln's own, and may be written again.
        #expect(try shop.run("diff", "old", "new", "--swift", "Update2.swift", "-q").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `a picture that was drawn anew is reported, on a page and in a file`() throws {
        let shop = try Shop()
        let targets = #"""
            {"id": "game"}, {"id": "shop", "kind": "images", "images": ["*"], "items": ["cap"]}
            """#
        let members = #""images": [{"id": "boot"}],"#
        let items = #"{"id": "cap", "equipStyle": "overlay"}"#
        try shop.bake("old", items: items, members: members, targets: targets)
        try shop.draw("boot", "#")
        try shop.bake("new", items: items, members: members, targets: targets)
        let run = try shop.run("diff", "old", "new")
        #expect(run.output.contains("frames of game\n  changed  boot/0  "))
        #expect(run.output.contains("pictures of shop\n  changed  shop/images/boot@1x.png  "))
        #expect(run.output.contains("frames: 2 changed; pictures: 1 changed; "))
        let drawn = try shop.run("diff", "old", "new", "-o", "changes")
        #expect(drawn.output.hasSuffix("wrote 3 pictures to changes\n"))
        let sheet = shop.folder.url.appending(path: "changes/shop/images/boot@1x.png")
        #expect(FileManager.default.fileExists(atPath: sheet.path))
        let catalog = try shop.run("diff", "old", "new", "--catalog")
        #expect(catalog.output == "images\n  changed  boot  drawn otherwise\n1 changed\n")
        try FileManager.default.removeItem(at: shop.folder.url.appending(path: "old/shop"))
        let blind = try shop.run("diff", "old", "new")
        #expect(
            blind.output.hasSuffix(
                "1 picture could not be compared: its file is not there\n"
            )
        )
    }

    @Test func `options that draw have no sense with it`() throws {
        let shop = try Shop()
        for (flag, value) in [("--output", "changes"), ("--html", "a.html")] {
            let run = try shop.run("diff", "a", "b", "--catalog", flag, value)
            #expect(run.status == 2)
            let message = "'--catalog' and '\(flag)' exclude each other; '--catalog' draws nothing"
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }
}
