package import KernelTypes
package import Raster

extension KeyReport {
    /// Counts clear, partial and opaque pixels.
    package mutating func count(_ image: StraightImage) {
        var clear = 0
        var opaque = 0
        unsafe image.withWords { words in
            // Row by row in 32 bits, which the compiler vectorizes.
            for y in 0..<image.height {
                var clearInRow: UInt32 = 0
                var opaqueInRow: UInt32 = 0
                for index in y &* image.width..<(y &+ 1) &* image.width {
                    let alpha = unsafe words[index] &>> 24
                    clearInRow &+= alpha == 0 ? 1 : 0
                    opaqueInRow &+= alpha == 255 ? 1 : 0
                }
                clear += Int(clearInRow)
                opaque += Int(opaqueInRow)
            }
        }
        clearPixels = clear
        opaquePixels = opaque
        partialPixels = image.size.area - clear - opaque
    }

    mutating func count(clear: BitMask, opaque: Int) {
        clearPixels = clear.count
        opaquePixels = opaque
        partialPixels = clear.width * clear.height - clearPixels - opaque
    }

    /// Measures what remains of the screen in a keyed image.
    ///
    /// `screen` is in channel order, and `order` brings the image into it.
    package mutating func measure(
        _ image: StraightImage,
        clear: BitMask,
        screen: ChromaKey.Screen,
        order: ChannelOrder,
        doubtful: Int
    ) {
        let visible = partialPixels + opaquePixels
        guard visible > 0 else { return }
        shareNearThreshold = Double(doubtful) / Double(visible)
        let hasHue = self.screen.map(\.color.hasHue) ?? true
        fringe = Fringe(of: image, clear: clear, lean: { hasHue ? order($0).greenExcess : 0 }).share
        // A sample of a large image's rows suffices.
        let rows = 1 + image.size.area / KeyReport.largestArea
        // Unremoved screen is next to art taken for solid. Not measured: 40 is close to
        // `ScreenSurface`'s 44; higher counts art in the screen's color, lower misses shaded
        // screen.
        let limit: Float = 3 * 40 * 40
        let width = image.width
        var left = 0
        unsafe image.withPixels { pixels in
            clear.dilated(3).subtracting(clear).visit(everyRow: rows) { x, y in
                let pixel = unsafe pixels[y &* width &+ x]
                if pixel.a <= 127 {
                    if pixel.a >= 24, isVeil(image, x, y, order) { left &+= 1 }
                    return
                }
                let turned = order(pixel)
                let behind = screen(x, y)
                let green = Float(turned.g) - behind.y
                if green * green >= limit { return }
                if (TwoColorUnmixing.color(turned) - behind).squaredLength < limit { left &+= 1 }
            }
        }
        residue = min(Double(left * rows) / Double(visible), 1)
    }

    /// Smaller images are searched for residue in every row; trades time against certainty, not
    /// measured.
    private static let largestArea = 1_048_576
}

/// Whether a translucent pixel clearly has the screen's hue, and no opaque one within four pixels
/// has it, though there is one: unexplained residue of the screen.
///
/// Not measured: 48 is a green that is visible at an alpha of 24; green glows are not close to
/// other art.
private func isVeil(_ image: StraightImage, _ x: Int, _ y: Int, _ order: ChannelOrder) -> Bool {
    let (width, height) = (image.width, image.height)
    return unsafe image.withPixels { pixels in
        let own = order(unsafe pixels[y &* width &+ x]).greenExcess
        guard own > 48 else { return false }
        var hasArt = false
        for py in max(0, y &- 4)..<min(height, y &+ 5) {
            for px in max(0, x &- 4)..<min(width, x &+ 5) {
                let other = unsafe pixels[py &* width &+ px]
                if other.a != 255 { continue }
                if order(other).greenExcess > own &- 32 { return false }
                hasArt = true
            }
        }
        return hasArt
    }
}

extension Fringe {
    /// Measures the fringe of a keyed image with straight alpha.
    ///
    /// A gray key has no hue, so nothing leans to it.
    package init(
        of keyed: StraightImage,
        key: RGB,
        visit: (_ x: Int, _ y: Int, _ lean: Int) -> Void = { _, _, _ in }
    ) {
        let order = ChannelOrder(forKey: key)
        self.init(of: keyed, lean: { key.hasHue ? order($0).greenExcess : 0 }, visit: visit)
    }
}

extension RGB {
    var hasHue: Bool { r != g || g != b }
}
