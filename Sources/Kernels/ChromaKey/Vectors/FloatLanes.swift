typealias Floats = SIMD8<Float>

@inline(__always)
func load(_ source: UnsafePointer<Float>) -> Floats {
    unsafe UnsafeRawPointer(source).loadUnaligned(as: Floats.self)
}

@inline(__always)
func store(_ floats: Floats, _ target: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: floats, as: Floats.self)
}

extension SIMD8<Float> {
    private static var bias: Float { 8_388_608 }

    /// Whole numbers under 2^23, exactly: as the lowest bits of 2^23 plus the number.
    @inline(__always)
    init(whole words: Words) {
        let biased = words | Floats.bias.bitPattern
        self = unsafe unsafeBitCast(biased, to: Floats.self) - Floats.bias
    }

    /// All bits where the number is negative.
    @inline(__always)
    var isNegative: Words {
        let signs = unsafe unsafeBitCast(self, to: SIMD8<Int32>.self) &>> 31
        return unsafe unsafeBitCast(signs, to: Words.self)
    }

    /// A bit for each negative number, the first one's lowest.
    @inline(__always)
    var signs: UInt32 { unsafe unsafeBitCast(self, to: Words.self).highestBits }

    /// These numbers where a mask has all bits, otherwise the others.
    @inline(__always)
    func taken(where mask: Words, else other: Floats) -> Floats {
        let own = unsafe unsafeBitCast(self, to: Words.self)
        let rest = unsafe unsafeBitCast(other, to: Words.self)
        return unsafe unsafeBitCast(own & mask | rest & ~mask, to: Floats.self)
    }

    /// Negative numbers become 0.
    @inline(__always)
    var positive: Floats {
        let words = unsafe unsafeBitCast(self, to: Words.self)
        return unsafe unsafeBitCast(words & ~isNegative, to: Floats.self)
    }

    @inline(__always)
    func least(_ other: Floats) -> Floats { taken(where: (self - other).isNegative, else: other) }

    @inline(__always)
    func greatest(_ other: Floats) -> Floats {
        taken(where: (other - self).isNegative, else: other)
    }

    /// Numbers of 0..<2^22, rounded down.
    @inline(__always)
    var roundedDown: Words {
        // Rounds to nearest by adding 2^23, and subtracts 1 if that rounded up.
        let nearest = (self + Floats.bias) - Floats.bias
        let whole = unsafe unsafeBitCast(nearest + Floats.bias, to: Words.self) & 0x7F_FFFF
        return whole &+ (self - nearest).isNegative
    }

    /// Code values rounded to the nearest byte and clamped.
    @inline(__always)
    var byte: Words {
        (greatest(Floats()).least(Floats(repeating: 255)) + 0.5).roundedDown
    }
}
