import ChromaKey
import Raster
import TestSupport
import Testing

/// A red disc over a screen, 96 pixels wide.
private func disc(over behind: (_ x: Int, _ y: Int) -> StraightPixel) -> StraightImage {
    let disc = SoftDisc(color: Ink.red, side: 96)
    return painted(96, 96) { x, y in
        mixture(Ink.red, disc.cover(x, y), over: behind(x, y))
    }
}

private func green(_ light: Int) -> StraightPixel {
    StraightPixel(r: 0, g: UInt8(min(max(light, 0), 255)), b: 0)
}

/// How far a screen is from what was painted, at most.
private func greatestError(
    _ screen: ChromaKey.Screen,
    _ size: (Int, Int),
    _ behind: (_ x: Int, _ y: Int) -> StraightPixel
) -> Float {
    var worst: Float = 0
    for y in 0..<size.1 {
        for x in 0..<size.0 {
            let d = screen(x, y) - color(behind(x, y))
            worst = max(worst, d.max(), -d.min())
        }
    }
    return worst
}

private let floor = StraightPixel(r: 20, g: 190, b: 30)

/// Screens of several shades.
struct ScreenShadesTests {
    private static let kinds: [(name: String, behind: @Sendable (Int, Int) -> StraightPixel)] = [
        ("wall and floor", { $1 < 60 ? Ink.green : floor }),
        ("two walls", { x, _ in x < 33 ? floor : Ink.green }),
        ("a soft seam", { mixture(floor, min(max(($1 - 60) * 60, 0), 255), over: Ink.green) }),
        ("three bands", { $1 < 30 || $1 >= 70 ? Ink.green : floor }),
        ("a gradient", { green(120 + $1 * 135 / 95) }),
        ("a gradient aslant", { green(150 + ($0 + $1) * 105 / 190) }),
        ("tiles", { ($0 / 16 + $1 / 16) % 2 == 0 ? Ink.green : floor }),
        (
            "small tiles, cut at the border",
            { (($0 + 3) / 8 + ($1 + 5) / 8) % 2 == 0 ? Ink.green : floor }
        ),
        ("another shade in a corner", { $0 + $1 < 50 ? floor : Ink.green }),
    ]

    @Test(arguments: kinds.indices)
    func `each shade is a backing of its own`(kind: Int) throws {
        let (name, behind) = ScreenShadesTests.kinds[kind]
        let picture = disc(over: behind)
        let found = try #require(screen(of: picture))
        #expect(!found.isFlat, "\(name)")
        var wrong = 0
        let keyed = key(picture).image
        for y in 0..<96 {
            for x in 0..<96 where picture[x, y] == behind(x, y) && keyed[x, y].a != 0 { wrong += 1 }
        }
        // The tip of a seam aslant may stay.
        #expect(wrong < 2, "\(name): pixels of the screen are left")
        #expect(keyed[48, 48] == Ink.red, "\(name)")
    }

    @Test func `shades go on behind art`() throws {
        let found = try #require(screen(of: disc { $1 < 60 ? Ink.green : floor }))
        #expect(greatestError(found, (96, 96)) { $1 < 60 ? Ink.green : floor } == 0)
        let slope = try #require(screen(of: disc { green(120 + $1 * 135 / 95) }))
        #expect(greatestError(slope, (96, 96)) { green(120 + $1 * 135 / 95) } <= 2)
    }

    @Test func `a gradient that ends in a corner is exact there, too`() throws {
        // Darkest in one corner, where nothing changes any more.
        let behind: (Int, Int) -> StraightPixel = { x, y in
            let way = (Double(x) / 128 - 0.5) * 0.17 + (Double(y) / 128 - 0.5) * 0.985 + 0.5
            return green(Int((150 + 105 * min(max(way, 0), 1)).rounded()))
        }
        let picture = painted(128, 128) { x, y in
            (42..<64).contains(x) && (42..<64).contains(y) ? Ink.red : behind(x, y)
        }
        let found = try #require(screen(of: picture))
        #expect(greatestError(found, (128, 128), behind) <= 2)
        #expect(key(picture).image[0, 0].a == 0)
    }

    @Test func `the report names the shades`() throws {
        let two = key(disc { $1 < 60 ? Ink.green : floor }).report
        #expect(two.screen?.shades == [RGB(0, 255, 0), RGB(20, 190, 30)])
        #expect(two.screen?.isFlat == false)
        #expect(key(disc { _, _ in Ink.green }).report.screen?.shades == [])
    }

    @Test func `a shadow, a leaf and a bush at the border are no shades`() throws {
        let shade = StraightPixel(r: 0, g: 150, b: 0)
        let pictures: [(String, (Int, Int) -> StraightPixel)] = [
            (
                "a shadow on the ground",
                { x, y in
                    let (u, v) = (x - 48, (y - 92) * 3)
                    return u * u + v * v < 44 * 44 ? shade : Ink.green
                }
            ),
            (
                "a leaf that comes in from the left",
                { x, y in x < 40 && abs(y - 40) < 12 ? shade : Ink.green }
            ),
            (
                "an outlined bush in a corner",
                { x, y in
                    let reach = x * x + y * y
                    return reach < 38 * 38
                        ? shade : reach < 40 * 40 ? StraightPixel(r: 0, g: 0, b: 0) : Ink.green
                }
            ),
        ]
        for (name, behind) in pictures {
            let found = try #require(screen(of: painted(96, 96, behind)))
            #expect(found.isFlat, "\(name)")
            #expect(found.color == SIMD4(0, 255, 0, 0), "\(name)")
        }
    }

    @Test func `a screen of two shades is found turned and mirrored`() throws {
        for turn in 0..<4 {
            let behind: (Int, Int) -> StraightPixel = { x, y in
                [y, x, 95 - y, 95 - x][turn] < 60 ? Ink.green : floor
            }
            let found = try #require(screen(of: disc(over: behind)))
            #expect(greatestError(found, (96, 96), behind) == 0)
        }
    }

    @Test(arguments: 250...254)
    func `what lacks alpha by rounding alone is opaque`(alpha: Int) {
        let whole = disc { _, _ in Ink.green }
        var faint = whole
        for y in 0..<96 { for x in 0..<96 { faint[x, y].a = UInt8(alpha) } }
        #expect(key(faint).image == key(whole).image)
        // Less is see-through, and stays so.
        for y in 0..<96 { for x in 0..<96 { faint[x, y].a = 200 } }
        #expect(key(faint).image != key(whole).image)
    }
}
