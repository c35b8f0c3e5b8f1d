import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Files with frames of their own, which have times, and of which some commands take one alone.
struct AnimatedFileTests {
    private static let times = [100, 50, 200, 20, 100]

    /// Five frames of a figure over a green screen.
    private func walk(over screen: Character = "g") throws -> [UInt8] {
        let frames = Self.times.indices.map { index in
            StraightImage(8, 8) { x, y in
                let isFigure = (2..<6).contains(x) && (2..<(4 + index % 3)).contains(y)
                if isFigure { return StraightPixel(r: 200, g: UInt8(index), b: 40) }
                return screen == "g" ? StraightPixel(r: 0, g: 255, b: 0) : .clear
            }
        }
        let sequence = try #require(PictureSequence(frames: frames, fps: 5, durations: Self.times))
        return try #require(encodeGIF(sequence))
    }

    private func times(of path: String, _ game: LittleGame) throws -> [Int] {
        let bytes = [UInt8](try Data(contentsOf: game.folder.url.appending(path: path)))
        return try decodeSheet(bytes).durations
    }

    @Test(.enabled(if: hasLibrary("gif")))
    func `slicing keeps the times of an animation, and reports no place in it`() throws {
        let game = try LittleGame()
        try game.put("walk.gif", try walk(over: "."))
        let run = try game.run("slice", "walk.gif", "--gif", "own.gif", "-o", "cells")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.hasPrefix(
                "wrote cells/walk-0.png (8x8, 100 ms)\nwrote cells/walk-1.png (8x8, 50 ms)\n"
            )
        )
        #expect(try times(of: "own.gif", game) == Self.times)
        #expect(try game.run("slice", "walk.gif", "--gif", "even.gif", "--fps", "5").status == 0)
        #expect(try times(of: "even.gif", game) == [200, 200, 200, 200, 200])
    }

    @Test(.enabled(if: hasLibrary("gif"))) func `a preview of a pet in one file keeps its times`()
        throws
    {
        let game = try LittleGame()
        try FileManager.default.removeItem(at: game.folder.url.appending(path: "art/dog_pet.png"))
        try game.put("art/dog_pet.gif", try walk(over: "."))
        for words in [[], ["-a", "default"]] {
            let name = "look\(words.count).gif"
            let run = try game.run(["preview", "-s", "dog", "-o", name] + words)
            #expect(game.has(name), "\(run.errors)")
            #expect(try times(of: name, game) == Self.times, "\(words)")
        }
    }

    @Test(.enabled(if: hasLibrary("gif"))) func `keying reports the frames that it leaves`() throws
    {
        let game = try LittleGame()
        try game.put("walk.gif", try walk())
        let run = try game.run("key", "walk.gif", "-o", "first.png")
        #expect(run.status == 0)
        #expect(
            run.errors
                == "walk.gif: warning: only the first frame was keyed, 4 others are left out\n"
                + "  help: 'kiln slice walk.gif -o frames' takes them apart, "
                + "then 'kiln key frames --frames -o DIR' keys them all\n"
        )
        // What it says works.
        #expect(try game.run("slice", "walk.gif", "-o", "frames").status == 0)
        let all = try game.run("key", "frames", "--frames", "-o", "keyed")
        #expect(all.status == 0 && all.errors.isEmpty, "\(all.errors)")
        #expect(game.has("keyed/walk-4.png"))
    }

    @Test(arguments: [
        (["--key", "#0000FF"], "no screen of #0000FF found, the border is #00FF00"),
        (["--key", "#FF00FF"], "no screen of #FF00FF found, the border is #00FF00"),
    ])
    func `a screen of another color than named is reported`(words: [String], fact: String) throws {
        let game = try LittleGame()
        let green = StraightImage(16, 16) { x, y in
            (5..<11).contains(x) && (5..<11).contains(y)
                ? StraightPixel(r: 200, g: 30, b: 40) : StraightPixel(r: 0, g: 255, b: 0)
        }
        try game.put("green.png", try encodePNG(green))
        let help = "  help: '--key auto' removes the color of the border\n"
        let key = try game.run(["key", "green.png", "-o", "out.png"] + words)
        #expect(key.status == 1)
        #expect(
            key.errors
                == "green.png: error: \(fact), so nothing was removed\n\(help)nothing was written\n"
        )
        let slice = try game.run(["slice", "green.png", "-o", "cells"] + words)
        #expect(slice.status == 1)
        #expect(slice.errors == "green.png: error: \(fact), so nothing was cut\n\(help)")
        #expect(try game.run("key", "green.png", "-o", "out.png", "--key", "auto").status == 0)
    }

    @Test func `a sheet of one pixel is too small for a figure, not clear`() throws {
        let game = try LittleGame()
        try game.put("one.png", try encodePNG(StraightImage(drawn: "r")))
        let run = try game.run("slice", "one.png", "-o", "cells")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "one.png: error: no figures found: all that is visible is too small for one\n"
                + "  help: '--smallest 1' takes every part for a figure\n"
        )
        let smallest = try game.run("slice", "one.png", "-o", "cells", "--smallest", "1")
        #expect(smallest.status == 0 && game.has("cells/one-0.png"))
        try game.put("none.png", try encodePNG(StraightImage(drawn: ".")))
        let clear = try game.run("slice", "none.png", "-o", "cells", "--force")
        #expect(clear.errors == "none.png: error: no figures found: every pixel is clear\n")
    }
}
