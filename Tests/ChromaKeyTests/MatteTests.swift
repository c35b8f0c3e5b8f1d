import ChromaKey
import Raster
import TestSupport
import Testing

/// Art that was cut out badly.
struct MatteTests {
    /// A ball of three colors, 64 pixels wide, on a canvas of 80: its color and how much of each pixel
    /// it covers.
    private static func ball(_ x: Int, _ y: Int) -> (color: SIMD4<Double>, share: Double) {
        var covered = 0
        for step in 0..<64 {
            let dx = Double(x) + (Double(step % 8) + 0.5) / 8 - 40
            let dy = Double(y) + (Double(step / 8) + 0.5) / 8 - 40
            covered += dx * dx + dy * dy < 32 * 32 ? 1 : 0
        }
        let color: SIMD4<Double> =
            y < 32
            ? SIMD4(230, 180, 60, 0) : x < 40 ? SIMD4(90, 140, 220, 0) : SIMD4(180, 90, 130, 0)
        return (color, Double(covered) / 64)
    }

    /// The ball with straight alpha.
    private static let truth = painted(80, 80) { x, y in
        let (color, share) = ball(x, y)
        return pixel(color, share)
    }

    private static func pixel(_ color: SIMD4<Double>, _ share: Double) -> StraightPixel {
        let alpha = UInt8(share * 255 + 0.5)
        if alpha == 0 { return .clear }
        return StraightPixel(
            r: UInt8(color.x + 0.5),
            g: UInt8(color.y + 0.5),
            b: UInt8(color.z + 0.5),
            a: alpha
        )
    }

    /// The ball over a background, with another alpha.
    private static func cut(
        from background: RGB,
        _ alpha: (_ x: Int, _ y: Int, _ share: Double) -> Double
    ) -> StraightImage {
        let behind = SIMD4(
            Double(background.r),
            Double(background.g),
            Double(background.b),
            0
        )
        return painted(80, 80) { x, y in
            let (color, share) = ball(x, y)
            return pixel(color * share + behind * (1 - share), alpha(x, y, share))
        }
    }

    private func repaired(_ image: StraightImage, _ matte: Matte = .auto) -> KeyedImage {
        key(image, settings: KeySettings(matte: matte))
    }

    /// The pixels that differ over magenta by more than some code values.
    private func differing(_ image: StraightImage, by least: Int) -> Int {
        zip(image.pixels, Self.truth.pixels).count { pair in
            func over(_ pixel: StraightPixel) -> SIMD4<Int> {
                let alpha = Int(pixel.a)
                let color = SIMD4(Int(pixel.r), Int(pixel.g), Int(pixel.b), 0)
                return (color &* alpha &+ SIMD4(255, 0, 255, 0) &* (255 - alpha)) / 255
            }
            let away = over(pair.0) &- over(pair.1)
            return max(abs(away.x), abs(away.y), abs(away.z)) > least
        }
    }

    @Test func `art that was cut out well stays bit for bit`() {
        let keyed = repaired(Self.truth)
        #expect(keyed.image == Self.truth)
        #expect(keyed.report.matte == nil)
    }

    @Test func `nothing is repaired unless asked`() {
        let rimmed = Self.cut(from: RGB(255, 255, 255)) { _, _, share in share > 0.02 ? 1 : 0 }
        let keyed = key(rimmed)
        #expect(keyed.image == rimmed)
        #expect(keyed.report.matte == nil)
    }

    @Test(arguments: [RGB(255, 255, 255), RGB(200, 30, 40), RGB(0, 177, 64), RGB(128, 128, 128)])
    func `a rim of the background becomes soft`(background: RGB) throws {
        let rimmed = Self.cut(from: background) { _, _, share in share > 0.02 ? 1 : 0 }
        #expect(differing(rimmed, by: 24) > 100)
        let keyed = repaired(rimmed)
        let report = try #require(keyed.report.matte)
        for channel in [\RGB.r, \.g, \.b] {
            let found = Int(report.background[keyPath: channel])
            #expect(abs(found - Int(background[keyPath: channel])) <= 6)
        }
        #expect(report.rim > 100)
        #expect(differing(keyed.image, by: 24) <= 16)
    }

    @Test func `colors that were multiplied with alpha become straight`() throws {
        let dark = Self.cut(from: RGB(0, 0, 0)) { _, _, share in share }
        let keyed = repaired(dark)
        #expect(try #require(keyed.report.matte).background == RGB(0, 0, 0))
        #expect(keyed.image.pixels.map(\.a) == Self.truth.pixels.map(\.a))
        #expect(differing(keyed.image, by: 2) == 0)
    }

    @Test func `haze becomes clear, also where nothing else is`() throws {
        let hazy = Self.cut(from: RGB(200, 30, 40)) { x, y, share in
            max(share, Double(8 + (x * 7 + y * 3) % 5) / 255)
        }
        let keyed = repaired(hazy)
        #expect(try #require(keyed.report.matte).haze > 2000)
        #expect(keyed.image[2, 2].a == 0)
        #expect(differing(keyed.image, by: 24) <= 16)
    }

    @Test func `a leaking body becomes solid, and glass stays`() throws {
        func alpha(_ x: Int, _ y: Int, _ share: Double) -> Double {
            let isGlass = (30..<50).contains(x) && (34..<46).contains(y)
            return isGlass ? 0.5 : share > 0.98 ? 0.9 : share > 0.02 ? 0.8 : 0
        }
        let leaky = Self.cut(from: RGB(255, 255, 255), alpha)
        let keyed = repaired(leaky, .color(RGB(255, 255, 255)))
        #expect(try #require(keyed.report.matte).leaks > 1000)
        #expect(keyed.image[40, 20].a == 255)
        #expect(keyed.image[20, 50].a == 255)
        #expect(keyed.image[40, 40].a == 128)
    }

    @Test func `a drawn outline stays`() {
        let outlined = painted(80, 80) { x, y in
            let (color, share) = Self.ball(x, y)
            let dx = Double(x) + 0.5 - 40
            let dy = Double(y) + 0.5 - 40
            let line = min(max((dx * dx + dy * dy).squareRoot() - 28, 0), 1)
            return Self.pixel(color * (1 - line) + SIMD4(40, 20, 30, 0) * line, share)
        }
        #expect(repaired(outlined).image == outlined)
    }

    @Test func `pixel art keeps its hard edges`() {
        let art = painted(32, 32) { x, y in
            let away = max(abs(x - 16), abs(y - 16))
            return away > 12
                ? .clear
                : away > 10
                    ? StraightPixel(r: 255, g: 255, b: 255) : StraightPixel(r: 200, g: 60, b: 30)
        }
        #expect(repaired(art).image == art)
        let reported = repaired(art, .color(RGB(255, 255, 255))).image
        #expect(Set(reported.pixels.map(\.a)) == [0, 255])
        #expect(reported[5, 16].a == 0)
        #expect(reported[8, 16] == art[8, 16])
    }

    @Test func `a picture with a screen is keyed`() {
        let screen = StraightPixel(r: 0, g: 255, b: 0)
        let painted = painted(80, 80) { x, y in
            Self.ball(x, y).share > 0.5 ? Self.truth[x, y] : screen
        }
        let plain = key(painted)
        #expect(repaired(painted).image == plain.image)
        #expect(plain.report.screen != nil)
    }

    @Test func `any picture is repaired without a crash`() {
        for (width, height) in [(1, 1), (3, 1), (1, 90), (64, 64), (65, 7)] {
            for step in 1..<5 {
                let noise = painted(width, height) { x, y in
                    let number = UInt8(truncatingIfNeeded: x * 31 + y * 17 * step + x * y * 5)
                    return StraightPixel(r: number, g: number &* 7, b: number &* 13, a: number &* 3)
                }
                for matte in [Matte.auto, .color(RGB(0, 0, 0)), .color(RGB(255, 255, 255))] {
                    #expect(repaired(noise, matte).image.size == noise.size)
                }
            }
        }
    }
}
