import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// What would be too large is refused before anything is drawn.
@Suite(.timeLimit(.minutes(2))) struct PreviewExtentTests {
    private func folder(species: Int, items: Int, canvas: Int = 256) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let art = folder.url.appending(path: "assets-src")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        let species = (0..<species).map { "{\"id\": \"s\($0)\", \"asset\": \"pet\"}" }
        let items = (0..<items).map {
            "{\"id\": \"i\($0)\", \"asset\": \"pet\", \"equipStyle\": \"overlay\"}"
        }
        let text = """
            {"catalogVersion": 1, "name": "t",
             "canvas": {"width": \(canvas), "height": \(canvas)},
             "sheets": {"pet": {"grid": {"columns": 1024, "rows": 4},
                "animations": {"idle": {}, "blink": {"frames": "0-1"}}}},
             "species": [\(species.joined(separator: ","))],
             "items": [\(items.joined(separator: ","))]}
            """
        try Data(text.utf8).write(to: folder.url.appending(path: "catalog.json"))
        // A file that cannot be decoded: whoever opens it has begun to work.
        try Data("no picture".utf8).write(to: art.appending(path: "pet.png"))
        return folder
    }

    @Test(arguments: [
        (
            ["--sheet"],
            "a sheet of 3400 rows of up to 12 pictures would be larger than a picture may be"
        ),
        (
            ["--grid", "species", "--scale", "2"],
            "the animation would have too many pixels, found 819200 frames of 512x512"
        ),
        (["--grid", "overlays", "-s", "s1", "--scale", "8"], "a sheet of 34 rows of up to 6"),
        (
            ["-s", "s1", "-a", "idle", "--scale", "2"],
            "the animation would have too many pixels, found 4096 frames of 512x512"
        ),
    ])
    func `a sheet or an animation that is too large is refused at once`(
        arguments: [String],
        message: String
    ) throws {
        let folder = try folder(species: 200, items: 200)
        let run = try BuiltCommand(["preview", "-o", "a.gif"] + arguments, in: folder.url)
        #expect(run.status == 1)
        #expect(
            run.errors.hasPrefix("catalog.json: error[undrawable-look]: \(message)"),
            "\(run.errors)"
        )
        #expect(run.errors.contains("  help: "))
        // A short animation of the same look has room, so the picture is opened.
        let short = try BuiltCommand(
            ["preview", "-o", "a.gif", "-s", "s1", "-a", "blink"],
            in: folder.url
        )
        #expect(short.errors.contains("unreadable-picture"), "\(short.errors)")
    }

    @Test func `originals and keyed results that no sheet holds are refused at once`() throws {
        let folder = try TemporaryFolder()
        let art = folder.url.appending(path: "assets-src")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        let items = (0..<700).map {
            "{\"id\": \"i\($0)\", \"key\": true, \"equipStyle\": \"overlay\"}"
        }
        for index in 0..<700 {
            try Data("no picture".utf8).write(to: art.appending(path: "i\(index).png"))
        }
        let text = """
            {"catalogVersion": 1, "name": "t", "canvas": {"width": 8, "height": 8},
             "species": [{"id": "dog"}], "items": [\(items.joined(separator: ","))]}
            """
        try Data(text.utf8).write(to: folder.url.appending(path: "catalog.json"))
        let run = try BuiltCommand(["preview", "--before-after", "-o", "a.png"], in: folder.url)
        #expect(run.status == 1)
        #expect(run.errors.contains("a sheet of 700 rows of up to 3 pictures"), "\(run.errors)")
    }

    @Test func `a gallery that no browser opens is refused at once`() throws {
        let folder = try folder(species: 1000, items: 100)
        let run = try BuiltCommand(["preview", "--html", "a.html"], in: folder.url)
        #expect(run.status == 1)
        #expect(
            run.errors.contains("found 101000 looks, species and items on them, expected at most"),
            "\(run.errors)"
        )
    }

    @Test func `a look that is larger than a picture may be is refused at once`() throws {
        let folder = try folder(species: 1, items: 0, canvas: 4096)
        let run = try BuiltCommand(
            ["preview", "-s", "s0", "--scale", "8", "-o", "a.png"],
            in: folder.url
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("found 32768x32768, expected at most 16384 a side"))
    }
}
