/// Multiplies colors, and keeps alpha: c' = (c * t + 127) / 255 on straight code values.
///
/// `source` and `target` have `count` pixels of 4 bytes; they may be the same memory. The color has
/// red in its lowest byte; its highest byte is ignored.
package enum Tint {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        color: UInt32
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let red = dividedBy255((word & 255) * (color & 255))
            let green = dividedBy255((word >> 8 & 255) * (color >> 8 & 255))
            let blue = dividedBy255((word >> 16 & 255) * (color >> 16 & 255))
            let result = red | green << 8 | blue << 16 | word & 0xFF00_0000
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        color: UInt32
    ) {
        // Alpha is multiplied by 255, so that the division restores it.
        let factors = Words(repeating: color | 0xFF00_0000)
        let (redBlue, greenAlpha) = (factors.redBlue, factors.greenAlpha)
        var index = 0
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            let result = Words(
                redBlue: (words.redBlue &* redBlue).dividedBy255,
                greenAlpha: (words.greenAlpha &* greenAlpha).dividedBy255
            )
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(
            source + index &* 4,
            target + index &* 4,
            count: count &- index,
            color: color
        )
    }
}

/// Sets one color for all pixels, and keeps alpha.
///
/// Memory and color are as of `Tint`.
package enum TemplateFill {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        color: UInt32
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let result = word & 0xFF00_0000 | color & 0x00FF_FFFF
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        color: UInt32
    ) {
        let fill = Words(repeating: color & 0x00FF_FFFF)
        var index = 0
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            let result = words & 0xFF00_0000 | fill
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(
            source + index &* 4,
            target + index &* 4,
            count: count &- index,
            color: color
        )
    }
}

/// Maps luma to colors, and keeps alpha.
///
/// The table has 256 color words, red in the lowest byte, for Y = (2126 R + 7152 G + 722 B + 5000)
/// / 10000 of straight code values, rounded down, so that Y is rounded to the nearest level. Memory
/// is as of `Tint`.
package enum LumaMap {
    package static func reference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        table: UnsafePointer<UInt32>
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let sum = 2126 * (word & 255) + 7152 * (word >> 8 & 255) + 722 * (word >> 16 & 255)
            let color = unsafe table[Int((sum + 5000) / 10_000)]
            let result = word & 0xFF00_0000 | color & 0x00FF_FFFF
            unsafe target.storeBytes(of: result, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    package static func vector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        table: UnsafePointer<UInt32>
    ) {
        var index = 0
        var last = Words()
        var lastResult = Words(repeating: unsafe table[0] & 0x00FF_FFFF)
        while index &+ pixelsPerStep <= count {
            let words = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: Words.self)
            // Much of a sprite is clear, or of one color.
            if !(words ^ last).isZero {
                let sum =
                    (words & 255) &* 2126 &+ ((words &>> 8) & 255) &* 7152
                    &+ ((words &>> 16) & 255) &* 722 &+ 5000
                // sum / 10,000 by multiplication. The estimate is exact or one too small: then the
                // remainder is at least 625, and carries.
                let sixteenths = sum &>> 4
                let estimate = (sixteenths &* 13_421) &>> 23
                let luma = estimate &+ ((sixteenths &- estimate &* 625 &+ 399) &>> 10)
                var colors = Words()
                for lane in 0..<pixelsPerStep { colors[lane] = unsafe table[Int(luma[lane])] }
                lastResult = words & 0xFF00_0000 | colors & 0x00FF_FFFF
                last = words
            }
            unsafe target.storeBytes(of: lastResult, toByteOffset: index &* 4, as: Words.self)
            index &+= pixelsPerStep
        }
        unsafe reference(
            source + index &* 4,
            target + index &* 4,
            count: count &- index,
            table: table
        )
    }
}
