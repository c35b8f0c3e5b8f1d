import ChromaKey
import Raster
import Testing

@Suite("Keying of odd input")
struct KeyInputTests {
    /// A size, its pixels all of one color, keyed with every mode: the alpha that must come out.
    @Test(arguments: [
        (1, 1, Ink.green, UInt8(0)), (1, 1, Ink.red, 255), (2, 1, Ink.green, 0),
        (1, 70, Ink.green, 0), (64, 64, Ink.green, 0), (65, 3, Ink.white, 255),
        (3, 3, StraightPixel.clear, 0),
    ]
    )
    func `A picture of one color is all screen or no screen`(
        width: Int,
        height: Int,
        color: StraightPixel,
        alpha: UInt8
    ) {
        let size = PixelSize(width: width, height: height)!
        let image = StraightImage(size: size, filledWith: color)
        for mode in [KeyMode.best, .fast] {
            let keyed = key(image, settings: KeySettings(mode: mode))
            #expect(keyed.image.pixels.allSatisfy { $0.a == alpha })
        }
    }

    /// Shades of a screen, what is like it, art, and what is see-through.
    private static let tinyInks = [
        Ink.green, StraightPixel(r: 0, g: 240, b: 0), StraightPixel(r: 0, g: 200, b: 0),
        StraightPixel(r: 0, g: 120, b: 0), StraightPixel(r: 60, g: 200, b: 50), Ink.white, Ink.red,
        StraightPixel(r: 0, g: 0, b: 0), .clear, StraightPixel(r: 0, g: 255, b: 0, a: 128),
    ]

    @Test(arguments: [
        KeySettings(), KeySettings(preset: .solid), KeySettings(preset: .glass),
        KeySettings(mode: .fast), KeySettings(mode: .distance),
        KeySettings(mode: .gpuimage), KeySettings(key: .auto), KeySettings(shadow: .remove),
        KeySettings(spill: 1, edge: 16, erode: 1, feather: 16),
        KeySettings(keep: [RGB(0, 120, 0)], clear: [RGB(0, 240, 0)], shadow: .keep),
    ]
    )
    func `Pictures of a few pixels are keyed by every mode and setting`(settings: KeySettings) {
        let square = (1...4).flatMap { width in (1...4).map { (width, $0) } }
        var sizes = square
        for side in [5, 8, 9, 65] { sizes += [(1, side), (side, 1), (2, side), (side, 3)] }
        // The pair that trapped first, then what a fixed generator draws.
        var state: UInt64 = 0
        for (width, height) in sizes {
            for round in 0..<24 {
                var image = StraightImage(size: PixelSize(width: width, height: height)!)
                for index in 0..<width * height {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let most = round == 0 ? 2 : 2 + round % (Self.tinyInks.count - 1)
                    let ink = round == 0 ? index % most : Int(state >> 33) % most
                    image[index % width, index / width] = Self.tinyInks[ink]
                }
                // As a PNG, and as a JPEG whose colors are half as fine.
                let hints = KeyHints(chromaSubsampling: round.isMultiple(of: 2) ? nil : .quarter)
                let keyed = key(image, settings: settings, hints: hints)
                #expect(keyed.image.size == image.size)
                _ = keyed.fringeMap
                _ = areaVerdicts(of: image, settings: settings)
            }
        }
    }

    @Test func `A screen in one corner is found`() {
        var image = StraightImage(size: PixelSize(width: 60, height: 40)!, filledWith: Ink.white)
        image.fill(PixelRect(x: 0, y: 0, width: 14, height: 12)!, with: Ink.green)
        let keyed = key(image)
        #expect(keyed.report.screen?.color == RGB(0, 255, 0))
        #expect(keyed.report.clearPixels == 14 * 12)
        #expect(keyed.image[59, 39] == Ink.white)
    }

    @Test func `Art that touches every border keeps its green, when the screen is inside`() {
        let leaf = StraightPixel(r: 90, g: 170, b: 50)
        var image = StraightImage(size: PixelSize(width: 64, height: 64)!, filledWith: leaf)
        image.fill(PixelRect(x: 20, y: 20, width: 24, height: 24)!, with: Ink.green)
        let keyed = key(image)
        #expect(keyed.report.screen?.color == RGB(0, 255, 0))
        #expect(keyed.image[0, 0] == leaf)
        #expect(keyed.image[63, 30] == leaf)
        #expect(keyed.image[32, 32].a == 0)
    }

    @Test func `Green art without a screen is not taken for one`() {
        var image = StraightImage(size: PixelSize(width: 40, height: 40)!, filledWith: Ink.white)
        let leaf = StraightPixel(r: 90, g: 170, b: 50)
        image.fill(PixelRect(x: 10, y: 10, width: 20, height: 20)!, with: leaf)
        let keyed = key(image)
        #expect(keyed.report.screen == nil)
        #expect(keyed.image == image)
    }

    @Test func `Pixels that were see-through before keep their alpha`() {
        var image = discPicture(screen: Ink.green)
        image[0, 0] = .clear
        image[3, 30] = StraightPixel(r: 200, g: 40, b: 90, a: 0)
        let keyed = key(image)
        #expect(keyed.image[0, 0].a == 0)
        #expect(keyed.image[3, 30].a == 0)
        #expect(keyed.image[32, 32] == image[32, 32])
    }

    @Test(arguments: [
        RGB(0, 255, 0), RGB(0, 0, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 0, 0),
        RGB(255, 255, 0), RGB(8, 162, 24), RGB(255, 255, 255), RGB(0, 0, 0),
    ]
    )
    func `Any key color serves, declared or found`(screen: RGB) {
        let pixel = StraightPixel(r: screen.r, g: screen.g, b: screen.b)
        let image = discPicture(screen: pixel)
        for color in [KeyColor.color(screen), .auto] {
            let keyed = key(image, settings: KeySettings(key: color))
            #expect(keyed.report.screen?.color == screen)
            #expect(keyed.image[2, 2].a == 0)
            #expect(keyed.image[32, 32] == discColor)
            // The half covered column next to the disc's flat side.
            let edge = keyed.image[15, 32]
            #expect(abs(Int(edge.a) - 128) <= 3)
            #expect(abs(Int(edge.r) - Int(discColor.r)) <= 4)
            #expect(abs(Int(edge.g) - Int(discColor.g)) <= 4)
            #expect(abs(Int(edge.b) - Int(discColor.b)) <= 4)
        }
    }

    @Test func `A screen of another shade than declared is used and reported`() {
        let keyed = key(discPicture(screen: StraightPixel(r: 8, g: 162, b: 24)))
        #expect(keyed.report.screen?.color == RGB(8, 162, 24))
        #expect(keyed.report.screen?.distanceToDeclared == 93)
        #expect(keyed.image[2, 2].a == 0)
    }

    @Test func `Settings outside of their range are clamped`() {
        let wild = KeySettings(
            threshold: .nan,
            smoothing: -3,
            spill: 7,
            edge: 4000,
            erode: -1,
            feather: -9
        )
        let keyed = key(discPicture(screen: Ink.green), settings: wild)
        #expect(keyed.image[32, 32].a == 255)
        #expect(keyed.image[1, 1].a == 0)
    }
}

/// A color that none of the tested screens resembles.
let discColor = StraightPixel(r: 180, g: 110, b: 70)

/// A 34 x 34 square of `discColor` on a 64 x 64 screen; the column left of it is half covered.
func discPicture(screen: StraightPixel) -> StraightImage {
    var image = StraightImage(size: PixelSize(width: 64, height: 64)!, filledWith: screen)
    image.fill(PixelRect(x: 16, y: 15, width: 34, height: 34)!, with: discColor)
    func mean(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b) + 1) / 2) }
    let half = StraightPixel(
        r: mean(discColor.r, screen.r),
        g: mean(discColor.g, screen.g),
        b: mean(discColor.b, screen.b)
    )
    // Several shades, as anti-aliasing has.
    for y in 15..<49 {
        image[15, y] = half
        let share = (y - 14) * 7
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8((Int(a) * share + Int(b) * (255 - share) + 127) / 255)
        }
        image[50, y] = StraightPixel(
            r: mix(discColor.r, screen.r),
            g: mix(discColor.g, screen.g),
            b: mix(discColor.b, screen.b)
        )
    }
    return image
}
