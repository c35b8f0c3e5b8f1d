public import Raster

/// What is known about an image besides its pixels.
public struct KeyHints: Hashable, Sendable {
    /// The JPEG file's chroma subsampling; nil for other formats, or if unknown.
    public var chromaSubsampling: ChromaSubsampling?
    /// The joined verdicts of all frames of the figure; nil for a single image.
    public var verdicts: AreaVerdicts?

    public init(chromaSubsampling: ChromaSubsampling? = nil, verdicts: AreaVerdicts? = nil) {
        self.chromaSubsampling = chromaSubsampling
        self.verdicts = verdicts
    }
}
