package import Raster

/// What each pixel looks like by itself, given the screen behind it.
package struct PixelClasses {
    /// Pixels that show the screen alone.
    package private(set) var screen: BitPlane
    /// Pixels that lean to the screen's hue.
    package private(set) var leaning: BitPlane
    /// Pixels more like the screen than like anything else; nil unless chroma was restored.
    private(set) var rough: BitPlane?
    /// Pixels not farther from the screen than a file format's ripples.
    var close: BitPlane { ripples ?? screen }
    private var ripples: BitPlane?
    /// Whether every pixel of the picture is opaque.
    package let isOpaque: Bool

    /// The classes of a picture whose chroma was restored, with `rough` and `close`.
    init(restored picture: StraightImage, screen: Screen, threshold: Float) {
        self.init(picture, screen: screen, margin: 0.07)
        addRoughClasses(picture, screen, threshold)
    }

    /// Pixels whose Vlahos alpha is `margin` and a little for noise under 1 lean to the screen.
    package init(_ picture: StraightImage, screen: Screen, margin: Float = 0.03) {
        let (width, height) = (picture.width, picture.height)
        let limit = max(2, 1.25 * screen.noise)
        let margin = 1 - (margin + 0.006 * screen.noise)
        if screen.isFlat {
            let bits = picture.keyClasses(
                red: byte(screen.color.x),
                green: byte(screen.color.y),
                blue: byte(screen.color.z),
                distance: Int(3 * limit * limit),
                cover: margin
            )
            self.screen = BitPlane(width: width, height: height, words: bits.screen)
            leaning =
                screen.isChromatic
                ? BitPlane(width: width, height: height, words: bits.leaning)
                : BitPlane(width: width, height: height)
            isOpaque = bits.isOpaque
        } else {
            self.screen = BitPlane(width: width, height: height)
            leaning = BitPlane(width: width, height: height)
            isOpaque = picture.isOpaque
            classifyOverSurface(picture, screen, squared: 3 * limit * limit, margin)
        }
    }

    private mutating func classifyOverSurface(
        _ picture: StraightImage,
        _ surface: Screen,
        squared limit: Float,
        _ margin: Float
    ) {
        let isChromatic = surface.isChromatic
        let (width, stride) = (picture.width, screen.stride)
        unsafe picture.withPixels { pixels in
            for y in 0..<picture.height {
                for column in 0..<stride {
                    var screenBits: UInt64 = 0
                    var leaningBits: UInt64 = 0
                    for x in column * 64..<min(column * 64 + 64, width) {
                        let pixel = unsafe pixels[y &* width &+ x]
                        let behind = surface(x, y)
                        let own = SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
                        let d = own - behind
                        let bit: UInt64 = 1 &<< UInt64(x & 63)
                        if (d * d).sum() < limit {
                            screenBits |= bit
                            leaningBits |= bit
                        } else if Evidence.vlahos(own, over: behind) < margin {
                            leaningBits |= bit
                        }
                    }
                    screen.words[y &* stride &+ column] = screenBits
                    if isChromatic { leaning.words[y &* stride &+ column] = leaningBits }
                }
            }
        }
    }

    private mutating func addRoughClasses(
        _ picture: StraightImage,
        _ surface: Screen,
        _ threshold: Float
    ) {
        var rough = screen
        var close = screen
        let squared = 14 + 2 * surface.noise
        let asked = surface.isChromatic ? leaning : screen.dilated(12)
        asked.subtracting(screen).visit { x, y in
            let pixel = picture[x, y]
            let own = SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
            let behind = surface(x, y)
            let d = own - behind
            let distance = (d * d).sum()
            if distance < 3 * squared * squared { close[x, y] = true }
            guard distance < 3 * 60 * 60 else { return }
            let evidence = Evidence(own, over: behind)
            if evidence.vlahos < 0.5, evidence.solidity < threshold * 0.6 { rough[x, y] = true }
        }
        self.rough = rough
        ripples = close
    }
}
