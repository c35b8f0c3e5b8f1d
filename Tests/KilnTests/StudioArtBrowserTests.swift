import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// An artist's way through keying and cutting, by real input events.
@Suite(
    .enabled(if: Browser.isPresent, "\(Browser.absence)"),
    .enabled(if: RunningStudio.isBuilt, "the build has no libevent")
)
struct StudioArtBrowserTests {
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
                { "id": "hat", "equipStyle": "overlay",
                  "placement": { "anchor": "head", "size": [20, 20] } }
              ],
              "sheets": {
                "dog_pet": { "grid": { "columns": 2, "rows": 1 } }
              }
            }

            """
        try game.put("catalog.json", text)
        let pet = StraightImage(80, 40) { x, y in
            (8..<32).contains(x % 40) && (6..<36).contains(y)
                ? .init(r: 230, g: 120, b: 60) : .clear
        }
        try game.put("art/dog_pet.png", try encodePNG(pet))
        // Its right half is a green that the threshold decides about.
        let hat = StraightImage(160, 160) { x, y in
            let isHat = (40..<120).contains(x) && (40..<120).contains(y)
            guard isHat else { return .init(r: 0, g: 255, b: 0) }
            return x < 80 ? .init(r: 200, g: 30, b: 40) : .init(r: 90, g: 190, b: 80)
        }
        try game.put("art/overlay_hat.png", try encodePNG(hat))
        studio = try RunningStudio(game.folder.url)
    }

    private static func wait(_ condition: String) -> [String: Any] {
        ["wait": "() => \(condition)"]
    }
    private static func unsaved(_ text: String) -> [String: Any] {
        wait("document.querySelector('#review').textContent === '\(text)'")
    }
    private static var save: [[String: Any]] {
        [
            ["press": "Control+s"], wait("document.querySelector('#diff').open"),
            ["evaluate": "document.querySelector('#lines').innerText"],
            ["press": "Enter"], unsaved("Saved"),
        ]
    }
    private static var keyed: [String: Any] {
        wait("document.querySelectorAll('#key-panels figure')[1].dataset.done")
    }
    /// How many pixels of the keyed picture are solid; it is drawn some time after it was asked for.
    private static let solid = """
        (() => {
          const shown = document.querySelectorAll('#key-panels canvas')[1];
          const canvas = new OffscreenCanvas(shown.width, shown.height);
          const context = canvas.getContext('2d', { willReadFrequently: true });
          context.drawImage(shown, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let place = 3; place < data.length; place += 4) count += data[place] === 255;
          return count;
        })()
        """

    @Test func `a threshold is tuned until the picture is right, and saved`() throws {
        let focus = "document.querySelector('[aria-label=\"threshold slider\"]').focus()"
        let outcome = try studio.drive(
            [
                ["click": "Keying"], Self.wait("document.querySelector('#key-list button')"),
                ["click": "overlay_hat"], Self.keyed, Self.wait("\(Self.solid) > 0"),
                ["evaluate": "window.solidBefore = \(Self.solid)"], ["evaluate": focus],
                ["press": "End"], Self.unsaved("Save 1…"),
                Self.wait(
                    "document.querySelectorAll('#key-panels figure')[1].dataset.done === '{}'"
                ),
                Self.wait("document.querySelector('[aria-label=threshold]').value === '1'"),
                ["press": "ArrowLeft"], Self.unsaved("Save 2…"),
                Self.wait("\(Self.solid) < window.solidBefore"),
            ] + Self.save
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        let rule = """
            1 } },
                "overlay_hat": { "chroma": { "threshold": 0.99 } }
            """
        #expect((outcome.results[2] as? String)?.contains("\"threshold\": 0.99") == true)
        #expect(try game.read("catalog.json") == text.replacing("1 } }\n", with: rule + "\n"))
    }

    @Test func `a box that is drawn is kept, and can be removed again`() throws {
        let drag = """
            () => {
              document.querySelector('[data-tool=keep-box]').click();
              const box = document.querySelector('#key-panels canvas').getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2, 40, 40];
            }
            """
        let outcome = try studio.drive([
            ["click": "Keying"], Self.wait("document.querySelector('#key-list button')"),
            ["click": "overlay_hat"], Self.keyed, ["drag": drag], Self.unsaved("Save 1…"),
            Self.wait("document.querySelector('.marks button')"),
            ["evaluate": "document.querySelector('.marks code').textContent"],
            ["evaluate": "document.querySelector('.marks button').click()"],
            Self.wait("!document.querySelector('.marks button')"),
            ["click": "Undo"], Self.wait("document.querySelector('.marks button')"),
        ])
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        let box = try #require(outcome.results[0] as? String).split(separator: ",")
        #expect(box.count == 4 && box.allSatisfy { Int($0) != nil })
    }

    @Test func `a cell is dragged narrower, and frames follow`() throws {
        let boxes = ["evaluate": "document.querySelector('#cut-panels').dataset.boxes"]
        let drag = """
            () => {
              const box = document.querySelector('[title="Cell width"]').getBoundingClientRect();
              const zoom = parseInt(document.querySelector('#cut-bar output').textContent);
              return [box.x + box.width / 2, box.y + box.height / 2, -8 * zoom, 0];
            }
            """
        let outcome = try studio.drive(
            [
                ["click": "Cutting"], Self.wait("document.querySelector('[title=\"Cell width\"]')"),
                Self.wait("parseInt(document.querySelector('#cut-bar output').textContent) > 1"),
                boxes,
                ["drag": drag], Self.unsaved("Save 1…"),
                ["press": "ArrowRight"], Self.unsaved("Save 2…"),
                Self.wait("document.querySelector('#cut-panels').dataset.boxes.includes(',33,')"),
                boxes,
            ] + Self.save
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(outcome.results[0] as? String == "[[0,0,40,40],[40,0,40,40]]")
        #expect(outcome.results[1] as? String == "[[0,0,33,40],[33,0,33,40]]")
        let expected = text.replacing("\"rows\": 1 }", with: "\"rows\": 1, \"cellWidth\": 33 }")
        #expect(try game.read("catalog.json") == expected)
    }

    @Test(arguments: [("Keying", 1280), ("Keying", 390), ("Cutting", 1280), ("Cutting", 390)])
    func `a view fits, and everything has a name and a size`(view: String, width: Int) throws {
        let shown = ".filter((own) => own.getBoundingClientRect().width)"
        let all = "[...document.querySelectorAll('button, select, input')]\(shown)"
        let outcome = try studio.drive(
            [
                ["click": view],
                Self.wait("document.querySelector('section:not([hidden]) .art button')"),
                Self.wait("document.querySelector('.work:not([hidden]) .setting')"),
                ["evaluate": "document.documentElement.scrollWidth"],
                [
                    "evaluate": """
                    \(all).filter((own) => {
                      const box = own.closest('label') ?? own;
                      return Math.min(box.getBoundingClientRect().width, box.getBoundingClientRect().height) < 24
                        && own.type !== 'range';
                    }).map((own) => own.outerHTML)
                    """
                ],
                [
                    "evaluate": """
                    \(all).filter((own) => !(own.ariaLabel || own.textContent.trim() || own.labels?.length))
                      .map((own) => own.outerHTML)
                    """
                ],
            ],
            width: width,
            colors: "dark"
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(try #require(outcome.results[0] as? Int) <= width)
        #expect(outcome.results[1] as? [String] == [])
        #expect(outcome.results[2] as? [String] == [])
    }
}
