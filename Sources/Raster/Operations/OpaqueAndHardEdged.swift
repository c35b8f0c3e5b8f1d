extension Bitmap<StraightPixel> {
    public var isOpaque: Bool {
        unsafe withPixels { pixels in
            let areOpaque = inRowBands(height, width: width) { rows in
                // Row by row, which the compiler vectorizes.
                for y in rows {
                    var all: UInt8 = 255
                    for index in y &* width..<(y &+ 1) &* width { all &= unsafe pixels[index].a }
                    if all != 255 { return false }
                }
                return true
            }
            return !areOpaque.contains(false)
        }
    }

    /// True for pixel art: every pixel is opaque or clear, and there are at most 64 colors.
    ///
    /// Smooth art has hundreds from shading and edges; palettes of the 16-bit era have 16 to 64 per
    /// sprite.
    public var isHardEdged: Bool {
        unsafe withPixels { pixels in
            var colors: Set<StraightPixel> = []
            var last = StraightPixel.clear
            for index in pixels.indices {
                let pixel = unsafe pixels[index]
                if pixel == last || pixel.a == 0 { continue }
                last = pixel
                guard pixel.a == 255 else { return false }
                colors.insert(pixel)
                if colors.count > 64 { return false }
            }
            return true
        }
    }

    /// Makes each pixel opaque, from alpha `threshold` (1...255) on, or `.clear`, for formats
    /// without partial alpha.
    package func hardened(from threshold: UInt8 = 128) -> StraightImage {
        let pixels = pixels.map { pixel in
            pixel.a < threshold
                ? StraightPixel.clear : StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b)
        }
        return StraightImage(size: size, pixels: pixels) ?? self
    }
}
