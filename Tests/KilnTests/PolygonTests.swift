import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// A disc, a hook, a bar askew and a plate, in colors of their own, some half clear.
private func sprites(in folder: TemporaryFolder) throws {
    try put("disc", 48, 48, in: folder) { x, y in
        (2 * x - 47) * (2 * x - 47) + (2 * y - 47) * (2 * y - 47) <= 47 * 47
    }
    try put("hook", 60, 40, in: folder) { x, y in (x < 8 || y >= 33) && x > 1 }
    try put("bar", 64, 64, in: folder) { x, y in abs(x - y) < 7 }
    try put("wedge", 50, 70, in: folder) { x, y in x * 70 < y * 50 }
    try put("plate", 30, 20, in: folder) { _, _ in true }
    try put("dots", 44, 30, in: folder) { x, y in (x < 6 && y < 6) || (x > 36 && y > 22) }
}

private func put(
    _ name: String,
    _ width: Int,
    _ height: Int,
    in folder: TemporaryFolder,
    _ isVisible: (Int, Int) -> Bool
) throws {
    let size = try #require(PixelSize(width: width + 4, height: height + 4))
    var image = StraightImage(size: size)
    for y in 0..<height {
        for x in 0..<width where isVisible(x, y) {
            let shade = UInt8(truncatingIfNeeded: x * 7 + y * 13 + name.count * 31)
            let alpha: UInt8 = (x + y) % 5 == 0 ? 1 : 255
            image[x + 3, y + 1] = StraightPixel(r: shade, g: 255 - shade, b: 90, a: alpha)
        }
    }
    let file = folder.url.appending(path: "in/\(name).png")
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
    )
    try Data(encodePNG(image)).write(to: file)
}

private func report(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

struct PolygonTests {
    @Test(
        arguments: [
            ("texturepacker-hash", "out/atlas-0.json"),
            ("texturepacker-array", "out/atlas-0.array.json"),
            ("cocos2d", "out/atlas-0.plist"), ("unity", "out/atlas-0.tpsheet"),
        ],
        [
            [], ["--extrude", "2", "--padding", "1"],
            ["--polygon-shape", "convex", "--padding", "0"],
            ["--polygon-tolerance", "0", "--border", "3", "--jobs", "1"],
            ["--trim-threshold", "0", "--effort", "fast"],
        ]
    )
    func `sprites packed by outlines restore exactly`(
        format: (name: String, file: String),
        options: [String]
    ) throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        var arguments = [
            "pack", "in", "-o", "out", "--trim", "polygon", "-f", format.name, "--json",
        ]
        if format.name != "unity" { arguments += ["--rotate", "--duplicates", "turned"] }
        let run = try BuiltCommand(arguments + options, in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        let outlines = try #require(report(run.output)["outlines"] as? [String: Any])
        #expect(outlines["packedByOutlines"] as? Bool == true)
        #expect(try #require(outlines["vertices"] as? Int) >= 4 * 6)
        #expect(try #require(outlines["drawnLess"] as? Double) > 0.1)
        let verified = try BuiltCommand(["verify", format.file, "in"], in: folder.url)
        #expect(verified.output == "6 frames restore exactly, 0 do not\n", "\(verified.errors)")
    }

    @Test func `verify sees a neighbor within a mesh`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        _ = try BuiltCommand(["pack", "in", "-o", "out", "--trim", "polygon"], in: folder.url)
        let path = folder.url.appending(path: "out/atlas-0.json")
        let text = try String(contentsOf: path, encoding: .utf8)
        // The first corner of each mesh goes to its last one: what lay between is drawn no more.
        let damaged = text.replacing(
            #/"triangles": \[\[\d+, \d+, \d+\], /#,
            with: "\"triangles\": ["
        )
        #expect(damaged != text)
        try Data(damaged.utf8).write(to: path)
        let verified = try BuiltCommand(["verify", "out/atlas-0.json", "in"], in: folder.url)
        #expect(verified.status == 1)
        #expect(verified.errors.contains("restores to other pixels"))
    }

    @Test func `one layout and one set of meshes serve all scales`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "--trim", "polygon", "--scale", "1", "--scale", "2",
                "--filter", "area",
            ],
            in: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        // The pictures are those of the larger scale.
        let verified = try BuiltCommand(["verify", "out/atlas-0@2x.json", "in"], in: folder.url)
        #expect(verified.output == "6 frames restore exactly, 0 do not\n", "\(verified.errors)")
        func corners(_ path: String) throws -> [[Int]] {
            let data = try Data(contentsOf: folder.url.appending(path: path))
            let root = try report(String(decoding: data, as: UTF8.self))
            let frames = try #require(root["frames"] as? [String: [String: Any]])
            return try #require(frames["disc"]?["verticesUV"] as? [[Int]])
        }
        #expect(
            try corners("out/atlas-0.json").map { $0.map { 2 * $0 } }
                == corners("out/atlas-0@2x.json")
        )
    }

    @Test func `a format that draws rectangles keeps them apart`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        let run = try BuiltCommand(
            [
                "pack", "in", "-o", "out", "--trim", "polygon", "-f", "texturepacker-hash", "-f",
                "pixi", "-f", "phaser",
            ],
            in: folder.url
        )
        #expect(
            run.output.contains("; packed as rectangles, because pixi, phaser draw rectangles\n"),
            "\(run.output)"
        )
        for file in ["out/atlas-0.json", "out/atlas-0.pixi.json", "out/atlas.phaser.json"] {
            let verified = try BuiltCommand(["verify", file, "in"], in: folder.url)
            #expect(verified.output == "6 frames restore exactly, 0 do not\n", "\(verified.errors)")
        }
        let kept = try BuiltCommand(
            ["pack", "in", "-o", "kept", "--trim", "polygon", "--layout", "in.layout"],
            in: folder.url
        )
        #expect(kept.output.contains("; packed as rectangles, because a layout keeps rectangles\n"))
    }

    @Test func `the lines say what outlines save`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        let run = try BuiltCommand(
            ["pack", "in", "-o", "out", "--trim", "polygon"],
            in: folder.url
        )
        let line = try #require(run.output.split(separator: "\n").dropFirst().first)
        #expect(
            line.wholeMatch(
                of:
                    #/polygon: \d+ vertices and \d+ triangles, [\d.]+ % less drawn, [\d.]+ % less area than rectangles/#
            ) != nil,
            "\(line)"
        )
    }

    @Test func `the number of jobs changes no byte`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        for (out, jobs) in [("one", "1"), ("many", "7")] {
            _ = try BuiltCommand(
                ["pack", "in", "-o", out, "--trim", "polygon", "--rotate", "--jobs", jobs],
                in: folder.url
            )
        }
        for file in ["atlas-0.json", "atlas-0.png"] {
            let bytes = try ["one", "many"].map {
                try Data(contentsOf: folder.url.appending(path: "\($0)/\(file)"))
            }
            #expect(bytes[0] == bytes[1])
        }
    }

    @Test(arguments: [
        (
            ["--trim", "polygon", "-f", "phaser"],
            "no format asked for has outlines: phaser"
        ),
        (
            ["--trim", "polygon", "--no-trim"],
            "'--no-trim' and '--trim polygon' exclude each other"
        ),
        (["--polygon-tolerance", "3"], "'--polygon-tolerance' needs '--trim polygon'"),
        (["--trim", "none", "--polygon-shape", "convex"], "needs '--trim polygon'"),
        (["--trim", "polygons"], "polygons"),
        (["--trim", "polygon", "--polygon-tolerance", "31"], "31"),
    ])
    func `options that make no sense are refused`(options: [String], message: String) throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        let run = try BuiltCommand(["pack", "in", "-o", "out"] + options, in: folder.url)
        #expect(run.status != 0)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path))
    }

    @Test func `trim none is what no-trim was`() throws {
        let folder = try TemporaryFolder()
        try sprites(in: folder)
        for (out, option) in [("old", ["--no-trim"]), ("new", ["--trim", "none"])] {
            let run = try BuiltCommand(["pack", "in", "-o", out] + option, in: folder.url)
            #expect(run.status == 0, "\(run.errors)")
        }
        let texts = try ["old", "new"].map {
            try Data(contentsOf: folder.url.appending(path: "\($0)/atlas-0.json"))
        }
        #expect(texts[0] == texts[1])
        #expect(!String(decoding: texts[0], as: UTF8.self).contains("vertices"))
    }
}
