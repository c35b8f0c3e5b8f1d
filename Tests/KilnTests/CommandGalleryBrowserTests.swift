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

    /// Settings as the sliders give them, and as the catalog may.
    private static let settings: [KeySettings] =
        [.best, .fast].flatMap { mode in
            [
                KeySettings(mode: mode),
                KeySettings(mode: mode, threshold: 0, smoothing: 0.3),
                KeySettings(mode: mode, threshold: 0.29, smoothing: 0.02, spill: 0.35),
                KeySettings(mode: mode, threshold: 0.57, smoothing: 1, spill: 1),
                KeySettings(mode: mode, threshold: 0.65, smoothing: 0.5, edge: 0),
                KeySettings(
                    mode: mode,
                    threshold: 0.8,
                    smoothing: 0.15,
                    spill: 0.1,
                    edge: 7,
                    feather: 2
                ),
                KeySettings(mode: mode, threshold: 1, smoothing: 0, erode: 1),
            ]
        } + [
            KeySettings(mode: .distance),
            KeySettings(mode: .distance, threshold: 0.2, smoothing: 1.1),
        ]

    @Test(arguments: [
        "overlay_glasses.png", "overlay_froghat.png", "overlay_halo.png", "leaf.png",
        "overlay_balloon.png", "crown.jpg", "cat_overlay_bow.png",
    ])
    func `the bench keys real art as the tool does, byte for byte`(file: String) throws {
        let data = try Data(contentsOf: Repository.file("assets-src/\(file)"))
        let decoded = try decodeImage([UInt8](data))
        let hints = KeyHints(decoded.info)
        let name = file.split(separator: ".")[0]
        let index = """
            JSON.parse(document.getElementById('data').textContent).bench
              .findIndex((entry) => entry.name === '\(name)')
            """
        let outcome = try drive(
            Self.settings.map { settings in
                let values = """
                    { mode: '\(settings.mode.rawValue)', threshold: \(settings.threshold), \
                    smoothing: \(settings.smoothing), spill: \(settings.spill), \
                    edge: \(settings.edge), erode: \(settings.erode), feather: \(settings.feather) }
                    """
                return ["evaluate": "kiln.key(\(index), \(values))"]
            }
        )
        try #require(outcome.results.count == Self.settings.count)
        // What the sample game's catalog says of its screens.
        let key = file == "overlay_balloon.png" ? RGB(0x0C, 0xEC, 0x14) : RGB(0, 255, 0)
        for (settings, result) in zip(Self.settings, outcome.results) {
            var wanted = settings
            wanted.key = .color(key)
            let keyed = ChromaKey.key(decoded.image, settings: wanted, hints: hints).image
            let shown = try bytes(result)
            let expected = rgba(keyed)
            let differing = zip(shown, expected).enumerated().filter { $1.0 != $1.1 }
            #expect(
                shown.count == expected.count && differing.isEmpty,
                "\(settings): \(differing.count) bytes, first \(differing.prefix(3))"
            )
        }
    }

    /// A square of several covers and a half-clear pane over magenta, whose negative is the green one.
    private static let magentaArt: StraightImage = {
        var image = StraightImage(
            size: PixelSize(width: 48, height: 40)!,
            filledWith: StraightPixel(r: 255, g: 0, b: 255)
        )
        for y in 8..<32 {
            for x in 10..<38 {
                let cover = x == 10 ? y * 7 : (20..<32).contains(x) && y > 14 && y < 26 ? 90 : 255
                func mix(_ own: Int, _ behind: Int) -> UInt8 {
                    UInt8((own * cover + behind * (255 - cover)) / 255)
                }
                image[x, y] = StraightPixel(r: mix(60, 255), g: mix(170, 0), b: mix(40, 255))
            }
        }
        return image
    }()

    @Test(arguments: [0, 4])
    func `the bench keys a magenta screen as the tool does, byte for byte`(edge: Int) throws {
        let game = folder.url.appending(path: "game")
        let art = game.appending(path: "art")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        let pet = StraightImage(drawn: "....", ".ww.", ".ww.", "....")
        try Data(encodePNG(pet)).write(to: art.appending(path: "dog_pet.png"))
        let hat = CommandGalleryBrowserTests.magentaArt
        try Data(encodePNG(hat)).write(to: art.appending(path: "overlay_hat.png"))
        let catalog = """
            { "catalogVersion": 1, "name": "g", "sources": ["art"],
              "canvas": { "width": 4, "height": 4 },
              "species": [{ "id": "dog", "name": "Dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay", "placement": { "scale": 0.1 },
                          "chroma": { "key": "#FF00FF", "edge": \(edge) } }],
              "targets": [{ "id": "a", "kind": "atlas" }] }
            """
        try Data(catalog.utf8).write(to: game.appending(path: "catalog.json"))
        let run = try BuiltCommand(["preview", game.path, "--html", page.path, "-q"])
        try #require(run.status == 0, "\(run.errors)")
        for mode in [KeyMode.best, .fast] {
            let settings = KeySettings(key: .color(RGB(255, 0, 255)), mode: mode, edge: edge)
            let values = """
                { mode: '\(mode.rawValue)', threshold: \(settings.threshold), \
                smoothing: \(settings.smoothing), spill: 0, edge: \(edge), erode: 0, feather: 0 }
                """
            let outcome = try drive([["evaluate": "kiln.key(0, \(values))"]])
            let isSame =
                try bytes(outcome.results.first) == rgba(key(hat, settings: settings).image)
            #expect(isSame, "\(mode)")
        }
    }

    @Test func `no view of a real game complains or loads anything`() throws {
        let views = ["wardrobe", "room", "coverage", "bench", "pages", "problems"]
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
