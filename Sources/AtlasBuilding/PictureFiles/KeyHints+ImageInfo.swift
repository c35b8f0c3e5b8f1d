import ChromaKey
package import ImageCodec

extension KeyHints {
    package init(_ info: ImageInfo) {
        self.init(chromaSubsampling: info.format == .jpeg ? info.chromaSubsampling : nil)
    }
}
