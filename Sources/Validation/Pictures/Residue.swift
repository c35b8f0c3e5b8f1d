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

/// Screen color that keying left inside.
func residue(_ picture: CheckedPicture) -> [Diagnostic] {
    guard let screen = picture.screen else { return [] }
    let (visible, left) = solidPixels(picture.image, near: screen)
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

/// How many pixels are more solid than clear, and how many of those have the color or one up to 32
/// levels away in any channel.
private func solidPixels(
    _ image: StraightImage,
    near color: HexColor
) -> (all: Int, near: Int) {
    func bytes(_ reach: (UInt8) -> UInt8, alpha: UInt8) -> SIMD16<UInt8> {
        let four = [reach(color.r), reach(color.g), reach(color.b), alpha]
        return SIMD16(four + four + four + four)
    }
    let low = bytes({ UInt8(max(0, Int($0) - 32)) }, alpha: 128)
    let high = bytes({ UInt8(min(255, Int($0) + 32)) }, alpha: 255)
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
