import Catalog
import Diagnostics
import Raster
import Testing
import Validation

/// A picture of which each pixel is `color(x, y)`.
private func paint(
    _ width: Int,
    _ height: Int,
    _ color: (Int, Int) -> StraightPixel
) -> StraightImage {
    var image = StraightImage(size: PixelSize(width: width, height: height) ?? .onePixel)
    for y in 0..<height {
        for x in 0..<width { image[x, y] = color(x, y) }
    }
    return image
}

/// The share of a pixel that a disk covers, roughly.
private func disk(_ x: Int, _ y: Int, at center: (Double, Double), radius: Double) -> Double {
    let (dx, dy) = (Double(x) + 0.5 - center.0, Double(y) + 0.5 - center.1)
    return min(1, max(0, radius + 0.5 - (dx * dx + dy * dy).squareRoot()))
}

private func ink(_ alpha: Double, r: UInt8 = 200, g: UInt8 = 120, b: UInt8 = 60) -> StraightPixel {
    alpha > 0 ? StraightPixel(r: r, g: g, b: b, a: UInt8(min(1, alpha) * 255)) : .clear
}

/// A disk on a clear ground.
private func ball(
    _ side: Int = 64,
    at center: (Double, Double) = (32, 32),
    radius: Double = 20
) -> StraightImage {
    paint(side, side) { ink(disk($0, $1, at: center, radius: radius)) }
}

private func found(_ picture: CheckedPicture) -> [String] {
    checkPicture(picture).map(\.description)
}

private func found(_ image: StraightImage) -> [String] {
    found(CheckedPicture(path: "a.png", image: image))
}

private func animation(_ name: String, _ frames: [Int]) throws -> SheetAnimation {
    let frames = frames.map { "\($0)" }.joined(separator: ",")
    let catalog = try catalog(
        #""sheets": {"a": {"animations": {"\#(name)": {"frames": "\#(frames)"}}}}"#
    )
    return try #require(catalog.sheet(for: "a").value.animations.first)
}

/// Frames of 64 pixels side by side, as a base with one animation of all or with those given.
private func sheet(
    _ frames: [StraightImage],
    _ animations: [(String, [Int])]? = nil,
    isBase: Bool = true
) throws -> CheckedPicture {
    var image = StraightImage(size: try #require(PixelSize(width: 64 * frames.count, height: 64)))
    var cells: [PixelRect] = []
    for (index, frame) in frames.enumerated() {
        image.copy(from: frame, at: PixelPoint(x: 64 * index, y: 0))
        cells.append(try #require(PixelRect(x: 64 * index, y: 0, width: 64, height: 64)))
    }
    return CheckedPicture(
        path: "dog.png",
        image: image,
        frames: cells,
        animations: try (animations ?? [("idle", Array(frames.indices))]).map(animation),
        isBase: isBase
    )
}

@Suite struct PictureCheckTests {
    @Test func aCleanPictureIsFine() {
        #expect(found(ball()) == [])
    }

    // MARK: Backgrounds

    @Test func aSolidBackgroundIsNamed() {
        let noisy = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? ink(1) : StraightPixel(r: 250, g: UInt8(240 + (x * 7 + y * 3) % 9), b: 249)
        }
        #expect(
            found(noisy) == [
                """
                a.png: error[baked-background]: the picture has a background baked in, found #FAF3F9 all along its edge
                  help: export it with transparency, or set "key": true and "chroma": {"key": "#FAF3F9"}
                """
            ]
        )
    }

    @Test func aScreenOfAnotherColorIsNoMereBackground() {
        let blue = paint(64, 64) { x, y in
            disk(x, y, at: (32, 32), radius: 20) > 0.5
                ? ink(1) : StraightPixel(r: 20, g: 60, b: 200)
        }
        let picture = CheckedPicture(
            path: "a.png",
            image: blue,
            missingScreen: HexColor(r: 0, g: 255, b: 0)
        )
        #expect(
            found(picture) == [
                """
                a.png: error[baked-background]: the picture has a background baked in, found #143CC8 all along its edge, expected the screen #00FF00
                  help: paint it #00FF00, or set "chroma": {"key": "#143CC8"}
                """
            ]
        )
    }

    @Test func aPaintedCheckerboardIsNamed() {
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

    @Test func aWhiteRectangleWithinClearMarginsIsAWarning() {
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

    @Test func fullPicturesWithoutABackgroundAreFine() {
        // A scene, a plain tile, and a tile with a border of its own color on all but one side.
        #expect(
            found(paint(64, 64) { x, y in StraightPixel(r: UInt8(x * 4), g: UInt8(y * 4), b: 90) })
                == []
        )
        #expect(found(paint(64, 64) { _, _ in ink(1) }) == [])
        #expect(found(paint(64, 64) { x, y in y > 20 ? ink(1) : ink(1, r: 20) }) == [])
    }

    // MARK: Edges

    @Test func aSubjectThatRunsIntoTheEdgeIsCutOff() {
        #expect(
            found(ball(at: (32, 12))) == [
                """
                a.png: warning[clipped]: the picture is cut off at its top edge
                  help: leave a clear margin around the subject, or enlarge the canvas
                """
            ]
        )
    }

    @Test func touchingTheEdgeIsNoCut() {
        // A tangent, a trimmed picture, and one with an outline along the edge.
        #expect(found(ball(at: (32, 20.5))) == [])
        #expect(found(ball(40, at: (20, 20), radius: 20)) == [])
        let outlined = paint(64, 64) { x, y in
            guard (16..<48).contains(x), y < 40 else { return .clear }
            return y == 0 || x == 16 || x == 47 ? ink(1, r: 30, g: 20, b: 10) : ink(1)
        }
        #expect(found(outlined) == [])
    }

    // MARK: Frames

    @Test func aPictureThatShowsNothingIsAnError() {
        let faint = paint(16, 16) { _, _ in StraightPixel(r: 9, g: 9, b: 9, a: 15) }
        #expect(
            found(faint) == [
                """
                a.png: error[empty-picture]: the picture shows nothing
                  help: was it exported with its layers hidden, or keyed away?
                """
            ]
        )
    }

    @Test func aPetIsSeenInEveryFrameOfAnAnimation() throws {
        let clear = StraightImage(size: try #require(PixelSize(width: 64, height: 64)))
        let frames = [ball(), clear, ball(), clear]
        #expect(
            found(try sheet(frames, [("idle", [0, 1, 2])])) == [
                """
                dog.png: warning[empty-frame]: the animation shows nothing at frame 1
                  help: leave it out of "frames", or draw it
                """
            ]
        )
        #expect(
            found(try sheet(frames, [("idle", [0, 2])])).contains { $0.contains("empty") } == false
        )
        // Glasses seen from behind.
        #expect(found(try sheet(frames, isBase: false)) == [])
    }

    @Test func framesThatLieOutsideOfTheSheetAreNamed() throws {
        let picture = CheckedPicture(
            path: "a.png",
            image: ball(),
            frames: [try #require(PixelRect(x: 32, y: 0, width: 33, height: 64))]
        )
        #expect(
            found(picture) == [
                """
                a.png: error[grid-does-not-fit]: a frame lies outside of the sheet, found 33x64+32+0, expected within 64x64
                  help: compare "grid" with the picture's size
                """
            ]
        )
    }

    @Test func anAnimationOfEqualFramesIsNoted() throws {
        #expect(
            found(try sheet([ball(), ball(), ball()])) == [
                """
                dog.png: note[duplicate-frames]: all 3 frames of animation "idle" are equal
                  help: one frame is enough
                """
            ]
        )
        var other = ball()
        other[32, 32] = ink(1, r: 0)
        #expect(found(try sheet([ball(), other, ball()])) == [])
        #expect(found(try sheet([ball()], [("idle", [0, 0])])) == [])
    }

    // MARK: Motion

    @Test func aSubjectKeepsItsSize() throws {
        let (large, small) = (ball(radius: 24), ball(radius: 12))
        #expect(
            found(try sheet([large, small, large], [("idle", [0, 1])])) == [
                """
                dog.png: warning[size-jump]: the subject changes its size within animation "idle", found 50 % in frame 1 of what it is in frame 0
                  help: draw all frames at one scale
                """
            ]
        )
        #expect(
            found(try sheet([large, small], [("idle", [0]), ("walk", [1])])) == [
                """
                dog.png: warning[size-jump]: the subject changes its size between animations, found 50 % in "walk" of what it is in "idle"
                  help: draw both at one scale
                """
            ]
        )
        #expect(
            found(
                try sheet(
                    [ball(radius: 24), ball(radius: 18)],
                    [("a", [0]), ("b", [1]), ("c", [0, 1])]
                )
            ) == []
        )
        #expect(found(try sheet([large, small], isBase: false)) == [])
    }

    @Test func feetThatTrembleAreNoted() throws {
        let frames = [0.0, 1, 0, 1].map { ball(at: (32, 32 + $0)) }
        #expect(
            found(try sheet(frames)) == [
                """
                dog.png: note[feet-jitter]: the lower edge of the subject trembles in animation "idle", found it at rows 51, 52, 51, 52
                  help: put the feet of all frames on one line
                """
            ]
        )
        // One bob up and down, and hops.
        #expect(found(try sheet([0.0, 1, 1, 0].map { ball(at: (32, 32 + $0)) })) == [])
        #expect(found(try sheet([0.0, 8, 0, 8].map { ball(at: (32, 32 + $0)) })) == [])
    }

    @Test func outfitsShowThePetInItsSize() {
        func size(_ name: String, _ radius: Double, density: Int = 1) -> SubjectSize {
            let picture = CheckedPicture(
                path: "x.png",
                image: ball(radius: radius),
                density: density
            )
            return SubjectSize(name: name, location: nil, picture: picture)
        }
        let bare = size("species \"dog\"", 24)
        #expect(
            checkSizes(of: [size("item \"coat\"", 12), size("item \"robe\"", 26)], against: bare)
                .map(\.description)
                == [
                    """
                    warning[size-jump]: item "coat" shows the pet in another size, found 50 % of species "dog"
                      help: draw both at one scale, or say the density in the file's name (@2x)
                    """
                ]
        )
        #expect(
            checkSizes(of: [size("a", 12, density: 1)], against: size("b", 24, density: 2)) == []
        )
    }

    // MARK: Fringes

    @Test func anOutlineThatLeansToAScreenIsAFringe() {
        // The right half was cut from a violet ground without taking its color out of the edge.
        let cut = paint(64, 64) { x, y in
            let alpha = disk(x, y, at: (32, 32), radius: 20)
            return alpha < 1 && x >= 32 ? ink(alpha, r: 225, g: 60, b: 160) : ink(alpha)
        }
        let text = found(cut)
        #expect(text.count == 1)
        #expect(
            text.first?.hasPrefix("a.png: warning[fringe]: the outline leans to magenta, found at ")
                == true
        )
    }

    @Test func anOutlineThatWasDrawnIsNoFringe() {
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

    // MARK: Keys

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

    // MARK: Scaling

    @Test func repeatedPixelsAreNamed() {
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
        var touched = art(2)
        touched[20, 20] = ink(1, g: 0)
        #expect(found(touched) == [])
    }

    @Test func interpolatedPixelsAreNamed() throws {
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

    @Test func pixelArtKeepsItsPixels() throws {
        func facts(
            _ placement: String,
            density: Int = 1,
            isPixelArt: Bool = true
        ) throws -> ScalingFacts {
            let catalog = try catalog(
                items:
                    #"[{"id": "hat", "equipStyle": "overlay", "species": ["dog"], "placement": \#(placement)}]"#
            )
            let placed = try #require(
                catalog.placement(of: catalog.items[0], for: catalog.species[0])
            )
            return ScalingFacts(
                asset: "hat",
                path: "hat.png",
                isPixelArt: isPixelArt,
                density: density,
                placements: [(placed.value, placed.location(of: "scale"))]
            )
        }
        #expect(
            checkScaling([try facts(#"{"scale": 1.5}"#)], scales: [1, 2]).map(\.description) == [
                """
                catalog.json:3:93: warning[pixel-art-scaling]: pixel art "hat" does not keep its pixels, found a factor of 1.5 at scale 1
                  help: use whole scales and quarter turns, or draw it as it is to be seen
                """
            ]
        )
        #expect(
            checkScaling([try facts(#"{"rotation": 12}"#)], scales: [1]).map(\.message) == [
                "pixel art \"hat\" does not keep its pixels, found a turn by 12 degrees"
            ]
        )
        #expect(
            checkScaling([try facts("{}", density: 2)], scales: [2, 3]).map(\.message) == [
                "pixel art \"hat\" does not keep its pixels, found a factor of 1.5 at scale 3"
            ]
        )
        #expect(checkScaling([try facts(#"{"scale": 1.5}"#)], scales: [2, 4]) == [])
        #expect(
            checkScaling([try facts(#"{"scale": 2, "rotation": -90}"#)], scales: [1, 2, 3]) == []
        )
        #expect(checkScaling([try facts(#"{"scale": 1.5}"#, isPixelArt: false)], scales: [1]) == [])
    }

    @Test func artOfLowerDensityThanItsCompanyIsNamed() {
        func facts(_ name: String, _ density: Int) -> ScalingFacts {
            ScalingFacts(asset: name, path: name + ".png", isPixelArt: false, density: density)
        }
        #expect(
            checkScaling([facts("dog", 3), facts("hat", 1)], scales: [1, 2]).map(\.description) == [
                """
                hat.png: warning[mixed-densities]: asset "hat" is coarser than other art, found 1 pixel per point, expected 2 for scale 2
                  help: add hat@2x.png
                """
            ]
        )
        #expect(checkScaling([facts("dog", 3), facts("hat", 2)], scales: [1, 2]) == [])
        #expect(checkScaling([facts("dog", 1), facts("hat", 1)], scales: [1, 2]) == [])
    }
}
