extension Bitmap<StraightPixel> {
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
