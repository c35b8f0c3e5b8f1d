extension Bitmap<StraightPixel> {
    /// The picture with each pixel either opaque or `.clear`, for formats without partial alpha.
    ///
    /// - Parameter threshold: alpha from which a pixel is opaque, 1...255.
    /// - Returns: a picture of the same size.
    package func hardened(from threshold: UInt8 = 128) -> StraightImage {
        let pixels = pixels.map { pixel in
            pixel.a < threshold
                ? StraightPixel.clear : StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b)
        }
        return StraightImage(size: size, pixels: pixels) ?? self
    }
}
