import Catalog
import Diagnostics
import Raster

extension Check {
    static let keyLeftInside = Check("key-left-inside", .warning)
}

/// Screen color that keying left inside, by any tool.
func residue(_ picture: CheckedPicture) -> Diagnostic? {
    guard let screen = picture.screen else { return foreignResidue(picture) }
    let left = count(ScreenShades(screen, within: 32), in: picture.image)
    guard left >= 16 else { return nil }
    let share = Double(left) / Double(solidPixels(picture.image))
    guard share > 0.01 else { return nil }
    return picture.report(
        .keyLeftInside,
        "screen color is left in the picture, found at \(percentage(share)) of what is visible",
        help: "raise \"threshold\", or draw on a screen of another color if it belongs there"
    )
}

/// Common painted screens; video green, which artists use as well, must match exactly.
private let usualScreens = [
    ScreenShades(HexColor(r: 0, g: 255, b: 0), within: 24),
    ScreenShades(HexColor(r: 255, g: 0, b: 255), within: 24),
    ScreenShades(HexColor(r: 0, g: 177, b: 64), within: 3),
]

/// Solid pixels within a number of levels of a color, in every channel.
private struct ScreenShades {
    let color: HexColor
    let reach: UInt8
    /// The limits for four pixels, as bytes.
    private let low: SIMD16<UInt8>
    private let high: SIMD16<UInt8>
    /// The bits that all of them share, and a mask of these.
    private let shared: UInt32
    private let mask: UInt32

    init(_ color: HexColor, within reach: UInt8) {
        (self.color, self.reach) = (color, reach)
        func pixel(_ near: (UInt8) -> UInt8, alpha: UInt8) -> UInt32 {
            UInt32(near(color.r)) | UInt32(near(color.g)) << 8 | UInt32(near(color.b)) << 16
                | UInt32(alpha) << 24
        }
        let least = pixel({ $0 < reach ? 0 : $0 - reach }, alpha: 128)
        let most = pixel({ $0 > 255 - reach ? 255 : $0 + reach }, alpha: 255)
        func bytes(_ pixel: UInt32) -> SIMD16<UInt8> {
            unsafe unsafeBitCast(SIMD4(repeating: pixel), to: SIMD16<UInt8>.self)
        }
        (low, high) = (bytes(least), bytes(most))
        // Numbers in a range share the common prefix of its ends.
        var differing = least ^ most
        differing |= differing >> 1 & 0x7F7F_7F7F
        differing |= differing >> 2 & 0x3F3F_3F3F
        differing |= differing >> 4 & 0x0F0F_0F0F
        mask = ~differing
        shared = least & mask
    }

    func shared(with other: ScreenShades) -> SharedBits {
        let mask = mask & other.mask & ~(shared ^ other.shared)
        return SharedBits(mask: mask, bits: shared & mask)
    }

    /// For each of four pixels 1 if it matches, else 0.
    @inline(__always)
    func hold(_ four: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let pixels = unsafe unsafeBitCast(four, to: SIMD16<UInt8>.self)
        let raised = pixels.replacing(with: low, where: pixels .< low)
        let clamped = raised.replacing(with: high, where: raised .> high)
        let same = unsafe unsafeBitCast(clamped, to: SIMD4<UInt32>.self) .== four
        return SIMD4(repeating: 0).replacing(with: 1, where: same)
    }
}

private struct SharedBits {
    let mask: UInt32
    let bits: UInt32

    /// The highest bit is set if the pixel matches.
    @inline(__always)
    func areIn(_ pixel: UInt32) -> UInt32 {
        let difference = pixel & mask ^ bits
        return (difference &- 1) & ~difference
    }
}

/// Two usual screens are green: few other pixels share their bits.
private let greenBits = usualScreens[0].shared(with: usualScreens[2])
private let magentaBits = usualScreens[1].shared(with: usualScreens[1])

/// A patch of a usual screen in an image that was already cut out.
///
/// Art in such a color has shades next to it; a screen has one color and is isolated.
private func foreignResidue(_ picture: CheckedPicture) -> Diagnostic? {
    let image = picture.image
    guard picture.isCutOut else { return nil }
    let suspects = suspects(in: image)
    for (index, shades) in usualScreens.enumerated() where suspects[index] >= 6 {
        let left = count(shades, in: image)
        let (screen, reach) = (shades.color, shades.reach)
        // An image of one color is intended.
        guard left >= 12, left * 2 < solidPixels(image) else { continue }
        let (shades, squares) = surroundings(of: screen, within: reach, in: image)
        guard squares >= 6, shades * 2 < left else { continue }
        return picture.report(
            .keyLeftInside,
            "\(left) pixels have the color of a screen, found \(screen) in a picture "
                + "that came cut out",
            help: "clear them in the picture, or key the original with kiln; "
                + "if they belong there, another shade says so"
        )
    }
    return nil
}

/// The number of pixels in each usual screen color, in every second row, which no square of four
/// misses.
private func suspects(in image: StraightImage) -> SIMD4<UInt32> {
    let (green, magenta, video) = (usualScreens[0], usualScreens[1], usualScreens[2])
    var sums = (SIMD4<UInt32>(), SIMD4<UInt32>(), SIMD4<UInt32>())
    unsafe image.withWords { words in
        guard let base = words.baseAddress else { return }
        let (greens, magentas) = (greenBits, magentaBits)
        for y in stride(from: 1, to: image.height, by: 2) {
            let row = unsafe base + y &* image.width
            // Without a branch, which the compiler vectorizes; few rows have any.
            var isSuspect: UInt32 = 0
            for x in 0..<image.width {
                let pixel = unsafe row[x]
                isSuspect |= greens.areIn(pixel) | magentas.areIn(pixel)
            }
            if isSuspect < 1 << 31 { continue }
            let bytes = unsafe UnsafeRawPointer(row)
            // Ignores up to three last columns.
            for x in stride(from: 0, to: image.width &- 3, by: 4) {
                let four = unsafe bytes.loadUnaligned(
                    fromByteOffset: x &* 4,
                    as: SIMD4<UInt32>.self
                )
                sums.0 &+= green.hold(four)
                sums.1 &+= magenta.hold(four)
                sums.2 &+= video.hold(four)
            }
        }
    }
    return SIMD4(sums.0.wrappedSum(), sums.1.wrappedSum(), sums.2.wrappedSum(), 0)
}

/// The number of solid pixels that lean to the screen's hue without having its color, and of
/// squares of four that have it: the lines of a drawn grid have none.
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

private func solidPixels(_ image: StraightImage) -> Int { image.pixels.count { $0.a >= 128 } }

private func count(_ shades: ScreenShades, in image: StraightImage) -> Int {
    unsafe image.withWords { words in
        guard let base = words.baseAddress else { return 0 }
        let bytes = unsafe UnsafeRawPointer(base)
        var sums = SIMD4<UInt32>()
        var index = 0
        while index &+ 4 <= words.count {
            let four = unsafe bytes.loadUnaligned(
                fromByteOffset: index &* 4,
                as: SIMD4<UInt32>.self
            )
            sums &+= shades.hold(four)
            index &+= 4
        }
        while index < words.count {
            sums &+= unsafe shades.hold(SIMD4(words[index], 0, 0, 0))
            index &+= 1
        }
        return Int(sums.wrappedSum())
    }
}
