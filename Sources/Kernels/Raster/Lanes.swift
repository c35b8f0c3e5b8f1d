/// Eight RGBA pixels as 32-bit words; on a little-endian machine R is the lowest byte.
typealias Words = SIMD8<UInt32>
/// The same 256 bits as sixteen half words.
typealias Halves = SIMD16<UInt16>

let pixelsPerStep = 8

extension SIMD8<UInt32> {
    /// Red and blue of each pixel in half words.
    @inline(__always)
    var redBlue: Halves { unsafe unsafeBitCast(self & 0x00FF_00FF, to: Halves.self) }

    /// Green and alpha of each pixel in half words.
    @inline(__always)
    var greenAlpha: Halves { unsafe unsafeBitCast((self &>> 8) & 0x00FF_00FF, to: Halves.self) }

    /// Whether no bit is set; `==` goes lane by lane through memory.
    @inline(__always)
    var isZero: Bool {
        let parts = unsafe unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return parts[0] | parts[1] | (parts[2] | parts[3]) == 0
    }

    @inline(__always)
    init(redBlue: Halves, greenAlpha: Halves) {
        let low = unsafe unsafeBitCast(redBlue, to: Words.self)
        let high = unsafe unsafeBitCast(greenAlpha, to: Words.self)
        self = low | (high &<< 8)
    }
}

extension SIMD16<UInt16> {
    /// `self / 255`, rounded to nearest, for products of two bytes.
    ///
    /// Exact for 0...65025: Blinn, "Three Wrongs Make a Right", IEEE CG&A 1995.
    @inline(__always)
    var dividedBy255: Halves {
        let biased = self &+ 128
        return (biased &+ (biased &>> 8)) &>> 8
    }
}

/// `product / 255`, rounded to nearest, for products of two bytes.
@inline(__always)
func dividedBy255(_ product: UInt32) -> UInt32 { (product + 127) / 255 }

// By masks: the standard library's comparisons and selections of integer vectors go lane by lane.
// Differences must not overflow.
extension SIMD where Scalar == Int32 {
    /// -1 in lanes that are negative, 0 in others.
    @inline(__always)
    var isNegative: Self { self &>> 31 }

    @inline(__always)
    var magnitude: Self { (self ^ isNegative) &- isNegative }

    @inline(__always)
    func greatest(_ other: Self) -> Self {
        let rest = other &- self
        return self &+ (rest & ~rest.isNegative)
    }

    /// Lanes limited to 0...255.
    @inline(__always)
    var limitedToByte: Self {
        let rest = 255 &- greatest(Self())
        return 255 &- rest.greatest(Self())
    }
}
