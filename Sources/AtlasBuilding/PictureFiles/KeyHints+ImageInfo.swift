import ChromaKey
package import ImageCodec

extension KeyHints {
    /// What the decoder knows about a file.
    package init(_ info: ImageInfo) {
        self.init(chromaSubsampling: info.format == .jpeg ? info.chromaSubsampling : nil)
    }
}
