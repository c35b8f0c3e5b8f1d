/// One bit a pixel, for questions with the answer yes or no.
///
/// Rows are padded to whole 64-bit words, lowest bit first; bits beyond the width are 0.
public struct BitMask: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Words a row.
    public let stride: Int
    public var words: [UInt64]

    package init(width: Int, height: Int) {
        self.init(
            width: width,
            height: height,
            words: [UInt64](repeating: 0, count: ((width + 63) >> 6) * height)
        )
    }

    /// Takes over words that are laid out as described.
    @usableFromInline
    package init(width: Int, height: Int, words: [UInt64]) {
        self.width = width
        self.height = height
        stride = (width + 63) >> 6
        precondition(words.count == stride * height, "words of another size")
        self.words = words
    }

    /// The bits of the last word of a row that are pixels.
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
            // Many at once, which the compiler turns into vectors.
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
    package var count: Int {
        inRowBands(height, width: width) { count($0) }.reduce(0, +)
    }

    /// How many pixels of some rows, which lie inside, are set.
    package func count(_ rows: Range<Int>) -> Int {
        var count = 0
        // Most words are 0, or full.
        for word in words[words(of: rows)] where word != 0 {
            count &+= word == ~0 ? 64 : word.nonzeroBitCount
        }
        return count
    }

    /// Where the words of some rows are.
    @inlinable @inline(__always)
    package func words(of rows: Range<Int>) -> Range<Int> {
        rows.lowerBound &* stride..<rows.upperBound &* stride
    }

    /// Calls `body` with every set pixel, row by row.
    @inlinable @inline(__always)
    public func visit(everyRow step: Int = 1, _ body: (_ x: Int, _ y: Int) -> Void) {
        visit(0..<height, everyRow: step, body)
    }

    /// The same of some rows, which lie inside.
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

extension BitMask {
    /// The set pixels that pass a test, which is asked row by row, of bands of rows side by side.
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

    /// How many of some columns of a row, which lie inside, are set.
    package func count(in columns: Range<Int>, row y: Int) -> Int {
        if columns.isEmpty { return 0 }
        var count = 0
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
            let word = words[y &* stride &+ column] & BitMask.bits(of: columns, in: column)
            count &+= word.nonzeroBitCount
        }
        return count
    }

    /// Up to 64 columns of a row, which lie inside, from the lowest bit on.
    package func bits(of columns: ClosedRange<Int>, row y: Int) -> UInt64 {
        let (first, shift) = (columns.lowerBound >> 6, UInt64(columns.lowerBound & 63))
        var bits = words[y &* stride &+ first] &>> shift
        if columns.upperBound >> 6 > first {
            bits |= words[y &* stride &+ first &+ 1] &<< (64 &- shift)
        }
        return columns.count < 64 ? bits & ~(~0 &<< UInt64(columns.count)) : bits
    }

    /// Sets some columns of a row, which lie inside.
    package mutating func insert(_ columns: Range<Int>, row y: Int) {
        if columns.isEmpty { return }
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
            words[y &* stride &+ column] |= BitMask.bits(of: columns, in: column)
        }
    }

    /// Takes some columns of a row, which lie inside, out of the mask.
    ///
    /// - Returns: how many of them were set.
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

    /// Those of a word, one of the words that have some of the columns.
    @inline(__always)
    private static func bits(of columns: Range<Int>, in column: Int) -> UInt64 {
        var bits: UInt64 = ~0
        let (first, end) = (columns.lowerBound &- column &* 64, columns.upperBound &- column &* 64)
        if first > 0 { bits &= ~0 &<< UInt64(first) }
        if end < 64 { bits &= ~(~0 &<< UInt64(end)) }
        return bits
    }

    // Masks are taken over where they can be, because a fresh one costs more than the work.
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

    /// Every pixel that is not set.
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

    /// The pixels within `radius` (0...31) columns and rows of a set one.
    package func dilated(_ radius: Int) -> BitMask { spread(sideways: radius, upAndDown: radius) }

    /// The set pixels with no clear one within `radius` columns and rows; outside counts as set.
    package func eroded(_ radius: Int) -> BitMask { inverted().dilated(radius).inverted() }

    /// The set pixels whose neighbors `reach` (0...63) away in eight directions are set as well; what
    /// lies outside counts as the nearest pixel inside.
    package func withLattice(reach: Int) -> BitMask {
        var across = self
        let (low, high) = (UInt64(reach), UInt64(64 - reach))
        for y in 0..<height where reach > 0 {
            let row = y * stride
            let (first, last) = (self[0, y], self[width - 1, y])
            for column in 0..<stride {
                let here = words[row + column]
                let before =
                    column > 0 ? words[row + column - 1] >> high : first ? ~0 >> high : 0
                let after = column + 1 < stride ? words[row + column + 1] << high : 0
                var right = here >> low | after
                // The last `reach` pixels look at the last one.
                let end = width - reach - column * 64
                if end < 64 {
                    let outside: UInt64 = end <= 0 ? ~0 : ~0 << UInt64(end)
                    right = last ? right | outside : right & ~outside
                }
                across.words[row + column] = here & (here << low | before) & right
            }
        }
        var result = across
        for y in 0..<height {
            let above = max(y - reach, 0) * stride
            let below = min(y + reach, height - 1) * stride
            for column in 0..<stride {
                result.words[y * stride + column] &=
                    across.words[above + column] & across.words[below + column]
            }
        }
        return result
    }

    /// The set pixels whose neighbors to the right, below and between are set as well.
    package var withRightAndLowerNeighbors: BitMask {
        var result = self
        for y in 0..<height {
            let row = y &* stride
            for column in 0..<stride {
                /// The words of pixels and of their right neighbors.
                func pairs(_ index: Int) -> UInt64 {
                    let next = column + 1 < stride ? words[index + 1] << 63 : 0
                    return words[index] & (words[index] >> 1 | next)
                }
                let index = row &+ column
                result.words[index] =
                    y + 1 < height && words[index] != 0 ? pairs(index) & pairs(index + stride) : 0
            }
        }
        return result
    }

    /// The set pixels, and the neighbors of each to the right, below and between.
    ///
    /// None of them is in the last column or row.
    package consuming func addingRightAndLowerNeighbors() -> BitMask {
        let stride = stride
        var result = self
        unsafe result.words.withUnsafeMutableBufferPointer { words in
            // From the end on, so that what comes from the left and from above is as it was. A row's last bit
            // is never set.
            for index in (1..<words.count).reversed() {
                unsafe words[index] |= words[index] &<< 1 | words[index &- 1] &>> 63
            }
            unsafe words[0] |= words[0] &<< 1
            for index in (stride..<max(words.count, stride)).reversed() {
                unsafe words[index] |= words[index &- stride]
            }
        }
        return result
    }

    /// The set pixels and those left, right, above and below of one.
    package var withSideNeighbors: BitMask {
        spread(sideways: 1, upAndDown: 0) | spread(sideways: 0, upAndDown: 1)
    }

    private func spread(sideways: Int, upAndDown: Int) -> BitMask {
        let spread = unsafe [UInt64](unsafeUninitializedCapacity: words.count) { to, count in
            unsafe words.withUnsafeBufferPointer { from in
                _ = inRowBands(height, width: width) { band in
                    // Two rows with a word of zeros at each end.
                    var rows = [UInt64](repeating: 0, count: 2 * (stride + 2))
                    unsafe rows.withUnsafeMutableBufferPointer { rows in
                        for y in band {
                            unsafe spreadRow(
                                y,
                                from.start,
                                to.start + y &* stride,
                                rows.start,
                                sideways,
                                upAndDown
                            )
                        }
                    }
                }
            }
            count = words.count
        }
        return BitMask(width: width, height: height, words: spread)
    }

    @inline(__always)
    private func spreadRow(
        _ y: Int,
        _ from: UnsafePointer<UInt64>,
        _ to: UnsafeMutablePointer<UInt64>,
        _ rows: UnsafeMutablePointer<UInt64>,
        _ sideways: Int,
        _ upAndDown: Int
    ) {
        // Loops without branches, which the compiler turns into vectors.
        let stride = stride
        var (row, other) = unsafe (rows + 1, rows + (stride &+ 3))
        let first = max(0, y &- upAndDown)
        unsafe row.update(from: from + first &* stride, count: stride)
        for near in (first &+ 1)..<(min(height &- 1, y &+ upAndDown) &+ 1) {
            let line = unsafe from + near &* stride
            for column in 0..<stride { unsafe row[column] |= line[column] }
        }
        var any: UInt64 = 0
        for column in 0..<stride { unsafe any |= row[column] }
        if any == 0 || sideways == 0 {
            unsafe to.update(from: row, count: stride)
            return
        }
        // What reaches c columns reaches c + s after a step of s columns, up to 2 c + 1.
        var reach = 0
        while reach < sideways {
            let step = min(2 &* reach &+ 1, sideways &- reach)
            let (up, down) = (UInt64(step), UInt64(64 &- step))
            reach &+= step
            let result = unsafe reach < sideways ? other : to
            for column in 0..<stride {
                let (before, here, after) = unsafe (row[column &- 1], row[column], row[column &+ 1])
                let left = here &<< up | before &>> down
                let right = here &>> up | after &<< down
                unsafe result[column] = here | left | right
            }
            unsafe swap(&row, &other)
        }
        unsafe to[stride &- 1] &= lastMask
    }
}
