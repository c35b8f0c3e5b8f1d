import ImageCodec
import Raster
import TestSupport
import Testing

/// What each blend mode makes of two colors, worked out by hand from its definition (W3C, Compositing
/// and Blending Level 1, 10; Aseprite for the last three).
struct AsepriteBlendTests {
    /// Below and above, opaque.
    private static let below = StraightPixel(r: 200, g: 100, b: 40)
    private static let above = StraightPixel(r: 80, g: 160, b: 220)

    @Test(arguments: [
        (0, 80, 160, 220),  // normal
        (1, 63, 63, 35),  // multiply: b s
        (2, 217, 197, 225),  // screen: b + s - b s
        (3, 180, 125, 69),  // overlay: hard light, the layers exchanged
        (4, 80, 100, 40),  // darken
        (5, 200, 160, 220),  // lighten
        (6, 255, 255, 255),  // color dodge: b / (1 - s)
        (7, 80, 8, 6),  // color burn: 1 - (1 - b) / s
        (8, 125, 140, 196),  // hard light
        (10, 120, 60, 180),  // difference
        (11, 154, 134, 190),  // exclusion: b + s - 2 b s
        (16, 255, 255, 255),  // addition
        (17, 120, 0, 0),  // subtract
        (18, 255, 159, 46),  // divide
    ])
    func `colors are blended channel by channel`(mode: Int, r: Int, g: Int, b: Int) throws {
        let found = try blended(mode, Self.below, Self.above)
        #expect(found == StraightPixel(r: UInt8(r), g: UInt8(g), b: UInt8(b)), "mode \(mode)")
    }

    @Test(arguments: [(9, "soft light"), (12, "hue"), (13, "saturation"), (14, "color")])
    func `what a color lacks it does not get`(mode: Int, name: String) throws {
        // White and black stay what they are, whatever is laid over them; some modes round down.
        let white = try blended(mode, StraightPixel(r: 255, g: 255, b: 255), Self.above)
        #expect(min(white.r, white.g, white.b) >= 254, "\(name): \(white)")
        let black = StraightPixel(r: 0, g: 0, b: 0)
        #expect(try blended(mode, black, Self.above) == black, "\(name)")
    }

    @Test func `luminosity takes the light of the upper color and nothing else`() throws {
        let gray = StraightPixel(r: 100, g: 100, b: 100)
        let light = (0.3 * 80 + 0.59 * 160 + 0.11 * 220) as Double
        let found = try blended(15, gray, Self.above)
        #expect(found == StraightPixel(r: UInt8(light), g: UInt8(light), b: UInt8(light)))
    }

    @Test(arguments: Array(0...18))
    func `over nothing, and laid over as nothing, every mode is plain`(mode: Int) throws {
        #expect(try blended(mode, .clear, Self.above) == Self.above)
        #expect(try blended(mode, Self.below, .clear) == Self.below)
    }

    @Test func `gray documents have no hues to blend`() throws {
        for mode in 12...15 {
            var file = AsepriteFile(1, 1, depth: 16)
            file.addLayer("below")
            file.addLayer("above", blendMode: mode)
            file.addCel(0, bytes: [40, 255], (1, 1))
            file.addCel(1, bytes: [200, 255], (1, 1))
            #expect(try decodeImage(file.bytes).image[0, 0].r == 200)
        }
    }

    private func blended(
        _ mode: Int,
        _ below: StraightPixel,
        _ above: StraightPixel
    ) throws -> StraightPixel {
        var file = AsepriteFile(1, 1)
        file.addLayer("below")
        file.addLayer("above", blendMode: mode)
        let size = PixelSize.onePixel
        file.addCel(0, StraightImage(size: size, filledWith: below))
        file.addCel(1, StraightImage(size: size, filledWith: above))
        return try decodeImage(file.bytes).image[0, 0]
    }
}
