// A bitmap is never empty, so its buffers always have an address.

extension UnsafeBufferPointer {
    @inlinable package var start: UnsafePointer<Element> {
        // swift-format-ignore: NeverForceUnwrap
        baseAddress!
    }
}

extension UnsafeMutableBufferPointer {
    @inlinable package var start: UnsafeMutablePointer<Element> {
        // swift-format-ignore: NeverForceUnwrap
        baseAddress!
    }
}
