import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// An artist's way through the studio, by real input events.
@Suite(
    .enabled(if: Browser.isPresent, "\(Browser.absence)"),
    .enabled(if: RunningStudio.isBuilt, "the build has no libevent")
)
struct StudioBrowserTests {
    private let game: LittleGame
    private let studio: RunningStudio
    private let text: String

    init() throws {
        game = try LittleGame()
        text = """
            {
              "catalogVersion": 1, "name": "small", "sources": ["art"],
              "canvas": { "width": 40, "height": 40 },
              "species": [ { "id": "dog", "anchors": { "head": [20, 12] } } ],
              "items": [
                { "id": "hat", "equipStyle": "overlay", "key": false,
                  "placement": { "anchor": "head", "offset": [0, 0] } }
              ]
            }

            """
        try game.put("catalog.json", text)
        try game.put("art/dog_pet.png", try Self.picture(40, .init(r: 230, g: 120, b: 60)))
        try game.put("art/overlay_hat.png", try Self.picture(12, .init(r: 20, g: 20, b: 200)))
        let spare = try game.picture(.init(r: 1, g: 1, b: 1))
        try game.put("art/<img src=x onerror=alert(1)>.png", spare)
        studio = try RunningStudio(game.folder.url)
    }

    private static func picture(_ side: Int, _ color: StraightPixel) throws -> [UInt8] {
        try encodePNG(
            StraightImage(side, side) { x, y in
                (2..<side - 2).contains(x) && (2..<side - 2).contains(y) ? color : .clear
            }
        )
    }

    /// Waits until everything that was asked for is shown.
    private static var shown: [String: Any] {
        let isShown = """
            () => document.querySelector('#paper')?.dataset.shown
              && !document.querySelector('.moving')
            """
        return ["wait": isShown]
    }

    private static var wear: [[String: Any]] {
        [shown, ["check": "hat"], ["wait": "() => document.querySelector('.grip')"], shown]
    }

    /// Where the hat is, on the screen.
    private static let hat = "document.querySelector('.grip').getBoundingClientRect()"

    @Test func `a hat is dragged, undone, dragged and saved`() throws {
        let offset = """
            [...document.querySelectorAll('[data-member=offset]')].map((own) => own.value)
            """
        let drag = """
            () => {
              const box = \(Self.hat), zoom = box.width / 8;
              return [box.x + box.width / 2, box.y + box.height / 2, 5 * zoom, -3 * zoom];
            }
            """
        let isSaved = "() => document.querySelector('#review').textContent === 'Saved'"
        func revision(_ number: Int) -> [String: Any] {
            ["wait": "() => document.body.dataset.revision === '\(number)'"]
        }
        let outcome = try studio.drive(
            Self.wear + [
                ["drag": drag],
                revision(2), Self.shown,
                ["evaluate": offset],
                ["evaluate": "document.body.dataset.milliseconds"],
                ["press": "Control+z"], revision(3), Self.shown, ["evaluate": offset],
                ["press": "Control+Shift+z"], revision(4), Self.shown,
                ["evaluate": "document.querySelector('.grip').focus()"],
                ["press": "ArrowRight"], ["press": "Shift+ArrowDown"], revision(5), Self.shown,
                ["evaluate": offset],
                ["press": "Control+s"], ["wait": "() => document.querySelector('dialog').open"],
                ["evaluate": "document.querySelector('#lines').innerText"],
                ["press": "Enter"],
                ["wait": isSaved],
            ]
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        let offsets = [0, 2, 4].map { outcome.results[$0] as? [String] }
        #expect(offsets == [["5", "-3"], ["0", "0"], ["6", "7"]])
        let diff = try #require(outcome.results[5] as? String)
        #expect(diff.contains(#"+      "placement": { "anchor": "head", "offset": [6, 7] } }"#))
        let expected = text.replacing("\"offset\": [0, 0]", with: "\"offset\": [6, 7]")
        #expect(try game.read("catalog.json") == expected)
    }

    @Test(arguments: [1280, 390])
    func `everything fits, has a name and can be reached by the keyboard`(width: Int) throws {
        let small = """
            [...document.querySelectorAll('button, select, input')].filter((own) => {
              const box = own.getBoundingClientRect();
              const target = own.closest('label')?.getBoundingClientRect() ?? box;
              return box.width && (target.width < 24 || target.height < 24);
            }).map((own) => own.outerHTML)
            """
        let nameless = """
            [...document.querySelectorAll('button, select, input')].filter((own) =>
              !(own.ariaLabel || own.textContent.trim() || own.labels?.length))
              .map((own) => own.outerHTML)
            """
        let stops = """
            [...document.querySelectorAll('button:enabled, select, input, summary')]
              .filter((own) => own.offsetParent && !own.closest('details:not([open]) form')).length
            """
        let outcome = try studio.drive(
            Self.wear + [
                ["evaluate": "document.documentElement.scrollWidth"],
                ["evaluate": small], ["evaluate": nameless],
                ["evaluate": "document.querySelectorAll('#tray li').length"],
                ["evaluate": "document.querySelectorAll('img[onerror], img[src=x]').length"],
                ["tab": 60],
                ["evaluate": stops],
            ],
            width: width
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(try #require(outcome.results[0] as? Int) <= width)
        #expect((outcome.results[1] as? [String]) == [])
        #expect((outcome.results[2] as? [String]) == [])
        #expect((outcome.results[3] as? Int) == 2)
        #expect((outcome.results[4] as? Int) == 0)
        let reached = try #require(outcome.results[5] as? [Int])
        // A group of radio buttons is one stop.
        #expect(reached.count >= (try #require(outcome.results[6] as? Int)) - 1)
    }

    @Test func `an edit of another program is shown at once, or as a conflict`() throws {
        let file = game.folder.url.appending(path: "catalog.json").path
        let outcome = try studio.drive(
            Self.wear + [
                ["evaluate": "document.querySelector('.grip').focus()"], ["press": "ArrowUp"],
                ["wait": "() => document.querySelector('#review').textContent === 'Save 1…'"],
                ["write": [file, text.replacing("\"small\"", with: "\"other\"")]],
                ["wait": "() => !document.querySelector('#conflict').hidden"],
                ["click": "Reload the file"],
                ["wait": "() => document.querySelector('#name').textContent === 'other'"],
                ["write": [file, text.replacing("\"small\"", with: "\"third\"")]],
                ["wait": "() => document.querySelector('#name').textContent === 'third'"],
            ]
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }
}
