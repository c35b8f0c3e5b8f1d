import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

private func put(_ image: StraightImage, _ path: String, in folder: TemporaryFolder) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
    )
    try Data(encodePNG(image)).write(to: file)
}

private func noise(_ width: Int, _ height: Int, seed: UInt64) -> StraightImage {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(width: width, height: height)!
    let pixels = (0..<size.area).map { _ in
        StraightPixel(
            r: .random(in: 0...255, using: &random),
            g: .random(in: 0...255, using: &random),
            b: .random(in: 0...255, using: &random)
        )
    }
    return StraightImage(size: size, pixels: pixels)!
}

private func page(_ path: String, in folder: TemporaryFolder) throws -> StraightImage {
    try decodeImage([UInt8](Data(contentsOf: folder.url.appending(path: path)))).image
}

/// Frames of `kiln inspect --json`, by name.
private func frames(_ path: String, in folder: TemporaryFolder) throws -> [String: [String: Any]] {
    let run = try BuiltCommand(["inspect", "--json", path], in: folder.url)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
    let atlases = try #require(json?.first?["atlases"] as? [[String: Any]])
    let pages = try #require(atlases.first?["pages"] as? [[String: Any]])
    let frames = pages.flatMap { $0["frames"] as? [[String: Any]] ?? [] }
    return Dictionary(uniqueKeysWithValues: frames.map { ($0["name"] as? String ?? "", $0) })
}

struct PackOptionTests {
    @Test(arguments: ["texturepacker-hash", "libgdx"])
    func `turned pictures share a place where the format can say so`(format: String) throws {
        let folder = try TemporaryFolder()
        let picture = noise(21, 9, seed: 1)
        try put(picture, "in/a.png", in: folder)
        try put(picture.rotatedClockwise(), "in/b.png", in: folder)
        try put(picture.rotatedCounterclockwise(), "in/c.png", in: folder)
        try put(picture.rotatedClockwise().rotatedClockwise(), "in/d.png", in: folder)
        try put(picture.flippedHorizontally(), "in/mirrored.png", in: folder)
        try put(noise(30, 4, seed: 2), "in/other.png", in: folder)
        let arguments = ["pack", "in", "-o", "out", "-f", format, "--rotate", "--duplicates"]
        let run = try BuiltCommand(arguments + ["turned"], in: folder.url)
        #expect(run.output.hasPrefix("packed 6 frames (2 equal to others)"), "\(run.errors)")
        let path = format == "libgdx" ? "out/atlas.atlas" : "out/atlas-0.json"
        let verified = try BuiltCommand(["verify", path, "in"], in: folder.url)
        #expect(verified.output == "6 frames restore exactly, 0 do not\n", "\(verified.errors)")
        let equal = try BuiltCommand(arguments + ["equal"], in: folder.url)
        #expect(equal.output.hasPrefix("packed 6 frames (0 equal to others)"))
    }

    @Test func `pages at all scales have one layout`() throws {
        let folder = try TemporaryFolder()
        for index in 0..<9 {
            let side = 20 + 2 * index
            try put(noise(side, 30, seed: UInt64(index)), "in/s\(index).png", in: folder)
        }
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "--scale", "1", "--scale", "2", "--filter", "area"],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let small = try page("out/atlas-0.png", in: folder)
        let large = try page("out/atlas-0@2x.png", in: folder)
        #expect(large.width == small.width * 2 && large.height == small.height * 2)
        let verified = try BuiltCommand(["verify", "out/atlas-0@2x.json", "in"], in: folder.url)
        #expect(verified.output == "9 frames restore exactly, 0 do not\n", "\(verified.errors)")
        let (ones, twos) = (
            try frames("out/atlas-0.json", in: folder),
            try frames("out/atlas-0@2x.json", in: folder)
        )
        for (name, frame) in ones {
            for key in ["x", "y", "width", "height", "sourceWidth"] {
                #expect((frame[key] as? Int).map { $0 * 2 } == twos[name]?[key] as? Int)
            }
        }
    }

    @Test func `folders, pivots and nine-slices go through`() throws {
        let folder = try TemporaryFolder()
        var panel = StraightImage(size: PixelSize(width: 12, height: 12)!)
        panel.fill(PixelRect(x: 2, y: 2, width: 8, height: 8)!, with: .init(r: 9, g: 8, b: 7))
        try put(panel, "in/ui/panel.png", in: folder)
        try put(noise(8, 8, seed: 1), "in/cat/idle.png", in: folder)
        try put(noise(9, 9, seed: 2), "in/cat/walk.png", in: folder)
        try put(noise(7, 7, seed: 3), "in/shared.png", in: folder)
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "-f", "phaser", "--group-by-folder",
                "--pivot", "*=0.5,0.5", "--pivot", "cat/*=0.25,1",
                "--nine-slice", "ui/*=3,2,3,4",
            ],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("on 3 pages"))
        let found = try frames("out/atlas.phaser.json", in: folder)
        #expect(found["cat/idle"]?["pivot"] as? [Double] == [0.25, 1])
        #expect(found["shared"]?["pivot"] as? [Double] == [0.5, 0.5])
        #expect(found["ui/panel"]?["nineSlice"] as? [Int] == [3, 2, 3, 4])
        #expect(found["ui/panel"]?["width"] as? Int == 12)
        let bad = try BuiltCommand(
            ["pack", "in", "-o", "bad", "--nine-slice", "ui/*=9,0,9,0"],
            in: folder.url
        )
        #expect(bad.status == 1)
        #expect(bad.errors.hasPrefix("in/ui/panel.png: error: its nine-slice is larger"))
    }

    @Test func `side pictures get pages with the layout of their sprites`() throws {
        let folder = try TemporaryFolder()
        for index in 0..<6 {
            var sprite = noise(10 + index, 12, seed: UInt64(index))
            sprite.fill(PixelRect(x: 0, y: 0, width: 3, height: 12)!, with: .clear)
            try put(sprite, "in/s\(index).png", in: folder)
            guard index != 4 else { continue }
            try put(
                noise(10 + index, 12, seed: UInt64(90 + index)),
                "in/s\(index)_n.png",
                in: folder
            )
        }
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "-f", "phaser", "-f", "texturepacker-hash",
                "--side", "_n", "--side", "_glow",
            ],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let normals = try page("out/atlas-0_n.png", in: folder)
        let glow = try page("out/atlas-0_glow.png", in: folder)
        #expect(try page("out/atlas-0.png", in: folder).size == normals.size)
        #expect(glow.opaqueBounds() == nil)
        let neutral = StraightPixel(r: 128, g: 128, b: 255)
        let found = try frames("out/atlas-0.json", in: folder)
        #expect(found.count == 6)
        for index in 0..<6 {
            let frame = try #require(found["s\(index)"])
            func number(_ key: String) -> Int { frame[key] as? Int ?? -1 }
            let place = PixelRect(
                x: number("x"),
                y: number("y"),
                width: number("width"),
                height: number("height")
            )!
            let drawn = normals.cropped(to: place)
            if index == 4 {
                #expect(drawn.pixels.allSatisfy { $0 == neutral })
            } else {
                let source = try page("in/s\(index)_n.png", in: folder)
                let part = PixelRect(
                    x: number("trimX"),
                    y: number("trimY"),
                    width: place.width,
                    height: place.height
                )!
                #expect(drawn == source.cropped(to: part))
            }
        }
        let json = try String(
            contentsOf: folder.url.appending(path: "out/atlas.phaser.json"),
            encoding: .utf8
        )
        #expect(json.contains("\"normalMap\": \"atlas-0_n.png\""))
    }

    @Test func `a side picture of another size or without a sprite is an error`() throws {
        let folder = try TemporaryFolder()
        try put(noise(10, 12, seed: 1), "in/a.png", in: folder)
        try put(noise(10, 11, seed: 2), "in/a_n.png", in: folder)
        try put(noise(10, 12, seed: 3), "in/b_n.png", in: folder)
        let run = try BuiltCommand(["pack", "in", "-o", "out", "--side", "_n"], in: folder.url)
        #expect(run.status == 1)
        #expect(
            run.errors == """
                in/a_n.png: error: the side picture is 10x11, but its sprite is 10x12
                in/b_n.png: error: the side picture has no sprite named "b"

                """
        )
        let out = folder.url.appending(path: "out").path
        #expect(!FileManager.default.fileExists(atPath: out))
    }

    @Test func `a palette page has few colors, raw pages have words`() throws {
        let folder = try TemporaryFolder()
        try put(noise(60, 40, seed: 1), "in/a.png", in: folder)
        func pack(_ pixels: String, _ format: String = "texturepacker-hash") throws -> BuiltCommand
        {
            try BuiltCommand(
                ["pack", "in", "-o", pixels, "--pixels", pixels, "-f", format],
                in: folder.url
            )
        }
        #expect(try pack("palette").status == 0)
        let palette = try page("palette/atlas-0.png", in: folder)
        #expect(Set(palette.pixels).count <= 256)
        for pixels in ["rgba4444", "rgb565"] {
            #expect(try pack(pixels).status == 0)
            let file = folder.url.appending(path: "\(pixels)/atlas-0.\(pixels)")
            let words = try [UInt8](Data(contentsOf: file))
            let format = try #require(WordFormat(rawValue: pixels))
            let image = try #require(
                StraightImage(words: words, in: format, size: PixelSize(width: 60, height: 40)!)
            )
            let source = try page("in/a.png", in: folder)
            for (left, right) in zip(source.pixels, image.pixels) {
                #expect(abs(Int(left.r) - Int(right.r)) < 17)
            }
            let json = try String(
                contentsOf: folder.url.appending(path: "\(pixels)/atlas-0.json"),
                encoding: .utf8
            )
            #expect(json.contains("\"format\": \"\(pixels.uppercased())\""))
            let unable = try pack(pixels, "css")
            #expect(unable.status == 1)
            #expect(unable.errors.hasPrefix("kiln: error: \"css\" has no word for pages of raw "))
        }
    }

    @Test func `templates write descriptors, which the next run replaces or removes`() throws {
        let folder = try TemporaryFolder()
        func pack(_ more: String...) throws -> BuiltCommand {
            try BuiltCommand(["pack", "in", "-o", "out", "--name", "a"] + more, in: folder.url)
        }
        func files() throws -> [String] {
            let out = folder.url.appending(path: "out").path
            return try FileManager.default.contentsOfDirectory(atPath: out)
                .filter { !$0.hasPrefix(".") }.sorted()
        }
        try put(noise(9, 30, seed: 1), "in/tall.png", in: folder)
        try put(noise(40, 9, seed: 2), "in/wide.png", in: folder)
        let template = folder.url.appending(path: "my.txt.mustache")
        try Data("{{#sprites}}{{name}} {{x}}\n{{/sprites}}".utf8).write(to: template)
        let first = try pack("--template", "my.txt.mustache", "--scale", "1", "--scale", "2")
        #expect(first.status == 0, "\(first.errors)")
        #expect(try files() == ["a-0.png", "a-0@2x.png", "a.txt", "a@2x.txt"])
        let text = try String(contentsOf: folder.url.appending(path: "out/a.txt"), encoding: .utf8)
        #expect(text.hasPrefix("tall "))
        #expect(try pack("--template", "my.txt.mustache", "-f", "css").status == 0)
        #expect(try files() == ["a-0.png", "a.css", "a.txt"])
        #expect(try pack().status == 0)
        #expect(try files() == ["a-0.json", "a-0.png"])

        let rotated = try pack("--template", "my.txt.mustache", "--rotate")
        #expect(
            rotated.errors.hasPrefix(
                "kiln: error: sprites are rotated, but template \"my.txt.mustache\" never uses \"rotated\""
            ),
            "\(rotated.errors)"
        )
        try Data("\n{{#sprites}}{{nam}}{{/sprites}}".utf8).write(to: template)
        let unknown = try pack("--template", "my.txt.mustache")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "my.txt.mustache:2: error: unknown name \"nam\"\n  help: did you mean \"name\"?\n"
        )
        let missing = try pack("--template", "no.txt.mustache")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("no.txt.mustache"), "\(missing.errors)")
        #expect(try files() == ["a-0.json", "a-0.png"])
    }

    @Test(.enabled(if: PageEncoding.webp.isAvailable))
    func `WebP pages with hashed names are restored, replaced and never packed again`() throws {
        let folder = try TemporaryFolder()
        func pack(_ more: String...) throws -> [String] {
            let run = try BuiltCommand(["pack", "in", "-o", "in"] + more, in: folder.url)
            try #require(run.status == 0, "\(run.errors)")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appending(path: "in").path
            )
            return files.filter { !$0.hasPrefix(".") && $0 != "a.png" }.sorted()
        }
        try put(noise(40, 30, seed: 1), "in/a.png", in: folder)
        let first = try pack("--encode", "webp", "--names", "hashed")
        #expect(first.count == 2 && first[0].hasPrefix("atlas-0-") && first[1] == "atlas-0.json")
        let verified = try BuiltCommand(["verify", "in/atlas-0.json", "in"], in: folder.url)
        #expect(verified.output.hasPrefix("1 frame restores exactly, 0 do not"))
        try put(noise(40, 30, seed: 2), "in/a.png", in: folder)
        let second = try pack("--encode", "webp", "--names", "hashed")
        #expect(second.count == 2 && second[0].hasSuffix(".webp") && second[0] != first[0])
        #expect(try pack() == ["atlas-0.json", "atlas-0.png"])
        func refusal(_ options: String...) throws -> String {
            let run = try BuiltCommand(["pack", "in", "-o", "out"] + options, in: folder.url)
            #expect(run.status > 0)
            return run.errors.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(
            try refusal("--encode", "png", "--quality", "5")
                == "kiln: error: '--quality' is for WebP and AVIF, and '--encode' asks for neither"
        )
        #expect(
            try refusal("--encode", "webp", "-f", "spriteatlas")
                == "kiln: error: Xcode packs the images of a sprite atlas, so there are no pages to encode"
        )
    }
}
