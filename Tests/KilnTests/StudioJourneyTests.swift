import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// An artist's whole way, by real input events.
@Suite(
    .enabled(if: Browser.isPresent, "\(Browser.absence)"),
    .enabled(if: RunningStudio.isBuilt, "the build has no libevent")
)
struct StudioJourneyTests {
    /// Holds the game, in a folder of its own, and the art that is dropped.
    private let folder: TemporaryFolder
    private let game: URL
    private let studio: RunningStudio

    init() throws {
        folder = try TemporaryFolder()
        game = folder.url.appending(path: "pets")
        try FileManager.default.createDirectory(at: game, withIntermediateDirectories: true)
        let green = StraightPixel(r: 0, g: 255, b: 0)
        // Two frames, the second one lower.
        let pet = StraightImage(96, 48) { x, y in
            let (x, y) = (x % 48, x < 48 ? y : y - 2)
            return (12..<36).contains(x) && (14..<44).contains(y)
                ? .init(r: 230, g: 120, b: 60) : green
        }
        // Its right half is a green that the threshold decides about.
        let hat = StraightImage(40, 40) { x, y in
            guard (8..<32).contains(x), (8..<32).contains(y) else { return green }
            return x < 20 ? .init(r: 200, g: 30, b: 40) : .init(r: 90, g: 190, b: 80)
        }
        try Data(try encodePNG(pet)).write(to: folder.url.appending(path: "dog_pet.png"))
        try Data(try encodePNG(hat)).write(to: folder.url.appending(path: "overlay_hat.png"))
        studio = try RunningStudio(game)
    }

    private static func wait(_ condition: String) -> [String: Any] {
        ["wait": "() => \(condition)"]
    }
    private static func unsaved(_ count: Int) -> [String: Any] {
        wait("document.querySelector('#review').textContent === 'Save \(count)…'")
    }
    private static var shown: [String: Any] {
        wait(
            "document.querySelector('#paper')?.dataset.shown && !document.querySelector('.moving')"
        )
    }
    /// From the middle of something.
    private static func drag(_ selector: String, _ x: Int, _ y: Int) -> [String: Any] {
        [
            "drag": """
            () => {
              const node = document.querySelector('\(selector)');
              node.scrollIntoView({ block: 'center' });
              const box = node.getBoundingClientRect();
              const zoom = parseInt(document.querySelector('#zoom').textContent);
              return [box.x + box.width / 2, box.y + box.height / 2, \(x) * zoom, \(y) * zoom];
            }
            """
        ]
    }

    private func catalog() throws -> String {
        try String(contentsOf: game.appending(path: "catalog.json"), encoding: .utf8)
    }

    private func upload(_ name: String) -> [String: Any] {
        ["upload": [folder.url.appending(path: name).path]]
    }

    private static let expected = """
        {
          "catalogVersion": 1,
          "name": "pets",
          "canvas": { "width": 48, "height": 48, "bleed": { "top": 16 } },
          "targets": [{ "id": "game", "kind": "atlas" }],
          "species": [ { "id": "dog", "anchors": { "head": [24, 16] } } ],
          "sheets": {
            "dog_pet": {
              "key": true,
              "chroma": { "key": "auto" },
              "animations": { "idle": { "fps": 6, "loop": true } },
              "cell": { "width": 48, "height": 48 }
            },
            "overlay_hat": { "chroma": { "threshold": 1 } }
          },
          "items": [
            {
              "id": "hat",
              "equipStyle": "overlay",
              "placement": { "anchor": "head", "pivot": [0.5, 0.8], "offset": [3, -2] }
            }
          ],
          "axes": { "mood": ["normal", "happy"] },
          "naming": {
            "species": ["<species>_pet_<mood>", "<species>_<mood>", "<species>_pet", "<species>"]
          }
        }

        """

    @Test(arguments: [(1280, "light"), (390, "dark")])
    func `from an empty folder to a game`(width: Int, colors: String) throws {
        let focus = "document.querySelector('[aria-label=\"threshold slider\"]').focus()"
        let offset = "document.querySelectorAll('[data-member=offset]')[0].value"
        let outcome = try studio.drive(
            [
                Self.unsaved(1),
                // A pet and a hat.
                upload("dog_pet.png"), Self.wait("document.querySelector('#tray li')"),
                ["click": "Add assets-src/dog_pet.png"], Self.unsaved(1),
                Self.wait("document.querySelector('#species').value === 'dog'"), Self.shown,
                upload("overlay_hat.png"), Self.wait("document.querySelector('#tray li')"),
                ["click": "Add assets-src/overlay_hat.png"],
                Self.wait("document.querySelector('.grip')"), Self.shown,
                // The hat is dragged, turned, and its pivot moved.
                Self.drag(".grip", 3, -2), Self.wait("\(offset) !== '0'"), Self.shown,
                ["evaluate": "document.querySelector('.turn').focus()"],
                ["press": "Shift+ArrowRight"],
                Self.wait("document.querySelector('[data-member=rotation]').value === '10'"),
                ["press": "Control+z"],
                Self.wait("document.querySelector('[data-member=rotation]').value === '0'"),
                // Its key.
                ["click": "Keying"], Self.wait("document.querySelector('#key-list button')"),
                ["click": "overlay_hat"], Self.wait("document.querySelector('.setting')"),
                ["evaluate": focus], ["press": "End"],
                Self.wait("document.querySelector('[aria-label=threshold]').value === '1'"),
                // The sheet is cut in another way.
                ["click": "Cutting"], Self.wait("document.querySelector('#cut-way')?.value"),
                Self.wait("document.querySelector('#cut-panels').dataset.boxes"),
                ["choose": ["The sheet is cut by", "cell"]],
                Self.wait("document.querySelector('#cut-panels').dataset.boxes.includes('48')"),
                // A mood, and a second one that is undone.
                ["click": "Dressing room"], Self.shown,
                ["evaluate": "document.querySelector('summary').click()"],
                ["fill": ["Value", "happy"]], ["press": "Enter"],
                Self.wait("document.querySelector('#axis-mood')?.value === 'happy'"),
                ["fill": ["Value", "sad"]], ["press": "Enter"],
                Self.wait("document.querySelector('#axis-mood')?.value === 'sad'"),
                ["click": "Undo"],
                Self.wait("document.querySelectorAll('#axis-mood option').length === 2"),
                ["evaluate": "document.documentElement.scrollWidth"],
                ["press": "Control+s"], Self.wait("document.querySelector('#diff').open"),
                ["press": "Enter"],
                Self.wait("document.querySelector('#review').textContent === 'Saved'"),
            ],
            width: width,
            colors: colors
        )
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(try #require(outcome.results.last as? Int) <= width)
        let text = try catalog()
        #expect(text == Self.expected)
        let bake = try BuiltCommand(["bake", ".", "-o", "build", "-q"], in: game)
        #expect(bake.status == 0, "\(bake.errors)")
        let check = try BuiltCommand(["validate", "--quiet"], in: game)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func `autosave writes each edit`() throws {
        let outcome = try studio.drive([
            Self.unsaved(1), ["check": "Autosave"],
            Self.wait("document.querySelector('#review').textContent === 'Saved'"),
            upload("dog_pet.png"), Self.wait("document.querySelector('#tray li')"),
            ["click": "Add assets-src/dog_pet.png"],
            Self.wait("document.querySelector('#species').value === 'dog'"),
            Self.wait("document.querySelector('#review').textContent === 'Saved'"),
        ])
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
        let text = try catalog()
        #expect(text.contains(#""species": [ { "id": "dog" } ]"#))
    }
}
