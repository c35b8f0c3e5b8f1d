import ChromaKey
import Raster
import Testing

/// Edges that were sharpened, blurred or generated after the art was laid over its screen.
struct TreatedEdgeTests {
    private let side = 72
    private let lime = StraightPixel(r: 14, g: 232, b: 22)

    /// Cover of a rounded square of 32 pixels in the middle, 0...1.
    private func cover(_ x: Int, _ y: Int) -> Double {
        let (dx, dy) = (max(0, abs(Double(x) - 35.5) - 8), max(0, abs(Double(y) - 35.5) - 8))
        return min(max(8.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
    }

    private func share(_ color: StraightPixel, _ alpha: Double, _ screen: StraightPixel) -> [Double]
    {
        [(color.r, screen.r), (color.g, screen.g), (color.b, screen.b)].map {
            Double($0) * alpha + Double($1) * (1 - alpha)
        }
    }

    private func pixel(_ values: [Double]) -> StraightPixel {
        let bytes = values.map { UInt8(min(max($0, 0), 255).rounded()) }
        return StraightPixel(r: bytes[0], g: bytes[1], b: bytes[2])
    }

    private func isGhost(_ pixel: StraightPixel) -> Bool {
        pixel.a > 8 && Int(pixel.g) - Int(max(pixel.r, pixel.b)) > 60
    }

    @Test(arguments: [
        StraightPixel(r: 20, g: 16, b: 60), StraightPixel(r: 200, g: 40, b: 40),
        StraightPixel(r: 240, g: 240, b: 250),
    ])
    func `sharpening leaves no light of the screen around art`(ink: StraightPixel) {
        func drawn(_ x: Int, _ y: Int) -> [Double] { share(ink, cover(x, y), lime) }
        let image = painted(side, side) { x, y in
            var mean = [0.0, 0, 0]
            for dy in -2...2 {
                for dx in -2...2 {
                    let near = drawn(x + dx, y + dy)
                    for channel in 0..<3 { mean[channel] += near[channel] / 25 }
                }
            }
            return pixel(zip(drawn(x, y), mean).map { own, mean in own + 0.7 * (own - mean) })
        }
        let keyed = key(image).image
        for y in 0..<side {
            for x in 0..<side {
                #expect(!isGhost(keyed[x, y]), "at \(x), \(y)")
                if cover(x, y) == 0 { #expect(keyed[x, y].a <= 8, "at \(x), \(y)") }
                if cover(x - 2, y) == 1, cover(x + 2, y) == 1, cover(x, y - 2) == 1,
                    cover(x, y + 2) == 1
                {
                    #expect(keyed[x, y] == image[x, y])
                }
            }
        }
    }

    @Test func `light greener than a dark screen that goes on is a glow, and stays`() {
        let dark = StraightPixel(r: 8, g: 162, b: 24)
        let glow = StraightPixel(r: 80, g: 255, b: 120)
        func alpha(_ x: Int, _ y: Int) -> Double {
            let (dx, dy) = (Double(x) - 35.5, Double(y) - 35.5)
            return min(max(1.9 - (dx * dx + dy * dy).squareRoot() / 18, 0), 0.7)
        }
        let image = painted(side, side) { x, y in
            let behind = pixel(share(glow, alpha(x, y), dark))
            return pixel(share(StraightPixel(r: 20, g: 16, b: 60), cover(x, y), behind))
        }
        let keyed = key(image).image
        for x in 8..<16 {
            #expect(alpha(x, 36) > 0.3)
            #expect(keyed[x, 36].a > 60, "at \(x)")
        }
    }

    @Test func `ripples of a painted screen are cleared, the fringe of a glow is not`() {
        // A grain of at most 4 code values, the same on each machine.
        func grain(_ x: Int, _ y: Int) -> Double {
            let mixed: Int = (x &* 73) ^ (y &* 179) &+ (x &* y &* 31)
            return Double(mixed & 7) - 3.5
        }
        func color(_ x: Int, _ y: Int, light: Double) -> StraightPixel {
            let screen: [Double] = [
                5 + grain(x, y) / 2, 248 + grain(y, x) / 2, 4 + grain(x + 9, y) / 2,
            ]
            let own: [Double] = [20, 16, 60]
            let share = cover(x, y)
            return pixel(
                (0..<3).map { channel in
                    let lit = screen[channel] + (255 - screen[channel]) * light
                    return own[channel] * share + lit * (1 - share)
                }
            )
        }
        func image(_ strength: Double) -> StraightImage {
            painted(side, side) { x, y in color(x, y, light: spot(x, y, strength)) }
        }
        func spot(_ x: Int, _ y: Int, _ strength: Double) -> Double {
            let (dx, dy) = (Double(x) - 57, Double(y) - 36)
            return strength * max(0, 1 - (dx * dx + dy * dy).squareRoot() / 12)
        }
        let rippled = key(image(0.07)).image
        let glowing = key(image(0.7)).image
        for x in 54...60 {
            #expect(rippled[x, 36].a == 0, "at \(x)")
            #expect(glowing[x, 36].a > 100, "at \(x)")
        }
    }

    @Test(arguments: [
        StraightPixel(r: 120, g: 120, b: 130), StraightPixel(r: 40, g: 30, b: 90),
        StraightPixel(r: 230, g: 220, b: 240),
    ])
    func `art blurred by motion has neither green nor holes in its edge`(ink: StraightPixel) {
        let screen = StraightPixel(r: 0, g: 255, b: 0)
        func blurred(_ x: Int, _ y: Int) -> Double {
            (-4...4).reduce(0) { $0 + cover(x + $1, y) } / 9
        }
        let image = painted(side, side) { x, y in pixel(share(ink, blurred(x, y), screen)) }
        let keyed = key(image).image
        for x in 0..<side {
            let own = keyed[x, 36]
            #expect(abs(Double(own.a) - 255 * blurred(x, 36)) < 9, "at \(x)")
            if own.a > 60 { #expect(abs(Int(own.g) - Int(ink.g)) < 14, "at \(x)") }
        }
    }

    @Test func `a green area whose edge is drawn stays solid`() {
        let screen = StraightPixel(r: 0, g: 255, b: 0)
        let image = painted(side, side) { x, y in
            // Shaded from light to dark, with a dark core: cover seems to rise all the way.
            let depth = min(min(x, side - 1 - x), min(y, side - 1 - y)) - 20
            let shade = Double(max(0, min(depth, 12)))
            let leaf = depth > 12 ? [20.0, 16, 20] : [40 - shade, 180 - 6 * shade, 50 - shade]
            return pixel(share(pixel(leaf), cover(x, y), screen))
        }
        let keyed = key(image).image
        for x in 22..<50 { #expect(keyed[x, 36] == image[x, 36], "at \(x)") }
    }
}
