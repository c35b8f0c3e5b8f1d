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
