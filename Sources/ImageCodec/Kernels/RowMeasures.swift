/// The entropy of `count` bytes by their own frequencies, in 1/65536 bits.
@unsafe
package func entropy(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { frequencies in
        unsafe frequencies.initialize(repeating: 0)
        for i in 0..<count { unsafe frequencies[Int(bytes[i])] &+= 1 }
        var total = count * fixedLog2(count)
        for value in 0..<256 {
            let frequency = unsafe Int(frequencies[value])
            if frequency > 0 { total -= frequency * fixedLog2(frequency) }
        }
        return total
    }
}

/// log2 of a positive number in 1/65536, the same on every machine: the exponent, and a cubic for
/// the mantissa (largest error 0.0011; by least squares).
@inline(__always)
package func fixedLog2(_ number: Int) -> Int {
    let exponent = Int.bitWidth - 1 - number.leadingZeroBitCount
    // The mantissa's fraction in 1/65536.
    let x = (exponent > 16 ? number >> (exponent - 16) : number << (16 - exponent)) - 65_536
    let cubic = (x * 10_249) >> 16
    let square = ((cubic - 37_831) * x) >> 16
    return exponent << 16 + ((square + 93_118) * x) >> 16
}

/// The sum of |byte| over a row, each byte read as a signed number.
@unsafe
package func sumOfMagnitudes(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var total = 0
    var i = 0
    while i + 16 <= count {
        // 16-bit lanes can add 2 * 128 in 127 rounds.
        let end = min(count - 15, i + 16 * 120)
        var sums = SIMD8<UInt16>(repeating: 0)
        while i < end {
            let value = unsafe load(bytes + i)
            let negated = 0 &- value
            let size = value.replacing(with: negated, where: negated .< value)
            sums &+= SIMD8<UInt16>(truncatingIfNeeded: size.lowHalf)
            sums &+= SIMD8<UInt16>(truncatingIfNeeded: size.highHalf)
            i += 16
        }
        for lane in 0..<8 { total += Int(sums[lane]) }
    }
    return unsafe total + sumOfMagnitudesReference(bytes, in: i..<count)
}

@unsafe
package func sumOfMagnitudesReference(_ bytes: UnsafePointer<UInt8>, in range: Range<Int>) -> Int {
    var total = 0
    for i in range { total += unsafe Int(Int8(bitPattern: bytes[i]).magnitude) }
    return total
}
