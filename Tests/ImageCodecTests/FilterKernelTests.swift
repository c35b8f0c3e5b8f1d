import ImageCodec
import Testing

struct FilterKernelTests {
    @Test func `the vector Paeth is the predictor for all inputs`() {
        var differences = 0
        for left in UInt8.min...255 {
            for up in UInt8.min...255 {
                for first in stride(from: 0, through: 240, by: 16) {
                    var corner = SIMD16<UInt8>()
                    for lane in 0..<16 { corner[lane] = UInt8(first + lane) }
                    let found = paeth(SIMD16(repeating: left), SIMD16(repeating: up), corner)
                    for lane in 0..<16 where found[lane] != paeth(left, up, corner[lane]) {
                        differences += 1
                    }
                }
            }
        }
        #expect(differences == 0)
    }

    @Test(arguments: PNGFilter.allCases)
    func `the vector filter is the reference`(_ filter: PNGFilter) {
        var random = SeededRandom(seed: UInt64(filter.rawValue))
        for count in 0...80 {
            for distance in [1, 2, 3, 4] {
                let row = random.bytes(count + 1)
                let above = random.bytes(count + 1)
                let shape = PNGRowShape(rowBytes: count, distance: distance)
                var fast = [UInt8](repeating: 7, count: count + 1)
                var plain = fast
                unsafe filterRow(filter, row, above: above, to: &fast, shape)
                unsafe filterRowReference(
                    filter,
                    row,
                    above: above,
                    to: &plain,
                    in: 0..<count,
                    distance: distance
                )
                #expect(fast == plain, "\(count) bytes, distance \(distance)")
            }
        }
    }

    @Test(arguments: PNGFilter.allCases)
    func `unfiltering undoes filtering`(_ filter: PNGFilter) {
        var random = SeededRandom(seed: UInt64(filter.rawValue) + 50)
        for width in 1...40 {
            for distance in [1, 2, 3, 4] {
                let shape = PNGRowShape(rowBytes: width * distance, distance: distance)
                let row = random.bytes(shape.rowBytes)
                let above = random.bytes(shape.rowBytes)
                // One byte more, which the pixel form may read.
                var filtered = [UInt8](repeating: 0, count: shape.rowBytes + 1)
                unsafe filterRow(filter, row, above: above, to: &filtered, shape)
                var plain = filtered
                unsafe unfilterRowReference(filter, &plain, above: above, shape)
                #expect(Array(plain.dropLast()) == row)
                if distance >= 3 {
                    var pixels = [UInt32](repeating: 0, count: width)
                    unsafe unfilterPixels(
                        filter,
                        filtered,
                        stride: distance,
                        above: words(above, distance),
                        to: &pixels,
                        width: width
                    )
                    #expect(pixels == words(row, distance))
                }
            }
        }
    }

    @Test func `the vector sum is the reference`() {
        var random = SeededRandom(seed: 9)
        for count in Array(0...80) + [1_919, 1_920, 1_936, 5_000] {
            for bytes in [random.bytes(count), [UInt8](repeating: 128, count: count)] {
                let found = unsafe sumOfMagnitudes(bytes, count: count)
                let wanted = unsafe sumOfMagnitudesReference(bytes, in: 0..<count)
                #expect(found == wanted, "\(count) bytes")
            }
        }
    }

    @Test func `the logarithm is monotonic and exact at powers of two`() {
        for exponent in 0..<40 { #expect(fixedLog2(1 << exponent) == exponent << 16) }
        var last = -1
        for number in 1...100_000 {
            let found = fixedLog2(number)
            #expect(found >= last)
            last = found
        }
    }

    private func words(_ bytes: [UInt8], _ distance: Int) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: distance).map { at in
            (0..<4).reduce(0) { word, i in
                word | (i < distance ? UInt32(bytes[at + i]) : 255) << UInt32(8 * i)
            }
        }
    }
}

extension SeededRandom {
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(next(below: 256)) }
    }
}
