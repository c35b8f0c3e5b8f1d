import Raster
import TestSupport

/// Small drawn cases over the key green, each with what keying finds hard about it.
enum Drawings {
    static let all: [(name: String, picture: StraightImage)] = [
        ("disc", disc), ("leaf", leaf), ("lens", lens), ("glow", glow), ("hair", hair),
        ("pixels", pixels), ("shadow", shadow),
    ]

    private static let green = StraightPixel(r: 0, g: 255, b: 0)
    private static let ink = StraightPixel(r: 24, g: 20, b: 30)

    /// An outlined disc: soft edges on all sides.
    static let disc: StraightImage = {
        var canvas = Canvas(64, 64)
        canvas.paint(ink) { x, y in within(x, y, 32, 32, 24) }
        canvas.paint(StraightPixel(r: 220, g: 60, b: 50)) { x, y in within(x, y, 32, 32, 21) }
        canvas.paint(StraightPixel(r: 250, g: 240, b: 230)) { x, y in within(x, y, 25, 24, 5) }
        return canvas.image
    }()

    /// Greens that are solid, without an outline.
    static let leaf: StraightImage = {
        var canvas = Canvas(64, 48)
        canvas.paint(StraightPixel(r: 70, g: 150, b: 50)) { x, y in
            within(x, y, 32, 60, 50) && within(x, y, 32, -12, 50)
        }
        canvas.paint(StraightPixel(r: 120, g: 200, b: 70)) { x, y in
            abs(y - 24 * 16) < 24 && within(x, y, 32, 24, 22)
        }
        return canvas.image
    }()

    /// Bluish glass of cover 0.45 in a dark frame.
    static let lens: StraightImage = {
        var canvas = Canvas(72, 40)
        for center in [20, 52] {
            canvas.paint(ink) { x, y in within(x, y, center, 20, 16) }
            canvas.paint(green) { x, y in within(x, y, center, 20, 13) }
            canvas.paint(StraightPixel(r: 110, g: 180, b: 240), cover: 115) { x, y in
                within(x, y, center, 20, 13)
            }
        }
        canvas.paint(ink) { x, y in abs(x - 36 * 16) < 3 * 16 && abs(y - 18 * 16) < 32 }
        return canvas.image
    }()

    /// White light that fades into the screen around a ball.
    static let glow: StraightImage = {
        var canvas = Canvas(72, 72)
        for ring in 0..<24 {
            canvas.paint(StraightPixel(r: 255, g: 250, b: 220), cover: 14) { x, y in
                within(x, y, 36, 36, 34 - ring)
            }
        }
        canvas.paint(StraightPixel(r: 60, g: 80, b: 200)) { x, y in within(x, y, 36, 36, 10) }
        return canvas.image
    }()

    /// Strands about a pixel wide, some close together.
    static let hair: StraightImage = {
        var canvas = Canvas(64, 64)
        let brown = StraightPixel(r: 110, g: 70, b: 40)
        canvas.paint(brown) { x, y in y > 44 * 16 && x > 12 * 16 && x < 52 * 16 }
        for strand in 0..<9 {
            let foot = (14 + strand * 4 + strand % 2) * 16
            let lean = (strand - 4) * 4
            canvas.paint(brown) { x, y in
                y > (6 + strand) * 16 && y < 46 * 16
                    && abs(x - foot - lean * (46 * 16 - y) / 16) < 9 + strand
            }
        }
        return canvas.image
    }()

    /// Pixel art with a green of its own, three pixels to a side.
    static let pixels = StraightImage(
        drawn:
            "gggggggggggggggg",
        "gggggg####gggggg",
        "gggg##llll##gggg",
        "ggg#llllllll#ggg",
        "gg#llwwllwwll#gg",
        "gg#llw#llw#ll#gg",
        "gg#llllllllll#gg",
        "gg#lllrrrrlll#gg",
        "ggg#llllllll#ggg",
        "gggg########gggg",
        "ggg#yyyyyyyy#ggg",
        "gg#yy#yyyy#yy#gg",
        "gg###gyyyyg###gg",
        "gggg##g##g##gggg",
        "gggggggggggggggg",
        "gggggggggggggggg"
    ).enlarged(by: 3)

    /// A box and its soft shadow.
    static let shadow: StraightImage = {
        var canvas = Canvas(72, 56)
        for ring in 0..<8 {
            canvas.paint(StraightPixel(r: 0, g: 0, b: 0), cover: 16) { x, y in
                within(x, (y - 42 * 16) * 3, 36, 0, 32 - ring)
            }
        }
        canvas.paint(ink) { x, y in
            abs(x - 36 * 16) < 14 * 16 && y > 8 * 16 && y < 44 * 16
        }
        canvas.paint(StraightPixel(r: 230, g: 170, b: 60)) { x, y in
            abs(x - 36 * 16) < 12 * 16 && y > 10 * 16 && y < 42 * 16
        }
        return canvas.image
    }()

    /// Whether a place, in sixteenths of a pixel, is in a disc given in pixels.
    private static func within(_ x: Int, _ y: Int, _ cx: Int, _ cy: Int, _ radius: Int) -> Bool {
        let (dx, dy, reach) = (x - cx * 16, y - cy * 16, radius * 16)
        return dx * dx + dy * dy < reach * reach
    }
}

/// Paint over the key green in whole numbers, with 16 samples a pixel.
private struct Canvas {
    private(set) var image: StraightImage

    init(_ width: Int, _ height: Int) {
        image = StraightImage(
            size: PixelSize(width: width, height: height)!,
            filledWith: StraightPixel(r: 0, g: 255, b: 0)
        )
    }

    /// - Parameters:
    ///   - color: opaque.
    ///   - cover: how much of it is seen, 0...255.
    ///   - shape: asked with sixteenths of a pixel.
    mutating func paint(
        _ color: StraightPixel,
        cover: Int = 255,
        _ shape: (_ x: Int, _ y: Int) -> Bool
    ) {
        for y in 0..<image.height {
            for x in 0..<image.width {
                var samples = 0
                for index in 0..<16
                where shape(x * 16 + index % 4 * 4 + 2, y * 16 + index / 4 * 4 + 2) { samples += 1 }
                let share = samples * cover
                if share == 0 { continue }
                let old = image[x, y]
                func mix(_ own: UInt8, _ behind: UInt8) -> UInt8 {
                    UInt8((Int(own) * share + Int(behind) * (4080 - share) + 2040) / 4080)
                }
                image[x, y] = StraightPixel(
                    r: mix(color.r, old.r),
                    g: mix(color.g, old.g),
                    b: mix(color.b, old.b)
                )
            }
        }
    }
}
