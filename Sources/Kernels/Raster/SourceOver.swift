/// Composites premultiplied source over premultiplied target (Porter and Duff 1984).
///
/// Each channel becomes source + target * (255 - source alpha) / 255, rounded to nearest. Both have
/// `count` pixels of 4 bytes. No channel exceeds 255 if both inputs are premultiplied.
package enum SourceOver {
    package static func reference(
        _ source: UnsafeRawPointer,
        onto target: UnsafeMutableRawPointer,
        count: Int
    ) {
        for index in 0..<count {
            let over = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let under = unsafe target.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let rest = 255 - (over >> 24)
            var result: UInt32 = 0
            for shift in [UInt32(0), 8, 16, 24] {
                let channel = (over >> shift & 255) + dividedBy255((under >> shift & 255) * rest)
                result |= (channel & 255) << shift
            }
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        onto target: UnsafeMutableRawPointer,
        count: Int
    ) {
        var index = 0
        while index &+ pixelsPerStep <= count {
            let over = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            let under = unsafe target.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            let rest = 255 &- (over &>> 24)
            let byRest = unsafe unsafeBitCast(rest | (rest &<< 16), to: Halves.self)
            let result = Words(
                redBlue: (over.redBlue &+ (under.redBlue &* byRest).dividedBy255) & 255,
                greenAlpha: (over.greenAlpha &+ (under.greenAlpha &* byRest).dividedBy255) & 255
            )
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(source + index &* 4, onto: target + index &* 4, count: count &- index)
    }
}
