public import Raster

/// What is known about a picture beside its pixels.
public struct KeyHints: Hashable, Sendable {
    /// The JPEG file's chroma subsampling; nil when the file was no JPEG, or is not known.
    public var chromaSubsampling: ChromaSubsampling?
    /// What all frames of a figure tell of its greens, this picture's among them; nil for a picture that
    /// stands alone.
    public var verdicts: AreaVerdicts?

    public init(chromaSubsampling: ChromaSubsampling? = nil, verdicts: AreaVerdicts? = nil) {
        self.chromaSubsampling = chromaSubsampling
        self.verdicts = verdicts
    }
}
