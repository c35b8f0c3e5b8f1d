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
