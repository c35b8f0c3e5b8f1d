/// Whether any of `count` RGBA8 pixels has an alpha above `threshold`.
package enum AlphaRow {
    package static func reference(
        _ source: UnsafeRawPointer,
        count: Int,
        above threshold: UInt8
    ) -> Bool {
        for index in 0..<count
        where unsafe source.load(fromByteOffset: index * 4 + 3, as: UInt8.self) > threshold {
            return true
        }
        return false
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        count: Int,
        above threshold: UInt8
    ) -> Bool {
        let limit = Words(repeating: UInt32(threshold))
        var seen = Words()
        var index = 0
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            // Wraps, and so sets the highest bit, exactly if alpha is above the limit.
            seen |= limit &- (words &>> 24)
            index &+= pixelsPerStep
        }
        if !(seen & 0x8000_0000).isZero { return true }
        return unsafe reference(source + index &* 4, count: count &- index, above: threshold)
    }
}
