import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// The page of Examples/web, used as people use it.
@Suite(.enabled(if: Browser.isPresent, "\(Browser.absence)"))
struct WebPageBrowserTests {
    private let buttons = "[...document.querySelectorAll('form button')]"
    private let pressed = """
        [...document.querySelectorAll('form [aria-pressed=true]')]
          .map((one) => one.textContent).join()
        """
    private let shown = """
        (() => { const canvas = document.getElementById('pet');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return [canvas.width, canvas.height, canvas.getBoundingClientRect().width,
          btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))]; })()
        """

    @Test(arguments: [1, 2])
    func `what is put on is drawn with the display's pixels`(density: Int) throws {
        let game = try WebGame()
        let outcome = try game.drive(
            options: ["density": density, "calm": true],
            [
                ["click": "Cat"], ["click": "Bed-Sheet Ghost"], ["click": "Winter Scarf"],
                // Its slot holds one hat, so the halo takes the crown's place.
                ["click": "Crown"], ["click": "Halo"], ["click": "Winter Scarf"],
                ["press": "ArrowRight"],
                ["evaluate": pressed], ["evaluate": "document.getElementById('frame').value"],
                ["evaluate": "document.getElementById('pet').getAttribute('aria-label')"],
                ["evaluate": shown],
            ]
        )
        try #require(outcome.results.count == 4)
        #expect(outcome.results[0] as? String == "Cat,Bed-Sheet Ghost,Halo,idle")
        #expect(outcome.results[1] as? String == "frame 2 of 4")
        #expect(outcome.results[2] as? String == "Cat, wearing Bed-Sheet Ghost, Halo")
        let canvas = try #require(outcome.results[3] as? [Any])
        #expect(
            canvas.prefix(3).map { "\($0)" } == ["\(256 * density)", "\(256 * density)", "256"]
        )
        let picture = try game.preview(
            Look(species: "cat", base: "ghost", overlays: ["halo"]),
            animation: "idle",
            frame: 1,
            scale: density
        )
        let text = try #require(canvas[3] as? String)
        let pixels = [UInt8](try #require(Data(base64Encoded: text)))
        try #require(pixels.count == picture.pixels.count * 4)
        // Half-clear ones are compared where colors are multiplied, see WebPlayerBrowserTests.
        let differing = picture.pixels.indices.count { index in
            let expected = picture.pixels[index]
            let found = pixels[index * 4..<index * 4 + 4]
            return found.last != expected.a
                || expected.a == 255 && Array(found) != [expected.r, expected.g, expected.b, 255]
        }
        #expect(differing == 0)
        #expect(outcome.messages.isEmpty)
    }

    @Test func `a link shows the same pet, as far as there is art for it`() throws {
        let game = try WebGame(nasty: 1)
        let look = """
            {"species":"eel","base":"robe","overlays":["hat","gone"],"axes":{"mood":"happy"}}
            """
        let fragment = try #require(
            look.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        )
        let outcome = try game.drive(
            at: "#\(fragment)",
            [
                ["evaluate": pressed],
                ["evaluate": "document.querySelector('form :disabled').textContent"],
                ["evaluate": "decodeURIComponent(location.hash)"],
            ]
        )
        #expect(outcome.results[0] as? String == "Eel,hat,happy,idle")
        #expect(outcome.results[1] as? String == "robe")
        #expect((outcome.results[2] as? String)?.contains(#""overlays":["hat"]"#) == true)
    }

    @Test func `the catalog's looks and backgrounds can be put on`() throws {
        let game = try WebGame(nasty: 2)
        let outcome = try game.drive([
            ["click": "feast"], ["evaluate": pressed],
            ["evaluate": "document.getElementById('room').width"], ["click": "Room"],
            ["evaluate": "document.getElementById('room').hidden"],
        ])
        #expect(outcome.results[0] as? String == "Fox,robe,cape,hat,crown,happy,idle,Room")
        #expect(outcome.results[1] as? Int == 45)
        #expect(outcome.results[2] as? Bool == true)
    }

    @Test func `nothing moves unasked for who wants less motion`() throws {
        let game = try WebGame(nasty: 3)
        let plays = "document.getElementById('play').getAttribute('aria-pressed')"
        let calm = try game.drive(
            options: ["calm": true],
            [["evaluate": plays], ["press": "Space"], ["evaluate": plays]]
        )
        #expect(calm.results as? [String] == ["false", "true"])
        let lively = try game.drive([
            ["evaluate": plays],
            ["wait": "() => document.getElementById('frame').value !== 'frame 1 of 4'"],
            ["press": "ArrowLeft"], ["evaluate": plays],
        ])
        #expect(lively.results as? [String] == ["true", "false"])
    }

    @Test func `the keyboard reaches every button, and keeps its place when it presses one`() throws
    {
        let game = try WebGame(nasty: 4)
        let outcome = try game.drive(
            options: ["calm": true],
            [
                ["evaluate": "document.querySelectorAll('button:not(:disabled)').length"],
                ["tab": 60],
                ["evaluate": "\(buttons).find((one) => one.textContent === 'hat').focus()"],
                ["press": "Enter"], ["evaluate": "document.activeElement.textContent"],
                ["press": "Space"], ["evaluate": pressed],
            ]
        )
        let reached = (outcome.results[1] as? [Int])?.filter { $0 >= 0 }.count
        #expect(reached == outcome.results[0] as? Int)
        #expect(outcome.results[3] as? String == "hat")
        #expect(outcome.results[4] as? String == "Fox,calm,idle")
    }

    @Test(arguments: [
        ("?manifest=gone/manifest.json", "there is no manifest at /gone/manifest.json: 404"),
        ("?target=shop", #"there is no target "shop""#),
        ("?scale=3", #"target "game" has no scale 3; it has 1, 2"#),
    ])
    func `what is amiss is reported on the page`(query: String, message: String) throws {
        let game = try WebGame(nasty: 5)
        let outcome = try game.drive(
            at: query,
            waitingFor: "document.getElementById('problem').textContent",
            [["evaluate": "document.getElementById('problem').textContent"]]
        )
        #expect(outcome.results as? [String] == [message])
    }
}
