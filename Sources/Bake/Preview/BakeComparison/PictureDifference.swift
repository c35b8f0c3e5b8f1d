import Diagnostics
package import Raster

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How much two pictures differ, as they are seen.
///
/// Colors are compared multiplied by their alpha, so that what is under clear pixels does not
/// count. Pictures of different sizes are compared with their top-left corners together; what is
/// outside of one of them counts as clear.
package struct PictureDifference: Hashable, Sendable, Encodable {
    /// The sizes of the two pictures.
    package let oldSize: PixelSize
    package let newSize: PixelSize
    /// How many pixels differ in any channel.
    package let differingPixels: Int
    /// The area that holds both pictures, in pixels.
    package let comparedPixels: Int
    /// Of differing pixels, 0...1.
    let share: Double
    /// The largest difference of any channel, alpha included, 0...255.
    package let maximumChannelDifference: Int
    /// Peak signal-to-noise ratio over the four premultiplied channels, in dB; nil when no pixel
    /// differs.
    package let psnr: Double?
    /// The smallest rectangle that holds every differing pixel; nil when none exists.
    package let changedArea: PixelRect?
    /// The new picture in faint gray with the differences on it, opaque: from yellow, where a
    /// channel differs by one, through red to magenta, where one differs by 255; nil in reports.
    package var picture: StraightImage?
    /// One line: sizes when they changed, the share of differing pixels, the largest difference,
    /// and the ratio.
    package private(set) var summary = "identical"

    private enum CodingKeys: String, CodingKey {
        case differingPixels, comparedPixels, share, maximumChannelDifference, psnr, summary
        case changedArea = "area"
    }

    /// Whether the pictures look the same and have the same size.
    package var isNone: Bool { differingPixels == 0 && oldSize == newSize }

    fileprivate func summarized() -> PictureDifference {
        if isNone { return self }
        var parts: [String] = []
        if oldSize != newSize { parts.append("\(oldSize) -> \(newSize)") }
        let percent = Double(differingPixels) * 100 / Double(comparedPixels)
        parts.append("\(differingPixels) of \(comparedPixels) pixels (\(decimal(percent, 2))%)")
        parts.append("max \(maximumChannelDifference)")
        if let psnr { parts.append("PSNR \(decimal(psnr, 1)) dB") }
        var difference = self
        difference.summary = parts.joined(separator: ", ")
        return difference
    }
}

/// Compares two pictures.
package func diffPictures(_ old: StraightImage, _ new: StraightImage) -> PictureDifference {
    let union = PixelRect(old.size).union(PixelRect(new.size))
    let before = old.cropped(to: union).premultiplied()
    let after = new.cropped(to: union).premultiplied()
    var picture = StraightImage(size: union.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
    var (differing, maximum, squares) = (0, 0, 0)
    for y in 0..<union.height {
        for x in 0..<union.width {
            let (was, now) = (before[x, y], after[x, y])
            if was == now {
                picture[x, y] = faint(now)
                continue
            }
            let differences = [
                abs(Int(was.r) - Int(now.r)), abs(Int(was.g) - Int(now.g)),
                abs(Int(was.b) - Int(now.b)), abs(Int(was.a) - Int(now.a)),
            ]
            let largest = differences.max() ?? 0
            differing += 1
            maximum = max(maximum, largest)
            squares += differences.reduce(0) { $0 + $1 * $1 }
            picture[x, y] = heat(largest)
        }
    }
    let mean = Double(squares) / Double(4 * union.size.area)
    return PictureDifference(
        oldSize: old.size,
        newSize: new.size,
        differingPixels: differing,
        comparedPixels: union.size.area,
        share: Double(differing) / Double(union.size.area),
        maximumChannelDifference: maximum,
        psnr: squares == 0 ? nil : 10 * log10(255 * 255 / mean),
        changedArea: before.changedArea(from: after),
        picture: picture
    ).summarized()
}

/// A pixel that did not change: its brightness over black, pale enough to stay in the background.
private func faint(_ pixel: PremultipliedPixel) -> StraightPixel {
    let sum = 299 * Int(pixel.r) + 587 * Int(pixel.g) + 114 * Int(pixel.b)
    let gray = UInt8(24 + sum / 1000 * 72 / 255 + Int(pixel.a) * 24 / 255)
    return StraightPixel(r: gray, g: gray, b: gray)
}

/// Yellow at 1, red at 64, magenta at 255.
private func heat(_ difference: Int) -> StraightPixel {
    let value = max(1, min(255, difference))
    if value <= 64 {
        return StraightPixel(r: 255, g: UInt8(220 * (64 - value) / 63), b: 0)
    }
    return StraightPixel(r: 255, g: 0, b: UInt8(255 * (value - 64) / 191))
}
