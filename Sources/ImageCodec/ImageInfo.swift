public import Raster

/// A decoded file: its pixels and its facts.
public struct DecodedImage: Hashable, Sendable {
    public var image: StraightImage
    public var info: ImageInfo

    package init(image: StraightImage, info: ImageInfo) {
        self.image = image
        self.info = info
    }
}

/// What a file says about itself beside its size.
public struct ImageInfo: Hashable, Sendable {
    public var format: ImageFormat
    /// Whether the file carries transparency: an alpha channel or a tRNS chunk.
    public var hasAlpha: Bool
    /// Bits of one sample in the file (of a palette index, for palette images): 1, 2, 4, 8 or 16.
    public var bitDepth: Int
    /// How coarse the chroma of a JPEG is; 1 x 1 for PNG, gray and RGB.
    public var chromaSubsampling = ChromaSubsampling.none
    /// The EXIF orientation of a JPEG, which decoding applies; `.up` when there is none.
    public var orientation = ExifOrientation.up
    /// The number of frames, of which `decodeImage` gives the first (an APNG's default image).
    public var frames = 1
    /// What the file calls the meaning of its numbers: a profile's own name, "sRGB", "gamma 0.5";
    /// nil when it says nothing.
    public var colorSpace: String?
    /// Why that could not be honored, so that the numbers were taken for sRGB; nil when it was.
    public var colorTrouble: String?

    package init(
        format: ImageFormat,
        hasAlpha: Bool,
        bitDepth: Int,
        chromaSubsampling: ChromaSubsampling = .none,
        orientation: ExifOrientation = .up,
        frames: Int = 1
    ) {
        self.format = format
        self.hasAlpha = hasAlpha
        self.bitDepth = bitDepth
        self.chromaSubsampling = chromaSubsampling
        self.orientation = orientation
        self.frames = frames
    }
}
