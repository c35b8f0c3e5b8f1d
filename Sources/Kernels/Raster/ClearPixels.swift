/// Zeroes the color of clear pixels, and returns a bit for each of them, from the lowest; `count`
/// is at most 64.
package enum ClearPixels {
    package static func reference(_ pixels: UnsafeMutableRawPointer, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for index in 0..<count
        where unsafe pixels.load(fromByteOffset: index * 4 + 3, as: UInt8.self) == 0 {
            unsafe pixels.storeBytes(of: 0, toByteOffset: index * 4, as: UInt32.self)
            bits |= 1 &<< UInt64(index)
        }
        return bits
    }

    package static func vector(_ pixels: UnsafeMutableRawPointer, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        var index = 0
        while index &+ pixelsPerStep <= count {
            let part = unsafe pixels + index &* 4
            let words = unsafe part.loadUnaligned(as: Words.self)
            // Usually all or none are clear: subtracting one wraps where alpha is 0.
            if words.isZero {
                bits |= 0xFF &<< UInt64(index)
            } else if !(((words &>> 24) &- 1) & 0x8000_0000).isZero {
                bits |= unsafe reference(part, count: pixelsPerStep) &<< UInt64(index)
            }
            index &+= pixelsPerStep
        }
        let rest = unsafe reference(pixels + index &* 4, count: count &- index)
        return bits | rest &<< UInt64(index)
    }
}
