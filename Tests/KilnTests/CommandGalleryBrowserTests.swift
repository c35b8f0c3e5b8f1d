import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isPresent, "\(Browser.absence)"))
struct CommandGalleryBrowserTests {
    /// Holds the sample game's gallery, as `kiln preview --html` writes it.
    private let folder: TemporaryFolder
    private let page: URL

    init() throws {
        folder = try TemporaryFolder()
        page = folder.url.appending(path: "gallery.html")
        let run = try BuiltCommand(["preview", "--html", page.path, "-q"])
        try #require(run.status == 0, "\(run.errors)")
    }

    private func drive(_ steps: [[String: Any]]) throws -> Browser.Outcome {
        try #require(try Browser.drive(page, steps), "the browser failed")
    }

    private func rgba(_ image: StraightImage) -> [UInt8] {
        image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
    }

    private func bytes(_ value: Any?) throws -> [UInt8] {
        try #require(value as? [Any]).map { try #require($0 as? NSNumber).uint8Value }
    }

    @Test func `the page's pets are those that preview draws, pixel for pixel`() throws {
        let looks: [(arguments: [String], look: String, animation: String, frame: Int)] = [
            (["-s", "dog"], #"{ species: "dog" }"#, "", 0),
            (
                ["-s", "dog", "-b", "wizard", "--overlay", "scarf", "--overlay", "glasses"],
                #"{ species: "dog", base: "wizard", overlays: ["scarf", "glasses"] }"#, "", 2
            ),
            (
                ["-s", "penguin", "--overlay", "scarf", "--overlay", "crown"],
                #"{ species: "penguin", overlays: ["crown", "scarf"] }"#, "wave", 1
            ),
            (
                ["-s", "cat", "-b", "ghost", "--overlay", "halo", "--overlay", "sparkles"],
                #"{ species: "cat", base: "ghost", overlays: ["halo", "sparkles"] }"#, "idle", 3
            ),
        ]
        let file = folder.url.appending(path: "look.png")
        var steps: [[String: Any]] = []
        var expected: [[UInt8]] = []
        for (arguments, look, animation, frame) in looks {
            for scale in [1, 2] {
                let moving = animation.isEmpty ? [] : ["-a", animation]
                let run = try BuiltCommand(
                    ["preview", "-o", file.path, "--scale", "\(scale)", "--frame", "\(frame)"]
                        + arguments + moving
                )
                #expect(run.status == 0, "\(run.errors)")
                expected.append(
                    rgba(try decodeImage([UInt8](Data(contentsOf: file))).image)
                )
                steps.append([
                    "evaluate": "kiln.picture(\(look), '\(animation)', \(frame), \(scale))"
                ])
            }
        }
        let outcome = try drive(steps)
        try #require(outcome.results.count == expected.count)
        for (index, result) in outcome.results.enumerated() {
            let isSame = try bytes(result) == expected[index]
            #expect(isSame, "\(steps[index])")
        }
        #expect(outcome.messages.isEmpty)
    }
}
