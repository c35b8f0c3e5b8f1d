import Bake
import Catalog
import ChromaKey
import Diagnostics
import Raster
import Testing

/// Screens: those that are to be removed, and what is left of them.
@Suite struct KeyCheckTests {
    @Test func `a screen that is not there is asked for`() {
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
                  help: set "chroma": {"key": "#1428DC"}, or set "key": false
                """
            ]
        )
        let anyScreen = KeyFacts(path: "a.png", wish: .always, declared: .auto, screen: nil)
        #expect(
            checkKeying(anyScreen, source: StraightImage(size: image.size)).map(\.description) == [
                """
                a.png: error[no-key-found]: there is no screen to remove
                  help: make it opaque, with a screen all around the picture, or set "key": false
                """
            ]
        )
        var cutOut = missing
        cutOut.isCutOut = true
        #expect(
            checkKeying(cutOut, source: ball()).map(\.description) == [
                """
                a.png: note[no-key-found]: the picture is cut out already, so it stays as it is
                  help: set "key": "auto" if some pictures have a screen and some are cut out
                """
            ]
        )
        cutOut.wish = .auto
        #expect(checkKeying(cutOut, source: ball()) == [])
        var unasked = missing
        unasked.wish = .whenOpaque
        #expect(checkKeying(unasked, source: ball()) == [])
    }

    @Test func `a screen of another color is named`() {
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
                a.png: warning[key-mismatch]: the screen does not have the declared color, found #50C800, expected #00FF00
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
            taken: report.taken,
            isGlass: settings.threshold >= 0.5
        )
        return checkKeying(facts, source: source).map(\.description)
    }

    @Test func `art that became see-through is named with settings that keep it`() {
        #expect(
            findings(apple(under: StraightPixel(r: 10, g: 245, b: 10))) == [
                """
                a.png: warning[key-near-subject]: keying made art of the screen's hue see-through, found 16 % of what is visible, such as #0AF40A taken for a glow in 26x24 at 35,11
                  help: set "chroma": {"keep": ["#0AF40A"]}, or draw it on #FF00FF; if it is glass, say so with "preset": "glass"
                """
            ]
        )
        // As the help says; a leaf like a shadow is reported as one, and kept the same way.
        for leaf in [StraightPixel(r: 10, g: 245, b: 10), StraightPixel(r: 20, g: 180, b: 20)] {
            let source = apple(under: leaf)
            #expect(key(source).image[48, 24].a < 255)
            let kept = KeySettings(keep: [RGB(leaf.r, leaf.g, leaf.b)])
            #expect(findings(source, kept) == [])
            #expect(key(source, settings: kept).image[48, 24] == leaf)
            #expect(findings(source, KeySettings(preset: .glass)) == [])
        }
        // Paint stays without being asked for.
        for leaf in [StraightPixel(r: 0, g: 230, b: 30), StraightPixel(r: 30, g: 220, b: 30)] {
            #expect(findings(apple(under: leaf)) == [])
            #expect(key(apple(under: leaf)).image[48, 24] == leaf)
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

    @Test func `a shadow that nothing casts may be art`() {
        // The very pixels of a shadow: pure dark green without an outline.
        let leaf = paint(96, 96) { x, y in
            StraightPixel(r: 0, g: disk(x, y, at: (48, 48), radius: 20) > 0.5 ? 120 : 255, b: 0)
        }
        #expect(key(leaf).image[48, 48].a < 255)
        #expect(
            findings(leaf) == [
                """
                a.png: warning[key-near-subject]: keying made art of the screen's hue see-through, found 100 % of what is visible, such as #007800 taken for a shadow in 40x40 at 28,28
                  help: set "chroma": {"keep": ["#007800"]}, or draw it on #FF00FF; if it is a shadow, say so with "preset": "glass"
                """
            ]
        )
        let kept = KeySettings(keep: [RGB(0, 120, 0)])
        #expect(findings(leaf, kept) == [] && key(leaf, settings: kept).image[48, 48].a == 255)
        #expect(
            findings(leaf, KeySettings(preset: .glass)) == []
                && key(leaf, settings: KeySettings(preset: .glass)).image[48, 48].a < 255
        )
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

    @Test func `screen color left inside is named`() {
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

    // MARK: Art that was cut out before

    private let screens = [
        StraightPixel(r: 0, g: 255, b: 0), StraightPixel(r: 0, g: 177, b: 64),
        StraightPixel(r: 255, g: 0, b: 255),
    ]

    /// A ball in the middle of 96 pixels a side, each of its pixels by the share that it covers.
    private func cut(_ color: (Double, Int, Int) -> StraightPixel) -> StraightImage {
        paint(96, 96) { x, y in color(disk(x, y, at: (48, 48), radius: 34), x, y) }
    }

    private func mixed(_ share: Double, _ ground: StraightPixel, a: UInt8 = 255) -> StraightPixel {
        func mix(_ art: UInt8, _ ground: UInt8) -> UInt8 {
            UInt8((Double(art) * share + Double(ground) * (1 - share)).rounded())
        }
        return StraightPixel(
            r: mix(200, ground.r),
            g: mix(120, ground.g),
            b: mix(60, ground.b),
            a: a
        )
    }

    @Test func `a screen's color that is left in art cut out before is named`() {
        #expect(
            found(
                cut { share, x, y in
                    (40..<50).contains(x) && (30..<36).contains(y)
                        ? StraightPixel(r: 0, g: 255, b: 0) : ink(share)
                }
            ) == [
                """
                a.png: warning[key-left-inside]: 60 pixels have the color of a screen, found #00FF00 in a picture that came cut out
                  help: clear them in the picture, or key the original with kiln; if they belong there, another shade says so
                """
            ]
        )
        for screen in screens {
            // Dots, and a corner.
            let dots = cut { share, x, y in
                share == 1 && x % 16 < 2 && y % 16 < 2 ? screen : ink(share)
            }
            let corner = cut { share, x, y in x + y < 12 ? screen : ink(share) }
            for image in [dots, corner] {
                #expect(
                    checkPicture(CheckedPicture(path: "a.png", image: image)).map(\.id) == [
                        "key-left-inside"
                    ]
                )
            }
            // The lines of a grid, and art that has the hue in other shades as well.
            #expect(found(cut { share, x, y in x == 48 || y == 48 ? screen : ink(share) }) == [])
            let shaded = cut { share, x, y in
                guard share == 1, x < 48 else { return ink(share) }
                func shade(_ value: UInt8) -> UInt8 { UInt8(Int(value) * (8 - y / 12) / 8) }
                return StraightPixel(r: shade(screen.r), g: shade(screen.g), b: shade(screen.b))
            }
            #expect(found(shaded) == [])
        }
    }

    @Test func `a hard rim of the background is named with its color`() {
        for screen in screens {
            // Two pixels of it all around, as a wide selection leaves them.
            let wide = paint(96, 96) { x, y in
                let share = disk(x, y, at: (48, 48), radius: 34)
                return disk(x, y, at: (48, 48), radius: 36) > 0.5 ? mixed(share, screen) : .clear
            }
            // Mixtures, as a magic wand leaves them.
            let wand = cut { share, _, _ in share > 0.1 ? mixed(share, screen) : .clear }
            // A mixture with the darker video green is like a green of the art.
            for image in screen.g == 177 ? [wide] : [wide, wand] {
                let ids = checkPicture(CheckedPicture(path: "a.png", image: image)).map(\.id)
                #expect(ids.contains("matte-rim"), "\(screen)")
            }
        }
        let white = StraightPixel(r: 255, g: 255, b: 255)
        let matte = cut { share, _, _ in share > 0.1 ? mixed(share, white) : .clear }
        let text = found(matte)
        #expect(text.count == 1)
        #expect(
            text.first?.hasPrefix(
                "a.png: warning[matte-rim]: the outline shows #FFFFFF, which the art was cut from, found "
            ) == true
        )
        // An icon is an image that was cut out; a scene with light corners was not.
        let icon = CheckedPicture(path: "a.png", image: matte, isScene: true)
        #expect(checkPicture(icon).map(\.id) == ["matte-rim"])
        let scene = paint(96, 96) { x, y in
            matte[x, y].a > 0 ? matte[x, y] : white
        }
        let opaque = CheckedPicture(path: "a.png", image: scene, isScene: true)
        #expect(!checkPicture(opaque).map(\.id).contains("matte-rim"))
        let contaminated = cut { share, _, _ in
            share > 0 ? mixed(share, white, a: UInt8(share * 255)) : .clear
        }
        #expect(found(contaminated).first?.contains("the outline shows #FFFFFF") == true)
        // What a formula for another color leaves: haze all around, and a body that is not solid.
        let red = StraightPixel(r: 200, g: 30, b: 40)
        let faint = cut { share, x, y in
            share > 0.9 ? ink(0.85) : mixed(share, red, a: UInt8(12 + share * 180))
        }
        let ids = checkPicture(CheckedPicture(path: "a.png", image: faint)).map(\.id)
        #expect(ids.contains("alpha-haze") && ids.contains("leaky-alpha"), "\(ids)")
    }

    @Test func `colors multiplied with alpha are a fringe`() {
        // A ball whose edge is soft over twelve pixels, bright as it comes, and darkened.
        func soft(_ isMultiplied: Bool) -> StraightImage {
            paint(96, 96) { x, y in
                let (dx, dy) = (Double(x) - 47.5, Double(y) - 47.5)
                let alpha = min(1, max(0, (40 - (dx * dx + dy * dy).squareRoot()) / 12))
                let own = isMultiplied ? alpha : 1
                return ink(
                    alpha,
                    r: UInt8(250 * own),
                    g: UInt8(220 * own),
                    b: UInt8(120 * own)
                )
            }
        }
        #expect(found(soft(false)) == [])
        #expect(
            found(soft(true)) == [
                """
                a.png: warning[fringe]: soft pixels are darkened by their own alpha, found colors multiplied with it
                  help: save the picture with straight alpha, not premultiplied
                """
            ]
        )
    }

    @Test func `stickers, outlines and green art are no fringe`() {
        let white = StraightPixel(r: 255, g: 255, b: 255)
        for width in [2.0, 4, 6] {
            for line in [white, StraightPixel(r: 20, g: 20, b: 30)] {
                let outlined = paint(96, 96) { x, y in
                    let alpha = disk(x, y, at: (48, 48), radius: 34 + width)
                    let pixel = mixed(disk(x, y, at: (48, 48), radius: 34), line)
                    return ink(alpha, r: pixel.r, g: pixel.g, b: pixel.b)
                }
                #expect(found(outlined) == [], "\(width)")
            }
        }
        // A hard white outline, as pixel art has it; lit from the left; and a leaf with a lighter rim.
        let hard = paint(96, 96) { x, y in
            disk(x, y, at: (48, 48), radius: 34) > 0.5
                ? ink(1) : disk(x, y, at: (48, 48), radius: 36) > 0.5 ? white : .clear
        }
        let lit = paint(96, 96) { x, y in
            let isLight = disk(x, y, at: (50, 48), radius: 34) < 0.5
            return disk(x, y, at: (48, 48), radius: 34) > 0.5
                ? (isLight ? mixed(0.5, white) : ink(1)) : .clear
        }
        let leaf = paint(96, 96) { x, y in
            disk(x, y, at: (48, 48), radius: 33) > 0.5
                ? ink(1, r: 30, g: 120, b: 40)
                : ink(disk(x, y, at: (48, 48), radius: 35), r: 60, g: 200, b: 70)
        }
        for image in [hard, lit, leaf] { #expect(found(image) == []) }
    }
}
