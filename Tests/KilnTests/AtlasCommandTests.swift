import AtlasBuilding
import Catalog
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// A folder of pictures of many sizes, with margins, in two folders.
private func pictureFolder(count: Int = 24) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: 8)
    for index in 0..<count {
        let (width, height) = (
            Int.random(in: 3...40, using: &random), Int.random(in: 3...40, using: &random)
        )
        var image = StraightImage(size: PixelSize(width: width, height: height)!)
        for y in (index % 3)..<height {
            for x in (index % 2)..<width {
                image[x, y] = StraightPixel(
                    r: UInt8(x * 6),
                    g: UInt8(y * 6),
                    b: UInt8(index * 9),
                    a: 255
                )
            }
        }
        try put(image, "in/\(index % 2 == 0 ? "a" : "b")/s\(index).png", in: folder)
    }
    return folder
}

private func put(_ image: StraightImage, _ path: String, in folder: TemporaryFolder) throws {
    try put(Data(encodePNG(image)), path, in: folder)
}

private func put(_ data: Data, _ path: String, in folder: TemporaryFolder) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
    )
    try data.write(to: file)
}

/// What to name of a format's descriptors: the first page's, or the folder of resources.
private func descriptor(in folder: TemporaryFolder) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appending(path: "out").path
    ).sorted()
    let chosen =
        names.first { $0.hasSuffix(".sprites") || $0.hasSuffix(".spriteatlas") }
        ?? names.first {
            !$0.hasSuffix(".png") && !$0.hasPrefix(".") && !$0.contains(".animations.")
        }
    return "out/" + (try #require(chosen))
}

struct AtlasCommandTests {
    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln })
    func `what pack writes in any format, verify restores and inspect lists`(
        format: AtlasFormat
    ) throws {
        let folder = try pictureFolder()
        let canRotate = format.capabilities.rotation != .none
        let packed = try BuiltCommand(
            ["pack", "in", "-o", "out", "-f", format.rawValue, "--max-size", "96"]
                + (canRotate ? ["--rotate"] : []),
            in: folder.url
        )
        #expect(packed.status == 0, "\(packed.errors)")
        let path = try descriptor(in: folder)
        let verified = try BuiltCommand(["verify", path, "in"], in: folder.url)
        #expect(verified.output == "24 frames restore exactly, 0 do not\n", "\(verified.errors)")

        let listed = try BuiltCommand(["inspect", "--json", path], in: folder.url)
        #expect(listed.status == 0, "\(listed.errors)")
        let entries = try JSONSerialization.jsonObject(with: Data(listed.output.utf8))
        let entry = try #require((entries as? [[String: Any]])?.first)
        #expect(entry["format"] as? String == format.rawValue)
        let atlases = try #require(entry["atlases"] as? [[String: Any]])
        let pages = try #require(atlases.first?["pages"] as? [[String: Any]])
        let frames = pages.flatMap { $0["frames"] as? [[String: Any]] ?? [] }
        #expect(!frames.isEmpty)
        for frame in frames {
            let name = try #require(frame["name"] as? String)
            #expect(name.contains("s"))
            #expect(frame["width"] as? Int ?? 0 > 0 && frame["sourceHeight"] as? Int ?? 0 > 0)
        }
        if canRotate {
            let turns = Set(frames.compactMap { $0["rotation"] as? String })
            #expect(turns == ["none", format.capabilities.rotation.rawValue])
        }
        let reported = try BuiltCommand(["inspect", path], in: folder.url)
        #expect(reported.output.hasPrefix("\(path): \(format.rawValue), \(frames.count) frames\n"))
        let animations = atlases.first?["animations"] as? [Any] ?? []
        #expect(
            reported.output.split(separator: "\n").count
                == 1 + pages.count + frames.count + animations.count
        )
    }

    @Test func `verify names the frame and the pixel that is wrong`() throws {
        let folder = try pictureFolder(count: 3)
        _ = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        let path = folder.url.appending(path: "in/b/s1.png")
        var image = try decodeImage([UInt8](Data(contentsOf: path))).image
        image[2, 1].r ^= 1
        try put(image, "in/b/s1.png", in: folder)
        try put(image, "in/b/new.png", in: folder)
        try FileManager.default.removeItem(at: folder.url.appending(path: "in/a/s2.png"))
        let run = try BuiltCommand(["verify", "out/atlas-0.json", "in"], in: folder.url)
        #expect(run.status == 1)
        #expect(run.output == "1 frame restores exactly, 3 do not\n")
        #expect(
            run.errors == """
                error: frame "a/s2" has no picture in the folder
                error: frame "b/new" is missing from the atlas
                error: frame "b/s1" restores to other pixels, 1 differ, the first at 2,1

                """
        )
    }

    @Test func `inspect lists the frames of a manifest`() throws {
        let folder = try TemporaryFolder()
        _ = try BuiltCommand(["init", "game"], in: folder.url)
        _ = try BuiltCommand(["bake", "game", "-o", "out"], in: folder.url)
        let run = try BuiltCommand(["inspect", "--json", "out/manifest.json"], in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        let entries = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let entry = try #require((entries as? [[String: Any]])?.first)
        #expect(entry["format"] as? String == "kiln")
        #expect((entry["species"] as? [String])?.isEmpty == false)
        let manifest = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.url.appending(path: "out/manifest.json"))
        )
        let target = try #require(
            ((manifest as? [String: Any])?["targets"] as? [[String: Any]])?.first
        )
        let names = try #require(target["frames"] as? [String: Any]).keys
        let atlas = try #require((entry["atlases"] as? [[String: Any]])?.first)
        let pages = try #require(atlas["pages"] as? [[String: Any]])
        let listed = pages.flatMap { $0["frames"] as? [[String: Any]] ?? [] }
            .compactMap { $0["name"] as? String }
        #expect(Set(listed) == Set(names))
    }

    @Test(arguments: [
        ("a.json", "{\"frames\": {\"a\": 1}, \"meta\": {}}", "not a descriptor that Kiln reads"),
        ("a.json", "{\"format\": \"kiln-manifest\", \"version\": 9}", "the manifest has version 9"),
        ("a.xml", "<TextureAtlas imagePath=\"a.png\"><SubTexture/></TextureAtlas>", ""),
        ("a.atlas", "a.png\nsize:8,8\nhat\nbounds:1,1,9,9\n", "frame \"hat\" leaves the page"),
        ("a.plist", "<plist><dict>", ""),
        ("a.css", "body {}", "not a descriptor that Kiln reads"),
        ("a.tpsheet", ":format=40300\n\nhat;1;2", ""),
        ("a.tres", "[gd_resource type=\"Mesh\"]\n[resource]\n", "found a \"Mesh\""),
    ])
    func `a broken descriptor is an error that names it`(
        name: String,
        text: String,
        message: String
    ) throws {
        let folder = try TemporaryFolder()
        try put(Data(text.utf8), name, in: folder)
        for arguments in [["inspect", name], ["verify", name, "."]] {
            let run = try BuiltCommand(arguments, in: folder.url, limitInMegabytes: 1000)
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("\(name): error: \(message)"), "\(run.errors)")
        }
    }

    @Test(arguments: [
        (
            "a.json",
            #"{"frames": {}, "meta": {"image": "../x.png", "size": {"w": 4, "h": 4}, "scale": "1"}}"#
        ),
        ("a.xml", #"<TextureAtlas imagePath="/tmp/x.png" width="4" height="4"></TextureAtlas>"#),
        ("a.atlas", "b/../../x.png\nsize:4,4\nhat\nbounds:0,0,1,1\n"),
    ])
    func `a page outside of its descriptor's folder is refused`(name: String, text: String) throws {
        let folder = try TemporaryFolder()
        try put(StraightImage(drawn: "rr", "rr"), "x.png", in: folder)
        try put(Data(text.utf8), "out/\(name)", in: folder)
        for arguments in [["inspect", "out/\(name)"], ["verify", "out/\(name)", "."]] {
            let run = try BuiltCommand(arguments, in: folder.url)
            #expect(run.status == 1, "\(run.output)")
            #expect(
                run.errors.contains("lies outside of the descriptor's folder"),
                "\(run.errors)"
            )
        }
    }

    @Test func `a page that is a link out of its descriptor's folder is refused`() throws {
        let folder = try pictureFolder(count: 3)
        _ = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        let page = folder.url.appending(path: "out/atlas-0.png")
        let elsewhere = folder.url.appending(path: "elsewhere.png")
        try FileManager.default.moveItem(at: page, to: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: page.path,
            withDestinationPath: "../elsewhere.png"
        )
        for arguments in [["inspect", "out/atlas-0.json"], ["verify", "out/atlas-0.json", "in"]] {
            let run = try BuiltCommand(arguments, in: folder.url)
            #expect(run.status == 1, "\(run.output)")
            #expect(
                run.errors.contains("\"atlas-0.png\" is a link out of the descriptor's folder"),
                "\(run.errors)"
            )
        }
    }

    @Test(arguments: ["con", "Lpt1", "a:b", "a\\b", "page.", "nul.x"])
    func `an atlas is not called what some system cannot take`(name: String) throws {
        let folder = try pictureFolder(count: 1)
        let run = try BuiltCommand(["pack", "in", "-o", "out", "--name", name], in: folder.url)
        #expect(run.status == 2)
        #expect(run.errors.contains("a file name without / that every system takes"))
    }

    @Test func `a page that is gone or too small is reported, and verify does not crash`() throws {
        let folder = try pictureFolder(count: 3)
        _ = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        try put(StraightImage(size: PixelSize(width: 2, height: 2)!), "out/atlas-0.png", in: folder)
        let small = try BuiltCommand(["verify", "out/atlas-0.json", "in"], in: folder.url)
        #expect(small.status == 1)
        #expect(
            small.errors.contains("error: frame \"a/s0\" leaves its page atlas-0.png, found 2x2")
        )
        try FileManager.default.removeItem(at: folder.url.appending(path: "out/atlas-0.png"))
        let gone = try BuiltCommand(["verify", "out/atlas-0.json", "in"], in: folder.url)
        #expect(gone.status == 2)
        #expect(gone.errors == "out/atlas-0.png: error: no such file or directory\n")
    }

    @Test func `pictures that cannot be packed are errors, and nothing is written`() throws {
        let cases: [(file: String, data: Data, status: Int32, error: String)] = [
            (
                "in/big.png", Data(try encodePNG(drawn(width: 99, height: 3))), 1,
                "kiln: error: sprite \"big\" is larger than a page, found 99x3, expected at most 64x64\n"
                    + "  help: raise '--max-size', leave out the largest '--scale', or make the picture smaller\n"
            ),
            (
                "in/s0.jpg", Data("not a picture".utf8), 1,
                "kiln: error: two pictures would be one frame \"s0\": s0.jpg and s0.png\n"
            ),
            (
                "in/a/torn.png", Data(try encodePNG(drawn(width: 9, height: 9)).prefix(60)), 1,
                "in/a/torn.png: error: "
            ),
        ]
        for (file, data, status, error) in cases {
            let folder = try TemporaryFolder()
            try put(drawn(width: 8, height: 8), "in/s0.png", in: folder)
            try put(drawn(width: 9, height: 8), "in/a/s0.png", in: folder)
            try put(data, file, in: folder)
            let run = try BuiltCommand(
                ["pack", "in", "-o", "out", "--max-size", "64"],
                in: folder.url
            )
            #expect(run.status == status)
            #expect(run.errors.hasPrefix(error), "\(run.errors)")
            let out = folder.url.appending(path: "out").path
            #expect(!FileManager.default.fileExists(atPath: out), "\(file)")
        }
    }

    @Test func `equal names in two folders are two frames, unless a format cannot tell them apart`()
        throws
    {
        let folder = try TemporaryFolder()
        try put(drawn(width: 8, height: 8), "in/a/hat.png", in: folder)
        try put(drawn(width: 9, height: 8), "in/b/hat.png", in: folder)
        try put(drawn(width: 7, height: 8), "in/a_hat.png", in: folder)
        let fine = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        #expect(fine.status == 0 && fine.output.hasPrefix("packed 3 frames (0 equal to others)"))
        let before = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "out").path
        )
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "-f", "spriteatlas"],
            in: folder.url
        )
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("kiln: error: "), "\(run.errors)")
        let after = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "out").path
        )
        #expect(before.sorted() == after.sorted())
    }

    @Test func `a picture without a visible pixel is reported and has a clear frame`() throws {
        let folder = try TemporaryFolder()
        try put(StraightImage(size: PixelSize(width: 8, height: 8)!), "in/none.png", in: folder)
        let nothing = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        #expect(nothing.status == 1)
        #expect(nothing.errors == "kiln: error: no picture in in has a visible pixel\n")
        try put(drawn(width: 8, height: 8), "in/hat.png", in: folder)
        let run = try BuiltCommand(["pack", "in", "-o", "out", "--json"], in: folder.url)
        #expect(run.status == 0)
        #expect(
            run.errors
                == "note: \"none\" has no visible pixel; the atlas has a clear frame for it\n"
        )
        #expect(run.output.contains("\"none\""))
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln })
    func `a blank frame stays in every format, at every scale`(format: AtlasFormat) throws {
        let folder = try TemporaryFolder()
        for (name, shows) in [("blink/0", true), ("blink/1", false), ("blink/2", true)] {
            let side = name == "blink/2" ? 20 : 12
            let image =
                shows
                ? drawn(width: side, height: 10)
                : StraightImage(size: PixelSize(width: 24, height: 16)!)
            try put(image, "in/\(name).png", in: folder)
        }
        try put(StraightImage(size: PixelSize(width: 8, height: 6)!), "in/none.png", in: folder)
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "-f", format.rawValue, "--scale", "1", "--scale", "2",
                "--density", "1", "--filter", "nearest",
            ],
            in: folder.url
        )
        let reported =
            format == .spriteatlas
            ? "wrote 4 sprites by themselves"
            : "packed 4 frames (0 equal to others, 2 blank) on 1 page"
        #expect(run.output.hasPrefix(reported), "\(run.output)")
        let path = try descriptor(in: folder)
        let verified = try BuiltCommand(["verify", path, "in"], in: folder.url)
        #expect(
            verified.output.hasPrefix("4 frames restore exactly, 0 do not"),
            "\(verified.output)\(verified.errors)"
        )
    }

    @Test func `colors multiplied by alpha are refused where an engine would not hear of it`()
        throws
    {
        let folder = try pictureFolder(count: 2)
        let arguments = ["pack", "in", "-o", "out", "--premultiplied", "-f", "cocos2d", "-f"]
        let refused = try BuiltCommand(arguments + ["pixi"], in: folder.url)
        #expect(refused.status == 1)
        #expect(
            refused.errors == """
                kiln: error: colors multiplied by alpha would be drawn too dark, as these formats cannot say so: pixi
                  help: leave out --premultiplied, for engines multiply when they load straight colors, \
                or pack with --format libgdx or cocos2d

                """
        )
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path))
        let reported = try BuiltCommand(arguments + ["libgdx"], in: folder.url)
        #expect(reported.status == 0, "\(reported.errors)")
    }

    @Test func `asking for what an engine cannot draw is an error`() throws {
        let folder = try pictureFolder(count: 2)
        for (formats, says) in [
            (["phaser"], "rotated sprites cannot be drawn by phaser\n"),
            (["godot"], "rotated sprites cannot be drawn by godot\n"),
            (["spriteatlas"], "rotated sprites cannot be drawn by spriteatlas\n"),
            (["libgdx", "pixi"], "these formats do not turn sprites alike: libgdx ("),
        ] {
            let run = try BuiltCommand(
                ["pack", "in", "-o", "out", "--rotate"] + formats.flatMap { ["-f", $0] },
                in: folder.url
            )
            #expect(run.status == 1)
            #expect(run.errors.hasPrefix("kiln: error: " + says), "\(run.errors)")
        }
    }
}

private func drawn(width: Int, height: Int) -> StraightImage {
    let size = PixelSize(width: width, height: height)!
    let pixels = (0..<size.area).map {
        StraightPixel(r: UInt8($0 % 251), g: UInt8(width), b: UInt8(height), a: 255)
    }
    return StraightImage(size: size, pixels: pixels)!
}
