package import Raster

/// Finds the screen in an image whose channels are in order (screen green).
///
/// Only opaque pixels count.
package struct ScreenFinder {
    let image: StraightImage
    let declared: RGB
    let isInverted: Bool

    package init(image: StraightImage, declared: RGB, isInverted: Bool = false) {
        self.image = image
        self.declared = declared
        self.isInverted = isInverted
    }

    package func find() -> Screen? {
        guard let color = keyColor() else { return nil }
        let screen = ScreenSurface(image: image, color: color).fitted()
        let shades = ScreenShades(image: image, hue: ScreenHue(color, isInverted: isInverted))
        return shades.found(beside: screen) ?? screen
    }

    private func isCandidate(_ pixel: StraightPixel) -> Bool {
        guard pixel.a == 255 else { return false }
        // 50 is the reference's. Half of a paler key's own excess, and 60 around grays, are not
        // measured: higher admits art, lower misses screens far from the declared color. 40 as in
        // `Screen.isChromatic`.
        let excess = greenExcess(declared.r, declared.g, declared.b)
        if excess > 40 {
            return pixel.greenExcess > min(50, excess / 2)
        }
        return pixel.colorDistance(to: StraightPixel(declared)) < 60
    }

    private func keyColor() -> SIMD4<Float>? {
        let declared = StraightPixel(declared)
        let inside = sampledPixels(of: image)
        // A screen painted in exactly the declared color is trusted anywhere: 2 is rounding; one
        // pixel in 64 is not measured: less takes art in the key's color for a screen.
        let exact = inside.filter { $0.a == 255 && $0.colorDistance(to: declared) <= 2 }
        if exact.count * 64 >= inside.count { return median(exact) }
        let ring = borderPixels(of: image)
        for (pixels, isRing) in [(ring, true), (inside, false)] {
            // A screen with many shades can have more of a distant one locally.
            let candidates = pixels.filter {
                isCandidate($0) && (isRing || $0.colorDistance(to: declared) <= 48)
            }
            guard let (color, count) = commonColor(candidates) else { continue }
            let share = Double(count) / Double(pixels.count)
            let away = StraightPixel(color).colorDistance(to: declared)
            // Art may be green too: the rarer a color is, and the farther from the declared one,
            // the less likely it is a screen. Not measured: smaller shares and greater distances
            // find screens in a corner (KeyInputTests has some), and mistake green art for one.
            if isRing
                ? share >= 0.25 || (share >= 0.02 && away <= 64) : share >= 0.005 && away <= 48
            {
                return color
            }
        }
        return nil
    }
}

/// The most frequent border color, for use as the declared one; nil if no color covers a quarter of
/// the border, which `ScreenFinder` requires.
func borderColor(of image: StraightImage) -> RGB? {
    let ring = borderPixels(of: image).filter { $0.a == 255 }
    guard let (color, count) = commonColor(ring), count * 4 >= ring.count else { return nil }
    return RGB(color)
}

/// The most frequent color, and how many pixels are close to it.
private func commonColor(_ pixels: [StraightPixel]) -> (color: SIMD4<Float>, count: Int)? {
    guard let center = mode(pixels) else { return nil }
    // Reference: 20 around a bin 8 wide.
    let cluster = pixels.filter { $0.colorDistance(to: center) < 20 }
    return cluster.isEmpty ? nil : (median(cluster), cluster.count)
}

/// The outermost two rows and columns.
func borderPixels(of image: StraightImage) -> [StraightPixel] {
    let (width, height) = (image.width, image.height)
    let columns = Set([0, 1, width - 2, width - 1]).sorted().filter { 0..<width ~= $0 }
    var result: [StraightPixel] = []
    result.reserveCapacity(4 * (width + height))
    unsafe image.withPixels { pixels in
        for y in 0..<height {
            let row = y &* width
            if y < 2 || y >= height - 2 {
                for x in 0..<width { result.append(unsafe pixels[row &+ x]) }
            } else {
                for x in columns { result.append(unsafe pixels[row &+ x]) }
            }
        }
    }
    return result
}

/// A lattice of at most about 16,000 pixels.
///
/// Trades time against missed small screens; not measured.
private func sampledPixels(of image: StraightImage) -> [StraightPixel] {
    var step = 1
    while image.size.area / (step * step) > 16_384 { step += 1 }
    var result: [StraightPixel] = []
    result.reserveCapacity((image.width / step + 1) * (image.height / step + 1))
    unsafe image.withPixels { pixels in
        for y in Swift.stride(from: step / 2, to: image.height, by: step) {
            for x in Swift.stride(from: step / 2, to: image.width, by: step) {
                result.append(unsafe pixels[y &* image.width &+ x])
            }
        }
    }
    return result
}

/// The center of the fullest of 32 x 32 x 32 bins; the lowest such bin when several are.
private func mode(_ pixels: [StraightPixel]) -> StraightPixel? {
    if pixels.isEmpty { return nil }
    var bins = [Int32](repeating: 0, count: 32_768)
    for pixel in pixels {
        bins[Int(pixel.r >> 3) << 10 | Int(pixel.g >> 3) << 5 | Int(pixel.b >> 3)] += 1
    }
    var best = 0
    for index in bins.indices where bins[index] > bins[best] { best = index }
    return StraightPixel(
        r: UInt8((best >> 10) * 8 + 4),
        g: UInt8((best >> 5 & 31) * 8 + 4),
        b: UInt8((best & 31) * 8 + 4)
    )
}

/// The median of each channel, r, g, b and 0.
private func median(_ pixels: [StraightPixel]) -> SIMD4<Float> {
    // A drawn screen has one color.
    if let first = pixels.first, pixels.count(where: { $0 == first }) * 2 > pixels.count {
        return TwoColorUnmixing.color(first)
    }
    func middle(_ channel: (StraightPixel) -> UInt8) -> Float {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in pixels { counts[Int(channel(pixel))] += 1 }
        return Float(counts.index(ofRank: pixels.count / 2) ?? 255)
    }
    return SIMD4(middle { $0.r }, middle { $0.g }, middle { $0.b }, 0)
}
