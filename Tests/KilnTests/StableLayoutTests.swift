import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// A folder of opaque pictures, packed with the built command.
private struct Sprites {
    let root: TemporaryFolder
    var sizes: [String: PixelSize] = [:]

    init() throws { root = try TemporaryFolder() }

    var folder: URL { root.url.appending(path: "in") }

    mutating func put(_ name: String, _ size: PixelSize) throws {
        sizes[name] = size
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // No two pictures are equal, so that each has a place of its own.
        let tint = name.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        let pixels = (0..<size.area).map { index in
            StraightPixel(
                r: UInt8(truncatingIfNeeded: tint),
                g: UInt8(truncatingIfNeeded: tint >> 8),
                b: UInt8(truncatingIfNeeded: Int(tint >> 16) + index),
                a: 255
            )
        }
        let image = StraightImage(size: size, pixels: pixels)!
        try Data(encodePNG(image, effort: .fast)).write(to: file(name))
    }

    mutating func remove(_ name: String) throws {
        sizes[name] = nil
        try FileManager.default.removeItem(at: file(name))
    }

    func file(_ name: String) -> URL { folder.appending(path: "\(name).png") }

    func pack(_ options: [String] = [], to output: String = "out") throws -> BuiltCommand {
        let arguments = ["pack", "in", "-o", output, "--layout", "all.layout", "--effort", "fast"]
        return try BuiltCommand(arguments + options, in: root.url)
    }

    /// By sprite: the line of the layout file.
    func layout() throws -> [String: String] {
        let text = try String(contentsOf: root.url.appending(path: "all.layout"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("sprite") }
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let words = line.split(separator: "\"", maxSplits: 2)
                return (String(words[1]), String(words[2]))
            }
        )
    }

    func outputs(_ folder: String = "out") throws -> [String: Data] {
        let url = root.url.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { !$0.hasPrefix(".") }
        return try names.reduce(into: [:]) {
            $0[$1] = try Data(contentsOf: url.appending(path: $1))
        }
    }
}

private func randomSize(_ sides: ClosedRange<Int>, _ random: inout SeededRandom) -> PixelSize {
    PixelSize(
        width: .random(in: sides, using: &random),
        height: .random(in: sides, using: &random)
    )!
}

struct StableLayoutTests {
    @Test func `adding one of 500 sprites moves none of the others`() throws {
        var random = SeededRandom(seed: 41)
        var sprites = try Sprites()
        for index in 0..<499 { try sprites.put("s\(index)", randomSize(8...48, &random)) }
        let first = try sprites.pack(["--rotate"])
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("all.layout: kept 0, moved 0, added 499, waste "))
        let before = try sprites.layout()
        try sprites.put("another", randomSize(8...48, &random))
        let second = try sprites.pack(["--rotate"])
        #expect(second.output.contains("all.layout: kept 499, moved 0, added 1, waste "))
        let after = try sprites.layout()
        #expect(after.count == 500)
        for (name, place) in before { #expect(after[name] == place) }
        let verified = try BuiltCommand(
            ["verify", "out/atlas-0.json", "in"],
            in: sprites.root.url
        )
        #expect(verified.output == "500 frames restore exactly, 0 do not\n", "\(verified.errors)")
    }

    @Test func `fifty random edits move only what was edited, and report the waste`() throws {
        var random = SeededRandom(seed: 42)
        var sprites = try Sprites()
        for index in 0..<40 { try sprites.put("s\(index)", randomSize(4...40, &random)) }
        _ = try sprites.pack(["--max-size", "128"])
        for edit in 0..<50 {
            let (before, sizes) = (try sprites.layout(), sprites.sizes)
            let victim = sprites.sizes.keys.sorted().randomElement(using: &random)!
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try sprites.remove(victim)
            case 1: try sprites.put(victim, randomSize(4...40, &random))
            default: try sprites.put("new\(edit)", randomSize(4...40, &random))
            }
            let run = try sprites.pack(["--max-size", "128", "--json"])
            #expect(run.status == 0, "edit \(edit): \(run.errors)")
            let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let report = try #require((json as? [String: Any])?["layout"] as? [String: Any])
            let waste = try #require(report["waste"] as? Double)
            #expect(waste >= 0 && waste < 0.5, "edit \(edit)")
            #expect(report["moved"] as? Int ?? 9 <= 1, "edit \(edit)")
            let after = try sprites.layout()
            #expect(Set(after.keys) == Set(sprites.sizes.keys))
            for (name, size) in sizes where sprites.sizes[name] == size {
                #expect(after[name] == before[name], "edit \(edit)")
            }
        }
    }

    @Test func `the order of files and the number of jobs change no byte`() throws {
        var random = SeededRandom(seed: 43)
        let sizes = (0..<60).map { ("s\($0)", randomSize(4...40, &random)) }
        var outputs: [[String: Data]] = []
        for (order, jobs) in [(sizes, "2"), (sizes.reversed(), "1")] {
            var sprites = try Sprites()
            for (name, size) in order { try sprites.put(name, size) }
            let run = try sprites.pack(["--rotate", "--jobs", jobs, "-f", "libgdx"])
            #expect(run.status == 0, "\(run.errors)")
            var files = try sprites.outputs()
            files["layout"] = try Data(contentsOf: sprites.root.url.appending(path: "all.layout"))
            outputs.append(files)
        }
        #expect(outputs[0].count == 3)
        #expect(outputs[0] == outputs[1])
    }

    @Test func `equal sprites keep their place when one of them goes or joins`() throws {
        var sprites = try Sprites()
        for (name, side) in [("a", 9), ("m", 12), ("z", 7)] {
            try sprites.put(name, PixelSize(width: side, height: 5)!)
        }
        _ = try sprites.pack()
        let before = try sprites.layout()
        // A name that sorts first takes over no place from the one that had it.
        try FileManager.default.copyItem(at: sprites.file("m"), to: sprites.file("b"))
        #expect(try sprites.pack().output.contains("kept 3, moved 0, added 1"))
        #expect(try sprites.layout()["m"] == before["m"])
        try sprites.remove("m")
        #expect(try sprites.pack().output.contains("kept 3, moved 0, added 0, removed 1"))
        #expect(try sprites.layout()["b"] == before["m"])
    }

    @Test func `a repack comes when it is asked for, or beyond the stated waste`() throws {
        var sprites = try Sprites()
        for index in 0..<20 { try sprites.put("s\(index)", PixelSize(width: 20, height: 10)!) }
        _ = try sprites.pack()
        for index in 0..<15 { try sprites.remove("s\(index)") }
        let kept = try sprites.pack()
        #expect(kept.output.contains("kept 5, moved 0, added 0, removed 15, waste 75"))
        #expect(try sprites.pack(["--repack-above", "90"]).output.contains("kept 5, moved 0"))
        let packed = try sprites.pack(["--repack-above", "30"])
        #expect(packed.output.contains("waste 0.0 %, repacked"))
        #expect(try sprites.pack(["--repack"]).output.contains("kept 5, moved 0"))
        let usage = try BuiltCommand(["pack", "in", "-o", "out", "--repack"], in: sprites.root.url)
        #expect(usage.status == 2)
        #expect(usage.errors.contains("'--repack' needs '--layout'"))
    }

    @Test func `a broken layout is an error with its line, and nothing is written`() throws {
        var sprites = try Sprites()
        try sprites.put("a", PixelSize(width: 3, height: 3)!)
        let file = sprites.root.url.appending(path: "all.layout")
        try Data("kiln-layout 1\n<<<<<<< ours\n".utf8).write(to: file)
        let run = try sprites.pack()
        #expect(run.status == 1)
        #expect(
            run.errors.hasPrefix(
                "all.layout:2: error: found \"<<<<<<<\", expected \"page\" or \"sprite\"\n  help: "
            )
        )
        #expect(throws: (any Error).self) { try sprites.outputs() }
    }
}
