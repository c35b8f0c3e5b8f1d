import Catalog
import ChromaKey
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
        let green = KeyFacts.Declared.color(HexColor(r: 0, g: 255, b: 0))
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
        func facts(_ r: UInt8, _ g: UInt8) -> KeyFacts {
            KeyFacts(
                path: "a.png",
                wish: .always,
                declared: .color(HexColor(r: 0, g: 255, b: 0)),
                screen: HexColor(r: r, g: g, b: 0)
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
    }

    /// A red apple with something above it, over green; both with soft edges.
    private func apple(under color: StraightPixel, alpha: Double = 1) -> StraightImage {
        paint(96, 96) { x, y in
            func over(_ channel: (StraightPixel) -> UInt8, _ screen: Double) -> UInt8 {
                let leaf = disk(x, y, at: (48, 24), radius: 14) * alpha
                let fruit = disk(x, y, at: (48, 62), radius: 28)
                let behind = screen + (Double(channel(color)) - screen) * leaf
                let red = StraightPixel(r: 200, g: 30, b: 30)
                return UInt8((behind + (Double(channel(red)) - behind) * fruit).rounded())
            }
            return StraightPixel(r: over(\.r, 0), g: over(\.g, 255), b: over(\.b, 0))
        }
    }

    private func findings(
        _ source: StraightImage,
        _ settings: KeySettings = KeySettings()
    ) -> [String] {
        let report = key(source, settings: settings).report
        let facts = KeyFacts(
            path: "a.png",
            wish: .always,
            declared: .color(HexColor(r: 0, g: 255, b: 0)),
            screen: report.screen.map { HexColor(r: $0.color.r, g: $0.color.g, b: $0.color.b) },
            taken: report.taken.map { taken in
                let color = taken.color
                return TakenFacts(
                    share: taken.share,
                    color: HexColor(r: color.r, g: color.g, b: color.b),
                    isEven: taken.isEven,
                    threshold: taken.threshold
                )
            },
            isGlass: settings.threshold >= 0.5
        )
        return checkKeying(facts, source: source).map(\.description)
    }

    @Test func `art that became see-through is named with settings that keep it`() {
        #expect(
            findings(apple(under: StraightPixel(r: 30, g: 220, b: 30))) == [
                """
                a.png: warning[key-near-subject]: keying made art of the screen's hue see-through, found 16 % of what is visible, such as #1FDC1E
                  help: set "chroma": {"keep": ["#1FDC1E"]}, or draw it on #FF00FF; if it is glass, say so with "preset": "glass"
                """
            ]
        )
        let leaves: [StraightPixel] = [
            StraightPixel(r: 0, g: 230, b: 30), StraightPixel(r: 30, g: 220, b: 30),
            StraightPixel(r: 10, g: 245, b: 10), StraightPixel(r: 20, g: 180, b: 20),
        ]
        for leaf in leaves {
            let source = apple(under: leaf)
            #expect(findings(source).count == 1)
            // As the help says.
            let kept = KeySettings(keep: [RGB(leaf.r, leaf.g, leaf.b)])
            #expect(findings(source, kept) == [])
            #expect(key(source, settings: kept).image[48, 24] == leaf)
            #expect(findings(source, .glass) == [])
        }
    }

    @Test func `uneven art that became see-through is named with a threshold that keeps it`() throws
    {
        // A leaf from one green to another.
        let source = paint(96, 96) { x, y in
            if disk(x, y, at: (48, 62), radius: 28) > 0.5 { return ink(1) }
            return disk(x, y, at: (48, 24), radius: 16) > 0.5
                ? StraightPixel(r: UInt8((x - 32) * 2), g: 190, b: UInt8(20 + y))
                : StraightPixel(r: 0, g: 255, b: 0)
        }
        let taken = try #require(key(source).report.taken)
        #expect(!taken.isEven)
        let threshold = try #require(taken.threshold)
        #expect(findings(source).first?.contains("{\"threshold\": \(threshold)}") == true)
        #expect(findings(source, KeySettings(threshold: threshold)) == [])
        #expect(key(source, settings: KeySettings(threshold: threshold)).image[48, 24].a == 255)
    }

    @Test func `glass and shadows and greens that stay are not named`() {
        // A green that keying leaves alone, pale glass, and the shadow of the apple itself.
        #expect(findings(apple(under: StraightPixel(r: 60, g: 160, b: 40))) == [])
        #expect(findings(apple(under: StraightPixel(r: 190, g: 220, b: 250), alpha: 0.3)) == [])
        for alpha in [0.2, 0.3, 0.5] {
            let shadowed = paint(96, 96) { x, y in
                if disk(x, y, at: (48, 50), radius: 30) > 0.5 { return ink(1) }
                let shadow = disk(x, y, at: (62, 62), radius: 24) > 0.5 ? 1 - alpha : 1
                return StraightPixel(r: 0, g: UInt8(255 * shadow), b: 0)
            }
            #expect(findings(shadowed) == [])
        }
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
