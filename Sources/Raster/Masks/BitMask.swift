import Kernels
import KernelsWide

/// One bit per pixel.
///
/// Rows are padded to whole 64-bit words, lowest bit first; bits beyond the width are 0.
public struct BitMask: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Words per row.
    public let stride: Int
    public var words: [UInt64]

    @usableFromInline
    package init(width: Int, height: Int) {
        self.init(
            width: width,
            height: height,
            words: [UInt64](repeating: 0, count: ((width + 63) >> 6) * height)
        )
    }

    /// Takes words in the documented layout.
    @usableFromInline
    package init(width: Int, height: Int, words: [UInt64]) {
        self.width = width
        self.height = height
        stride = (width + 63) >> 6
        precondition(words.count == stride * height, "words of another size")
        self.words = words
    }

    /// The bits of a row's last word that are pixels.
    var lastMask: UInt64 { width & 63 == 0 ? ~0 : (1 << UInt64(width & 63)) - 1 }

    /// False outside of the plane.
    @inlinable @inline(__always)
    public subscript(x: Int, y: Int) -> Bool {
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

    package var isEmpty: Bool {
        unsafe words.withUnsafeBufferPointer { words in
            var index = 0
            // Many at once, which the compiler vectorizes.
            while index &+ 32 <= words.count {
                var any: UInt64 = 0
                for step in 0..<32 { unsafe any |= words[index &+ step] }
                if any != 0 { return false }
                index &+= 32
            }
            while index < words.count {
                if unsafe words[index] != 0 { return false }
                index &+= 1
            }
            return true
        }
    }

    package func hasPixels(inRow y: Int) -> Bool {
        words[words(of: y..<y + 1)].contains { $0 != 0 }
    }

    package var count: Int {
        inRowBands(height, width: width) { count($0) }.reduce(0, +)
    }

    package func count(_ rows: Range<Int>) -> Int {
        let part = words(of: rows)
        return unsafe words.withUnsafeBufferPointer { words in
            let first = unsafe words.start + part.lowerBound
            return KernelChoice.usesWideVectors
                ? unsafe KernelsWide.SetBits.count(first, count: part.count)
                : unsafe Kernels.SetBits.count(first, count: part.count)
        }
    }

    /// The indexes of the words of some rows.
    @inlinable @inline(__always)
    package func words(of rows: Range<Int>) -> Range<Int> {
        rows.lowerBound &* stride..<rows.upperBound &* stride
    }

    package func rows(_ rows: Range<Int>) -> BitMask {
        BitMask(width: width, height: rows.count, words: Array(words[words(of: rows)]))
    }

    @inlinable @inline(__always)
    public func visit(everyRow step: Int = 1, _ body: (_ x: Int, _ y: Int) -> Void) {
        visit(0..<height, everyRow: step, body)
    }

    @inlinable @inline(__always)
    package func visit(
        _ rows: Range<Int>,
        everyRow step: Int = 1,
        _ body: (_ x: Int, _ y: Int) -> Void
    ) {
        unsafe words.withUnsafeBufferPointer { words in
            for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
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

extension Bitmap {
    /// The places that pass a test; bands of rows are tested in parallel.
    @inlinable @inline(__always)
    package func mask(where isTaken: (_ x: Int, _ y: Int) -> Bool) -> BitMask {
        BitMask(width: width, height: height).inverted().pixels(where: isTaken)
    }
}

extension BitMask {
    /// The set pixels that pass a test; bands of rows are tested in parallel.
    @inlinable @inline(__always)
    package func pixels(where isTaken: (_ x: Int, _ y: Int) -> Bool) -> BitMask {
        let taken = unsafe [UInt64](unsafeUninitializedCapacity: words.count) { taken, count in
            unsafe words.withUnsafeBufferPointer { words in
                _ = inRowBands(height, width: width) { rows in
                    for index in self.words(of: rows) {
                        var rest = unsafe words[index]
                        if rest == 0 {
                            unsafe taken[index] = 0
                            continue
                        }
                        let (y, column) = index.quotientAndRemainder(dividingBy: stride)
                        var found: UInt64 = 0
                        while rest != 0 {
                            let bit = rest & (0 &- rest)
                            if isTaken(column &* 64 &+ rest.trailingZeroBitCount, y) {
                                found |= bit
                            }
                            rest &= rest &- 1
                        }
                        unsafe taken[index] = found
                    }
                }
            }
            count = words.count
        }
        return BitMask(width: width, height: height, words: taken)
    }

    package func count(in columns: Range<Int>, row y: Int) -> Int {
        if columns.isEmpty { return 0 }
        var count = 0
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
            let word = words[y &* stride &+ column] & BitMask.bits(of: columns, in: column)
            count &+= word.nonzeroBitCount
        }
        return count
    }

    /// Up to 64 columns of a row, from the lowest bit.
    package func bits(of columns: ClosedRange<Int>, row y: Int) -> UInt64 {
        let (first, shift) = (columns.lowerBound >> 6, UInt64(columns.lowerBound & 63))
        var bits = words[y &* stride &+ first] &>> shift
        if columns.upperBound >> 6 > first {
            bits |= words[y &* stride &+ first &+ 1] &<< (64 &- shift)
        }
        return columns.count < 64 ? bits & ~(~0 &<< UInt64(columns.count)) : bits
    }

    package mutating func insert(_ columns: Range<Int>, row y: Int) {
        if columns.isEmpty { return }
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
            words[y &* stride &+ column] |= BitMask.bits(of: columns, in: column)
        }
    }

    /// Clears some columns of a row, and returns how many of them were set.
    package mutating func remove(_ columns: Range<Int>, row y: Int) -> Int {
        if columns.isEmpty { return 0 }
        var count = 0
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
            let bits = BitMask.bits(of: columns, in: column)
            count &+= (words[y &* stride &+ column] & bits).nonzeroBitCount
            words[y &* stride &+ column] &= ~bits
        }
        return count
    }

    /// The bits of one word that belong to some columns.
    @inline(__always)
    private static func bits(of columns: Range<Int>, in column: Int) -> UInt64 {
        var bits: UInt64 = ~0
        let (first, end) = (columns.lowerBound &- column &* 64, columns.upperBound &- column &* 64)
        if first > 0 { bits &= ~0 &<< UInt64(first) }
        if end < 64 { bits &= ~(~0 &<< UInt64(end)) }
        return bits
    }

    // Masks are consumed where possible, because allocating costs more than the work.
    @inline(__always)
    private mutating func combine(_ other: BitMask, _ body: (UInt64, UInt64) -> UInt64) {
        precondition(words.count == other.words.count, "masks of different sizes")
        let (width, height, stride) = (width, height, stride)
        unsafe words.withUnsafeMutableBufferPointer { to in
            unsafe other.words.withUnsafeBufferPointer { from in
                _ = inRowBands(height, width: width) { rows in
                    for index in rows.lowerBound &* stride..<rows.upperBound &* stride {
                        unsafe to[index] = body(to[index], from[index])
                    }
                }
            }
        }
    }

    package static func &= (a: inout BitMask, b: BitMask) { a.combine(b) { $0 & $1 } }
    package static func |= (a: inout BitMask, b: BitMask) { a.combine(b) { $0 | $1 } }
    package mutating func subtract(_ other: BitMask) { combine(other) { $0 & ~$1 } }

    package static func & (a: consuming BitMask, b: BitMask) -> BitMask {
        var result = a
        result &= b
        return result
    }
    package static func | (a: consuming BitMask, b: BitMask) -> BitMask {
        var result = a
        result |= b
        return result
    }
    package consuming func subtracting(_ other: BitMask) -> BitMask {
        var result = self
        result.subtract(other)
        return result
    }

    @usableFromInline
    package consuming func inverted() -> BitMask {
        let (stride, height, mask) = (stride, height, lastMask)
        var result = self
        unsafe result.words.withUnsafeMutableBufferPointer { words in
            _ = inRowBands(height, width: stride &* 64) { rows in
                for index in rows.lowerBound &* stride..<rows.upperBound &* stride {
                    unsafe words[index] = ~words[index]
                }
                for y in rows { unsafe words[(y &+ 1) &* stride &- 1] &= mask }
            }
        }
        return result
    }
}
