import KernelTypes
package import Raster

/// What each pixel looks like by itself, given the screen behind it.
package struct PixelClasses {
    package private(set) var screen: BitMask
    /// Pixels that may be a mixture with the screen: their color difference is below 1 (Vlahos).
    package private(set) var keyHued: BitMask
    /// Pixels that resemble the screen most; nil unless chroma was upsampled.
    private(set) var likelyScreen: BitMask?
    /// Pixels within a file format's ringing of the screen.
    var close: BitMask { ringing ?? screen }
    private var ringing: BitMask?
    package private(set) var isOpaque = true

    // Reference, as is the margin of 0.03; that of 0.07 is not measured (reference: 0.09).
    // Distances in code values, root mean square of the channels.

    /// Closer pixels are screen: at least rounding, and the noise plus a quarter.
    private static let leastDistance: Float = 2
    private static let distancePerNoise: Float = 1.25
    /// How much noise widens the margin of key-hued pixels.
    private static let marginPerNoise: Float = 0.006
    private static let farthestLikely: Float = 60
    /// Likely screen has less than this as Vlahos' color difference, and less than this solidity.
    private static let likelyCover: Float = 0.5
    private static let likelySolidity: Float = 0.24

    /// The amplitude of ripples around art, of compression, upsampled chroma or paint, in code values,
    /// root mean square.
    ///
    /// Not measured: less leaves specks around the art.
    static func ripple(over screen: Screen) -> Float { 14 + 2 * screen.noise }

    /// Reclassifies key-hued pixels as screen.
    mutating func takeForScreen(_ pixels: BitMask) { screen |= pixels }

    /// The classes of an image whose chroma was upsampled, with `likelyScreen` and `close`.
    init(restored picture: StraightImage, screen: Screen) {
        self.init(picture, screen: screen, margin: 0.07)
        addLikelyClasses(picture, screen)
    }

    /// Pixels whose Vlahos alpha is below 1 by `margin` and a little for noise are key-hued.
    package init(_ picture: StraightImage, screen: Screen, margin: Float = 0.03) {
        let limit = max(PixelClasses.leastDistance, PixelClasses.distancePerNoise * screen.noise)
        let margin = 1 - (margin + PixelClasses.marginPerNoise * screen.noise)
        self.screen = BitMask(width: picture.width, height: picture.height)
        keyHued = BitMask(width: picture.width, height: picture.height)
        if screen.isFlat {
            classify(
                picture,
                ClassificationLimits(
                    RGB(screen.color),
                    distance: Int(3 * limit * limit),
                    cover: margin
                )
            )
        } else {
            isOpaque = picture.isOpaque
            classifyOverSurface(picture, screen, squared: 3 * limit * limit, margin)
        }
        if !screen.isChromatic { keyHued = BitMask(width: picture.width, height: picture.height) }
    }

    private mutating func classify(_ picture: StraightImage, _ limits: ClassificationLimits) {
        let (width, stride) = (picture.width, screen.stride)
        let classify = unsafe chosenKernels.classify
        func classifyAll(_ screen: Bits, _ keyHued: Bits) -> Bool {
            let areOpaque = unsafe picture.withPixels { pixels in
                inRowBands(picture.height, width: width) { rows in
                    var isOpaque = true
                    for y in rows {
                        let row = unsafe classify(
                            UnsafeRawPointer(pixels.start + y * width),
                            width,
                            limits,
                            screen + y * stride,
                            keyHued + y * stride
                        )
                        isOpaque = isOpaque && row
                    }
                    return isOpaque
                }
            }
            return !areOpaque.contains(false)
        }
        isOpaque = unsafe classifyAll(&screen.words, &keyHued.words)
    }

    private mutating func classifyOverSurface(
        _ picture: StraightImage,
        _ surface: Screen,
        squared limit: Float,
        _ margin: Float
    ) {
        let (width, height) = (picture.width, picture.height)
        if KernelChoice.usesReference {
            for y in 0..<height {
                for x in 0..<width {
                    let (own, behind) = (TwoColorUnmixing.color(picture[x, y]), surface(x, y))
                    screen[x, y] = (own - behind).squaredLength < limit
                    keyHued[x, y] =
                        screen[x, y] || AlphaEstimate.vlahos(own, over: behind) < margin
                }
            }
        } else {
            let stride = screen.stride
            let classify = unsafe chosenKernels.classifyOverSurface
            func classifyAll(_ screen: Bits, _ keyHued: Bits) {
                picture.visitRows(over: surface) { y, row in
                    let at = y &* stride
                    unsafe classify(row, width, limit, margin, screen + at, keyHued + at)
                }
            }
            unsafe classifyAll(&screen.words, &keyHued.words)
        }
    }

    private mutating func addLikelyClasses(
        _ picture: StraightImage,
        _ surface: Screen
    ) {
        var (likely, close) = (screen, screen)
        let ripple = Self.ripple(over: surface)
        let asked = surface.isChromatic ? keyHued : screen.dilated(12)
        let open = asked.subtracting(screen)
        let stride = open.stride
        func add(_ likely: Bits, _ close: Bits) {
            _ = inRowBands(open.height, width: open.width) { rows in
                open.visit(rows) { x, y in
                    let (own, behind) = (TwoColorUnmixing.color(picture[x, y]), surface(x, y))
                    let distance = (own - behind).squaredLength
                    let word = y &* stride &+ x &>> 6
                    let bit: UInt64 = 1 &<< UInt64(x & 63)
                    if distance < 3 * ripple * ripple { unsafe close[word] |= bit }
                    let farthest = PixelClasses.farthestLikely
                    guard distance < 3 * farthest * farthest else { return }
                    let estimate = AlphaEstimate(own, over: behind)
                    if estimate.vlahos < PixelClasses.likelyCover,
                        estimate.solidity < PixelClasses.likelySolidity
                    {
                        unsafe likely[word] |= bit
                    }
                }
            }
        }
        unsafe add(&likely.words, &close.words)
        likelyScreen = likely
        ringing = close
    }
}
