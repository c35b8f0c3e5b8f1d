import ChromaKey
package import ImageCodec

extension KeyHints {
    package init(_ info: ImageInfo) {
        let chroma = info.chromaSubsampling
        let isJPEG = info.format == .jpeg
        self.init(
            chromaSubsampling: isJPEG
                ? .init(horizontal: chroma.horizontal, vertical: chroma.vertical) : nil
        )
    }
}
