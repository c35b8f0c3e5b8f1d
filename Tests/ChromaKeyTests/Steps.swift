import ChromaKey
import Raster

// What the tests of single steps share. The steps' types are named here and nowhere twice.

let keyGreen = RGB(0, 255, 0)

/// The screen that is found when `declared` is looked for; channels are not turned.
func screen(of image: StraightImage, declared: RGB = keyGreen) -> Screen? {
    ScreenFinder(image: image, declared: declared).find()
}

func flatScreen(_ r: UInt8, _ g: UInt8, _ b: UInt8, noise: Float = 0) -> Screen {
    Screen(flat: SIMD4(Float(r), Float(g), Float(b), 0), noise: noise)
}

let flatGreen = flatScreen(0, 255, 0)

/// What is known about a picture before colors and alphas are worked out; nil without a screen.
func findings(
    in image: StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> Matting? {
    var found: Matting?
    var image = image
    _ = KeyJob(settings: settings, hints: hints).run(on: &image) { found = $0 }
    return found
}

/// Rows with the letter of the first plane that has a pixel, `.` where none has.
func drawn(_ planes: (letter: String, plane: BitMask)...) -> [String] {
    let (width, height) = (planes[0].plane.width, planes[0].plane.height)
    return (0..<height).map { y in
        (0..<width).map { x in planes.first { $0.plane[x, y] }?.letter ?? "." }.joined()
    }
}

/// A picture whose pixels are asked for one by one.
func painted(
    _ width: Int,
    _ height: Int,
    _ color: (_ x: Int, _ y: Int) -> StraightPixel
) -> StraightImage {
    var image = StraightImage(size: PixelSize(width: width, height: height)!)
    for y in 0..<height { for x in 0..<width { image[x, y] = color(x, y) } }
    return image
}

/// `alpha` of 255 parts of a color, the rest another, rounded.
func mixture(_ color: StraightPixel, _ alpha: Int, over screen: StraightPixel) -> StraightPixel {
    func mix(_ own: UInt8, _ behind: UInt8) -> UInt8 {
        UInt8((Int(own) * alpha + Int(behind) * (255 - alpha) + 127) / 255)
    }
    return StraightPixel(
        r: mix(color.r, screen.r),
        g: mix(color.g, screen.g),
        b: mix(color.b, screen.b)
    )
}

/// The greatest difference of a color channel.
func distance(_ a: StraightPixel, _ b: StraightPixel) -> Int {
    max(abs(Int(a.r) - Int(b.r)), abs(Int(a.g) - Int(b.g)), abs(Int(a.b) - Int(b.b)))
}

func color(_ pixel: StraightPixel) -> SIMD4<Float> {
    SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
}

/// A disc of `color` with soft edges; its cover is known.
struct SoftDisc {
    let color: StraightPixel
    let side: Int

    /// 0...255, from 64 samples a pixel.
    func cover(_ x: Int, _ y: Int) -> Int {
        var samples = 0
        for index in 0..<64 {
            // In sixteenths of a pixel.
            let dx = (x * 16 + index % 8 * 2 + 1) - side * 8
            let dy = (y * 16 + index / 8 * 2 + 1) - side * 8
            if dx * dx + dy * dy < side * side * 25 { samples += 1 }
        }
        return samples * 255 / 64
    }

    func picture(over screen: StraightPixel = Ink.green) -> StraightImage {
        painted(side, side) { x, y in mixture(color, cover(x, y), over: screen) }
    }
}
