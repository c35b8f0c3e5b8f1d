/// Straight RGBA8 to premultiplied RGBA8: each color times alpha / 255, rounded to nearest.
///
/// `source` and `target` have `count` pixels of 4 bytes; they may be the same memory.
package enum Premultiply {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let alpha = word >> 24
            let red = dividedBy255((word & 255) * alpha)
            let green = dividedBy255((word >> 8 & 255) * alpha)
            let blue = dividedBy255((word >> 16 & 255) * alpha)
            let result = red | green << 8 | blue << 16 | alpha << 24
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int
    ) {
        var index = 0
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            let alpha = words &>> 24
            let byAlpha = unsafe unsafeBitCast(alpha | (alpha &<< 16), to: Halves.self)
            // Alpha itself is multiplied by 255, so that the division restores it.
            let keepingAlpha = unsafe unsafeBitCast(alpha | 0x00FF_0000, to: Halves.self)
            let result = Words(
                redBlue: (words.redBlue &* byAlpha).dividedBy255,
                greenAlpha: (words.greenAlpha &* keepingAlpha).dividedBy255
            )
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(source + index &* 4, target + index &* 4, count: count &- index)
    }
}
