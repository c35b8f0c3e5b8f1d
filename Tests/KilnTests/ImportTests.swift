import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln import`: projects and atlases of other tools become catalogs.
struct ImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ path: String, _ bytes: some Sequence<UInt8>) throws {
        let url = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
    }

    private func put(_ path: String, _ text: String) throws { try put(path, text.utf8) }

    /// A disc that leaves other margins for every seed.
    private func disc(_ width: Int, _ height: Int, _ seed: Int) -> StraightImage {
        let (x0, y0) = (width / 2 - seed % 3, height / 2 + seed % 2)
        let radius = min(width, height) / 2 - 3
        return StraightImage(width, height) { x, y in
            (x - x0) * (x - x0) + (y - y0) * (y - y0) <= radius * radius
                ? .init(
                    r: UInt8(seed * 37 % 200 + 40),
                    g: UInt8(x * 255 / width),
                    b: UInt8(y * 255 / height)
                ) : .clear
        }
    }

    private func put(_ path: String, _ width: Int, _ height: Int, _ seed: Int) throws {
        try put(path, try encodePNG(disc(width, height, seed)))
    }

    private func run(_ arguments: String...) throws -> BuiltCommand {
        try BuiltCommand(arguments, in: folder.url)
    }

    @discardableResult
    private func imported(_ arguments: String...) throws -> BuiltCommand {
        let run = try BuiltCommand(["import"] + arguments, in: folder.url)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        return run
    }

    private func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.url.appending(path: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func target() throws -> [String: Any] {
        let targets = try json("game/catalog.json")["targets"] as? [[String: Any]]
        return try #require(targets?.first)
    }

    private func sheets() throws -> [String: [String: Any]] {
        try json("game/catalog.json")["sheets"] as? [String: [String: Any]] ?? [:]
    }

    /// Validates and bakes the catalog in `game`, and compares its frames with the pictures.
    private func expectSame(as pictures: String, count: Int) throws {
        let found = try run("validate", "game", "--strict")
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let baked = try run("bake", "game", "-o", "build")
        #expect(baked.status == 0, "\(baked.errors)")
        let verified = try run("verify", "build/manifest.json", pictures, "--json")
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        #expect(verified.output.contains("\"verified\" : \(count)\n"), "\(verified.output)")
    }

    // MARK: - TexturePacker

    /// A project of TexturePacker with the usual settings; `more` are members of the settings.
    private func project(files: [String], more: String = "", individual: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <data version="1.0">
            <struct type="Settings">
                <key>fileFormatVersion</key><int>6</int>
                <key>texturePackerVersion</key><string>7.1.0</string>
                \(more)
                <key>dataFormat</key><string>json-array</string>
                <key>allowRotation</key><true/>
                <key>shapePadding</key><uint>3</uint>
                <key>borderPadding</key><uint>1</uint>
                <key>maxTextureSize</key>
                <QSize><key>width</key><int>1024</int><key>height</key><int>1024</int></QSize>
                <key>multiPack</key><false/>
                <key>trimSpriteNames</key><true/>
                <key>globalSpriteSettings</key>
                <struct type="SpriteSettings">
                    <key>extrude</key><uint>1</uint>
                    <key>trimThreshold</key><uint>1</uint>
                    <key>trimMode</key><enum type="SpriteSettings::TrimMode">Trim</enum>
                    <key>defaultPivotPoint</key><point_f>0.5,0.5</point_f>
                    <key>writePivotPoints</key><true/>
                </struct>
                <key>individualSpriteSettings</key>
                <map type="IndividualSpriteSettingsMap">\(individual)</map>
                <key>fileLists</key>
                <map type="SpriteSheetMap">
                    <key>default</key>
                    <struct type="SpriteSheet">
                        <key>files</key>
                        <array>
                            \(files.map { "<filename>\($0)</filename>" }.joined())
                        </array>
                    </struct>
                </map>
            </struct>
        </data>
        """
    }

    @Test func `a project of TexturePacker keeps names, settings, pivots and nine-slices`() throws {
        for (seed, name) in ["ui/button", "ui/close", "hero"].enumerated() {
            try put("sprites/\(name).png", 40, 30, seed)
        }
        let individual = """
            <key type="filename">../sprites/hero.png</key>
            <struct type="IndividualSpriteSettings">
                <key>pivotPoint</key><point_f>0.5,1</point_f>
                <key>scale9Enabled</key><false/>
            </struct>
            <key type="filename">../sprites/ui/button.png</key>
            <key type="filename">../sprites/ui/close.png</key>
            <struct type="IndividualSpriteSettings">
                <key>pivotPoint</key><point_f>0.5,0.5</point_f>
                <key>scale9Enabled</key><true/>
                <key>scale9Borders</key><rect>8,6,20,15</rect>
            </struct>
            """
        try put("art/ui.tps", project(files: ["../sprites", "gone.png"], individual: individual))
        let run = try imported("art/ui.tps", "game")
        #expect(run.output.contains("the picture gone.png is missing"), "\(run.output)")
        #expect(run.output.contains("ui_button for ui/button"), "\(run.output)")
        let target = try target()
        #expect(target["formats"] as? [String] == ["texturepacker-array"])
        #expect(target["padding"] as? Int == 3 && target["border"] as? Int == 1)
        #expect(target["rotate"] as? Bool == true && target["extrude"] as? Int == 1)
        #expect(target["maxPageSize"] as? Int == 1024)
        try expectSame(as: "sprites", count: 3)
        let sheets = try sheets()
        #expect(sheets["hero"]?["pivot"] as? [Double] == [0.5, 1])
        let slice = try #require(sheets["ui/*"]?["nineSlice"] as? [String: Int], "\(sheets)")
        #expect(slice == ["left": 8, "top": 6, "right": 12, "bottom": 9])
        let page = try json("build/ui/ui-0@1x.array.json")
        let frames = try #require(page["frames"] as? [[String: Any]])
        let hero = try #require(frames.first { $0["filename"] as? String == "hero" })
        #expect(hero["pivot"] as? [String: Double] == ["x": 0.5, "y": 1])
        // A manifest is an atlas too.
        try imported("build/manifest.json", "again")
        let verified = try self.run("verify", "build/manifest.json", "again/assets-src")
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test func `scale variants become scales of dense pictures`() throws {
        try put("coin.png", 32, 32, 1)
        let variants = ["1", "0.5"].map {
            "<struct type=\"AutoSDSettings\"><key>scale</key><double>\($0)</double></struct>"
        }
        let more = "<key>autoSDSettings</key><array>\(variants.joined())</array>"
        try put("ui.tps", project(files: ["coin.png"], more: more))
        let run = try imported("ui.tps", "game", "--json")
        try put("report.json", run.output)
        let written = try #require(try json("report.json")["written"] as? [String])
        #expect(written.contains("game/assets-src/coin.png"), "\(written)")
        #expect(try json("game/catalog.json")["sourceDensity"] as? Int == 2)
        #expect(try target()["scales"] as? [Int] == [1, 2])
        try expectSame(as: "game/assets-src", count: 1)
    }

    @Test func `two hundred sprites are imported, baked and verified`() throws {
        for number in 0..<200 {
            try put("sprites/s\(number / 50)/p\(number)x.png", 24 + number % 9, 20, number)
        }
        try put("big.tps", project(files: ["sprites"]))
        let clock = ContinuousClock()
        let imported = try clock.measure { _ = try self.imported("big.tps", "game") }
        let baked = try clock.measure { try expectSame(as: "sprites", count: 200) }
        print("import of 200 sprites: \(imported), check, bake and verification: \(baked)")
    }

    // MARK: - Other projects

    @Test func `a project of Free Texture Packer finds its pictures on another computer`() throws {
        try put("art/ui/button.png", 40, 30, 1)
        try put("art/hero.png", 30, 40, 2)
        try put(
            "game.ftpp",
            """
            { "meta": { "version": "0.6.7" }, "savePath": "",
              "images": [{ "name": "hero.png", "path": "/home/somebody/work/art/hero.png",
                           "folder": "" },
                         { "name": "gone.png", "path": "C:\\\\art\\\\gone.png", "folder": "" }],
              "folders": ["/home/somebody/work/art/ui"],
              "packOptions": { "textureName": "game", "width": 512, "height": 512, "padding": 1,
                "extrude": 2, "allowRotation": false, "allowTrim": false, "scale": 1,
                "exporter": "Phaser 3", "removeFileExtension": true, "tinify": true } }
            """
        )
        let run = try imported("game.ftpp", "game")
        #expect(run.output.contains("gone.png is missing"), "\(run.output)")
        #expect(run.output.contains("TinyPNG"), "\(run.output)")
        let target = try target()
        #expect(target["formats"] as? [String] == ["phaser"])
        #expect(target["trim"] as? Bool == false && target["extrude"] as? Int == 2)
        try expectSame(as: "art", count: 2)
    }

    @Test func `a project of spright cuts grids and rectangles`() throws {
        let sheet = StraightImage(64, 32) { x, y in
            x % 16 < 3 || y % 16 < 3 || (x / 16 == 3 && y / 16 == 1)
                ? .clear : .init(r: UInt8(x * 3), g: UInt8(y * 7), b: 90)
        }
        try put("tiles.png", try encodePNG(sheet))
        for number in 1...3 { try put("walk/f0\(number).png", 20, 24, number) }
        try put(
            "spright.conf",
            """
            sheet "sprites"     # all on one
              padding 1
              allow-rotate
              output "sprites{0-}.png"
            pivot center bottom
            input "tiles.png"
              grid 16 16
                sprite "grass"
                sprite "stone"
              row 1
                skip
                sprite "door"
                  pivot 4, 12
            input "tiles.png"
              sprite "wide"
                rect 0 0 32 16
            input "walk/f{01-}.png"
              id "walk/{{ inputSpriteIndex }}"
            """
        )
        try imported("spright.conf", "game")
        for (name, x, y, width) in [
            ("grass", 0, 0, 16), ("stone", 16, 0, 16), ("door", 16, 16, 16), ("wide", 0, 0, 32),
        ] {
            let rect = try #require(PixelRect(x: x, y: y, width: width, height: 16))
            try put("expected/\(name).png", try encodePNG(sheet.cropped(to: rect)))
        }
        for number in 0..<3 { try put("expected/walk/\(number).png", 20, 24, number + 1) }
        #expect(try target()["rotate"] as? Bool == true && target()["padding"] as? Int == 1)
        #expect(try sheets()["door"]?["pivot"] as? [Double] == [0.25, 0.75])
        #expect(try sheets()["grass"]?["pivot"] as? [Double] == [0.5, 1])
        try expectSame(as: "expected", count: 7)
    }

    @Test func `settings of libGDX take the pictures of their folder, and nine-patches`() throws {
        try put("art/hero/walk_01.png", 24, 24, 1)
        try put("art/hero/walk_02.png", 24, 24, 2)
        let panel = StraightImage(12, 10) { x, y in
            if x == 0 || y == 0 || x == 11 || y == 9 {
                let isMark = (y == 0 && (4...7).contains(x)) || (x == 0 && (3...6).contains(y))
                return isMark ? .init(r: 0, g: 0, b: 0) : .clear
            }
            return .init(r: 200, g: UInt8(x * 9), b: UInt8(y * 11))
        }
        try put("art/panel.9.png", try encodePNG(panel))
        try put(
            "art/pack.json",
            """
            {
            // written by hand
            maxWidth: 512, maxHeight: 512
            pot: false
            paddingX: 4, paddingY: 4, duplicatePadding: true
            stripWhitespaceX: true, stripWhitespaceY: true, rotation: true
            filterMin: Linear, filterMag: Linear
            scale: [ 1 ]
            }
            """
        )
        try imported("art/pack.json", "game")
        let target = try target()
        #expect(target["formats"] as? [String] == ["libgdx"])
        #expect(target["extrude"] as? Int == 2 && target["padding"] as? Int == 0)
        let slice = try #require(try sheets()["panel"]?["nineSlice"] as? [String: Int])
        #expect(slice == ["left": 3, "top": 2, "right": 3, "bottom": 2])
        let inner = try #require(PixelRect(x: 1, y: 1, width: 10, height: 8))
        for name in ["hero/walk_01", "hero/walk_02"] {
            let data = try Data(contentsOf: folder.url.appending(path: "art/\(name).png"))
            try put("expected/\(name).png", data)
        }
        try put("expected/panel.png", try encodePNG(panel.cropped(to: inner)))
        try expectSame(as: "expected", count: 3)
    }

    @Test func `an asset catalog keeps its image sets and gives names to colors`() throws {
        let art = "Assets.xcassets"
        for (file, scale, red) in [("hat", 1, 250), ("hat2", 2, 250), ("night", 1, 60)] {
            let image = StraightImage(20 * scale, 20 * scale) { x, y in
                let alpha = min(255, max(0, (min(x, y) - 2 * scale) * 60 / scale))
                return alpha == 0
                    ? .clear
                    : .init(r: UInt8(red), g: UInt8(4 * x / scale), b: 90, a: UInt8(alpha))
            }
            try put("\(art)/hat.imageset/\(file).png", try encodePNG(image))
        }
        try put(
            "\(art)/hat.imageset/Contents.json",
            """
            { "images": [
                { "idiom": "universal", "scale": "1x", "filename": "hat.png" },
                { "idiom": "universal", "scale": "2x", "filename": "hat2.png" },
                { "idiom": "universal", "scale": "1x", "filename": "night.png",
                  "appearances": [{ "appearance": "luminosity", "value": "dark" }] }],
              "info": { "author": "xcode", "version": 1 } }
            """
        )
        try put(
            "\(art)/Sky.colorset/Contents.json",
            """
            { "colors": [{ "idiom": "universal", "color": { "color-space": "srgb",
              "components": { "red": "0x12", "green": "184", "blue": "0.500", "alpha": "1.000" } } }] }
            """
        )
        try put("\(art)/AppIcon.appiconset/Contents.json", "{ \"images\": [] }")
        let run = try imported(art, "game")
        #expect(run.output.contains("AppIcon.appiconset is not taken"), "\(run.output)")
        #expect(try json("game/catalog.json")["colors"] as? [String: String] == ["Sky": "#12B880"])
        let found = try self.run("validate", "game", "--strict")
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let baked = try self.run("bake", "game", "-o", "build")
        #expect(baked.status == 0, "\(baked.errors)")
        let sets = "build/assets/assets.xcassets/images"
        for (name, original) in [("hat.imageset/hat", "hat"), ("hat.imageset/hat@2x", "hat2")] {
            let written = try Data(contentsOf: folder.url.appending(path: "\(sets)/\(name).png"))
            let source = try Data(
                contentsOf: folder.url.appending(path: "\(art)/hat.imageset/\(original).png")
            )
            #expect(try decodeImage(Array(written)).image == decodeImage(Array(source)).image)
        }
    }

    // MARK: - Atlases

    @Test(arguments: [
        "texturepacker-hash --rotate", "texturepacker-array --rotate", "pixi --rotate", "phaser",
        "libgdx --rotate --premultiplied", "cocos2d --rotate", "cocos2d --trim polygon",
        "starling --rotate", "godot", "css", "unity --no-trim",
    ])
    func `a packed atlas comes back as the pictures it was packed from`(options: String) throws {
        for (seed, name) in ["hero", "ui/bar", "ui/same", "tall"].enumerated() {
            let seed = name == "ui/same" ? 1 : seed
            try put("in/\(name).png", name == "tall" ? 12 : 48, name == "tall" ? 60 : 20, seed)
        }
        let words = options.split(separator: " ").map(String.init)
        let packed = try BuiltCommand(
            ["pack", "in", "-o", "out", "--max-size", "128", "-f"] + words,
            in: folder.url
        )
        #expect(packed.status == 0, "\(packed.errors)")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "out").path
        )
        let endings = ["json", "atlas", "plist", "xml", "sprites", "css", "tpsheet"]
        let file = try #require(
            names.sorted().first { name in
                endings.contains { name.hasSuffix(".\($0)") } && !name.hasPrefix(".")
            },
            "\(names)"
        )
        try imported("out/\(file)", "game")
        try expectSame(as: "in", count: 4)
    }

    @Test func `pivots, nine-slices and densities of an atlas survive`() throws {
        try put("in/panel.png", 40, 40, 1)
        let packed = try run(
            "pack",
            "in",
            "-o",
            "out",
            "-f",
            "pixi",
            "--scale",
            "2",
            "--density",
            "2",
            "--pivot",
            "panel=0.25,1",
            "--nine-slice",
            "panel=4,5,6,7"
        )
        #expect(packed.status == 0, "\(packed.errors)")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "out").path
        )
        let file = try #require(names.first { $0.hasSuffix(".json") }, "\(names)")
        try imported("out/\(file)", "game")
        let sheet = try #require(try sheets()["panel"], "\(names)")
        #expect(sheet["pivot"] as? [Double] == [0.25, 1])
        #expect(
            sheet["nineSlice"] as? [String: Int] == ["left": 4, "top": 5, "right": 6, "bottom": 7]
        )
        #expect(try target()["scales"] as? [Int] == [2])
        let found = try run("validate", "game", "--strict")
        #expect(found.status == 0, "\(found.output)\(found.errors)")
    }

    // MARK: - Bad input

    @Test func `hostile and broken projects are refused, and nothing is written`() throws {
        try put("secret/key.png", 16, 16, 1)
        try put("work/in/art/ok.png", 16, 16, 1)
        let deep = String(repeating: "<array>", count: 5000)
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaa\">]><data>&a;</data>"
        let page = """
            { "frames": { "a": { "frame": { "x": 0, "y": 0, "w": 4, "h": 4 } } },
              "meta": { "image": "../../secret/key.png", "size": { "w": 16, "h": 16 } } }
            """
        let huge = """
            { "frames": { "a": { "frame": { "x": 0, "y": 0, "w": 4, "h": 4 }, "trimmed": true,
                "spriteSourceSize": { "x": 0, "y": 0, "w": 4, "h": 4 },
                "sourceSize": { "w": 1000000, "h": 1000000 } } },
              "meta": { "image": "art/ok.png", "size": { "w": 16, "h": 16 } } }
            """
        for (name, text, message) in [
            ("out.tps", project(files: ["../../secret/key.png"]), "--root DIR"),
            ("deep.tps", "<data>" + deep, "nested deeper"),
            ("bomb.tps", bomb, "declares entities"),
            ("short.tps", String(project(files: ["art"]).prefix(700)), "end of the file"),
            ("none.tps", "<data/>", "no project of TexturePacker"),
            ("gone.tps", project(files: ["gone.png"]), "has no pictures: gone.png not found\n"),
            ("abs.tps", project(files: ["/etc/hosts.png"]), "has no pictures: /etc/hosts.png not"),
            ("bad.ftpp", "{ \"images\": [", "bad.ftpp:1"),
            ("none.ftpp", "{}", "packOptions"),
            ("web.conf", "server {\n  listen 80\n}\n", "no project of spright"),
            ("out.conf", "input \"../../secret/key.png\"\n", "--root DIR"),
            ("rect.conf", "input \"art/ok.png\"\n  sprite\n    rect 8 8 90 9\n", "lies outside"),
            ("nan.conf", "input \"art/ok.png\"\n  grid nan 1e99\n", "expected numbers"),
            ("back.conf", "input \"art/s{9-1}.png\"\n", "expected ascending numbers"),
            ("far.conf", "input \"art/s{9223372036854775807-}.png\"\n", "expected numbers"),
            ("page.json", page, "lies outside"),
            ("huge.json", huge, "is too large"),
            (
                "vast.json", huge.replacing("1000000", with: "4000000000"), "vast.json"
            ),
            ("text.txt", "hello", "no project or atlas"),
            ("art", "", "kiln init --from"),
        ] {
            if name != "art" { try put("work/in/\(name)", text) }
            let run = try BuiltCommand(
                ["import", "work/in/\(name)", "game"],
                in: folder.url,
                limitInMegabytes: 4000
            )
            #expect(run.status == 1 || run.status == 2, "\(name): \(run.status) \(run.errors)")
            #expect(run.errors.contains(message), "\(name): \(run.errors)")
            let game = folder.url.appending(path: "game").path
            #expect(!FileManager.default.fileExists(atPath: game), "\(name)")
        }
        // What --root allows is read.
        try imported("work/in/out.tps", "game", "--root", ".")
        #expect(try run("validate", "game", "--strict").status == 0)
        let again = try run("import", "work/in/out.tps", "game", "--root", ".")
        #expect(again.status == 1 && again.errors.contains("there is something already"))
    }

    @Test func `links out of the folder are not followed`() throws {
        try put("secret/key.png", 16, 16, 1)
        try put("up/work/art/ok.png", 16, 16, 2)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "up/work/art/link.png"),
            withDestinationURL: folder.url.appending(path: "secret/key.png")
        )
        try put("up/work/a.tps", project(files: ["art"]))
        let taken = try imported("up/work/a.tps", "game")
        #expect(!taken.output.contains("link.png") && taken.output.contains("ok.png"))
        try put("up/work/b.tps", project(files: ["art/link.png"]))
        let refused = try run("import", "up/work/b.tps", "other")
        #expect(refused.status == 1 && refused.errors.contains("lies outside"))
    }

    @Test func `odd names become names of files and ids`() throws {
        try put("page.png", 32, 32, 1)
        let names = ["../up", "a:b", "A", "a", "nul", ".hidden", "x y", "bär"]
        let frames = names.map {
            "\"\($0)\": { \"frame\": { \"x\": 2, \"y\": 2, \"w\": 20, \"h\": 20 } }"
        }
        try put(
            "page.json",
            """
            { "frames": { \(frames.joined(separator: ", ")) },
              "meta": { "image": "page.png", "size": { "w": 32, "h": 32 }, "scale": "1" } }
            """
        )
        let run = try imported("page.json", "game")
        #expect(run.output.contains("sprites got other names"), "\(run.output)")
        let found = try self.run("validate", "game", "--strict")
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let images = try json("game/catalog.json")["images"] as? [[String: Any]]
        #expect(images?.count == names.count)
        #expect(try self.run("bake", "game", "-o", "build").status == 0)
    }
}
