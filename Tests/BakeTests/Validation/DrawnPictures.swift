import Bake
import Diagnostics
import Raster

/// A picture of which each pixel is `color(x, y)`.
func paint(
    _ width: Int,
    _ height: Int,
    _ color: (Int, Int) -> StraightPixel
) -> StraightImage {
    var image = StraightImage(size: PixelSize(width: width, height: height) ?? .onePixel)
    for y in 0..<height {
        for x in 0..<width { image[x, y] = color(x, y) }
    }
    return image
}

/// The share of a pixel that a disk covers, roughly.
func disk(_ x: Int, _ y: Int, at center: (Double, Double), radius: Double) -> Double {
    let (dx, dy) = (Double(x) + 0.5 - center.0, Double(y) + 0.5 - center.1)
    return min(1, max(0, radius + 0.5 - (dx * dx + dy * dy).squareRoot()))
}

func ink(_ alpha: Double, r: UInt8 = 200, g: UInt8 = 120, b: UInt8 = 60) -> StraightPixel {
    alpha > 0 ? StraightPixel(r: r, g: g, b: b, a: UInt8(min(1, alpha) * 255)) : .clear
}

/// A disk on a clear ground.
func ball(
    _ side: Int = 64,
    at center: (Double, Double) = (32, 32),
    radius: Double = 20
) -> StraightImage {
    paint(side, side) { ink(disk($0, $1, at: center, radius: radius)) }
}

func found(_ picture: CheckedPicture) -> [String] {
    checkPicture(picture).inReportOrder().map(\.description)
}

func found(_ image: StraightImage) -> [String] {
    found(CheckedPicture(path: "a.png", asset: "a", image: image))
}
