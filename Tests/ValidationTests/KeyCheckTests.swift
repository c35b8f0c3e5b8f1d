import Catalog
import Diagnostics
import Raster
import Testing
import Validation

/// Screens: those that are to be removed, and what is left of them.
@Suite struct KeyCheckTests {
    @Test func aScreenThatIsNotThereIsAskedFor() {
        let image = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? ink(1) : StraightPixel(r: 20, g: 40, b: 220)
        }
        let green = KeyColor.color(HexColor(r: 0, g: 255, b: 0))
        let missing = KeyFacts(path: "a.png", wish: .always, declared: green, screen: nil)
        #expect(
            checkKeying(missing, source: image).map(\.description) == [
                """
                a.png: error[no-key-found]: there is no screen of #00FF00 to remove, found #1428DC along the edge
                  help: set "chroma": {"key": "#1428DC"}, or "key": false
                """
            ]
        )
        #expect(
            checkKeying(missing, source: ball()).map(\.description) == [
                """
                a.png: error[no-key-found]: there is no screen of #00FF00 to remove, found a clear edge
                  help: the picture is cut out already: set "key": false
                """
            ]
        )
        var unasked = missing
        unasked.wish = .whenOpaque
        #expect(checkKeying(unasked, source: ball()) == [])
    }

    @Test func aScreenOfAnotherColorIsNamed() {
        func facts(_ r: UInt8, _ g: UInt8, near: Double = 0) -> KeyFacts {
            KeyFacts(
                path: "a.png",
                wish: .always,
                declared: .color(HexColor(r: 0, g: 255, b: 0)),
                screen: HexColor(r: r, g: g, b: 0),
                nearThreshold: near
            )
        }
        #expect(
            checkKeying(facts(80, 200), source: ball()).map(\.description) == [
                """
                a.png: warning[key-mismatch]: the screen is not of the declared color, found #50C800, expected #00FF00
                  help: paint it #00FF00, or set "chroma": {"key": "#50C800"}
                """
            ]
        )
        #expect(checkKeying(facts(20, 230), source: ball()) == [])
        let frog = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? StraightPixel(r: 40, g: 170, b: 60) : StraightPixel(r: 0, g: 255, b: 0)
        }
        #expect(
            checkKeying(facts(0, 255, near: 0.2), source: frog).map(\.description) == [
                """
                a.png: warning[key-near-subject]: the subject has colors like the screen, found 20 % of it near the threshold
                  help: draw it on #FF00FF, or choose the preset "solid" for green things, "glass" for see-through ones
                """
            ]
        )
        #expect(checkKeying(facts(0, 255, near: 0.05), source: frog) == [])
    }

    @Test func screenColorThatIsLeftInsideIsNamed() {
        func ring(_ green: Double) -> CheckedPicture {
            let image = paint(64, 64) { x, y in
                disk(x, y, at: (32, 32), radius: green) > 0.5
                    ? StraightPixel(r: 10, g: 240, b: 5) : ink(disk(x, y, at: (32, 32), radius: 20))
            }
            return CheckedPicture(path: "a.png", image: image, screen: HexColor(r: 0, g: 255, b: 0))
        }
        #expect(
            found(ring(8)) == [
                """
                a.png: warning[key-left-inside]: screen color is left in the picture, found at 17 % of what is visible
                  help: raise "threshold", or draw on a screen of another color if it belongs there
                """
            ]
        )
        #expect(found(ring(1.5)) == [])
    }
}
