public import Raster

public struct DecodedImage: Hashable, Sendable {
    public var image: StraightImage
    public var info: ImageInfo

    package init(image: StraightImage, info: ImageInfo) {
        self.image = image
        self.info = info
    }
}

/// What a file declares besides its size.
public struct ImageInfo: Hashable, Sendable {
    public var format: ImageFormat
    /// Whether the file has an alpha channel or a tRNS chunk.
    public var hasAlpha: Bool
    /// Bits per sample (or palette index): 1, 2, 4, 8 or 16.
    public var bitDepth: Int
    /// The chroma subsampling of a JPEG; 1 x 1 for PNG, gray and RGB.
    public var chromaSubsampling = ChromaSubsampling.none
    /// The EXIF orientation of a JPEG, which decoding applies; `.up` without one.
    public var orientation = ExifOrientation.up
    /// The number of frames; `decodeImage` returns the first (an APNG's default image).
    public var frames: Int
    /// The color space declared by the file: a profile's name, "sRGB", "gamma 0.5"; nil for none.
    public var colorSpace: String?
    /// Why the colors could not be converted and were assumed to be sRGB; nil if they could.
    public var colorTrouble: String?

    package init(format: ImageFormat, hasAlpha: Bool, bitDepth: Int, frames: Int = 1) {
        self.format = format
        self.hasAlpha = hasAlpha
        self.bitDepth = bitDepth
        self.frames = frames
    }
}
