import Bake
import FileStore
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

struct CommandLineTests {
    @Test(arguments: [
        (
            ["bkae"], Int32(2), "",
            "kiln: error: unknown command 'bkae'; did you mean 'bake'?\n  help: try 'kiln --help'\n"
        ),
        (
            ["bake"], 2, "",
            "kiln: error: missing option '-o DIR'\n  help: try 'kiln bake --help'\n"
        ),
        (
            ["bake", "nowhere.json", "-o", "/tmp/none"], 2, "",
            "kiln: error: cannot read nowhere.json: no such file or directory\n"
                + "  help: name the catalog or its folder, or make one with 'kiln init'\n"
        ),
        (
            ["preview", "-s", "dgo", "-o", "/tmp/none.png"], 2, "",
            "catalog.json: error[unknown-reference]: there is no species \"dgo\"\n"
                + "  help: did you mean \"dog\"?\n\n1 error\n"
        ),
        (
            ["preview", "-s", "dog", "--overlay", "wizard", "-o", "/tmp/none.png"], 2, "",
            "catalog.json: error[unknown-reference]: there is no overlay \"wizard\"\n"
                + "  help: \"wizard\" is an outfit: --base wizard\n\n1 error\n"
        ),
        (
            ["preview", "-s", "dog", "--axis", "mood=happy", "-o", "/tmp/none.png"], 2, "",
            "catalog.json: error[unknown-reference]: there is no axis \"mood\"\n\n1 error\n"
        ),
        (
            ["preview", "-s", "dog", "--against", "build"], 2, "",
            "kiln: error: '--against' needs '--html'; for a list use 'kiln diff'\n"
                + "  help: try 'kiln preview --help'\n"
        ),
        (
            ["resolve", "dog", "scraf"], 2, "",
            "kiln: error: there is no item \"scraf\"\n  help: did you mean \"scarf\"?\n"
        ),
        (
            ["validate", "nowhere.json"], 2,
            "nowhere.json: error[unreadable-catalog]: the catalog cannot be read: "
                + "no such file or directory\n"
                + "  help: name the catalog or its folder, or make one with 'kiln init'\n\n"
                + "to read more: kiln explain unreadable-catalog\n1 error\n",
            ""
        ),
        (
            ["key", "assets-src", "-o", "/tmp/none", "--threshold", "1.5"], 2, "",
            "kiln: error: invalid value for --threshold, found '1.5', expected 0 to 1 in mode best; "
                + "only '--mode distance' goes to 2\n  help: try 'kiln key --help'\n"
        ),
        (
            ["key", "assets-src", "-o", "/tmp/none", "--mode", "distance", "--smoothing", "2.1"], 2,
            "",
            "kiln: error: invalid value for --smoothing, found '2.1', expected a number, 0 to 2\n"
                + "  help: try 'kiln key --help'\n"
        ),
        (
            ["pack", "Schemas", "-o", "/tmp/none"], 1, "",
            "kiln: error: no pictures (.png, .jpg, .gif, .webp, .aseprite) in Schemas\n"
        ),
    ])
    func `each way to fail has its text and its exit status`(
        arguments: [String],
        status: Int32,
        output: String,
        errors: String
    ) throws {
        let run = try BuiltCommand(arguments)
        #expect(run.status == status)
        #expect(run.output == output)
        #expect(run.errors == errors)
    }

    @Test func `every command has help with an example`() throws {
        let program = try BuiltCommand(["--help"])
        let commands = program.output.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  "), line.dropFirst(2).first?.isLowercase == true else {
                return nil
            }
            return line.split(separator: " ").first.map(String.init)
        }.filter { $0 != "kiln" }
        #expect(commands.contains("bake") && commands.contains("inspect"))
        for command in commands {
            let help = try BuiltCommand([command, "--help"])
            #expect(help.status == 0, "\(command)")
            #expect(help.output.contains("Examples:"), "\(command)")
        }
    }

    @Test(.enabled(if: hasLibrary("gif")))
    func `inspect tells the facts of good files and the errors of bad ones`() throws {
        let folder = try TemporaryFolder()
        let image = StraightImage(drawn: "rx", "..", "bb")
        try Data(encodePNG(image)).write(to: folder.url.appending(path: "a.png"))
        try Data("GIF89a".utf8).write(to: folder.url.appending(path: "b.gif"))
        let run = try BuiltCommand(["inspect", "--json", "a.png", "b.gif"], in: folder.url)
        #expect(run.status == 1)
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        )
        #expect(entries[0]["path"] as? String == "a.png")
        #expect(entries[0]["format"] as? String == "png")
        #expect(entries[0]["width"] as? Int == 2 && entries[0]["height"] as? Int == 3)
        #expect(entries[0]["hasAlpha"] as? Bool == true && entries[0]["frames"] as? Int == 1)
        let bytes = image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
        #expect(entries[0]["rgba8SHA256"] as? String == Digest(of: bytes).text)
        #expect(
            entries[1]["error"] as? String == "GIF is truncated: unexpected end of file"
        )
    }

    @Test(.enabled(if: hasLibrary("gif")))
    func `inspect reports frames, their times and what colors mean`() throws {
        let folder = try TemporaryFolder()
        let frames = [StraightImage(drawn: "rb"), StraightImage(drawn: "br")]
        let sequence = try #require(
            PictureSequence(frames: frames, fps: 5, durations: [200, 500])
        )
        let gif = try #require(encodeGIF(sequence))
        try Data(gif).write(to: folder.url.appending(path: "a.gif"))
        // Linear light, behind the 8 bytes of the signature and the 25 of the header.
        var gamma = PNGWriter()
        gamma.append("gAMA", UInt32(100_000).bigEndianBytes)
        let png = try encodePNG(frames[0])
        let linear = png.prefix(33) + gamma.bytes.dropFirst(8) + png.dropFirst(33)
        try Data(linear).write(to: folder.url.appending(path: "b.png"))
        let run = try BuiltCommand(["inspect", "a.gif", "b.png"], in: folder.url)
        let lines = run.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("a.gif: GIF 2x1, with alpha, 2 frames of 200 to 500 ms, pixels"))
        #expect(lines[1].contains(", colors of gamma 1.0, pixels sha256"))
    }

    @Test(.enabled(if: hasLibrary("gif")))
    func `pack makes an animation's frames sprites of their own`() throws {
        let folder = try TemporaryFolder()
        let frames = [StraightImage(drawn: "rb"), StraightImage(drawn: "br")]
        let sequence = try #require(PictureSequence(frames: frames, fps: 5))
        let gif = try #require(encodeGIF(sequence))
        let art = folder.url.appending(path: "art")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        try Data(gif).write(to: art.appending(path: "walk.gif"))
        let run = try BuiltCommand(
            ["pack", "art", "-o", "out", "--format", "texturepacker-hash", "--no-trim"],
            in: folder.url
        )
        #expect(run.status == 0)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "out").path
        )
        let descriptor = try #require(files.first { $0.hasSuffix(".json") })
        let text = try String(
            contentsOf: folder.url.appending(path: "out/\(descriptor)"),
            encoding: .utf8
        )
        #expect(text.contains("\"walk_0\"") && text.contains("\"walk_1\""))
        // A file of the same name is reported.
        try Data(encodePNG(frames[0])).write(to: art.appending(path: "walk_1.png"))
        let clash = try BuiltCommand(["pack", "art", "-o", "other"], in: folder.url)
        #expect(clash.status == 1)
        #expect(
            clash.errors.contains(
                "two pictures would be one frame \"walk_1\": walk.gif and walk_1.png"
            )
        )
    }

    @Test func `key writes one file, or a folder of files by stem`() throws {
        let folder = try TemporaryFolder()
        let green = StraightImage(
            drawn:
                "gggggggg",
            "gggrrggg",
            "ggrrrrgg",
            "ggrrrrgg",
            "gggrrggg",
            "gggggggg",
            "gggggggg",
            "gggggggg"
        )
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "art/sub"),
            withIntermediateDirectories: true
        )
        try Data(encodePNG(green)).write(to: folder.url.appending(path: "art/hat.png"))
        try Data(encodePNG(green)).write(to: folder.url.appending(path: "art/sub/cap.PNG"))
        let one = try BuiltCommand(["key", "art/hat.png", "-o", "out.png"], in: folder.url)
        #expect(one.status == 0, "\(one.errors)")
        let all = try BuiltCommand(["key", "art", "-o", "keyed", "--mask"], in: folder.url)
        #expect(all.status == 0, "\(all.errors)")
        for path in ["out.png", "keyed/hat.png", "keyed/sub/cap.png"] {
            let keyed = try decodeImage([UInt8](Data(contentsOf: folder.url.appending(path: path))))
            #expect(keyed.image[0, 0].a == 0, "\(path)")
            #expect(keyed.image[3, 3] == green[3, 3], "\(path)")
        }
        let mask = folder.url.appending(path: "keyed/hat-mask.png")
        #expect(try decodeImage([UInt8](Data(contentsOf: mask))).image[3, 3].r == 255)
    }

    /// Options, and the alphas of #00FF00 at the border, of (60, 255, 60), d = 0.333, of white,
    /// d = 1.414, and of (0, 55, 0), d = 0.784.
    @Test(arguments: [
        ([], [0, 0, 255, 255]),
        (["--threshold", "0.26", "--smoothing", "0.03"], [0, 255, 255, 255]),
        // 0.5 is the mode's own threshold next to a smoothing: t = 0.914 and 0.284.
        (["--smoothing", "1"], [0, 0, 250, 50]), (["--threshold", "1.5"], [0, 0, 0, 0]),
        (["--preset", "glass"], [0, 0, 255, 255]),
        (["--preset", "glass", "--threshold", "0.3"], [0, 93, 255, 255]),
    ])
    func `key takes a game's own formula, with the numbers of it`(
        options: [String],
        alphas: [UInt8]
    ) throws {
        let folder = try TemporaryFolder()
        let green = StraightPixel(r: 0, g: 255, b: 0)
        var picture = StraightImage(size: PixelSize(width: 5, height: 3)!, filledWith: green)
        picture[1, 1] = StraightPixel(r: 60, g: 255, b: 60)
        picture[2, 1] = StraightPixel(r: 255, g: 255, b: 255)
        picture[3, 1] = StraightPixel(r: 0, g: 55, b: 0)
        try Data(encodePNG(picture)).write(to: folder.url.appending(path: "a.png"))
        let run = try BuiltCommand(
            ["key", "a.png", "-o", "b.png", "--mode", "distance"] + options,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let file = folder.url.appending(path: "b.png")
        let keyed = try decodeImage([UInt8](Data(contentsOf: file))).image
        #expect((0..<4).map { keyed[$0, 1].a } == alphas)
    }

    @Test func `resolve tells the numbers that are in force in a mode`() throws {
        let folder = try TemporaryFolder()
        let catalog = """
            { "catalogVersion": 1, "name": "g", "sources": ["art"], "chroma": { "mode": "distance" },
              "canvas": { "width": 4, "height": 4 }, "species": [{ "id": "dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay" },
                        { "id": "cap", "equipStyle": "overlay", "chroma": { "mode": "best" } }],
              "targets": [{ "id": "a", "kind": "atlas" }] }
            """
        try Data(catalog.utf8).write(to: folder.url.appending(path: "catalog.json"))
        let art = folder.url.appending(path: "art")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        for name in ["overlay_hat.png", "overlay_cap.png"] {
            try Data(encodePNG(StraightImage(drawn: "g"))).write(to: art.appending(path: name))
        }
        for (item, threshold, smoothing) in [("hat", "0.5", "0.08"), ("cap", "0.4", "0.1")] {
            let run = try BuiltCommand(["resolve", "dog", item, "--json"], in: folder.url)
            let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let report = try #require((json as? [[String: Any]])?.first, "\(run.errors)")
            let settings = try #require(report["keying"] as? [[String: String]])
            func setting(_ name: String) -> [String?] {
                let found = settings.first { $0["name"] == name }
                return [found?["value"], found?["origin"]]
            }
            #expect(setting("threshold") == [threshold, "built-in"])
            #expect(setting("smoothing") == [smoothing, "built-in"])
        }
    }

    @Test func `a picture without a screen is an error and gives no file`() throws {
        let folder = try TemporaryFolder()
        let picture = StraightImage(drawn: "rrrr", "rbbr", "rbbr", "rrrr")
        try Data(encodePNG(picture)).write(to: folder.url.appending(path: "a.png"))
        let run = try BuiltCommand(["key", "a.png", "-o", "b.png"], in: folder.url)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("a.png: error: no screen of #00FF00 found"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b.png").path))
    }

    @Test func `pack restores every picture from its frame, turned ones too`() throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom(seed: 5)
        var pictures: [String: StraightImage] = [:]
        for index in 0..<40 {
            let size = PixelSize(
                width: Int.random(in: 1...30, using: &random),
                height: Int.random(in: 1...30, using: &random)
            )!
            let pixels = (0..<size.area).map { _ in
                StraightPixel(
                    r: UInt8.random(in: 0...255, using: &random),
                    g: UInt8.random(in: 0...255, using: &random),
                    b: 7,
                    a: Bool.random(using: &random) ? 255 : 0
                )
            }
            let name = index % 2 == 0 ? "a/\(index)" : "b/\(index)"
            pictures[name] = StraightImage(size: size, pixels: pixels)
            let file = folder.url.appending(path: "in/\(name).png")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(encodePNG(pictures[name]!)).write(to: file)
        }
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "--rotate", "--name", "all", "--extrude", "1"],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let page = try decodeImage(
            [UInt8](Data(contentsOf: folder.url.appending(path: "out/all-0.png")))
        ).image
        let json = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.url.appending(path: "out/all-0.json"))
        )
        let frames = try #require((json as? [String: Any])?["frames"] as? [String: [String: Any]])
        var turned = 0
        for (name, picture) in pictures where picture.opaqueBounds() != nil {
            let frame = try #require(frames[name])
            func rect(_ key: String) throws -> [Int] {
                let rect = try #require(frame[key] as? [String: Int])
                return ["x", "y", "w", "h"].map { rect[$0] ?? 0 }
            }
            let place = try rect("frame")
            let trim = try rect("spriteSourceSize")
            let isTurned = try #require(frame["rotated"] as? Bool)
            turned += isTurned ? 1 : 0
            var sprite = page.cropped(
                to: PixelRect(
                    x: place[0],
                    y: place[1],
                    width: isTurned ? place[3] : place[2],
                    height: isTurned ? place[2] : place[3]
                )!
            )
            // It lies clockwise on the page.
            if isTurned { sprite = sprite.rotatedCounterclockwise() }
            var restored = StraightImage(size: picture.size)
            restored.copy(from: sprite, at: PixelPoint(x: trim[0], y: trim[1]))
            let isEqual = zip(restored.pixels, picture.pixels).allSatisfy {
                $0 == $1 || $0.a == 0 && $1.a == 0
            }
            #expect(isEqual, "\(name)")
        }
        #expect(turned > 0)
    }

    @Test(.enabled(if: Fixtures.areExpected, "\(Fixtures.absence)"), .timeLimit(.minutes(2)))
    func `every hostile file ends in a decode or an error that names it`() throws {
        let folder = try Fixtures.folder().appending(path: "malformed")
        let files =
            FileManager.default.enumerator(atPath: folder.path)?
            .compactMap { $0 as? String }
            .filter { $0.contains(".") && !$0.hasSuffix(".toml") } ?? []
        #expect(files.count >= 45)
        for file in files {
            let path = folder.appending(path: file).path
            let run = try BuiltCommand(["inspect", path], limitInMegabytes: 1000)
            #expect(run.status == 0 || run.status == 1, "\(file)")
            if run.status == 1 { #expect(run.errors.hasPrefix("\(path): error: "), "\(file)") }
        }
    }

    @Test(arguments: [".", "my game"])
    func `the next steps of a new catalog work as they are printed`(place: String) throws {
        let folder = try TemporaryFolder()
        let run = try BuiltCommand(["init", place], in: folder.url)
        #expect(run.status == 0)
        let parts = run.output.components(separatedBy: "next:\n")
        #expect(parts.count == 2, "\(run.output)")
        let steps = parts[1].split(separator: "\n").map { $0.trimmingPrefix("  ") }
        #expect(steps.count == 3)
        let done = try BuiltCommand(
            [],
            in: folder.url,
            script: #"kiln() { "$KILN" "$@"; }; KILN=$0; set -e; "# + steps.joined(separator: "\n")
        )
        #expect(done.status == 0, "\(done.errors)\(done.output)")
        for file in ["look.png", "build/manifest.json"] {
            let path = folder.url.appending(path: file).path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
    }

    @Test func `scripts learn what a new catalog is, and what to do with it`() throws {
        let folder = try TemporaryFolder()
        let run = try BuiltCommand(["init", "my game", "--json"], in: folder.url)
        #expect(run.status == 0 && run.errors == "")
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(json as? [String: Any])
        let written = try #require(report["written"] as? [String])
        #expect(written.contains("my game/catalog.json"))
        for path in written {
            let file = folder.url.appending(path: path).path
            #expect(FileManager.default.fileExists(atPath: file), "\(path)")
        }
        let steps = try #require(report["next"] as? [[String]])
        #expect(steps.last == ["kiln", "bake", "my game", "-o", "build"])
        for step in steps {
            #expect(try BuiltCommand(Array(step.dropFirst()), in: folder.url).status == 0)
        }
    }

    @Test func `a new catalog names its schema, which lies next to it`() throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "."], in: folder.url).status == 0)
        let catalog = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.url.appending(path: "catalog.json"))
        )
        let name = try #require((catalog as? [String: Any])?["$schema"] as? String)
        let schema = try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
        #expect(schema == (try BuiltCommand(["schema"]).output))
    }

    @Test func `a new catalog bakes without a problem, and is never overwritten`() throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "game"], in: folder.url).status == 0)
        let check = try BuiltCommand(["validate", "--strict", "game"], in: folder.url)
        #expect(check.status == 0, "\(check.output)")
        let bake = try BuiltCommand(["bake", "game", "-o", "out"], in: folder.url)
        #expect(bake.status == 0, "\(bake.errors)")
        let manifest = folder.url.appending(path: "out/manifest.json")
        #expect(FileManager.default.fileExists(atPath: manifest.path))
        let catalog = folder.url.appending(path: "game/catalog.json")
        let before = try Data(contentsOf: catalog)
        let again = try BuiltCommand(["init", "game"], in: folder.url)
        #expect(again.status == 1)
        #expect(
            again.errors.hasPrefix("kiln: error: there is something already: game/catalog.json")
        )
        #expect(try Data(contentsOf: catalog) == before)
    }

    @Test func `annotations name files from the root of what GitHub checked out`() throws {
        let folder = try TemporaryFolder()
        _ = try BuiltCommand(["init", "repo/game"], in: folder.url)
        let art = folder.url.appending(path: "repo/game/assets-src")
        try FileManager.default.copyItem(
            at: art.appending(path: "overlay_hat.png"),
            to: art.appending(path: "spare.png")
        )
        func line(_ place: String, _ arguments: [String], workspace: String) throws -> Substring? {
            let run = try BuiltCommand(
                ["validate", "--format", "github"] + arguments,
                in: folder.url.appending(path: place),
                environment: ["GITHUB_WORKSPACE": workspace, "GITHUB_STEP_SUMMARY": ""]
            )
            return run.output.split(separator: "\n").first { $0.contains("title=unused-asset") }
        }
        let repo = folder.url.appending(path: "repo").path
        let expected = "::warning file=game/assets-src/spare.png,title=unused-asset::"
        #expect(try line("repo", ["game"], workspace: repo)?.hasPrefix(expected) == true)
        #expect(try line("repo/game", [], workspace: repo)?.hasPrefix(expected) == true)
        let catalog = folder.url.appending(path: "repo/game/catalog.json").path
        #expect(try line(".", [catalog], workspace: repo)?.hasPrefix(expected) == true)
        #expect(try line("repo", ["game"], workspace: "")?.hasPrefix(expected) == true)
    }

    /// Each as a newcomer makes it in a new catalog, and what has to be said for its repair.
    @Test(arguments: [
        (
            "a wrong file name", "mv assets-src/overlay_hat.png assets-src/overlay_hatt.png",
            ["error[unresolved-item]", "rename it to overlay_hat.png"]
        ),
        (
            "a typo in a member", "sed -i '14s/\"equipStyle\"/\"equipstyle\"/' catalog.json",
            ["catalog.json:14:7: error[unknown-member]", "did you mean \"equipStyle\"?"]
        ),
        (
            "a species without art",
            "sed -i 's/\"species\": \\[$/&{ \"id\": \"cat\", \"anchors\": {\"head\": [64, 46]} },/' catalog.json",
            ["error[unresolved-species]", "add assets-src/cat_pet.png, or name other art"]
        ),
    ])
    func `a newcomer's mistake leads to its repair`(
        name: String,
        mistake: String,
        reported: [String]
    ) throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "."], in: folder.url).status == 0)
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", mistake]
        shell.currentDirectoryURL = folder.url
        try shell.run()
        shell.waitUntilExit()
        let run = try BuiltCommand(["validate"], in: folder.url)
        #expect(run.status == 1)
        for part in reported { #expect(run.output.contains(part), "\(name): \(run.output)") }
        #expect(run.output.hasSuffix("\n1 error\n"), "\(name): \(run.output)")
    }

    @Test func `art on the wrong green, and art that is cut off, is reported with the way out`()
        throws
    {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "."], in: folder.url).status == 0)
        let art = folder.url.appending(path: "assets-src")
        func edit(_ name: String, _ body: (StraightImage) throws -> StraightImage) throws {
            let file = art.appending(path: name)
            let image = try decodeImage([UInt8](try Data(contentsOf: file))).image
            try Data(try encodePNG(try body(image))).write(to: file)
        }
        let green = StraightPixel(r: 0, g: 255, b: 0)
        try edit("overlay_hat.png") { image in
            let pixels = image.pixels.map { $0 == green ? StraightPixel(r: 60, g: 170, b: 70) : $0 }
            return try #require(StraightImage(size: image.size, pixels: pixels))
        }
        // Each frame is drawn 50 pixels too high.
        try edit("blob_pet.png") { image in
            let kept = image.pixels.dropFirst(50 * image.width)
            let clear = [StraightPixel](repeating: .clear, count: 50 * image.width)
            return try #require(StraightImage(size: image.size, pixels: kept + clear))
        }
        let run = try BuiltCommand(["validate"], in: folder.url)
        #expect(
            run.output == """
                assets-src/blob_pet.png: warning[clipped]: frame 0 is cut off at its top edge
                  help: leave a clear margin around the subject, or enlarge the canvas

                assets-src/blob_pet_robe.png: warning[feet-level]: item "robe" on species "blob" stands on another line than the pet, found it 50 points lower
                  help: put their feet on one line
                  see: assets-src/blob_pet.png

                assets-src/overlay_hat.png: warning[key-mismatch]: the screen does not have the declared color, found #3CAA46, expected #00FF00
                  help: paint it #00FF00, or set "chroma": {"key": "#3CAA46"}

                to read more: kiln explain clipped feet-level key-mismatch
                3 warnings in 3 files

                """
        )
        #expect(try BuiltCommand(["validate", "--strict"], in: folder.url).status == 1)
    }

    @Test func `the coverage matrix names the template of every cell`() throws {
        let run = try BuiltCommand(["resolve", "--all", "--json"])
        #expect(run.status == 0)
        let cells = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        )
        let overlayForms = Set(
            cells.filter { ($0["template"] as? String)?.contains("overlay") == true }
                .compactMap { $0["template"] as? String }
        )
        #expect(
            overlayForms == [
                "<species>_pet_overlay_<asset>", "<species>_overlay_<asset>",
                "pet_overlay_<asset>", "overlay_<asset>",
            ]
        )
        #expect(cells.contains { $0["item"] as? String == "leaf" && $0["level"] as? Int == 4 })
    }
}
