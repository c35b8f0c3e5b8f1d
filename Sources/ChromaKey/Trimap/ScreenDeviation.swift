import Raster

/// The pixels whose 3 x 3 neighborhoods deviate from the screen by more than a limit, on average:
/// those of `far` by its limit, those of `close` by its own.
func screenDeviation(
    of picture: StraightImage,
    over screen: Screen,
    far: (limit: Float, within: BitMask),
    close: (limit: Float, within: BitMask)
) -> BitMask {
    let (width, height) = (picture.width, picture.height)
    var result = BitMask(width: width, height: height)
    let stride = result.stride
    unsafe picture.withWords { pixels in
        unsafe result.words.withUnsafeMutableBufferPointer { result in
            _ = inRowBands(height, width: width) { band in
                var lines = DistanceLines(width: width, height: height)
                for y in band {
                    let row = y * stride..<(y + 1) * stride
                    guard
                        row.contains(where: { far.within.words[$0] | close.within.words[$0] != 0 })
                    else { continue }
                    unsafe lines.withLines(around: y, of: pixels.start, over: screen) { lines in
                        for column in 0..<stride {
                            let index = row.lowerBound + column
                            let isFar = far.within.words[index]
                            let isClose = close.within.words[index]
                            if isFar | isClose == 0 { continue }
                            let start = column * 64
                            let bits = unsafe sumsAbove(
                                (9 * far.limit, 9 * close.limit),
                                lines.0 + start,
                                lines.1 + start,
                                lines.2 + start
                            )
                            unsafe result[index] = bits.far & isFar | bits.close & isClose
                        }
                    }
                }
            }
        }
    }
    return result
}

/// The last three rows of distances, padded by repeating the first and last pixel.
private struct DistanceLines {
    private let width: Int
    private let height: Int
    private var distances: [Float]
    /// The first row not measured yet.
    private var known = 0

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        distances = [Float](repeating: 0, count: 3 * (width + 66))
    }

    /// Calls `body` with a row and those above and below; rows come in order.
    mutating func withLines(
        around y: Int,
        of pixels: UnsafePointer<UInt32>,
        over screen: Screen,
        _ body: (
            (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
        ) -> Void
    ) {
        let (width, height) = (width, height)
        let rows = max(known, max(y - 1, 0))..<min(y + 2, height)
        known = rows.upperBound
        unsafe distances.withUnsafeMutableBufferPointer { distances in
            func line(_ y: Int) -> UnsafeMutablePointer<Float> {
                unsafe distances.start + (min(max(y, 0), height - 1) % 3 * (width + 66) + 1)
            }
            for other in rows {
                unsafe measure(pixels + other * width, other, screen, line(other), width)
            }
            unsafe body((line(y - 1), line(y), line(y + 1)))
        }
    }
}

/// Each pixel's distance from the screen, root mean square of the channels.
private func measure(
    _ pixels: UnsafePointer<UInt32>,
    _ y: Int,
    _ screen: Screen,
    _ line: UnsafeMutablePointer<Float>,
    _ width: Int
) {
    if screen.isFlat {
        unsafe measureFlat(pixels, screen.color, line, width)
    } else {
        for x in 0..<width {
            unsafe line[x] = (TwoColorUnmixing.color(pixels[x]) - screen(x, y)).rootMeanSquare
        }
    }
    unsafe line[-1] = line[0]
    for x in width..<(width + 65) { unsafe line[x] = line[width - 1] }
}

/// The same over one color.
///
/// Neighbors in most of the screen are equal.
private func measureFlat(
    _ pixels: UnsafePointer<UInt32>,
    _ color: SIMD4<Float>,
    _ line: UnsafeMutablePointer<Float>,
    _ width: Int
) {
    var last = unsafe pixels[0]
    var distance = flatDistance(last, color)
    for start in stride(from: 0, to: width, by: 64) {
        let count = min(64, width &- start)
        let part = unsafe pixels + start
        // Without branches, which the compiler vectorizes.
        var different: UInt32 = 0
        for index in 0..<count { unsafe different |= part[index] ^ last }
        if different == 0 {
            unsafe (line + start).update(repeating: distance, count: count)
            continue
        }
        for index in 0..<count {
            let pixel = unsafe part[index]
            if pixel != last {
                last = pixel
                distance = flatDistance(pixel, color)
            }
            unsafe line[start &+ index] = distance
        }
    }
}

private func flatDistance(_ pixel: UInt32, _ color: SIMD4<Float>) -> Float {
    let d = TwoColorUnmixing.color(pixel) - color
    return ((d.x * d.x + d.y * d.y + d.z * d.z) / 3).squareRoot()
}

/// Which of 64 sums of 3 x 3 distances exceed two limits; callers ignore padding.
private func sumsAbove(
    _ limits: (far: Float, close: Float),
    _ above: UnsafePointer<Float>,
    _ here: UnsafePointer<Float>,
    _ below: UnsafePointer<Float>
) -> (far: UInt64, close: UInt64) {
    var far: UInt64 = 0
    var close: UInt64 = 0
    for step in 0..<8 {
        let x = step &* 8
        var sum = unsafe eight(above + (x &- 1)) + eight(above + x) + eight(above + (x &+ 1))
        unsafe sum = sum + eight(here + (x &- 1)) + eight(here + x) + eight(here + (x &+ 1))
        unsafe sum = sum + eight(below + (x &- 1)) + eight(below + x) + eight(below + (x &+ 1))
        far |= bits(sum .> limits.far) &<< UInt64(x)
        close |= bits(sum .> limits.close) &<< UInt64(x)
    }
    return (far, close)
}

private func eight(_ numbers: UnsafePointer<Float>) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(numbers).loadUnaligned(as: SIMD8<Float>.self)
}

/// A bit for each lane, the first lowest.
private func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt64 {
    let ones = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    let bits = SIMD8<Int32>().replacing(with: ones, where: mask)
    return UInt64(truncatingIfNeeded: bits.wrappedSum())
}
