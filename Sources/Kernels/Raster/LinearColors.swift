/// Channels by a table each, alpha kept: tints in linear light.
///
/// There is one form: no vector has a table of 256 bytes. `source` and `target` hold `count` pixels
/// of 4 bytes; they may be the same memory. The table has 256 bytes for red, then for green and blue.
package enum ChannelTables {
    package static func apply(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        table: UnsafePointer<UInt8>
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            let red = unsafe UInt32(table[Int(word & 255)])
            let green = unsafe UInt32(table[256 &+ Int(word &>> 8 & 255)])
            let blue = unsafe UInt32(table[512 &+ Int(word &>> 16 & 255)])
            let result = red | green &<< 8 | blue &<< 16 | word & 0xFF00_0000
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: UInt32.self)
        }
    }
}

/// Colors by their luminance, alpha kept.
///
/// There is one form, for the same reason. Each channel's light, 0...4095 for its 256 code values,
/// gives Y = (2126 R + 7152 G + 722 B + 5000) / 10000, rounded down, and Y the color, of 4096 words.
/// Memory is as of `ChannelTables`.
package enum LuminanceMap {
    package static func apply(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        light: UnsafePointer<UInt16>,
        table: UnsafePointer<UInt32>
    ) {
        for index in 0..<count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            let red = unsafe UInt32(light[Int(word & 255)])
            let green = unsafe UInt32(light[Int(word &>> 8 & 255)])
            let blue = unsafe UInt32(light[Int(word &>> 16 & 255)])
            let luminance = (2126 &* red &+ 7152 &* green &+ 722 &* blue &+ 5000) / 10_000
            let color = unsafe table[Int(luminance)]
            let result = word & 0xFF00_0000 | color & 0x00FF_FFFF
            unsafe target.storeBytes(of: result, toByteOffset: index &* 4, as: UInt32.self)
        }
    }
}
