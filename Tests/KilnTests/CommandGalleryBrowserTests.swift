import AtlasBuilding
import ChromaKey
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
        let text = try #require(value as? String)
        return [UInt8](try #require(Data(base64Encoded: text)))
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
            let moving = animation.isEmpty ? [] : ["-a", animation]
            let run = try BuiltCommand(
                ["preview", "-o", file.path, "--frame", "\(frame)"] + arguments + moving
            )
            #expect(run.status == 0, "\(run.errors)")
            let picture = try decodeImage([UInt8](Data(contentsOf: file))).image
            expected.append(Browser.multiplied(rgba(picture)))
            steps.append(["evaluate": "kiln.picture(\(look), '\(animation)', \(frame))"])
        }
        let outcome = try drive(steps)
        try #require(outcome.results.count == expected.count)
        for (index, result) in outcome.results.enumerated() {
            let isSame = Browser.multiplied(try bytes(result)) == expected[index]
            #expect(isSame, "\(steps[index])")
        }
        #expect(outcome.messages.isEmpty)
    }

    @Test func `the sample game's page is under 3 MB, with all pages of one scale`() throws {
        let size = try FileManager.default.attributesOfItem(atPath: page.path)[.size] as? Int
        #expect(try #require(size) < 3_000_000)
        let given = "JSON.parse(document.getElementById('data').textContent)"
        let outcome = try drive([
            ["evaluate": "\(given).scale"], ["evaluate": "Object.keys(\(given).pictures)"],
        ])
        #expect(outcome.results[0] as? Int == 1)
        #expect(outcome.results[1] as? [String] == ["game/game-0@1x.png", "game/game-1@1x.png"])
    }

    @Test(arguments: ["leaf.png", "crown.jpg", "moon.png"])
    func `pictures are shown before and after keying, as the tool keys them`(file: String) throws {
        let data = try Data(contentsOf: Repository.file("assets-src/\(file)"))
        let decoded = try decodeImage([UInt8](data))
        let keyed = key(decoded.image, settings: KeySettings(), hints: KeyHints(decoded.info)).image
        let name = file.split(separator: ".")[0]
        let shown = """
            async () => {
              const card = [...document.querySelectorAll('article')]
                .find((one) => one.querySelector('h2').textContent === '\(name)');
              return [...card.querySelectorAll('img')].map((image) => image.src.split(',')[1]);
            }
            """
        let outcome = try Browser.drive(page, hash: "#view=keying", [["evaluate": shown]])
        let pictures = try #require(outcome?.results.first as? [String]).map {
            try decodeImage([UInt8](try #require(Data(base64Encoded: $0)))).image
        }
        // Larger ones are shrunk.
        let room = PixelRoom(width: 200, height: 200)
        let isSame = pictures == [decoded.image.fitted(into: room), keyed.fitted(into: room)]
        #expect(isSame)
    }

    @Test func `no view of a real game complains or loads anything`() throws {
        let views = ["wardrobe", "room", "coverage", "keying", "pages", "problems"]
        let outcome = try drive(
            views.flatMap { view -> [[String: Any]] in
                [
                    ["evaluate": "() => { location.hash = '#view=\(view)'; }"],
                    ["wait": "() => document.getElementById('main').dataset.view === '\(view)'"],
                ]
            } + [["wait": "() => true"]]
        )
        #expect(outcome.messages.isEmpty)
        #expect(outcome.requests.allSatisfy { $0.hasPrefix("file://") || $0.hasPrefix("data:") })
    }
}
