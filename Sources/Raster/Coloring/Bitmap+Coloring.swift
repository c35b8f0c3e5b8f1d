import KernelTypes
import Kernels
import KernelsWide

extension Bitmap<StraightPixel> {
    public func colored(by changes: [ColorChange]) -> StraightImage {
        var result = self
        for change in changes { result.apply(change) }
        return result
    }

    private mutating func apply(_ change: ColorChange) {
        let count = size.area
        let isWide = KernelChoice.usesWideVectors
        unsafe withMutablePixels { buffer in
            let all = unsafe UnsafeMutableRawPointer(buffer.start)
            switch change {
            case .multiply(let color, inLinearLight: false):
                let tint = unsafe isWide ? KernelsWide.Tint.vector : Kernels.Tint.vector
                unsafe tint(all, all, count, color.word)
            case .multiply(let color, inLinearLight: true):
                let table = channelTables(color)
                unsafe Kernels.ChannelTables.apply(all, all, count: count, table: table)
            case .fill(let color):
                let fill =
                    unsafe isWide ? KernelsWide.TemplateFill.vector : Kernels.TemplateFill.vector
                unsafe fill(all, all, count, color.word)
            case .gradient(let stops, inLinearLight: false):
                let table = Gradient(stops: stops).table(levels: 256, inLinearLight: false)
                let map = unsafe isWide ? KernelsWide.LumaMap.vector : Kernels.LumaMap.vector
                unsafe map(all, all, count, table)
            case .gradient(let stops, inLinearLight: true):
                let table = Gradient(stops: stops).table(levels: 4096, inLinearLight: true)
                let light = (UInt8.min...UInt8.max).map { UInt16((Light.of($0) * 4095).rounded()) }
                unsafe Kernels.LuminanceMap.apply(
                    all,
                    all,
                    count: count,
                    light: light,
                    table: table
                )
            case .replace(let pairs, let tolerance):
                unsafe replace(all, count, pairs, tolerance: tolerance)
            }
        }
    }
}

/// The product of a color's light and that of each code value, for red, green and blue.
private func channelTables(_ color: RGB) -> [UInt8] {
    [color.r, color.g, color.b].flatMap { channel in
        (UInt8.min...UInt8.max).map { Light.code(Light.of($0) * Light.of(channel)) }
    }
}

/// Up to this many pairs are compared with eight pixels at once.
private let fewPairs = 8

private func replace(
    _ all: UnsafeMutableRawPointer,
    _ count: Int,
    _ pairs: [ColorPair],
    tolerance: Int
) {
    if tolerance == 0, pairs.count > fewPairs {
        let (slots, bits) = hashTable(pairs)
        unsafe Kernels.ReplaceColors.hashed(all, all, count: count, slots: slots, bits: bits)
        return
    }
    let (from, to) = (pairs.map(\.from.word), pairs.map(\.to.word))
    unsafe from.withUnsafeBufferPointer { from in
        unsafe to.withUnsafeBufferPointer { to in
            let replace =
                unsafe KernelChoice.usesWideVectors
                ? KernelsWide.ReplaceColors.vector : Kernels.ReplaceColors.vector
            unsafe replace(all, all, count, from, to, UInt32(max(0, min(255, tolerance))))
        }
    }
}

/// An open hash table of pairs for `ReplaceColors.hashed`, a quarter to half full; the first of
/// several pairs with the same `from` counts.
package func hashTable(_ pairs: [ColorPair]) -> (slots: [SIMD2<UInt32>], bits: UInt32) {
    var bits: UInt32 = 4
    while 1 << bits < pairs.count * 2 { bits += 1 }
    let empty = SIMD2(Kernels.ReplaceColors.emptySlot, 0)
    var slots = [SIMD2<UInt32>](repeating: empty, count: 1 << bits)
    for pair in pairs {
        var slot = Kernels.ReplaceColors.slot(of: pair.from.word, bits: bits)
        while slots[slot].x != Kernels.ReplaceColors.emptySlot,
            slots[slot].x != pair.from.word
        {
            slot = (slot + 1) % slots.count
        }
        if slots[slot].x == Kernels.ReplaceColors.emptySlot {
            slots[slot] = SIMD2(pair.from.word, pair.to.word)
        }
    }
    return (slots, bits)
}
