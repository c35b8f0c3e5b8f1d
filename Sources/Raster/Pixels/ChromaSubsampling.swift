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

    /// 4:4:4: no subsampling.
    public static let none = ChromaSubsampling(horizontal: 1, vertical: 1)
    /// 4:2:2.
    public static let half = ChromaSubsampling(horizontal: 2, vertical: 1)
    /// 4:2:0, what most JPEG files have.
    public static let quarter = ChromaSubsampling(horizontal: 2, vertical: 2)
}
