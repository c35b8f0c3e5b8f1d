import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Coverage, colors and pages in the studio, by real input events.
@Suite(
    .enabled(if: Browser.isPresent, "\(Browser.absence)"),
    .enabled(if: RunningStudio.isBuilt, "the build has no libevent")
)
struct StudioViewBrowserTests {
    private let game: LittleGame
    private let studio: RunningStudio
    private let text = """
        {
          "catalogVersion": 1, "name": "small", "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "species": [ { "id": "dog" }, { "id": "cat" } ],
          "items": [
            { "id": "hat", "equipStyle": "overlay", "key": false, "species": ["dog"] },
            { "id": "scarf", "equipStyle": "overlay", "key": false, "tint": "#FF8000" }
          ],
          "palettes": { "warm": { "fur": "#AA5500", "nose": "#000000" } },
          "targets": [ { "id": "game", "kind": "atlas" } ]
        }

        """

    init() throws {
        game = try LittleGame()
        try game.put("catalog.json", text)
        for (name, color) in [("overlay_hat", UInt8(20)), ("overlay_scarf", 200)] {
            let picture = try game.picture(.init(r: color, g: color, b: color))
            try game.put("art/\(name).png", picture)
        }
        studio = try RunningStudio(game.folder.url)
    }

    private static func press(_ text: String) -> [String: Any] {
        [
            "evaluate": """
            () => [...document.querySelectorAll('button')]
              .find((own) => own.offsetParent && own.innerText.includes('\(text)')).click()
            """
        ]
    }

    @Test func `a cell says why it has its file, and opens the dressing room`() throws {
        let cells = "[...document.querySelectorAll('#cells tr')].map((own) => own.innerText)"
        let reasons = "document.querySelector('#reasons').innerText"
        let outcome = try studio.drive([
            ["click": "Coverage"], ["wait": "() => document.querySelector('#cells button')"],
            ["evaluate": cells], Self.press("overlay_hat"),
            ["wait": "() => \(reasons).includes('hat on dog')"], ["evaluate": reasons],
            ["click": "Show hat on dog"],
            ["wait": "() => document.querySelector('#overlays input:checked')"],
            ["evaluate": "document.querySelector('#overlays li').innerText"],
        ])
        let results = outcome.results.filter { !($0 is NSNull) }
        let rows = try #require(results[0] as? [String])
        #expect(rows.count == 4)
        #expect(rows[0].contains("cat"))
        #expect(rows[1].contains("dog_pet") && rows[1].contains("no file"))
        #expect(rows[2].contains("overlay_hat") && rows[2].contains("–"))
        let why = try #require(results[1] as? String)
        #expect(why.contains("no file") && why.contains("art/overlay_hat.png"))
        #expect((results[2] as? String)?.contains("hat") == true)
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test func `a tint is changed, seen on the pet, added, removed and saved`() throws {
        let picture = "document.querySelector('#colored').src"
        let choose = """
            () => {
              const input = document.querySelector('#colorings input');
              input.value = '#0080ff';
              input.dispatchEvent(new Event('change'));
            }
            """
        func row(_ text: String) -> [String: Any] {
            ["wait": "() => document.querySelector('#colorings').innerText.includes('\(text)')"]
        }
        let outcome = try studio.drive([
            ["click": "Colors"], ["wait": "() => \(picture).includes('picture')"],
            ["evaluate": "() => { window.before = \(picture); }"],
            ["evaluate": "document.querySelector('#palettes').innerText.trim()"],
            ["evaluate": choose], row("#0080FF"), ["wait": "() => \(picture) !== window.before"],
            ["click": "Add"], row("#FFFFFF"), ["click": "Remove the tint of hat"],
            ["wait": "() => document.querySelectorAll('#colorings input').length === 1"],
            ["press": "Control+s"], ["wait": "() => document.querySelector('dialog').open"],
            ["press": "Enter"],
            ["wait": "() => document.querySelector('#review').textContent === 'Saved'"],
        ])
        #expect(outcome.results.compactMap { $0 as? String } == ["warm"])
        #expect(try game.read("catalog.json") == text.replacing("#FF8000", with: "#0080FF"))
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test func `pages show where each sprite is, also after a change`() throws {
        let isBaked = "document.querySelector('#sprites button')"
        let sprite = "document.querySelector('#sprite').textContent"
        let file = game.folder.url.appending(path: "catalog.json").path
        let scarf = try #require(text.split(separator: "\n").first { $0.contains("scarf") })
        let withoutScarf = text.replacing(",\n\(scarf)", with: "")
        let outcome = try studio.drive([
            ["click": "Pages"], ["wait": "() => \(isBaked)"], Self.press("overlay_hat"),
            ["evaluate": sprite],
            ["evaluate": "document.querySelectorAll('#sheet .chosen').length"],
            ["evaluate": "document.querySelector('#find').focus()"], ["press": "d"],
            ["press": "o"], ["evaluate": "document.querySelector('#sprites').innerText.trim()"],
            ["press": "Backspace"], ["press": "Backspace"],
            ["evaluate": "document.querySelector('#sprites').innerText.includes('~scarf')"],
            ["write": [file, withoutScarf]],
            ["wait": "() => \(isBaked) && !document.body.innerText.includes('~scarf')"],
        ])
        let results = outcome.results.filter { !($0 is NSNull) }
        #expect((results[0] as? String)?.hasPrefix("overlay_hat") == true)
        #expect((results[0] as? String)?.contains("4 × 4 at ") == true)
        #expect(results[1] as? Int == 1)
        #expect(results[2] as? String == "dog_pet")
        #expect(results[3] as? Bool == true)
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test(arguments: [1280, 390])
    func `everything fits, can be read and can be reached by the keyboard`(width: Int) throws {
        let views = [
            ("Coverage", "#cells button"), ("Colors", "#colorings input"),
            ("Pages", "#sprites button"),
        ]
        let stops = """
            [...document.querySelectorAll('button:enabled, select, input, [tabindex="0"]')]
              .filter((own) => own.offsetParent).length
            """
        let outcome = try studio.drive(
            views.flatMap { name, ready -> [[String: Any]] in
                [
                    ["click": name], ["wait": "() => document.querySelector('\(ready)')"],
                    ["evaluate": "document.documentElement.scrollWidth"],
                    ["evaluate": Browser.smallTargets], ["evaluate": Browser.faintTexts],
                    ["tab": 80], ["evaluate": stops],
                ]
            },
            width: width,
            colors: width < 500 ? "dark" : "light"
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        try #require(outcome.results.count == 5 * views.count)
        for (index, view) in views.enumerated() {
            let own = outcome.results[(5 * index)..<(5 * index + 5)].map { $0 }
            #expect(try #require(own[0] as? Int) <= width, "\(view)")
            #expect((own[1] as? [String]) == [], "\(view)")
            #expect((own[2] as? [String]) == [], "\(view)")
            let reached = try #require(own[3] as? [Int])
            #expect(reached.count >= (try #require(own[4] as? Int)), "\(view)")
        }
    }
}
