import Bake
import Catalog
import Diagnostics
import Raster
import Testing

@Suite struct PictureCheckTests {
    @Test func `a clean picture is fine`() {
        #expect(found(ball()) == [])
    }

    // MARK: Backgrounds

    @Test func `a solid background is named`() {
        let noisy = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? ink(1) : StraightPixel(r: 250, g: UInt8(240 + (x * 7 + y * 3) % 9), b: 249)
        }
        #expect(
            found(noisy) == [
                """
                a.png: error[baked-background]: the picture has a background baked in, found #FAF3F9 all along its edge
                  help: export it with transparency, or put "a": { "key": true, "chroma": { "key": "#FAF3F9" } } under "sheets"; more checks of its figure run after that
                """
            ]
        )
    }

    /// What is nearly the screen is reported by its own color alone.
    @Test(arguments: [
        (
            StraightPixel(r: 20, g: 60, b: 200), "#143CC8",
            ##"paint it #00FF00, or put "a": { "chroma": { "key": "#143CC8" } } under "sheets""##
        ),
        (
            StraightPixel(r: 60, g: 200, b: 70), "#3CC846",
            ##"put "a": { "chroma": { "key": "#3CC846" } } under "sheets""##
        ),
    ])
    func `a screen of another color is no mere background`(
        color: StraightPixel,
        name: String,
        help: String
    ) {
        let painted = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5 ? ink(1) : color
        }
        let picture = CheckedPicture(
            path: "a.png",
            asset: "a",
            image: painted,
            missingScreen: HexColor(r: 0, g: 255, b: 0)
        )
        #expect(
            found(picture) == [
                """
                a.png: error[baked-background]: the picture has a background baked in, found \(name) all along its edge, expected the screen #00FF00
                  help: \(help); more checks of its figure run after that
                """
            ]
        )
    }

    /// Keying takes a darker screen for a shadow over the one that it removed.
    @Test(arguments: [
        (StraightPixel(r: 0, g: 0, b: 0, a: 102), "#009900"),
        (StraightPixel(r: 0, g: 0, b: 255), "#0000FF"),
    ])
    func `a frame over another screen than the others is found`(
        left: StraightPixel,
        name: String
    ) {
        let sheet = paint(4 * 64, 64) { x, y in
            if disk(x % 64, y, at: (32, 32), radius: 20) > 0.5 { return ink(1) }
            return x / 64 == 2 ? left : .clear
        }
        let picture = CheckedPicture(
            path: "a.png",
            image: sheet,
            frames: (0..<4).compactMap { PixelRect(x: 64 * $0, y: 0, width: 64, height: 64) },
            isBase: true,
            screen: HexColor(r: 0, g: 255, b: 0)
        )
        #expect(
            found(picture).filter { $0.contains("baked-background") } == [
                """
                a.png: error[baked-background]: frame 2 has a background baked in, found \(name) all along its edge, expected the screen #00FF00
                  help: paint it #00FF00, as in the other frames; more checks of its figure run after that
                """
            ]
        )
    }

    @Test func `a poster with a border is only suspected of a background, and a frame of none`() {
        func bordered(_ inner: @escaping (Int, Int) -> StraightPixel) -> CheckedPicture {
            let image = paint(64, 64) { x, y in
                min(x, y) < 4 || max(x, y) >= 60
                    ? StraightPixel(r: 120, g: 40, b: 160) : inner(x, y)
            }
            return CheckedPicture(path: "a.png", asset: "a", image: image)
        }
        let poster = bordered { x, y in StraightPixel(r: UInt8(3 * x), g: 90, b: UInt8(3 * y)) }
        #expect(found(poster).map { $0.prefix(32) } == ["a.png: warning[baked-background]"])
        #expect(found(bordered { _, _ in .clear }) == [])
    }

    @Test func `a painted checkerboard is named`() {
        let painted = paint(64, 64) { x, y in
            let grey: UInt8 = (x / 8 + y / 8) % 2 == 0 ? 255 : 204
            return disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? ink(1) : StraightPixel(r: grey, g: grey, b: grey)
        }
        #expect(
            found(painted).first?.hasPrefix(
                "a.png: error[baked-background]: the picture has a background baked in, found a checkerboard of #FFFFFF and #CCCCCC"
            ) == true
        )
    }

    @Test func `a white rectangle within clear margins is a warning`() {
        let framed = paint(64, 64) { x, y in
            guard (8..<56).contains(x), (8..<56).contains(y) else { return .clear }
            return disk(x, y, at: (32, 32), radius: 16) > 0.5
                ? ink(1) : StraightPixel(r: 255, g: 255, b: 255)
        }
        #expect(
            found(framed) == [
                """
                a.png: warning[baked-background]: the picture shows a rectangle of #FFFFFF, found at 48x48+8+8
                  help: if it is a background, export the picture with transparency
                """
            ]
        )
    }

    @Test func `full pictures without a background are fine`() {
        // A scene, a plain tile, and a tile with a border of its own color on all but one side.
        #expect(
            found(paint(64, 64) { x, y in StraightPixel(r: UInt8(x * 4), g: UInt8(y * 4), b: 90) })
                == []
        )
        #expect(found(paint(64, 64) { _, _ in ink(1) }) == [])
        #expect(found(paint(64, 64) { x, y in y > 20 ? ink(1) : ink(1, r: 20) }) == [])
    }

    // MARK: Edges

    @Test func `a subject that runs into the edge is cut off`() {
        #expect(
            found(ball(at: (32, 12))) == [
                """
                a.png: warning[clipped]: the picture is cut off at its top edge
                  help: leave a clear margin around the subject, or enlarge the canvas
                """
            ]
        )
    }

    @Test func `a straight line without the outline is a cut`() {
        let whole = paint(64, 64) { x, y in
            let distance = (x - 32) * (x - 32) + (y - 30) * (y - 30)
            if distance > 400 { return .clear }
            return distance > 324 ? ink(1, r: 30, g: 20, b: 10) : ink(1)
        }
        let half = paint(64, 64) { x, y in y < 36 ? whole[x, y] : .clear }
        #expect(found(whole) == [])
        #expect(
            found(half) == [
                """
                a.png: note[clipped]: the picture has an outline, but ends without it in a straight line at its bottom
                  help: was its layer cropped, or hidden by another one? Export it whole
                """
            ]
        )
    }

    @Test func `a straight line through several colors is a cut, unless a card has several`() {
        let striped = paint(64, 64) { x, y in
            let stripe = UInt8(x / 8 % 2)
            return ink(
                disk(x, y, at: (32, 32), radius: 20),
                r: 200 - 150 * stripe,
                g: 120,
                b: 60 + 100 * stripe
            )
        }
        #expect(found(striped) == [])
        #expect(
            found(paint(64, 64) { x, y in y < 40 ? striped[x, y] : .clear }) == [
                """
                a.png: note[clipped]: the picture ends in a straight line through its colors at its bottom
                  help: was its layer cropped, or hidden by another one? Export it whole
                """
            ]
        )
        #expect(
            found(paint(64, 64) { x, y in (24..<40).contains(y) ? striped[x, y] : .clear }) == []
        )
    }

    @Test func `images are noted where their canvas cuts them`() {
        func image(_ painted: StraightImage) -> CheckedPicture {
            CheckedPicture(path: "a.png", asset: "a", image: painted, isScene: true)
        }
        #expect(found(image(ball())) == [])
        #expect(found(image(ball(at: (20.5, 32)))) == [])
        #expect(found(image(paint(64, 64) { x, _ in ink(1, r: UInt8(3 * x)) })) == [])
        #expect(
            found(image(ball(at: (12, 32)))) == [
                """
                a.png: note[clipped]: the picture is cut off at its left edge
                  help: leave a clear margin around the subject, or enlarge the canvas
                """
            ]
        )
    }

    @Test func `thin pictures have no outline to look for`() {
        #expect(
            found(
                paint(640, 16) { x, y in
                    (8..<14).contains(y) && (4..<630).contains(x) ? ink(1) : .clear
                }
            ) == []
        )
        #expect(
            found(
                paint(640, 16) { x, y in
                    (1..<7).contains(y) && (4..<630).contains(x) ? ink(1) : .clear
                }
            ) == []
        )
    }

    @Test func `touching the edge is no cut`() {
        // A tangent, a trimmed picture, and one with an outline along the edge.
        #expect(found(ball(at: (32, 20.5))) == [])
        #expect(found(ball(40, at: (20, 20), radius: 20)) == [])
        let outlined = paint(64, 64) { x, y in
            guard (16..<48).contains(x), y < 40 else { return .clear }
            return y == 0 || y == 39 || x == 16 || x == 47 ? ink(1, r: 30, g: 20, b: 10) : ink(1)
        }
        #expect(found(outlined) == [])
    }

    @Test func `an outline that leans to a screen is a fringe`() {
        // The right half was cut from a violet ground without taking its color out of the edge.
        let cut = paint(64, 64) { x, y in
            let alpha = disk(x, y, at: (32, 32), radius: 20)
            return alpha < 1 && x >= 32 ? ink(alpha, r: 225, g: 60, b: 160) : ink(alpha)
        }
        let text = found(cut)
        #expect(text.count == 1)
        #expect(
            text.first?.hasPrefix(
                "a.png: warning[fringe]: the outline is tinted magenta, found a fringe of "
            ) == true
        )
        // Kiln itself may have left it, when a formula was asked for.
        let keyed = CheckedPicture(
            path: "a.png",
            image: cut,
            screen: HexColor(r: 255, g: 0, b: 255),
            isKeyedByFormula: true
        )
        #expect(
            checkPicture(keyed).map(\.help)
                == ["the formula leaves the screen's color in edges: set \"mode\": \"best\""]
        )
    }

    @Test func `an outline that was drawn is no fringe`() {
        // Violet all around, solid inside of its soft edge; a violet glow; a violet ball.
        let outlined = paint(64, 64) { x, y in
            let alpha = disk(x, y, at: (32, 32), radius: 20)
            return disk(x, y, at: (32, 32), radius: 17) > 0.5
                ? ink(1) : ink(alpha, r: 225, g: 60, b: 160)
        }
        #expect(found(outlined) == [])
        let glow = paint(64, 64) { x, y in
            ink(
                disk(x, y, at: (32, 32), radius: 12) + 0.4 * disk(x, y, at: (32, 32), radius: 24)
                    * 0.9,
                r: 225,
                g: 60,
                b: 160
            )
        }
        #expect(found(glow) == [])
    }

    @Test func `a flat shadow is no fringe`() {
        // Dark violet at one alpha, cast next to a ball: as wide as it falls, and a thin rest of it.
        func shadowed(_ shadow: StraightPixel, shift: Double) -> StraightImage {
            paint(64, 64) { x, y in
                if disk(x, y, at: (30, 28), radius: 16) > 0.5 { return ink(1) }
                return disk(x, y, at: (30 + shift, 30 + shift), radius: 16) > 0.5 ? shadow : .clear
            }
        }
        let shadows: [StraightPixel] = [
            StraightPixel(r: 22, g: 0, b: 52, a: 153), StraightPixel(r: 0, g: 0, b: 0, a: 77),
            StraightPixel(r: 0, g: 0, b: 90, a: 128), StraightPixel(r: 0, g: 70, b: 10, a: 128),
        ]
        for shadow in shadows {
            for shift in [2.0, 5, 9] { #expect(found(shadowed(shadow, shift: shift)) == []) }
        }
        // A pane of blue glass before a brown ball, with an anti-aliased edge.
        let glass = paint(64, 64) { x, y in
            let pane = 0.5 * disk(x, y, at: (32, 32), radius: 24)
            return disk(x, y, at: (32, 32), radius: 14) > 0.5
                ? ink(1) : ink(pane, r: 100, g: 190, b: 255)
        }
        #expect(found(glass) == [])
    }

    @Test func `a soft rim as wide as a pixel is a fringe however even it is`() {
        let cut = paint(64, 64) { x, y in
            let inside = (16..<48).contains(x) && (16..<48).contains(y)
            let rim = (15..<49).contains(x) && (15..<49).contains(y)
            return inside ? ink(1) : rim ? StraightPixel(r: 100, g: 187, b: 30, a: 128) : .clear
        }
        #expect(
            found(cut).first?.hasPrefix("a.png: warning[fringe]: the outline is tinted green")
                == true
        )
    }

    // MARK: Enlargement

    @Test func `repeated pixels are named`() {
        func art(_ factor: Int, side: Int = 48) -> StraightImage {
            paint(side, side) { x, y in
                let (u, v) = (x / factor, y / factor)
                guard u > 0, v > 0, (u + 1) * factor < side, (v + 1) * factor < side else {
                    return .clear
                }
                return (u * 5 + v * 3) % 4 == 0 ? ink(1, r: 10) : ink(1, r: 240)
            }
        }
        #expect(
            found(art(3)) == [
                """
                a.png: warning[upscaled]: the picture was enlarged, found each pixel repeated 3x3
                  help: save it at its own size, or say the density in its name (@3x)
                """
            ]
        )
        #expect(found(CheckedPicture(path: "a.png", image: art(2), density: 2)) == [])
        #expect(found(art(1)) == [])
        // Squares, a panel with a border and a checkerboard are on a raster however they were drawn.
        for side in [16, 24, 32] {
            let square = paint(64, 64) { x, y in
                (16..<16 + side).contains(x) && (16..<16 + side).contains(y) ? ink(1) : .clear
            }
            #expect(found(square) == [])
        }
        let panel = paint(64, 64) { x, y in
            let depth = min(x, y, 63 - x, 63 - y)
            return depth < 8 ? .clear : depth < 12 ? ink(1, r: 40) : ink(1)
        }
        #expect(found(panel) == [])
        let board = paint(64, 64) { x, y in
            min(x, y, 63 - x, 63 - y) < 8
                ? .clear : (x / 8 + y / 8) % 2 == 0 ? ink(1, r: 90) : ink(1, g: 200)
        }
        #expect(found(board) == [])
        var touched = art(2)
        touched[20, 20] = ink(1, g: 0)
        #expect(found(touched) == [])
    }

    @Test func `interpolated pixels are named`() throws {
        // Brushwork of 40 pixels a side, and the same enlarged with each filter.
        let art = paint(40, 40) { x, y in
            let noise = (x * 53 + y * 91 + x * y * 7) % 97
            return StraightPixel(r: UInt8(60 + noise), g: UInt8(200 - noise), b: 40)
        }
        #expect(found(art) == [])
        for (factor, word) in [(2, "second"), (3, "third"), (4, "second")] {
            #expect(
                found(linearlyEnlarged(art, by: factor)) == [
                    """
                    a.png: warning[upscaled]: the picture was enlarged, found pixels interpolated between every \(word) one
                      help: draw it at this size, or save it at its own and say the density in its name
                    """
                ]
            )
        }
        // A name that promises more pixels does not make up for them.
        let large = linearlyEnlarged(art, by: 2)
        #expect(found(CheckedPicture(path: "a.png", image: large, density: 2)).count == 1)
        // A soft gradient has no more detail at any place than an enlarged one.
        #expect(found(paint(80, 80) { x, y in ink(1, r: UInt8(x * 3), g: UInt8(y * 3)) }) == [])
    }

    /// Bilinear interpolation with pixels' centers half a pixel from the edge, as programs do it.
    private func linearlyEnlarged(_ image: StraightImage, by factor: Int) -> StraightImage {
        func sample(_ x: Int, _ limit: Int) -> (Int, Int, Double) {
            let place = max(0, (Double(x) + 0.5) / Double(factor) - 0.5)
            return (Int(place), min(limit - 1, Int(place) + 1), place - place.rounded(.down))
        }
        return paint(image.width * factor, image.height * factor) { x, y in
            let (left, right, u) = sample(x, image.width)
            let (top, bottom, v) = sample(y, image.height)
            func mix(_ channel: (StraightPixel) -> UInt8) -> UInt8 {
                func row(_ y: Int) -> Double {
                    Double(channel(image[left, y])) * (1 - u)
                        + Double(channel(image[right, y])) * u
                }
                return UInt8((row(top) * (1 - v) + row(bottom) * v).rounded())
            }
            return StraightPixel(r: mix(\.r), g: mix(\.g), b: mix(\.b))
        }
    }
}
