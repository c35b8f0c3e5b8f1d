/// Maps each channel through a table, and keeps alpha: tints in linear light.
///
/// Only one form: vectors have no 256-byte tables. `source` and `target` have `count` pixels of 4
/// bytes; they may be the same memory. The table has 256 bytes each for red, green and blue.
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

/// Maps luminance to colors, and keeps alpha.
///
/// Only one form, as `ChannelTables`. Each channel's light, 0...4095 for its 256 code values, gives
/// Y = (2126 R + 7152 G + 722 B + 5000) / 10000, rounded down, an index into 4096 color words.
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
