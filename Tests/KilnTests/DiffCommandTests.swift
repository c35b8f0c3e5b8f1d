import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

struct DiffCommandTests {
    /// The game baked, changed and baked again into `old` and `new`.
    private func changedGame() throws -> DressedGame {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "old", "-q").status == 0)
        try game.draw("dog", DressedGame.pet("b"))
        try game.draw("crown", StraightImage(drawn: "y.y.y", "yyyyy"))
        try game.write(
            DressedGame.catalog(
                hat: (1, -2),
                items: #"{ "id": "crown", "equipStyle": "overlay", "species": ["cat"] },"#
            ),
            "catalog.json"
        )
        #expect(try game.run("bake", "-o", "new", "-q").status == 0)
        return game
    }

    @Test func `a bake does not differ from itself`() throws {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let run = try game.run("diff", "build", "build/manifest.json", "--fail-on-change")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "no difference; 8 frames look the same\n")
    }

    @Test func `ids, dressed pets and frames are listed with what changed`() throws {
        let game = try changedGame()
        let run = try game.run("diff", "old", "new")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        let expected = [
            "items",
            "  added    crown  an overlay",
            "                  on cat: crown",
            "  changed  hat    on dog, cat: moved by 1, -2",
            "dressed pets",
            "  changed  cat + hat",
            "  changed  dog + hat",
            "frames of game",
            "  added    crown  10x4",
            "  changed  dog/0  320 of 1024 pixels (31.25%), max 200, PSNR 11.0 dB",
            "  changed  dog/1  320 of 1024 pixels (31.25%), max 200, PSNR 11.0 dB",
            "ids: 1 added, 1 changed; frames: 1 added, 2 changed; 6 frames look the same",
        ]
        #expect(lines.count == expected.count)
        for (line, beginning) in zip(lines, expected) { #expect(line.hasPrefix(beginning)) }
        #expect(try game.run("diff", "old", "new", "--fail-on-change", "-q").status == 1)
    }

    @Test func `what is gone is reported the other way round`() throws {
        let game = try changedGame()
        let run = try game.run("diff", "new", "old")
        #expect(run.output.contains("  removed  crown  an overlay\n"))
        #expect(run.output.contains("  removed  crown  10x4\n"))
    }

    @Test func `pictures of an earlier run do not stay next to those of the next`() throws {
        let game = try changedGame()
        let pictures = game.folder.url.appending(path: "pictures").path
        #expect(try game.run("diff", "old", "new", "-o", "pictures", "-q").status == 0)
        try game.write("mine", "pictures/notes.txt")
        try game.write("retouched", "pictures/game/crown.png")
        let same = try game.run("diff", "new", "new", "-o", "pictures")
        let removed = "removed stale output pictures/game/dog/0.png\n"
        #expect(same.output.contains(removed))
        #expect(same.errors.hasPrefix("pictures/game/crown.png: warning: "))
        let left = try FileManager.default.subpathsOfDirectory(atPath: pictures)
            .filter { !$0.hasPrefix(".") }
        #expect(left.sorted() == ["game", "game/crown.png", "notes.txt"])
        let again = try game.run("diff", "old", "old", "-o", "pictures", "--json")
        #expect(!again.output.contains("removed") && again.errors.isEmpty)
    }

    @Test func `JSON tells the same in numbers`() throws {
        let game = try changedGame()
        let run = try game.run("diff", "old", "new", "--json", "-o", "pictures")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        )
        #expect(report["isChanged"] as? Bool == true)
        #expect(report["sameFrames"] as? Int == 6)
        let changes = try #require(report["changes"] as? [[String: Any]])
        #expect(changes.map { $0["id"] as? String } == ["crown", "hat"])
        let pictures = try #require(report["pictures"] as? [[String: Any]])
        let dog = try #require(pictures.first { $0["frame"] as? String == "dog/0" })
        #expect(dog["scale"] as? Int == 2 && dog["kind"] as? String == "changed")
        #expect(dog["picture"] as? String == "pictures/game/dog/0.png")
        let difference = try #require(dog["difference"] as? [String: Any])
        #expect(difference["differingPixels"] as? Int == 320)
        #expect(difference["share"] as? Double == 0.3125)
        #expect(difference["maximumChannelDifference"] as? Int == 200)
        let area = try #require(difference["area"] as? [String: Int])
        #expect(area == ["x": 8, "y": 8, "width": 16, "height": 20])
    }

    @Test func `each change gets a picture of old, new and difference`() throws {
        let game = try changedGame()
        let run = try game.run("diff", "old", "new", "-o", "pictures")
        #expect(run.output.hasSuffix("wrote 5 pictures to pictures\n"))
        for name in ["looks/cat+hat", "looks/dog+hat", "game/crown", "game/dog/1"] {
            #expect(try game.image("pictures/\(name).png").width > 90, "\(name)")
        }
        let dog = try game.image("pictures/game/dog/0.png")
        let colors = Set(dog.pixels)
        for color in StraightImage(drawn: "rb").pixels { #expect(colors.contains(color)) }
    }

    @Test func `the page shows the changes, and no coverage or problems it does not know`() throws {
        let game = try changedGame()
        let run = try game.run("diff", "old", "new", "--html", "changes.html")
        #expect(run.output.hasSuffix("wrote changes.html\n"))
        let page = try String(
            contentsOf: game.folder.url.appending(path: "changes.html"),
            encoding: .utf8
        )
        #expect(page.contains(#""comparedWith":"old""#))
        #expect(page.contains(#""id":"dog + hat","kind":"changed""#))
        #expect(!page.contains(#""diagnostics":"#))
    }

    @Test func `manifests alone are enough to compare names`() throws {
        let game = try changedGame()
        try FileManager.default.copyItem(
            at: game.folder.url.appending(path: "old/manifest.json"),
            to: game.folder.url.appending(path: "old.json")
        )
        let run = try game.run("diff", "old.json", "new")
        #expect(run.status == 0)
        #expect(run.output.contains("items\n  added    crown"))
        #expect(run.output.contains("could not be compared: their pages are not there\n"))
    }

    @Test func `frames that cannot be compared count as changed`() throws {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "old", "-q").status == 0)
        // The same names and sizes, so that the manifests differ in digests alone.
        try game.draw("dog", DressedGame.pet("b"))
        #expect(try game.run("bake", "-o", "new", "-q").status == 0)
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "old/game"))
        let run = try game.run("diff", "old", "new", "--fail-on-change")
        #expect(run.status == 1)
        #expect(
            run.output == """
                no difference in what could be compared; 0 frames look the same
                8 frames could not be compared: their pages are not there

                """
        )
        #expect(try game.run("diff", "old", "new").status == 0)
        let json = try game.run("diff", "old", "new", "--json", "--fail-on-change")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        )
        #expect(json.status == 1 && report["isChanged"] as? Bool == true)
        #expect(report["unknownFrames"] as? Int == 8 && report["sameFrames"] as? Int == 0)
        // Equal digests are enough to tell that nothing changed.
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "new/game"))
        let same = try game.run("diff", "new", "new", "--fail-on-change")
        #expect(same.status == 0 && same.output == "no difference; 8 frames look the same\n")
    }

    @Test func `a target of pictures that is gone is counted in pictures`() throws {
        let game = try DressedGame()
        let files = #"{ "id": "files", "kind": "images", "items": ["scarf"], "species": "dog" }"#
        let text = DressedGame.catalog()
        try game.write(
            text.replacing(#""targets": ["#, with: #""targets": [\#(files), "#),
            "catalog.json"
        )
        #expect(try game.run("bake", "-o", "old", "-q").status == 0)
        try game.write(text, "catalog.json")
        #expect(try game.run("bake", "-o", "new", "-q").status == 0)
        let run = try game.run("diff", "old", "new")
        #expect(run.output.contains("removed  files  images\n"), "\(run.output)")
        #expect(run.output.contains(" 1 picture\n"), "\(run.output)")
    }

    @Test(arguments: ["game/game-0@1x.png", "game/game-0@2x.png"])
    func `a bake that lacks an image differs`(image: String) throws {
        let game = try DressedGame()
        for folder in ["old", "new"] {
            #expect(try game.run("bake", "-o", folder, "-q").status == 0)
        }
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "new/" + image))
        for (words, message) in [
            (["old", "new"], "1 image is missing from new: \(image)"),
            (["new", "old"], "1 image is missing from new: \(image)"),
        ] {
            let run = try BuiltCommand(["diff"] + words, in: game.folder.url)
            #expect(run.status == 0)
            #expect(run.errors.contains("warning: " + message), "\(run.errors)")
            let strict = ["diff", "--fail-on-change"] + words
            #expect(try BuiltCommand(strict, in: game.folder.url).status == 1)
        }
    }

    @Test func `no name in a manifest leads out of the folder of changes`() throws {
        let game = try changedGame()
        for folder in ["old", "new"] {
            let file = game.folder.url.appending(path: "\(folder)/manifest.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            // A slash before a combining mark is one to the system.
            let name = "\"../../\u{301}out\""
            try game.write(text.replacing("\"dog/0\"", with: name), "\(folder)/manifest.json")
        }
        let run = try game.run("diff", "old", "new", "-o", "pictures/deep")
        #expect(run.output.contains("wrote 5 pictures to pictures/deep\n"))
        let all = try FileManager.default.subpathsOfDirectory(atPath: game.folder.url.path)
        let strays = all.filter { $0.hasSuffix("out.png") }
        #expect(strays.count == 1 && strays[0].utf8.starts(with: "pictures/deep/game/_/_/".utf8))
    }

    @Test(.enabled(if: hasLibrary("gif"))) func `bakes that are none end with a word about it`()
        throws
    {
        let game = try DressedGame()
        #expect(try game.run("bake", "-o", "build", "-q").status == 0)
        let help = "\n  help: name the output folder of a bake, or the manifest.json in it\n"
        for (old, message) in [
            ("nowhere", "cannot read nowhere: no such file or directory"),
            ("art", "cannot read art/manifest.json: no such file or directory"),
            ("catalog.json", "catalog.json: this is not a Kiln manifest: it has no \"format\""),
        ] {
            let run = try game.run("diff", old, "build")
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.errors == "kiln: error: " + message + help)
        }
        // Another page with other bytes, so that the first is decoded.
        #expect(try game.run("bake", "-o", "other", "-q").status == 0)
        try game.write("GIF89a", "other/game/game-0@2x.png")
        let run = try game.run("diff", "build", "other")
        #expect(run.status == 2)
        #expect(
            run.errors
                == "game/game-0@2x.png: error: GIF is truncated: unexpected end of file\n"
        )
    }

    @Test(
        .enabled(if: PageEncoding.webp.isAvailable && PageEncoding.avif.isAvailable),
        arguments: [
            #"["webp", "png"], "webp": { "quality": 40 }"#,
            #"["avif"], "avif": { "quality": 100 }"#,
        ]
    )
    func `lossy pages next to a PNG, and AVIF alone, are compared`(encode: String) throws {
        let game = try LittleGame()
        try game.put(
            "catalog.json",
            """
            {
              "catalogVersion": 1, "name": "small", "sources": ["art"], "ignore": ["spare.png"],
              "canvas": { "width": 8, "height": 8 }, "species": [ { "id": "dog" } ],
              "items": [ { "id": "hat", "equipStyle": "overlay", "key": false } ],
              "targets": [ { "id": "game", "encode": \(encode) } ]
            }
            """
        )
        for (color, out) in [
            (StraightPixel(r: 20, g: 20, b: 200), "old"), (.init(r: 220, g: 20, b: 20), "new"),
        ] {
            try game.put("art/overlay_hat.png", game.picture(color))
            let run = try BuiltCommand(["bake", "-o", out, "--no-checks"], in: game.folder.url)
            #expect(run.status == 0, "\(run.errors)")
        }
        let run = try BuiltCommand(["diff", "old", "new"], in: game.folder.url)
        #expect(run.errors == "")
        #expect(run.output.contains("overlay_hat"))
        #expect(!run.output.contains("dog"), "\(run.output)")
        #expect(!run.output.contains("could not be compared"))
    }
}
