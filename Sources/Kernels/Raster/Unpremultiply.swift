/// Premultiplied RGBA8 to straight RGBA8: each color times 255 / alpha, rounded to nearest and
/// limited to 255; color under alpha 0 becomes 0.
///
/// `source` and `target` have `count` pixels of 4 bytes; they may be the same memory.
package enum Unpremultiply {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let alpha = word >> 24
            var result: UInt32 = 0
            if alpha > 0 {
                result = alpha << 24
                for shift in [UInt32(0), 8, 16] {
                    let color = ((word >> shift & 255) * 255 + alpha / 2) / alpha
                    result |= min(color, 255) << shift
                }
            }
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    /// Eight opaque or eight clear pixels, which is most of a sprite, are handled at once.
    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int
    ) {
        var index = 0
        while index &+ pixelsPerStep <= count {
            let offset = index &* 4
            let words = unsafe source.loadUnaligned(fromByteOffset: offset, as: Words.self)
            let alpha = words & 0xFF00_0000
            if (~alpha & 0xFF00_0000).isZero {
                unsafe target.storeBytes(of: words, toByteOffset: offset, as: Words.self)
            } else if alpha.isZero {
                unsafe target.storeBytes(of: Words(), toByteOffset: offset, as: Words.self)
            } else {
                unsafe reference(source + offset, target + offset, count: pixelsPerStep)
            }
            index &+= pixelsPerStep
        }
        unsafe reference(source + index &* 4, target + index &* 4, count: count &- index)
    }
}
