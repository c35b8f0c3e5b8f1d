/// One bit a pixel, for questions with the answer yes or no.
///
/// Rows are padded to whole 64-bit words, lowest bit first; bits beyond the width are 0.
struct BitPlane {
    let width: Int
    let height: Int
    /// Words a row.
    let stride: Int
    var words: [UInt64]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = (width + 63) >> 6
        words = [UInt64](repeating: 0, count: stride * height)
    }

    /// The bits of the last word of a row that are pixels.
    var lastMask: UInt64 { width & 63 == 0 ? ~0 : (1 << UInt64(width & 63)) - 1 }

    /// False outside of the plane.
    @inline(__always)
    subscript(x: Int, y: Int) -> Bool {
        get {
            guard x >= 0, y >= 0, x < width, y < height else { return false }
            return words[y &* stride &+ x &>> 6] &>> UInt64(x & 63) & 1 != 0
        }
        set {
            let bit: UInt64 = 1 << UInt64(x & 63)
            if newValue {
                words[y &* stride &+ x &>> 6] |= bit
            } else {
                words[y &* stride &+ x &>> 6] &= ~bit
            }
        }
    }

    var isEmpty: Bool { !words.contains { $0 != 0 } }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Calls `body` with every set pixel, row by row.
    @inline(__always)
    func visit(everyRow step: Int = 1, _ body: (_ x: Int, _ y: Int) -> Void) {
        unsafe words.withUnsafeBufferPointer { words in
            for y in Swift.stride(from: 0, to: height, by: step) {
                for column in 0..<stride {
                    var word = unsafe words[y &* stride &+ column]
                    while word != 0 {
                        body(column &* 64 &+ word.trailingZeroBitCount, y)
                        word &= word &- 1
                    }
                }
            }
        }
    }
}

extension BitPlane {
    @inline(__always)
    private func combined(_ other: BitPlane, _ body: (UInt64, UInt64) -> UInt64) -> BitPlane {
        precondition(words.count == other.words.count, "planes of different sizes")
        var result = self
        unsafe result.words.withUnsafeMutableBufferPointer { to in
            unsafe other.words.withUnsafeBufferPointer { from in
                for index in 0..<to.count { unsafe to[index] = body(to[index], from[index]) }
            }
        }
        return result
    }

    static func & (a: BitPlane, b: BitPlane) -> BitPlane { a.combined(b) { $0 & $1 } }
    static func | (a: BitPlane, b: BitPlane) -> BitPlane { a.combined(b) { $0 | $1 } }
    func subtracting(_ other: BitPlane) -> BitPlane { combined(other) { $0 & ~$1 } }

    /// Every pixel that is not set.
    var inverted: BitPlane {
        var result = self
        for y in 0..<height {
            for column in 0..<stride {
                result.words[y * stride + column] = ~words[y * stride + column]
            }
            result.words[y * stride + stride - 1] &= lastMask
        }
        return result
    }

    /// The pixels within `radius` (0...31) columns and rows of a set one.
    func dilated(_ radius: Int) -> BitPlane {
        radius == 0 ? self : spreadSideways(radius).spreadUpAndDown(radius)
    }

    /// The set pixels with no clear one within `radius` columns and rows; outside counts as set.
    func eroded(_ radius: Int) -> BitPlane {
        radius == 0 ? self : inverted.dilated(radius).inverted
    }

    /// The set pixels and those left, right, above and below of one.
    var withSideNeighbors: BitPlane { spreadSideways(1) | spreadUpAndDown(1) }

    private func spreadSideways(_ radius: Int) -> BitPlane {
        var result = self
        unsafe words.withUnsafeBufferPointer { from in
            unsafe result.words.withUnsafeMutableBufferPointer { to in
                for y in 0..<height {
                    let row = y &* stride
                    var before: UInt64 = 0
                    var here = unsafe from[row]
                    for column in 0..<stride {
                        let after =
                            column &+ 1 < stride ? unsafe from[row &+ column &+ 1] : 0
                        if before | here | after != 0, here != ~0 {
                            var spread = here
                            for shift in 1...UInt64(radius) {
                                spread |= here &<< shift | before &>> (64 &- shift)
                                spread |= here &>> shift | after &<< (64 &- shift)
                            }
                            unsafe to[row &+ column] = spread
                        }
                        before = here
                        here = after
                    }
                    unsafe to[row &+ stride &- 1] &= lastMask
                }
            }
        }
        return result
    }

    private func spreadUpAndDown(_ radius: Int) -> BitPlane {
        var result = self
        unsafe words.withUnsafeBufferPointer { from in
            unsafe result.words.withUnsafeMutableBufferPointer { to in
                for y in 0..<height {
                    let row = y &* stride
                    for other in max(0, y - radius)...min(height - 1, y + radius) where other != y {
                        let source = other &* stride
                        for column in 0..<stride {
                            unsafe to[row &+ column] |= from[source &+ column]
                        }
                    }
                }
            }
        }
        return result
    }
}
