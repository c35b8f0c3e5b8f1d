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

/// How many luma samples share one chroma sample in a JPEG file.
public struct ChromaSubsampling: Hashable, Sendable {
    /// 1, 2 or 4.
    public var horizontal: Int
    /// 1, 2 or 4.
    public var vertical: Int

    public init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// 4:4:4, nothing shared.
    public static let none = ChromaSubsampling(horizontal: 1, vertical: 1)
    /// 4:2:2.
    public static let half = ChromaSubsampling(horizontal: 2, vertical: 1)
    /// 4:2:0, what most JPEG files have.
    public static let quarter = ChromaSubsampling(horizontal: 2, vertical: 2)
}
