import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

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

/// A folder `in` with a picture of each name.
private func sprites(_ names: [String], side: Int = 8) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, name) in names.enumerated() {
        try put(noise(side + index % 3, side, seed: UInt64(index)), "in/\(name).png", in: folder)
    }
    return folder
}

private func put(_ image: StraightImage, _ path: String, in folder: TemporaryFolder) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
    )
    try Data(encodePNG(image)).write(to: file)
}

private func text(_ path: String, in folder: TemporaryFolder) throws -> String {
    String(decoding: try Data(contentsOf: folder.url.appending(path: path)), as: UTF8.self)
}

private func contents(_ path: String, in folder: TemporaryFolder) throws -> [String: Data] {
    let root = folder.url.appending(path: path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return names.reduce(into: [:]) { files, name in
        files[name] = try? Data(contentsOf: root.appending(path: name))
    }
}

/// Words of a line of output, such as a JSON member.
private func has(_ run: BuiltCommand, _ line: String) -> Bool {
    run.output.split(separator: "\n").contains { $0.hasPrefix(line) || $0.contains(line) }
}

struct PackedForEnginesTests {
    @Test(arguments: ["texturepacker-hash", "css", "spriteatlas", "godot"])
    func `packing a folder into itself gives the same the second time`(format: String) throws {
        let folder = try sprites(["hat", "cap", "pets/dog"])
        let arguments = ["pack", "in", "-o", "in", "-f", format, "-f", "libgdx"]
        let first = try BuiltCommand(arguments, in: folder.url)
        #expect(first.status == 0, "\(first.errors)")
        let before = try contents("in", in: folder)
        let second = try BuiltCommand(arguments, in: folder.url)
        #expect(second.status == 0, "\(second.errors)")
        #expect(second.output == first.output && second.output.hasPrefix("packed 3 frames"))
        #expect(try contents("in", in: folder) == before)
        // Nor are they packed elsewhere, nor missed by verify.
        let other = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        #expect(other.output.hasPrefix("packed 3 frames"))
        let verified = try BuiltCommand(["verify", "in/atlas.atlas", "in"], in: folder.url)
        #expect(verified.output == "3 frames restore exactly, 0 do not\n", "\(verified.errors)")
    }

    @Test func `a page that became somebody's picture is neither skipped nor replaced`() throws {
        let folder = try sprites(["hat"])
        _ = try BuiltCommand(["pack", "in", "-o", "in"], in: folder.url)
        try put(noise(9, 9, seed: 77), "in/atlas-0.png", in: folder)
        let run = try BuiltCommand(["pack", "in", "-o", "in"], in: folder.url)
        #expect(run.status != 0)
        #expect(run.errors.contains("in/atlas-0.png"), "\(run.errors)")
        let other = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        #expect(other.output.hasPrefix("packed 2 frames"))
    }

    @Test func `what slice wrote into the folder is packed`() throws {
        let folder = try sprites(["hat"])
        try put(noise(8, 4, seed: 5), "row.png", in: folder)
        let sliced = try BuiltCommand(
            ["slice", "row.png", "-o", "in", "--grid", "2x1"],
            in: folder.url
        )
        #expect(sliced.status == 0, "\(sliced.errors)")
        for _ in 0..<2 {
            let run = try BuiltCommand(["pack", "in", "-o", "in"], in: folder.url)
            #expect(run.output.hasPrefix("packed 3 frames"), "\(run.errors)")
        }
    }

    @Test func `a count of frames is that of the descriptors`() throws {
        let folder = try sprites(["hat", "cap"])
        try put(noise(8, 8, seed: 0), "in/copy.png", in: folder)
        let run = try BuiltCommand(["pack", "in", "-o", "out"], in: folder.url)
        #expect(run.output.hasPrefix("packed 3 frames (1 equal to others) on 1 page"))
        let reported = try BuiltCommand(["pack", "in", "-o", "out", "--json"], in: folder.url)
        #expect(
            has(reported, "\"frames\" : 3") || has(reported, "\"frames\": 3"),
            "\(reported.output)"
        )
        let listed = try BuiltCommand(["inspect", "out/atlas-0.json"], in: folder.url)
        #expect(listed.output.hasPrefix("out/atlas-0.json: texturepacker-hash, 3 frames\n"))
    }

    @Test(arguments: [
        ("css", "out/atlas.css"), ("spriteatlas", "out/atlas.spriteatlas"),
        ("texturepacker-hash", "out/atlas-0.json"), ("unity", "out/atlas-0.tpsheet"),
        ("phaser", "out/atlas@2x.phaser.json"), ("libgdx-legacy", "out/atlas.legacy.atlas"),
        ("spine", "out/atlas@3x.spine.atlas"),
    ])
    func `verify restores every scale`(format: String, path: String) throws {
        let folder = try sprites(["hat", "cap", "ü/dog", "ü/cat"], side: 13)
        let packed = try BuiltCommand(
            ["pack", "in", "-o", "out", "-f", format]
                + ["1", "2", "3"].flatMap { ["--scale", $0] },
            in: folder.url
        )
        #expect(packed.status == 0, "\(packed.errors)")
        let run = try BuiltCommand(["verify", path, "in"], in: folder.url)
        #expect(run.output == "4 frames restore exactly, 0 do not\n", "\(run.errors)")
    }

    @Test func `verify names the scale that is wrong`() throws {
        let folder = try sprites(["hat", "cap"], side: 12)
        let arguments = ["pack", "in", "-o", "out", "-f", "css", "--scale", "1", "--scale", "2"]
        _ = try BuiltCommand(arguments, in: folder.url)
        let place = "out/atlas-0@2x.png"
        var page = try decodeImage(
            [UInt8](Data(contentsOf: folder.url.appending(path: place)))
        ).image
        page[1, 1].r ^= 1
        try put(page, place, in: folder)
        let run = try BuiltCommand(["verify", "out/atlas.css", "in"], in: folder.url)
        #expect(run.status == 1)
        #expect(run.output == "1 frame restores exactly, 1 does not\n")
        #expect(
            run.errors.contains(" at scale 2 restores to other pixels, 1 differ"),
            "\(run.errors)"
        )
    }

    @Test func `frames have pivots where rules give them`() throws {
        let folder = try sprites(["hat", "cap"])
        func pivots(_ rules: [String]) throws -> [String] {
            let run = try BuiltCommand(
                ["pack", "in", "-o", "out"] + rules.flatMap { ["--pivot", $0] },
                in: folder.url
            )
            #expect(run.status == 0, "\(run.errors)")
            let listed = try BuiltCommand(["inspect", "out/atlas-0.json"], in: folder.url)
            return listed.output.split(separator: "\n").filter { $0.contains("pivot") }.map {
                String($0.split(separator: " ")[0])
            }
        }
        #expect(try pivots([]) == [])
        #expect(try pivots(["none"]) == [])
        #expect(try pivots(["*=0.5,1"]) == ["cap", "hat"])
        #expect(try pivots(["*=0.5,1", "hat=none"]) == ["cap"])
        #expect(try pivots(["*=0.5,1", "none"]) == [])
        #expect(try pivots(["none", "hat=0,0"]) == ["hat"])
        let bad = try BuiltCommand(["pack", "in", "-o", "x", "--pivot", "hat"], in: folder.url)
        #expect(bad.status == 2)
        #expect(bad.errors.contains("none, or names and a point such as hero*=0.5,1"))
    }

    @Test func `a name that Phaser loses is refused, and nothing is written`() throws {
        let folder = try sprites(["__BASE", "hat"])
        let run = try BuiltCommand(["pack", "in", "-o", "out", "-f", "phaser"], in: folder.url)
        #expect(run.status == 1)
        #expect(
            run.errors
                == "in/__BASE.png: error: a frame or an animation named \"__BASE\" is lost with "
                + "\"phaser\": Phaser has the whole page under that name; rename its picture\n"
        )
        #expect(
            !FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path)
        )
        let fine = try BuiltCommand(["pack", "in", "-o", "out", "-f", "pixi"], in: folder.url)
        #expect(fine.status == 0, "\(fine.errors)")
    }

    @Test func `numbered names are animations with the speed asked for`() throws {
        let folder = try sprites(["walk_0", "walk_1", "walk_2", "hat"])
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "--fps", "12"]
                + ["pixi", "phaser", "godot", "libgdx"].flatMap { ["-f", $0] },
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try text("out/atlas-0.pixi.json", in: folder).contains(
                #""walk": ["walk_0", "walk_1", "walk_2"]"#
            )
        )
        let phaser = try text("out/atlas.phaser.animations.json", in: folder)
        #expect(phaser.contains(#""key": "walk""#) && phaser.contains(#""frameRate": 12"#))
        let godot = try text("out/atlas.animations.tres", in: folder)
        #expect(godot.contains(#""name": &"walk""#) && godot.contains(#""speed": 12.0"#))
        #expect(try text("out/atlas.atlas", in: folder).contains("\nwalk\nindex:2\n"))
        let listed = try BuiltCommand(
            ["inspect", "out/atlas.phaser.animations.json"],
            in: folder.url
        )
        #expect(listed.output.contains("animation walk: walk_0, walk_1, walk_2 at 12 fps"))
        let verified = try BuiltCommand(
            ["verify", "out/atlas.phaser.animations.json", "in"],
            in: folder.url
        )
        #expect(verified.status == 1)
        #expect(verified.errors.contains("tells of animations alone"), "\(verified.errors)")
    }

    @Test func `an animation on several pages is reported, and the atlas is written without it`()
        throws
    {
        let folder = try sprites((0..<6).map { "walk_\($0)" }, side: 20)
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "-f", "pixi", "-f", "phaser", "--max-size", "32"],
            in: folder.url
        )
        #expect(run.status == 0)
        #expect(
            run.errors == "note: the frames of animation \"walk\" lie on several pages, "
                + "so pixi has no such animation\n"
        )
        #expect(!(try text("out/atlas-0.pixi.json", in: folder)).contains("animations"))
        #expect(try text("out/atlas.phaser.animations.json", in: folder).contains("walk"))
    }

    @Test func `the filter is reported where a format can`() throws {
        let folder = try sprites(["hat"])
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "--texture-filter", "nearest"]
                + ["libgdx", "libgdx-legacy", "spine", "css"].flatMap { ["-f", $0] },
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        for file in ["atlas.atlas", "atlas.spine.atlas"] {
            #expect(try text("out/\(file)", in: folder).contains("\nfilter:Nearest,Nearest\n"))
        }
        #expect(
            try text("out/atlas.legacy.atlas", in: folder).contains("\nfilter: Nearest,Nearest\n")
        )
        #expect(try text("out/atlas.css", in: folder).contains("image-rendering: pixelated"))
    }

    @Test func `inspect names an atlas at half a point, and finds its other pages`() throws {
        let folder = try TemporaryFolder()
        for page in 0..<2 {
            let name = "hero-\(page)@0.5x"
            let json = """
                {"frames": {"f\(page)": {"frame": {"x": 0, "y": 0, "w": 4, "h": 4}}},
                "meta": {"image": "\(name).png", "size": {"w": 4, "h": 4}, "scale": "0.5"}}
                """
            try Data(json.utf8).write(to: folder.url.appending(path: "\(name).json"))
            try put(noise(4, 4, seed: UInt64(page)), "\(name).png", in: folder)
            try put(noise(4, 4, seed: UInt64(page)), "in/f\(page).png", in: folder)
        }
        let run = try BuiltCommand(["inspect", "--json", "hero-0@0.5x.json"], in: folder.url)
        #expect(run.output.contains("hero-0@0.5x\""), "\(run.output)")
        let verified = try BuiltCommand(["verify", "hero-0@0.5x.json", "in"], in: folder.url)
        #expect(verified.output == "2 frames restore exactly, 0 do not\n", "\(verified.errors)")
    }
}
