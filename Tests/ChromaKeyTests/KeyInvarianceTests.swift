import ChromaKey
import Raster
import TestSupport
import Testing

/// What must not matter: where art lies, and which channel the screen has.
struct KeyInvarianceTests {
    /// Art with edges, solid greens, glass and a shadow.
    private static let art: StraightImage = {
        let disc = SoftDisc(color: Ink.red, side: 24)
        var image = painted(70, 30) { x, y in
            let shadow = max(0, 90 - abs(x - 12) * 8 - abs(y - 26) * 20)
            let behind = mixture(StraightPixel(r: 0, g: 0, b: 0), shadow, over: Ink.green)
            return x < 24 && y < 24 ? mixture(Ink.red, disc.cover(x, y), over: behind) : behind
        }
        image.fill(
            PixelRect(x: 30, y: 4, width: 16, height: 16)!,
            with: StraightPixel(r: 70, g: 150, b: 50)
        )
        let glass = mixture(StraightPixel(r: 160, g: 160, b: 200), 90, over: Ink.green)
        image.fill(
            PixelRect(x: 48, y: 4, width: 18, height: 18)!,
            with: StraightPixel(r: 10, g: 10, b: 14)
        )
        image.fill(PixelRect(x: 51, y: 7, width: 12, height: 12)!, with: glass)
        return image
    }()

    private func placed(_ x: Int, _ y: Int) -> StraightImage {
        var image = painted(220, 70) { _, _ in Ink.green }
        image.copy(from: KeyInvarianceTests.art, at: PixelPoint(x: x, y: y))
        return image
    }

    @Test(arguments: KeyMode.allCases)
    func `art is keyed alike wherever it lies, across words of 64 pixels too`(mode: KeyMode) {
        for settings in [KeySettings(mode: mode), KeySettings(mode: mode, threshold: 0.65)] {
            // With room for the color under clear pixels.
            func keyed(_ x: Int, _ y: Int) -> StraightImage {
                key(placed(x, y), settings: settings).image
                    .cropped(to: PixelRect(x: x - 6, y: y - 6, width: 82, height: 42)!)
            }
            let first = keyed(8, 8)
            for (x, y) in [(9, 8), (31, 9), (55, 20), (63, 8), (64, 13), (100, 27), (140, 30)] {
                #expect(keyed(x, y) == first, "at \(x), \(y)")
            }
        }
    }

    /// How the channels of a green screen are changed, and the key color that this makes.
    @Test(arguments: [
        ("blue for green", RGB(0, 0, 255)), ("red for green", RGB(255, 0, 0)),
        ("negative", RGB(255, 0, 255)), ("negative, blue for green", RGB(255, 255, 0)),
        ("negative, red for green", RGB(0, 255, 255)),
    ])
    func `another screen of as pure a color gives the same in its channels`(
        change: String,
        screen: RGB
    ) {
        func turned(_ pixel: StraightPixel) -> StraightPixel {
            var result = pixel
            if change.contains("blue") { (result.g, result.b) = (pixel.b, pixel.g) }
            if change.contains("red") { (result.g, result.r) = (pixel.r, pixel.g) }
            guard change.hasPrefix("negative") else { return result }
            return StraightPixel(
                r: 255 - result.r,
                g: 255 - result.g,
                b: 255 - result.b,
                a: result.a
            )
        }
        let image = placed(20, 20)
        for mode in [KeyMode.best, .fast] {
            for edge in [0, 4] {
                let green = key(image, settings: KeySettings(mode: mode, edge: edge)).image
                let other = key(
                    painted(image.width, image.height) { x, y in turned(image[x, y]) },
                    settings: KeySettings(key: .color(screen), mode: mode, edge: edge)
                ).image
                // No color is no color over any screen.
                var expected = painted(image.width, image.height) { x, y in
                    green[x, y].a == 0 ? .clear : turned(green[x, y])
                }
                expected.bleedColors(reach: edge)
                #expect(
                    PictureDifference(expected: expected, actual: other).summary == "is the same",
                    "\(mode), edge \(edge)"
                )
            }
        }
    }

    @Test func `rows beyond those that are explained at once are explained alike`() {
        let image = painted(24, 900) { x, y in
            x < 12 ? Ink.green : x == 12 ? mixture(Ink.red, y % 150 + 50, over: Ink.green) : Ink.red
        }
        let keyed = key(image).image
        for y in 8..<142 {
            for turn in 1..<6 { #expect(keyed[12, y + 150 * turn] == keyed[12, y]) }
        }
    }
}

/// GPUImage's formula.
struct GPUImageTests {
    /// Key, threshold and smoothing.
    @Test(arguments: [
        (RGB(0, 255, 0), 0.4, 0.1), (RGB(0, 255, 0), 0.1, 0.3), (RGB(255, 0, 255), 0.3, 0.2),
        (RGB(8, 162, 24), 0.05, 0.6),
    ])
    func `alpha is the smooth step of chroma's distance from the key`(
        screen: RGB,
        threshold: Double,
        smoothing: Double
    ) {
        func chroma(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> (red: Double, blue: Double) {
            let (r, g, b) = (Double(r) / 255, Double(g) / 255, Double(b) / 255)
            let luma = 0.2989 * r + 0.5866 * g + 0.1145 * b
            return (0.7132 * (r - luma), 0.5647 * (b - luma))
        }
        // Every color of 32 levels a channel.
        let image = painted(256, 128) { x, y in
            let index = y * 256 + x
            return StraightPixel(
                r: UInt8(index & 31) << 3,
                g: UInt8(index >> 5 & 31) << 3,
                b: UInt8(index >> 10) << 3
            )
        }
        let keyed = key(
            image,
            settings: KeySettings(
                key: .color(screen),
                mode: .gpuimage,
                threshold: threshold,
                smoothing: smoothing
            )
        ).image
        let center = chroma(screen.r, screen.g, screen.b)
        var wrong = 0
        for (old, new) in zip(image.pixels, keyed.pixels) {
            let own = chroma(old.r, old.g, old.b)
            let (red, blue) = (own.red - center.red, own.blue - center.blue)
            let distance = (red * red + blue * blue).squareRoot()
            let t = min(max((distance - threshold) / smoothing, 0), 1)
            let alpha = 255 * t * t * (3 - 2 * t)
            if abs(Double(new.a) - alpha) > 1 || (old.r, old.g, old.b) != (new.r, new.g, new.b) {
                wrong += 1
            }
        }
        #expect(wrong == 0)
    }
}
