public import Raster

/// A picture without its screen.
public struct KeyedImage: Hashable, Sendable {
    /// Straight alpha, same size as the picture that came in.
    public var image: StraightImage
    public var report: KeyReport

    /// The alpha alone, one byte a pixel.
    public var mask: Mask {
        Mask(size: image.size, pixels: image.pixels.map(\.a)) ?? Mask(size: image.size)
    }
}
