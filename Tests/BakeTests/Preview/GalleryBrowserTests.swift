import Bake
import ChromaKey
import Foundation
import ImageCodec
import KernelTypes
import KilnManifest
import Raster
import TestSupport
import Testing

extension Browser {
    static func drive(
        _ gallery: Gallery,
        hash: String = "",
        options: [String: Any] = [:],
        _ steps: [[String: Any]]
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-gallery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "gallery.html")
        try Data(gallery.html()).write(to: page)
        return try #require(
            try drive(page, hash: hash, options: options, steps),
            "the browser failed"
        )
    }

    /// Real art of the sample game.
    static func art(_ name: String) throws -> StraightImage {
        let data = try Data(contentsOf: Repository.file("assets-src/\(name)"))
        return try decodeImage([UInt8](data)).image
    }
}

@Suite("The gallery in a browser", .enabled(if: Browser.isPresent, "\(Browser.absence)"))
struct GalleryBrowserTests {
    /// Bytes that the page computed.
    private func bytes(_ value: Any?) throws -> [UInt8] {
        let text = try #require(value as? String)
        return [UInt8](try #require(Data(base64Encoded: text)))
    }

    private func rgba(_ image: StraightImage) -> [UInt8] {
        image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
    }

    @Test("the page reads every kind of PNG that the encoder writes")
    func decoding() throws {
        var random = SeededRandom(seed: 8)
        let kinds: [String: StraightImage] = [
            "palette": StraightImage(drawn: "rby.#", "wxgrl", "....."),
            "two colors": StraightImage(33, 5) { x, y in
                StraightPixel(r: (x + y).isMultiple(of: 3) ? 200 : 30, g: 9, b: 77)
            },
            "gray": StraightImage(70, 70) { x, y in
                let value = UInt8(x * 3)
                return StraightPixel(r: value, g: value, b: value)
            },
            "four grays": StraightImage(9, 3) { x, _ in
                let value = UInt8(x % 4 * 85)
                return StraightPixel(r: value, g: value, b: value)
            },
            "gray with alpha": StraightImage(70, 70) { x, y in
                StraightPixel(r: UInt8(x), g: UInt8(x), b: UInt8(x), a: UInt8(y * 3))
            },
            "color": StraightImage(70, 70) { x, y in
                StraightPixel(r: UInt8(x), g: UInt8(y), b: UInt8(x ^ y))
            },
            "color with a clear one": StraightImage(70, 70) { x, y in
                x < 3
                    ? StraightPixel(r: 1, g: 2, b: 255, a: 0)
                    : StraightPixel(r: UInt8(x), g: UInt8(y), b: UInt8(x ^ y))
            },
            "noise with alpha": StraightImage(70, 70) { _, _ in
                StraightPixel(
                    r: UInt8.random(in: 0...255, using: &random),
                    g: UInt8.random(in: 0...255, using: &random),
                    b: UInt8.random(in: 0...255, using: &random),
                    a: UInt8.random(in: 0...255, using: &random)
                )
            },
            "smooth with alpha": try Browser.art("dog_pet.png").cropped(
                to: try #require(PixelRect(x: 100, y: 100, width: 200, height: 150))
            ),
        ]
        let names = kinds.keys.sorted()
        let pages = try kinds.mapValues { try encodePNG($0) }
        let gallery = Gallery(title: "t", manifest: SampleGame.manifest, pages: pages)
        let outcome = try Browser.drive(
            gallery,
            names.map { ["evaluate": "kiln.decode('\($0)')"] }
        )
        for (name, result) in zip(names, outcome.results) {
            let isSame = try bytes(result) == kinds[name].map { rgba($0) }
            #expect(isSame, "\(name)")
        }
    }

    @Test("the dressing room's pixels are those that a game draws from manifest and pages")
    func composing() throws {
        let game = try SampleGame()
        var steps: [[String: Any]] = []
        var expected: [(String, [UInt8])] = []
        for (species, base, overlays) in SampleGame.looks {
            for (animation, frame) in [("", 0), ("", 1), ("idle", 3)] {
                for scale in [1, 2] {
                    let look = Look(species: species, base: base, overlays: overlays)
                    let picture = try game.draw(look, animation, frame, scale)
                    let text = String(decoding: try JSONEncoder().encode(look), as: UTF8.self)
                    let call = "kiln.compose(\(text), '\(animation)', \(frame), \(scale))"
                    steps.append(["evaluate": call])
                    expected.append((call, picture.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }))
                }
            }
        }
        let outcome = try Browser.drive(try game.gallery(), steps)
        #expect(outcome.results.count == expected.count)
        for (result, (call, bytes)) in zip(outcome.results, expected) {
            let isSame = try self.bytes(result) == bytes
            #expect(isSame, "\(call)")
        }
        #expect(outcome.messages.isEmpty)
    }

    @Test("axes, parts, files for animations and a bleed are drawn as a game draws them")
    func layers() throws {
        let game = try SampleGame()
        let manifest = SampleGame.layeredManifest
        var steps: [[String: Any]] = []
        var expected: [(String, [UInt8])] = []
        for (look, animation, frame) in SampleGame.layeredMoments {
            for scale in [1, 2] {
                let picture = try game.draw(look, animation, frame, scale, of: manifest)
                let text = String(decoding: try JSONEncoder().encode(look), as: UTF8.self)
                let call = "kiln.compose(\(text), '\(animation)', \(frame), \(scale))"
                steps.append(["evaluate": call])
                expected.append((call, picture.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }))
            }
        }
        let outcome = try Browser.drive(try game.gallery(manifest), steps)
        #expect(outcome.results.count == expected.count)
        for (result, (call, bytes)) in zip(outcome.results, expected) {
            let isSame = try self.bytes(result) == bytes
            #expect(isSame, "\(call)")
        }
        // The moments differ, so that a page that draws one of them for all would be found.
        #expect(Set(expected.map(\.1)).count > 8)
        #expect(outcome.messages.isEmpty)
    }

    @Test(
        "the sliders' formulas give the tool's bytes over real art, and the same fringe",
        arguments: [KeyMode.gpuimage, .distance]
    )
    func keying(mode: KeyMode) throws {
        let settings =
            [(0.4, 0.1), (0.3, 0.1), (0.15, 0.35), (0.0, 0.0), (0.07, 0.93), (1, 1)]
            + (mode == .distance ? [(0.5, 0.08), (0.2, 0), (1.3, 0.4), (0, 2), (2, 0)] : [])
        let key = RGB(0, 255, 0)
        var gallery = Gallery(title: "t", manifest: SampleGame.manifest, pages: [:])
        var steps: [[String: Any]] = []
        var expected: [(String, [UInt8])] = []
        for (index, name) in ["overlay_glasses.png", "overlay_froghat.png", "crown.jpg"]
            .enumerated()
        {
            let original = try Browser.art(name)
            gallery.bench.append(
                Gallery.BenchPicture(
                    name: name,
                    original: try encodePNG(original),
                    screen: .init(0, 255, 0),
                    settings: .init(mode: mode, threshold: 0.3, smoothing: 0.1)
                )
            )
            for (threshold, smoothing) in settings {
                let keyed = ChromaKey.key(
                    original,
                    settings: KeySettings(
                        key: .color(key),
                        mode: mode,
                        threshold: threshold,
                        smoothing: smoothing
                    )
                ).image
                steps.append([
                    "evaluate":
                        "kiln.key(\(index), { threshold: \(threshold), smoothing: \(smoothing) })"
                ])
                expected.append(("\(name) at \(threshold), \(smoothing)", rgba(keyed)))
                if (threshold, smoothing) == (0.3, 0.1) {
                    var map = Mask(size: keyed.size)
                    _ = Fringe(of: keyed, key: RGB(0, 255, 0)) { map[$0, $1] = UInt8($2) }
                    steps.append(["evaluate": "kiln.fringe(\(index))"])
                    expected.append(("the fringe of \(name)", map.pixels))
                }
            }
        }
        let outcome = try Browser.drive(gallery, steps)
        #expect(outcome.results.count == expected.count)
        for (result, (what, bytes)) in zip(outcome.results, expected) {
            let isSame = try self.bytes(result) == bytes
            #expect(isSame, "\(what)")
        }
    }

    @Test("moving a slider re-keys the shown picture and the JSON", arguments: [0.2, 0.55])
    func sliding(threshold: Double) throws {
        let original = try Browser.art("overlay_glasses.png")
        var gallery = Gallery(title: "t", manifest: SampleGame.manifest, pages: [:])
        gallery.bench = [
            Gallery.BenchPicture(
                name: "glasses",
                original: try encodePNG(original),
                screen: .init(0, 255, 0),
                settings: .init(mode: .gpuimage)
            )
        ]
        let slide = """
            () => { const slider = document.getElementById('threshold'); slider.value = \(threshold);
            slider.dispatchEvent(new Event('input', { bubbles: true })); }
            """
        let alpha = """
            () => { const canvas = document.getElementById('bench-alpha');
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return [...data].filter((_, place) => place % 4 === 0); }
            """
        let json = "() => document.getElementById('bench-json').textContent"
        let ready =
            "() => document.getElementById('bench-json').textContent.includes('\(threshold)')"
        let outcome = try Browser.drive(
            gallery,
            hash: "#view=bench",
            [
                ["wait": "() => document.getElementById('bench-json').textContent !== ''"],
                ["evaluate": slide], ["wait": ready], ["evaluate": alpha], ["evaluate": json],
                ["evaluate": "() => location.hash"],
            ]
        )
        let keyed = ChromaKey.key(
            original,
            settings: KeySettings(mode: .gpuimage, threshold: threshold)
        )
        let shown = try #require(outcome.results[1] as? [Int])
        let isSame = shown == keyed.mask.pixels.map(Int.init)
        #expect(isSame)
        #expect(
            outcome.results[2] as? String
                == "\"chroma\": { \"key\": \"#00FF00\", \"mode\": \"gpuimage\", "
                + "\"threshold\": \(threshold), \"smoothing\": 0.1 }"
        )
        #expect((outcome.results[3] as? String)?.contains("threshold=\(threshold)") == true)
    }

    @Test(
        "a mode that counts otherwise begins with its own numbers, and reaches as far as the tool"
    )
    func changingModes() throws {
        var gallery = try SampleGame().gallery()
        gallery.bench = try [KeyMode.gpuimage, .distance].map { mode in
            Gallery.BenchPicture(
                name: mode.rawValue,
                original: try encodePNG(StraightImage(drawn: "gg", "gr")),
                screen: .init(0, 255, 0),
                settings: .init(mode: mode, threshold: 0.25, smoothing: 0.125)
            )
        }
        let shown = """
            () => [document.getElementById('threshold').max,
              document.getElementById('spill').max, document.getElementById('bench-json').textContent]
            """
        /// Address of the bench; the slider's end, mode, threshold and smoothing.
        let rows: [(String, String, String, Double, Double)] = [
            ("bench=0", "1", "gpuimage", 0.25, 0.125),
            ("bench=0&mode=distance", "2", "distance", 0.50, 0.08),
            ("bench=0&mode=distance&threshold=1.7", "2", "distance", 1.7, 0.08),
            ("bench=0&threshold=1.7", "1", "gpuimage", 1, 0.125),
            ("bench=1", "2", "distance", 0.25, 0.125),
            ("bench=1&mode=gpuimage", "1", "gpuimage", 0.40, 0.10),
        ]
        let outcome = try Browser.drive(
            gallery,
            rows.flatMap { row -> [[String: Any]] in
                let text =
                    "\"mode\": \"\(row.2)\", \"threshold\": \(plain(row.3)), "
                    + "\"smoothing\": \(plain(row.4)) }"
                return [
                    ["evaluate": "() => { location.hash = '#view=bench&\(row.0)'; }"],
                    [
                        "wait": """
                        () => document.getElementById('bench-json')?.textContent.includes('\(text)')
                        """
                    ],
                    ["evaluate": shown],
                ]
            }
        )
        for (index, row) in rows.enumerated() {
            let values = try #require(outcome.results[index * 2 + 1] as? [String])
            #expect(values.prefix(2) == [row.1, "1"], "\(row.0)")
        }
        #expect(outcome.messages.isEmpty)
    }

    /// As JavaScript writes it.
    private func plain(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    @Test(
        "no view complains, loads anything, is wider than the window or has a control out of reach",
        arguments: [1280, 390]
    )
    func reachable(width: Int) throws {
        let controls = """
            () => [...document.querySelectorAll('*')].map((element, place) => [element, place])
              .filter(([element]) => element.matches('a[href], button, input, select, [tabindex="0"]')
                && !element.disabled && element.checkVisibility())
              .filter(([element]) => element.type !== 'radio' || element.checked)
              .map(([, place]) => place)
            """
        let nameless = """
            () => [...document.querySelectorAll('button, input, select, canvas, img, [tabindex="0"]')]
              .filter((element) => element.checkVisibility())
              .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim()
                || element.labels?.length || element.alt || element.closest('button')?.getAttribute('aria-label')))
              .map((element) => element.outerHTML.slice(0, 120))
            """
        let views = ["wardrobe", "room", "coverage", "bench", "pages", "changes", "problems"]
        let steps: [[String: Any]] = views.flatMap { view -> [[String: Any]] in
            [
                ["evaluate": "() => { location.hash = '#view=\(view)'; }"],
                ["wait": "() => document.getElementById('main').dataset.view === '\(view)'"],
                ["evaluate": controls], ["tab": 120], ["evaluate": nameless],
                ["evaluate": "() => document.documentElement.scrollWidth"],
            ]
        }
        let outcome = try Browser.drive(
            try SampleGame().gallery(),
            options: ["width": width, "calm": true, "colors": width < 500 ? "dark" : "light"],
            steps
        )
        #expect(outcome.messages.isEmpty)
        #expect(outcome.requests.allSatisfy { $0.hasPrefix("file://") || $0.hasPrefix("data:") })
        let results = outcome.results.filter { !($0 is NSNull) }
        try #require(results.count == 4 * views.count)
        for (index, view) in views.enumerated() {
            let own = results[(4 * index)..<(4 * index + 4)].map { $0 }
            let wanted = Set(try #require(own[0] as? [Int]))
            let reached = Set(try #require(own[1] as? [Int]))
            #expect(wanted.count > 5)
            #expect(wanted.subtracting(reached).isEmpty, "out of reach in \(view)")
            #expect((own[2] as? [String])?.isEmpty == true, "\(own[2]) in \(view)")
            #expect(own[3] as? Int == width, "\(view) is wider than the window")
        }
    }

    @Test("outfits exclude each other, overlays add up, and the address tells what is worn")
    func dressing() throws {
        let click = { (selector: String) in
            ["evaluate": "() => document.querySelector('\(selector)').click()"]
        }
        let state =
            "() => [...document.querySelectorAll('input:checked')].map((input) => input.value)"
        let outcome = try Browser.drive(
            try SampleGame().gallery(),
            hash: "#view=room&species=dog",
            [
                click("input[value=robe]"), click("input[value=hat]"), click("input[value=coat]"),
                click("input[value=scarf]"), ["evaluate": state],
                ["evaluate": "() => location.hash"],
                click("input[value=cat]"), ["evaluate": state],
            ]
        )
        let results = outcome.results.filter { !($0 is NSNull) }
        #expect(results[0] as? [String] == ["dog", "coat", "hat", "scarf"])
        #expect(results[1] as? String == "#view=room&base=coat&wear=hat,scarf")
        // A cat has neither coat nor scarf.
        #expect(results[2] as? [String] == ["cat", "", "hat"])
        #expect(outcome.messages.isEmpty)
    }

    @Test("frames are played for as long as the manifest says, as games do")
    func timing() throws {
        let uneven = Manifest.Animation(
            frames: [0, 1, 0],
            fps: 5,
            loop: true,
            durations: [100, 300, 200]
        )
        let even = Manifest.Animation(frames: [0, 1, 0], fps: 8, loop: true)
        let times = [0, 50, 99, 101, 399, 401, 599, 601, 1350]
        let steps = [uneven, even].map { animation in
            let durations = animation.durations.map { ", durations: \($0)" } ?? ""
            return [
                "evaluate": "() => \(times).map((time) => "
                    + "kiln.frameAfter({ fps: \(animation.fps)\(durations) }, 0, time) % 3)"
            ]
        }
        let outcome = try Browser.drive(try SampleGame().gallery(), steps)
        #expect(
            outcome.results.map { $0 as? [Int] }
                == [uneven, even].map { animation in
                    times.map { animation.frame(at: Double($0) / 1000) }
                }
        )
    }

    @Test("what a full slot has no room for comes off, the oldest first")
    func slots() throws {
        var gallery = try SampleGame().gallery()
        gallery.manifest.slots = [.init(id: "top", name: "Top", max: 2)]
        for (index, item) in gallery.manifest.items.enumerated() where item.id != "robe" {
            gallery.manifest.items[index].slot = "top"
        }
        let worn =
            "() => [...document.querySelectorAll('input:checked')].map((input) => input.value)"
        let steps = ["wings", "coat", "hat", "scarf", "hat", "robe"].flatMap { id in
            [
                ["evaluate": "() => document.querySelector('input[value=\(id)]').click()"],
                ["evaluate": worn],
            ]
        }
        let outcome = try Browser.drive(gallery, hash: "#view=room&species=dog", steps)
        let results = outcome.results.filter { !($0 is NSNull) }.map { $0 as? [String] }
        #expect(
            results == [
                ["dog", "", "wings"], ["dog", "coat", "wings"], ["dog", "", "wings", "hat"],
                ["dog", "", "hat", "scarf"], ["dog", "", "scarf"], ["dog", "robe", "scarf"],
            ]
        )
        #expect(outcome.messages.isEmpty)
    }
}
