import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln key --also`, and pictures that are cut out already.
struct SeveralScreenCommandTests {
    private let folder: TemporaryFolder
    private static let green = StraightPixel(r: 0, g: 255, b: 0)
    private static let magenta = StraightPixel(r: 255, g: 0, b: 255)

    init() throws {
        folder = try TemporaryFolder()
        try write(ghost(over: Self.green), "a.png")
        try write(ghost(over: Self.magenta), "b.png")
    }

    /// A see-through body of the first screen's hue, with eyes.
    private func ghost(
        over screen: StraightPixel,
        eyesAt column: Int = 8,
        by shift: Int = 0
    ) -> StraightImage {
        var image = StraightImage(size: PixelSize(width: 36, height: 28)!, filledWith: screen)
        func seen(_ own: Int, _ behind: UInt8) -> UInt8 {
            UInt8((own * 150 + Int(behind) * 105 + 127) / 255)
        }
        let body = StraightPixel(
            r: seen(90, screen.r),
            g: seen(250, screen.g),
            b: seen(130, screen.b)
        )
        image.fill(PixelRect(x: 6 + shift, y: 6, width: 16, height: 16)!, with: body)
        for eye in [column, column + 6] {
            image.fill(
                PixelRect(x: eye + shift, y: 10, width: 4, height: 5)!,
                with: StraightPixel(r: 20, g: 30, b: 60)
            )
        }
        return image
    }

    private func write(_ image: StraightImage, _ name: String) throws {
        try Data(encodePNG(image)).write(to: folder.url.appending(path: name))
    }

    private func read(_ name: String) throws -> StraightImage {
        try decodeImage([UInt8](Data(contentsOf: folder.url.appending(path: name)))).image
    }

    private func run(_ arguments: String...) throws -> BuiltCommand {
        try BuiltCommand(["key"] + arguments, in: folder.url)
    }

    @Test func `a second screen makes glass of the first one's hue exact`() throws {
        let run = try run("a.png", "--also", "b.png", "-o", "out.png", "--report")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("wrote out.png\n  screen #00FF00, flat, noise 0.0\n"))
        #expect(run.output.contains("  also #FF00FF, flat, noise 0.0\n"))
        #expect(run.output.contains("  the pictures agree\n"))
        let keyed = try read("out.png")
        #expect(keyed[1, 1].a == 0 && keyed[9, 11] == StraightPixel(r: 20, g: 30, b: 60))
        let body = keyed[7, 18]
        #expect(abs(Int(body.a) - 150) <= 1 && abs(Int(body.r) - 90) <= 2)
        #expect(abs(Int(body.g) - 250) <= 2 && abs(Int(body.b) - 130) <= 2)
    }

    @Test func `the report has the shift, and what differs has boxes and a map`() throws {
        try write(ghost(over: Self.magenta, eyesAt: 10, by: 5), "moved.png")
        let run = try run(
            "a.png",
            "--also",
            "moved.png",
            "-o",
            "out.png",
            "--differences",
            "maps/map.png",
            "--json"
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errors
                == "a.png: warning: the pictures show different things, found 12x5 at 8,10; "
                + "there this picture was keyed by itself\n"
        )
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let entries = try #require(json as? [[String: Any]])
        #expect(entries[0]["outputs"] as? [String] == ["out.png", "maps/map.png"])
        let report = try #require(entries[0]["report"] as? [String: Any])
        let also = try #require(report["also"] as? [[String: Any]])
        #expect(also[0]["x"] as? Double == 5 && also[0]["y"] as? Double == 0)
        let boxes = try #require(report["differences"] as? [[String: Int]])
        #expect(boxes == [["x": 8, "y": 10, "width": 12, "height": 5]])
        let map = try read("maps/map.png")
        #expect(map[8, 11].r == 255 && map[8, 11].b == 0)
        #expect(map[7, 18].r == map[7, 18].b && map[1, 1].r == 0)
    }

    @Test func `pictures that do not go together are errors that say what to do`() throws {
        try write(ghost(over: Self.green), "same.png")
        try write(
            ghost(over: Self.magenta).cropped(to: PixelRect(x: 0, y: 0, width: 30, height: 28)!),
            "small.png"
        )
        for (other, expected) in [
            (
                "same.png",
                "same.png: error: the picture is over the same screen as a.png, found #00FF00\n"
                    + "  help: paint one over another color, such as magenta next to green, or "
                    + "white next to black\nnothing was written\n"
            ),
            (
                "small.png",
                "small.png: error: the picture has another size than a.png, found 30x28, "
                    + "expected 36x28\n  help: export all on one canvas\nnothing was written\n"
            ),
            ("none.png", "none.png: error: no such file or directory\nnothing was written\n"),
        ] {
            let run = try run("a.png", "--also", other, "-o", "out.png")
            #expect(run.status == (other == "none.png" ? 2 : 1))
            #expect(run.errors == expected)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out.png").path))
    }

    @Test(arguments: [
        (["a.png", "b.png", "--also", "b.png"], "'--also' takes one picture, found 2 inputs"),
        (
            ["a.png", "--differences", "m.png"],
            "'--differences' needs '--also'"
        ),
        (["a.png", "--also-key", "#FF00FF"], "'--also-key' needs '--also'"),
        (
            ["a.png", "--also", "b.png", "--also-key", "#FF00FF", "--also-key", "#0000FF"],
            "'--also-key' is given 2 times, expected at most once for each '--also'"
        ),
        (["a.png", "--also", "b.png", "--mode", "gpuimage"], "exclude each other"),
        (["a.png", "--also", "b.png", "--differences", "m.jpg"], "expected a .png"),
    ])
    func `what does not go with --also is refused`(arguments: [String], text: String) throws {
        let run = try BuiltCommand(["key"] + arguments + ["-o", "out.png"], in: folder.url)
        #expect(run.status == 2 && run.errors.contains(text), "\(run.errors)")
    }

    @Test func `a picture that was keyed is left as it is`() throws {
        #expect(try run("a.png", "--also", "b.png", "-o", "once.png").status == 0)
        let again = try run("once.png", "-o", "twice.png")
        #expect(again.status == 0 && again.output == "wrote twice.png\n")
        #expect(
            again.errors
                == "once.png: note: no screen found; the picture is cut out already, "
                + "so it stays as it is\n"
        )
        #expect(try read("twice.png") == read("once.png"))
        let json = try run("once.png", "-o", "twice.png", "--json", "--quiet")
        #expect(json.status == 0 && json.errors == "")
        #expect(json.output.contains(#""isUnchanged" : true"#))
        #expect(try run("once.png", "-o", "once-more.png", "--erode", "2").status == 0)
        #expect(try read("once-more.png") == read("once.png"))
    }

    @Test func `what a setting misses, and a picture without art, is reported`() throws {
        try write(
            StraightImage(size: PixelSize(width: 9, height: 7)!, filledWith: Self.green),
            "screen.png"
        )
        let empty = try run("screen.png", "-o", "empty.png")
        #expect(empty.status == 0 && empty.output == "wrote empty.png\n")
        let nothing = "warning: all of it is taken for screen, so that nothing is left\n"
        #expect(empty.errors == "screen.png: " + nothing)
        let missed = try run(
            "a.png",
            "--keep",
            "35,27,9,9",
            "--keep",
            "36,0,2,2",
            "--clear",
            "-5,-5,5,9",
            "-o",
            "out.png"
        )
        #expect(missed.status == 0, "\(missed.errors)")
        func reported(_ box: String) -> String {
            "a.png: warning: the box \(box) of '--keep' or '--clear' lies outside of the picture\n"
        }
        #expect(missed.errors == reported("2x2 at 36,0") + reported("5x9 at -5,-5"))
        let json = try run("a.png", "--keep", "36,0,2,2", "-o", "out.png", "--json", "--quiet")
        let entries = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let entry = try #require((entries as? [[String: Any]])?.first)
        let box = ["x": 36, "y": 0, "width": 2, "height": 2]
        #expect(entry["missedBoxes"] as? [[String: Int]] == [box])
    }
}
