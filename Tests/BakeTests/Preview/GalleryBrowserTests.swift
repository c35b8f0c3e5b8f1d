import Bake
import Foundation
import ImageCodec
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

    /// The pages of one scale only.
    private func gallery(_ manifest: Manifest, scale: Int) throws -> Gallery {
        var gallery = try SampleGame().gallery(manifest)
        gallery.pages = gallery.pages.filter { $0.key.hasSuffix("@\(scale)x.png") }
        return gallery
    }

    /// Compares moments of looks with those that a game draws, at both scales.
    private func expectDrawn(
        _ moments: [(Look, String, Int)],
        of manifest: Manifest,
        atLeast count: Int
    ) throws {
        let game = try SampleGame()
        for scale in [1, 2] {
            var steps: [[String: Any]] = []
            var expected: [(String, [UInt8])] = []
            for (look, animation, frame) in moments {
                let picture = try game.draw(look, animation, frame, scale, of: manifest)
                let text = String(decoding: try JSONEncoder().encode(look), as: UTF8.self)
                let call = "kiln.picture(\(text), '\(animation)', \(frame))"
                steps.append(["evaluate": call])
                expected.append((call, picture.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }))
            }
            let outcome = try Browser.drive(try gallery(manifest, scale: scale), steps)
            #expect(outcome.results.count == expected.count)
            for (result, (call, bytes)) in zip(outcome.results, expected) {
                let isSame = Browser.multiplied(try self.bytes(result)) == bytes
                #expect(isSame, "\(call)")
            }
            // The moments differ, so that a page that draws one of them for all would be found.
            #expect(Set(expected.map(\.1)).count >= count)
            #expect(outcome.messages.isEmpty)
        }
    }

    @Test
    func `the dressing room's pixels are those that a game draws from manifest and pages`() throws {
        let moments = SampleGame.looks.flatMap { species, base, overlays in
            [("", 0), ("", 1), ("idle", 3)].map { animation, frame in
                (Look(species: species, base: base, overlays: overlays), animation, frame)
            }
        }
        // A coat without animations has no "idle".
        let possible = moments.filter { $0.0.base != "coat" || $0.1.isEmpty }
        try expectDrawn(possible, of: SampleGame.manifest, atLeast: 8)
    }

    @Test
    func `axes, parts, files for animations and a bleed are drawn as a game draws them`() throws {
        try expectDrawn(SampleGame.layeredMoments, of: SampleGame.layeredManifest, atLeast: 9)
    }

    @Test func `the Keying view shows each picture before and after, with what was found about it`()
        throws
    {
        let shown = """
            () => [[...document.querySelectorAll('figure')].map((own) => own.innerText.trim()),
              [...document.querySelectorAll('figure img')].map((own) => own.naturalWidth),
              document.querySelector('.notes').innerText]
            """
        let outcome = try Browser.drive(
            try SampleGame().gallery(),
            hash: "#view=keying",
            [
                ["wait": "() => [...document.images].every((own) => own.naturalWidth > 0)"],
                ["evaluate": shown],
            ]
        )
        let results = try #require(outcome.results.first as? [Any])
        #expect(results[0] as? [String] == ["Before", "After"])
        #expect(results[1] as? [Int] == [3, 3])
        #expect(results[2] as? String == "warning soft")
        #expect(outcome.messages.isEmpty)
    }

    @Test(arguments: [1280, 390]
    )
    func
        `no view complains, loads anything, is wider than the window or has a control out of reach`(
            width: Int
        ) throws
    {
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
        let views = ["wardrobe", "room", "coverage", "keying", "pages", "changes", "problems"]
        let steps: [[String: Any]] = views.flatMap { view -> [[String: Any]] in
            [
                ["evaluate": "() => { location.hash = '#view=\(view)'; }"],
                ["wait": "() => document.getElementById('main').dataset.view === '\(view)'"],
                ["evaluate": controls], ["tab": 120], ["evaluate": nameless],
                ["evaluate": "() => document.documentElement.scrollWidth"],
                ["evaluate": Browser.smallTargets], ["evaluate": Browser.faintTexts],
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
        try #require(results.count == 6 * views.count)
        for (index, view) in views.enumerated() {
            let own = results[(6 * index)..<(6 * index + 6)].map { $0 }
            let wanted = Set(try #require(own[0] as? [Int]))
            let reached = Set(try #require(own[1] as? [Int]))
            #expect(wanted.count > 5)
            #expect(wanted.subtracting(reached).isEmpty, "out of reach in \(view)")
            #expect((own[2] as? [String])?.isEmpty == true, "\(own[2]) in \(view)")
            #expect(own[3] as? Int == width, "\(view) is wider than the window")
            #expect((own[4] as? [String])?.isEmpty == true, "\(own[4]) in \(view)")
            #expect((own[5] as? [String])?.isEmpty == true, "\(own[5]) in \(view)")
        }
    }

    @Test
    func `outfits exclude each other, overlays add up, and the address says what is worn`() throws {
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

    @Test(arguments: [false, true])
    func `a pet plays its animation, unless less motion is asked for`(isCalm: Bool) throws {
        let label = "document.getElementById('play').getAttribute('aria-label')"
        let isSecond = "() => document.getElementById('frame').textContent.startsWith('2 /')"
        let outcome = try Browser.drive(
            try SampleGame().gallery(),
            hash: "#view=room&animation=idle",
            options: ["calm": isCalm],
            [
                ["evaluate": label], ["press": isCalm ? "ArrowRight" : "b"], ["wait": isSecond],
            ]
        )
        #expect(outcome.results[0] as? String == (isCalm ? "Play" : "Pause"))
        #expect(outcome.messages.isEmpty)
    }

    @Test func `what a full slot has no room for comes off, the oldest first`() throws {
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
