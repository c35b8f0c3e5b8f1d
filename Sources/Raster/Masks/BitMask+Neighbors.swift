// Masks of the neighbors of a mask's pixels, or of pixels between them.

extension BitMask {
    /// The pixels within `radius` (0...31) columns and rows of a set one.
    package func dilated(_ radius: Int) -> BitMask { spread(sideways: radius, upAndDown: radius) }

    /// The set pixels with no clear one within `radius` columns and rows; outside counts as set.
    package func eroded(_ radius: Int) -> BitMask { inverted().dilated(radius).inverted() }

    /// Grows the mask within `room`: repeatedly adds pixels of `room` within `reach` (0...31)
    /// columns and rows.
    package consuming func grown(within room: BitMask, reach: Int) -> BitMask {
        precondition(words.count == room.words.count, "masks of different sizes")
        let (height, stride) = (height, stride)
        var result = self
        // Rows that may still grow, and their number.
        var isAsked = [Bool](repeating: true, count: height)
        var asked = height
        var isDownward = true
        // Buffers for the neighbors of a row, their dilation, and `spreadRow`.
        var scratch = [UInt64](repeating: 0, count: 4 * (stride + 2))
        while asked > 0 {
            for step in 0..<height {
                let y = isDownward ? step : height - 1 - step
                if !isAsked[y] { continue }
                isAsked[y] = false
                asked -= 1
                let near = max(0, y - reach)..<min(height, y + reach + 1)
                guard result.growRow(y, near, within: room, reach, &scratch) else { continue }
                for other in near where !isAsked[other] {
                    isAsked[other] = true
                    asked += 1
                }
            }
            isDownward.toggle()
        }
        return result
    }

    /// Adds pixels of a row of `room` that are near pixels of some rows; false if there are none.
    private mutating func growRow(
        _ y: Int,
        _ near: Range<Int>,
        within room: BitMask,
        _ reach: Int,
        _ scratch: inout [UInt64]
    ) -> Bool {
        let row = y &* stride
        guard room.hasPixels(inRow: y) else { return false }
        return unsafe scratch.withUnsafeMutableBufferPointer { scratch in
            let joined = unsafe scratch.start
            let spread = unsafe joined + stride
            for column in 0..<stride {
                var any: UInt64 = 0
                for other in near { any |= words[other &* stride &+ column] }
                unsafe joined[column] = any
            }
            let rows = unsafe UnsafePointer(joined)
            unsafe spreadRow((rows, rows), spread, spread + stride, reach)
            var new: UInt64 = 0
            for column in 0..<stride {
                let found = unsafe spread[column] & room.words[row &+ column]
                new |= found & ~words[row &+ column]
                words[row &+ column] |= found
            }
            return new != 0
        }
    }

    /// The set pixels whose neighbors `reach` (0...63) away in eight directions are set as well;
    /// outside counts as the nearest pixel inside.
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
                // The last `reach` pixels read the last one.
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

    /// The set pixels whose right, lower and lower right neighbors are set as well.
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

    /// Adds the right, lower and lower right neighbors of each set pixel.
    ///
    /// No set pixel may be in the last column or row.
    package consuming func addingRightAndLowerNeighbors() -> BitMask {
        let stride = stride
        var result = self
        unsafe result.words.withUnsafeMutableBufferPointer { words in
            // From the end, so that words left and above are unmodified. A row's last bit is never
            // set.
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

    /// Adds the four side neighbors of each set pixel.
    package var withSideNeighbors: BitMask {
        spread(sideways: 1, upAndDown: 0) | spread(sideways: 0, upAndDown: 1)
    }

    /// The side neighbors of the center in a `square`.
    @inlinable package static var squareSides: UInt32 { 0b010_101_010 }

    /// The 3x3 neighborhood of a pixel inside, row by row from the lowest bit; outside is not set.
    @inlinable @inline(__always)
    package func square(around x: Int, _ y: Int) -> UInt32 {
        let (column, shift) = (x &>> 6, UInt64(x & 63))
        @inline(__always)
        func row(_ y: Int) -> UInt32 {
            guard y >= 0, y < height else { return 0 }
            let place = y &* stride &+ column
            var bits = words[place]
            if shift == 0 {
                bits = bits &<< 1 | (column > 0 ? words[place &- 1] &>> 63 : 0)
            } else {
                bits = bits &>> (shift &- 1)
                if shift == 63, column &+ 1 < stride { bits |= words[place &+ 1] &<< 2 }
            }
            return UInt32(truncatingIfNeeded: bits & 7)
        }
        return row(y &- 1) | row(y) &<< 3 | row(y &+ 1) &<< 6
    }

    private func spread(sideways: Int, upAndDown: Int) -> BitMask {
        let spread = unsafe [UInt64](unsafeUninitializedCapacity: words.count) { to, count in
            unsafe words.withUnsafeBufferPointer { from in
                _ = inRowBands(height, width: width) { band in
                    // Two rows with a word of zeros at each end.
                    var rows = [UInt64](repeating: 0, count: 2 * (stride + 2))
                    var joined: [UInt64] = []
                    unsafe rows.withUnsafeMutableBufferPointer { rows in
                        // This many rows fit into the cache.
                        for first in Swift.stride(
                            from: band.lowerBound,
                            to: band.upperBound,
                            by: 128
                        ) {
                            let part = first..<min(first + 128, band.upperBound)
                            let next = unsafe join(part, from.start, &joined, reach: upAndDown)
                            unsafe joined.withUnsafeBufferPointer { joined in
                                for y in part {
                                    let upper = unsafe joined.start + (y &- first) &* stride
                                    unsafe spreadRow(
                                        (upper, upper + next),
                                        to.start + y &* stride,
                                        rows.start,
                                        sideways
                                    )
                                }
                            }
                        }
                    }
                }
            }
            count = words.count
        }
        return BitMask(width: width, height: height, words: spread)
    }

    /// ORs rows with those below them, until any two results a step apart cover `reach` rows above
    /// and below a row; returns the step, in words.
    ///
    /// The result starts with the upper one of the first row of `part`.
    private func join(
        _ part: Range<Int>,
        _ from: UnsafePointer<UInt64>,
        _ joined: inout [UInt64],
        reach: Int
    ) -> Int {
        let stride = stride
        let count = part.count + 2 * reach
        if joined.count != count * stride {
            joined = [UInt64](repeating: 0, count: count * stride)
        }
        var span = 1
        unsafe joined.withUnsafeMutableBufferPointer { joined in
            let above = part.lowerBound - reach
            let inside = max(0, above)..<min(height, part.upperBound + reach)
            let (first, end) = (
                (inside.lowerBound - above) * stride, (inside.upperBound - above) * stride
            )
            unsafe joined.start.update(repeating: 0, count: first)
            unsafe (joined.start + first)
                .update(from: from + inside.lowerBound &* stride, count: end - first)
            unsafe (joined.start + end).update(repeating: 0, count: count * stride - end)
            // Each step doubles the number of rows covered.
            while 2 * span <= 2 * reach + 1 {
                let step = span &* stride
                for index in 0..<(count &- span) &* stride {
                    unsafe joined[index] |= joined[index &+ step]
                }
                span *= 2
            }
        }
        return (2 * reach + 1 - span) * stride
    }

    @inline(__always)
    private func spreadRow(
        _ joined: (UnsafePointer<UInt64>, UnsafePointer<UInt64>),
        _ to: UnsafeMutablePointer<UInt64>,
        _ rows: UnsafeMutablePointer<UInt64>,
        _ sideways: Int
    ) {
        // Loops without branches, which the compiler vectorizes.
        let stride = stride
        var (row, other) = unsafe (rows + 1, rows + (stride &+ 3))
        let (upper, lower) = unsafe joined
        for column in 0..<stride { unsafe row[column] = upper[column] | lower[column] }
        var any: UInt64 = 0
        for column in 0..<stride { unsafe any |= row[column] }
        if any == 0 || sideways == 0 {
            unsafe to.update(from: row, count: stride)
            return
        }
        // A reach of c columns becomes c + s after a step of s columns. Up to c + 1 that leaves no
        // gap, though bits beyond a border are lost.
        var reach = 0
        while reach < sideways {
            let step = min(reach &+ 1, sideways &- reach)
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
