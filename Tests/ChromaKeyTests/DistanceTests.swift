import ChromaKey
import Foundation
import Raster
import TestSupport
import Testing

/// The formula that many games carry.
struct DistanceTests {
    /// A color, and its alpha over #00FF00 at threshold/smoothing 0.18/0.05, 0.26/0.03, 0.50/0.08.
    private static let table: [(color: RGB, alphas: [UInt8])] = [
        (RGB(0, 200, 0), [204, 0, 0]),
        (RGB(60, 255, 60), [255, 255, 0]),
        (RGB(40, 170, 60), [255, 255, 0]),
        (RGB(0, 128, 0), [255, 255, 0]),
        (RGB(128, 128, 128), [255, 255, 255]),
        (RGB(0, 0, 0), [255, 255, 255]),
        (RGB(255, 255, 255), [255, 255, 255]),
        (RGB(0, 255, 0), [0, 0, 0]),
    ]

    private static let numbers = [(0.18, 0.05), (0.26, 0.03), (0.50, 0.08)]

    /// The alphas of a row of colors.
    private func alphas(
        of colors: [RGB],
        at threshold: Double?,
        _ smoothing: Double?,
        key color: KeyColor = .color(RGB(0, 255, 0))
    ) -> [UInt8] {
        let image = painted(colors.count, 1) { x, _ in
            StraightPixel(r: colors[x].r, g: colors[x].g, b: colors[x].b)
        }
        let keyed = key(
            image,
            settings: KeySettings(
                key: color,
                mode: .distance,
                threshold: threshold,
                smoothing: smoothing
            )
        )
        #expect(keyed.image.pixels.map { RGB($0.r, $0.g, $0.b) } == colors)
        return keyed.image.pixels.map(\.a)
    }

    @Test(arguments: 0..<3)
    func `alpha is as the formula's users know it, and colors stay`(column: Int) {
        let (threshold, smoothing) = Self.numbers[column]
        #expect(
            alphas(of: Self.table.map(\.color), at: threshold, smoothing)
                == Self.table.map { $0.alphas[column] }
        )
    }

    /// The same in linear light: dark greens are farther from the key, bright ones nearer.
    @Test(
        arguments: [
            (RGB(0, 200, 0), [255, 255, 0]), (RGB(60, 255, 60), [0, 0, 0]),
            (RGB(40, 170, 60), [255, 255, 255]), (RGB(0, 128, 0), [255, 255, 255]),
            (RGB(128, 128, 128), [255, 255, 255]), (RGB(0, 0, 0), [255, 255, 255]),
            (RGB(255, 255, 255), [255, 255, 255]), (RGB(0, 230, 0), [156, 0, 0]),
            (RGB(0, 255, 0), [0, 0, 0]),
        ] as [(RGB, [UInt8])]
    )
    func `in linear light alpha is as Core Image's users know it`(color: RGB, alphas: [UInt8]) {
        for ((threshold, smoothing), alpha) in zip(Self.numbers, alphas) {
            var settings = KeySettings(mode: .distance, threshold: threshold, smoothing: smoothing)
            settings.isLinear = true
            let pixel = StraightPixel(r: color.r, g: color.g, b: color.b)
            let image = painted(70, 2) { _, _ in pixel }
            let keyed = key(image, settings: settings)
            #expect(Set(keyed.image.pixels.map(\.a)) == [alpha], "\(threshold)")
            #expect(keyed.report.clearPixels == (alpha == 0 ? 140 : 0))
            #expect(keyed.report.opaquePixels == (alpha == 255 ? 140 : 0))
        }
    }

    @Test func `without numbers of its own it takes 0.50 and 0.08`() {
        let colors = (0...255).map { RGB(UInt8($0), 255, 0) }
        #expect(alphas(of: colors, at: nil, nil) == alphas(of: colors, at: 0.50, 0.08))
        #expect(alphas(of: colors, at: nil, nil) != alphas(of: colors, at: 0.40, 0.10))
    }

    /// 51 code values are a distance of 0.2, 255 of 1, and black is the farthest from white.
    @Test func `a smoothing of 0 is a step, and what is at the threshold stays`() {
        let colors = [RGB(0, 204, 0), RGB(0, 205, 0), RGB(0, 203, 0), RGB(0, 255, 0)]
        #expect(alphas(of: colors, at: 0.2, 0) == [255, 0, 255, 0])
        #expect(alphas(of: [RGB(0, 0, 0), RGB(0, 1, 0)], at: 1, 0) == [255, 0])
        #expect(alphas(of: [RGB(0, 255, 0)], at: 0, 0) == [255])
    }

    @Test func `threshold and smoothing reach 2, and no farther`() {
        let ends = [RGB(0, 0, 0), RGB(255, 255, 255)]
        let white = KeyColor.color(RGB(255, 255, 255))
        #expect(alphas(of: ends, at: 1.7, 0, key: white) == [255, 0])
        #expect(alphas(of: ends, at: 1.74, 0, key: white) == [0, 0])
        // A distance of 1.7321 on a ramp of 2: t = 0.866, t²(3 - 2t) = 0.951.
        #expect(alphas(of: ends, at: 0, 2, key: white) == [242, 0])
        #expect(alphas(of: ends, at: -1, 9, key: white) == [242, 0])
        #expect(alphas(of: ends, at: 9, 0, key: white) == [0, 0])
        #expect(alphas(of: ends, at: .nan, .nan, key: white) == [255, 0])
    }

    @Test func `alpha that a picture has is multiplied`() {
        let image = painted(3, 1) { x, _ in
            StraightPixel(r: 0, g: [255, 200, 0][x], b: 0, a: 100)
        }
        let settings = KeySettings(mode: .distance, threshold: 0.18, smoothing: 0.05)
        // 204.27 of 255 of 100.
        #expect(key(image, settings: settings).image.pixels.map(\.a) == [0, 80, 100])
    }

    /// Key, threshold and smoothing.
    @Test(arguments: [
        (RGB(0, 255, 0), 0.5, 0.08), (RGB(0, 255, 0), 0.1, 1.3), (RGB(255, 0, 255), 0.3, 0.2),
        (RGB(8, 162, 24), 0.05, 0.6), (RGB(255, 255, 255), 1.2, 0.4),
    ])
    func `alpha is the smooth step of the color's distance from the key`(
        screen: RGB,
        threshold: Double,
        smoothing: Double
    ) {
        // Every color of 32 levels a channel.
        let colors = (0..<32_768).map { (index: Int) -> RGB in
            let (red, green, blue) = (index & 31, index >> 5 & 31, index >> 10)
            return RGB(UInt8(red * 8), UInt8(green * 8), UInt8(blue * 8))
        }
        let keyed = alphas(of: colors, at: threshold, smoothing, key: .color(screen))
        var wrong = 0
        for (own, alpha) in zip(colors, keyed) {
            let sides = zip([own.r, own.g, own.b], [screen.r, screen.g, screen.b])
            let squares = sides.map { pow(Double($0) - Double($1), 2) }
            let distance: Double = squares.reduce(0, +).squareRoot() / 255
            let t: Double = min(max((distance - threshold) / smoothing, 0), 1)
            let expected: Double = 255 * t * t * (3 - 2 * t)
            if abs(Double(alpha) - expected) > 0.51 { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func `auto finds the key on the border`() {
        var image = painted(20, 20) { _, _ in StraightPixel(r: 200, g: 0, b: 210) }
        image.fill(PixelRect(x: 6, y: 6, width: 8, height: 8)!, with: Ink.red)
        let keyed = key(image, settings: KeySettings(key: .auto, mode: .distance, threshold: 0.2))
        #expect(keyed.report.screen?.color == RGB(200, 0, 210))
        #expect(keyed.report.mode == .distance)
        #expect(keyed.report.clearPixels == 400 - 64)
        #expect(keyed.report.opaquePixels == 64)
    }
}
