/// The row filters of PNG (specification, section 9).
package enum PNGFilter: UInt8, CaseIterable {
    case none
    case sub
    case up
    case average
    case paeth

    /// What a byte is predicted to be by those left of it, above it, and left of that one.
    @inline(__always)
    func prediction(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
        switch self {
        case .none: 0
        case .sub: left
        case .up: up
        case .average: UInt8((Int(left) + Int(up)) / 2)
        case .paeth: ImageCodec.paeth(left, up, corner)
        }
    }
}

package struct PNGRowShape {
    /// Without the filter byte.
    package let rowBytes: Int
    /// The distance in bytes to the corresponding byte of the previous pixel, at least 1.
    package let distance: Int

    package init(rowBytes: Int, distance: Int) {
        self.rowBytes = rowBytes
        self.distance = distance
    }

    init(width: Int, bitsPerPixel: Int) {
        rowBytes = (width * bitsPerPixel + 7) / 8
        distance = max(1, bitsPerPixel / 8)
    }
}

/// Paeth's predictor: the neighbor nearest to left + up - corner; ties in this order.
@inline(__always)
package func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(left) + Int(up) - Int(corner)
    let fromLeft = abs(guess - Int(left))
    let fromUp = abs(guess - Int(up))
    let fromCorner = abs(guess - Int(corner))
    if fromLeft <= fromUp, fromLeft <= fromCorner { return left }
    return fromUp <= fromCorner ? up : corner
}

/// Filters bytes `range` of a row, one at a time.
///
/// `row` has the row's bytes, `above` those of the previous row, or zeros for the first; `out` gets
/// the filtered bytes at the same indices.
@unsafe
package func filterRowReference(
    _ filter: PNGFilter,
    _ row: UnsafePointer<UInt8>,
    above: UnsafePointer<UInt8>,
    to out: UnsafeMutablePointer<UInt8>,
    in range: Range<Int>,
    distance: Int
) {
    for i in range {
        let left = i >= distance ? unsafe row[i - distance] : 0
        let corner = i >= distance ? unsafe above[i - distance] : 0
        let up = unsafe above[i]
        let prediction = filter.prediction(left, up, corner)
        unsafe out[i] = row[i] &- prediction
    }
}

/// Filters a whole row, 16 bytes at a time; the ends use the reference form.
@unsafe
package func filterRow(
    _ filter: PNGFilter,
    _ row: UnsafePointer<UInt8>,
    above: UnsafePointer<UInt8>,
    to out: UnsafeMutablePointer<UInt8>,
    _ shape: PNGRowShape
) {
    let (count, distance) = (shape.rowBytes, shape.distance)
    let start = min(distance, count)
    func filterEnd(_ range: Range<Int>) {
        unsafe filterRowReference(
            filter,
            row,
            above: above,
            to: out,
            in: range,
            distance: distance
        )
    }
    filterEnd(0..<start)
    var i = start
    switch filter {
    case .none:
        unsafe out.update(from: row, count: count)
        return
    case .sub:
        while i + 16 <= count {
            unsafe store(load(row + i) &- load(row + i - distance), to: out + i)
            i += 16
        }
    case .up:
        while i + 16 <= count {
            unsafe store(load(row + i) &- load(above + i), to: out + i)
            i += 16
        }
    case .average:
        while i + 16 <= count {
            let (left, up) = unsafe (load(row + i - distance), load(above + i))
            // (left + up) / 2 without the ninth bit.
            let mean = (left & up) &+ (((left ^ up) &>> 1) & 0x7F)
            unsafe store(load(row + i) &- mean, to: out + i)
            i += 16
        }
    case .paeth:
        while i + 16 <= count {
            let prediction = unsafe paeth(
                load(row + i - distance),
                load(above + i),
                load(above + i - distance)
            )
            unsafe store(load(row + i) &- prediction, to: out + i)
            i += 16
        }
    }
    filterEnd(i..<count)
}

/// Paeth's predictor in bytes.
///
/// |guess - left| = |up - corner| and |guess - up| = |left - corner| fit a byte. The third distance is
/// their difference when left and up are on different sides of the corner; otherwise it is their sum,
/// never the smallest, and 255 stands for it.
@inline(__always)
package func paeth(
    _ left: SIMD16<UInt8>,
    _ up: SIMD16<UInt8>,
    _ corner: SIMD16<UInt8>
) -> SIMD16<UInt8> {
    let fromLeft = distance(up, corner)
    let fromUp = distance(left, corner)
    let sameSide = (left .>= corner) .== (up .>= corner)
    let fromCorner = distance(fromLeft, fromUp)
        .replacing(with: SIMD16(repeating: 255), where: sameSide)
    let notLeft = corner.replacing(with: up, where: fromUp .<= fromCorner)
    return notLeft.replacing(with: left, where: (fromLeft .<= fromUp) .& (fromLeft .<= fromCorner))
}

@inline(__always)
private func distance(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let down = (a &- b).replacing(with: 0, where: a .< b)
    let up = (b &- a).replacing(with: 0, where: b .< a)
    return down | up
}

@unsafe @inline(__always)
func load(_ from: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
    unsafe UnsafeRawPointer(from).loadUnaligned(as: SIMD16<UInt8>.self)
}

@unsafe @inline(__always)
func store(_ value: SIMD16<UInt8>, to: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(to).storeBytes(of: value, as: SIMD16<UInt8>.self)
}

/// Reverses a row's filter in place, one byte at a time.
///
/// `above` has the plain bytes of the previous row, or is nil for the first.
@unsafe
package func unfilterRowReference(
    _ filter: PNGFilter,
    _ row: UnsafeMutablePointer<UInt8>,
    above: UnsafePointer<UInt8>?,
    _ shape: PNGRowShape
) {
    let distance = shape.distance
    for i in 0..<shape.rowBytes {
        let left = i >= distance ? unsafe row[i - distance] : 0
        let up = unsafe above?[i] ?? 0
        let corner = i >= distance ? unsafe above?[i - distance] ?? 0 : 0
        let prediction = filter.prediction(left, up, corner)
        unsafe row[i] &+= prediction
    }
}

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
