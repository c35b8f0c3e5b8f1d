internal import Catalog
package import Diagnostics
internal import Raster

extension Check {
    package static let keyLeftInside = Check(
        "key-left-inside",
        .warning,
        "screen color is left in the picture"
    )
}

/// Screen color that keying left inside, whoever keyed.
func residue(_ picture: CheckedPicture) -> [Diagnostic] {
    guard let screen = picture.screen else { return foreignResidue(picture) }
    let (visible, left) = solidPixels(picture.image, near: screen, within: 32)
    let share = Double(left) / Double(max(1, visible))
    guard left >= 16, share > 0.01 else { return [] }
    return [
        picture.report(
            .keyLeftInside,
            "screen color is left in the picture, found at \(percentage(share)) of what is visible",
            help: "raise \"threshold\", or draw on a screen of another color if it belongs there"
        )
    ]
}

/// Screens as they are painted; of the video green, which artists use as well, only the very color.
private let usualScreens: [(color: HexColor, reach: UInt8)] = [
    (HexColor(r: 0, g: 255, b: 0), 24), (HexColor(r: 255, g: 0, b: 255), 24),
    (HexColor(r: 0, g: 177, b: 64), 3),
]

/// A patch of a usual screen in a picture that came cut out.
///
/// Art in such a color has its shades beside it, a screen has one color and stands alone.
private func foreignResidue(_ picture: CheckedPicture) -> [Diagnostic] {
    let image = picture.image
    guard !picture.isScene else { return [] }
    let suspects = suspects(in: image)
    for (index, (screen, reach)) in usualScreens.enumerated() where suspects[index] >= 6 {
        let (visible, left) = solidPixels(image, near: screen, within: reach)
        // A picture that is all of one color was meant to be.
        guard left >= 12, left * 2 < visible else { continue }
        let (shades, squares) = surroundings(of: screen, within: reach, in: image)
        guard squares >= 6, shades * 2 < left else { continue }
        return [
            picture.report(
                .keyLeftInside,
                "\(left) pixels have the color of a screen, found \(screen) in a picture "
                    + "that came cut out",
                help: "clear them in the picture, or key the original with kiln; "
                    + "if they belong there, another shade says so"
            )
        ]
    }
    return []
}

/// How many pixels have each of the usual screens' colors, in every second row: no square of four lies
/// between those.
private func suspects(in image: StraightImage) -> [UInt32] {
    let green = bounds(of: usualScreens[0])
    let magenta = bounds(of: usualScreens[1])
    let video = bounds(of: usualScreens[2])
    var sums = (SIMD4<UInt32>(), SIMD4<UInt32>(), SIMD4<UInt32>())
    unsafe image.withWords { words in
        guard let base = words.baseAddress else { return }
        let bytes = unsafe UnsafeRawPointer(base)
        for y in stride(from: 1, to: image.height, by: 2) {
            var index = y &* image.width
            // The last columns, fewer than four, are passed over.
            let end = index &+ image.width
            while index &+ 4 <= end {
                let four = unsafe bytes.loadUnaligned(
                    fromByteOffset: index &* 4,
                    as: SIMD4<UInt32>.self
                )
                sums.0 &+= areWithin(four, green.low, green.high)
                sums.1 &+= areWithin(four, magenta.low, magenta.high)
                sums.2 &+= areWithin(four, video.low, video.high)
                index &+= 4
            }
        }
    }
    return [sums.0.wrappedSum(), sums.1.wrappedSum(), sums.2.wrappedSum()]
}

/// The bytes between which four solid pixels of a color lie.
private func bounds(
    of screen: (color: HexColor, reach: UInt8)
) -> (low: SIMD16<UInt8>, high: SIMD16<UInt8>) {
    func bytes(_ near: (UInt8) -> UInt8, alpha: UInt8) -> SIMD16<UInt8> {
        let color = screen.color
        let four = [near(color.r), near(color.g), near(color.b), alpha]
        return SIMD16(four + four + four + four)
    }
    let reach = screen.reach
    return (
        bytes({ $0 < reach ? 0 : $0 - reach }, alpha: 128),
        bytes({ $0 > 255 - reach ? 255 : $0 + reach }, alpha: 255)
    )
}

/// How many solid pixels lean to the screen's hue without having its color, and how many squares of four
/// have it: the lines of a drawn grid have none.
private func surroundings(
    of screen: HexColor,
    within reach: UInt8,
    in image: StraightImage
) -> (shades: Int, squares: Int) {
    let hue = ScreenHue(of: screen)
    func isScreen(_ pixel: StraightPixel) -> Bool {
        pixel.a >= 128 && screen.distance(to: pixel) <= Int(reach)
    }
    var (shades, squares) = (0, 0)
    unsafe image.withPixels { pixels in
        for y in 0..<image.height {
            for x in 0..<image.width {
                let index = y &* image.width &+ x
                let pixel = unsafe pixels[index]
                guard pixel.a >= 128, hue.excess(pixel) > 48 else { continue }
                guard isScreen(pixel) else {
                    shades &+= 1
                    continue
                }
                let hasThree =
                    unsafe x > 0 && y > 0 && isScreen(pixels[index &- 1])
                    && isScreen(pixels[index &- image.width])
                    && isScreen(pixels[index &- image.width &- 1])
                if hasThree { squares &+= 1 }
            }
        }
    }
    return (shades, squares)
}

/// How many pixels are more solid than clear, and how many of those have the color or one so many
/// levels away in any channel.
private func solidPixels(
    _ image: StraightImage,
    near color: HexColor,
    within levels: UInt8
) -> (all: Int, near: Int) {
    let (low, high) = bounds(of: (color, levels))
    var all = 0
    var near = 0
    unsafe image.withWords { words in
        guard let base = words.baseAddress else { return }
        let bytes = unsafe UnsafeRawPointer(base)
        for y in 0..<image.height {
            var solid = SIMD4<UInt32>(repeating: 0)
            var close = SIMD4<UInt32>(repeating: 0)
            var index = y &* image.width
            let end = index &+ image.width
            while index &+ 4 <= end {
                let four = unsafe bytes.loadUnaligned(
                    fromByteOffset: index &* 4,
                    as: SIMD4<UInt32>.self
                )
                solid &+= four &>> 31
                close &+= areWithin(four, low, high)
                index &+= 4
            }
            all &+= Int(solid.wrappedSum())
            near &+= Int(close.wrappedSum())
            while index < end {
                let pixel = unsafe words[index]
                let four = SIMD4<UInt32>(pixel, 0, 0, 0)
                all &+= Int(pixel &>> 31)
                near &+= Int(areWithin(four, low, high)[0])
                index &+= 1
            }
        }
    }
    return (all, near)
}

/// For each of four pixels 1 when no channel lies outside of the bounds, else 0.
@inline(__always)
private func areWithin(
    _ four: SIMD4<UInt32>,
    _ low: SIMD16<UInt8>,
    _ high: SIMD16<UInt8>
) -> SIMD4<UInt32> {
    let pixels = unsafe unsafeBitCast(four, to: SIMD16<UInt8>.self)
    let raised = pixels.replacing(with: low, where: pixels .< low)
    let clamped = raised.replacing(with: high, where: raised .> high)
    let same = unsafe unsafeBitCast(clamped, to: SIMD4<UInt32>.self) .== four
    return SIMD4(repeating: 0).replacing(with: 1, where: same)
}
