// Masks of what lies beside, or between, a mask's pixels.

extension BitMask {
    /// The pixels within `radius` (0...31) columns and rows of a set one.
    package func dilated(_ radius: Int) -> BitMask { spread(sideways: radius, upAndDown: radius) }

    /// The set pixels with no clear one within `radius` columns and rows; outside counts as set.
    package func eroded(_ radius: Int) -> BitMask { inverted().dilated(radius).inverted() }

    /// These pixels, and those of `room` that lie within `reach` (0...31) columns and rows of one of them or of
    /// another such pixel.
    package consuming func grown(within room: BitMask, reach: Int) -> BitMask {
        precondition(words.count == room.words.count, "masks of different sizes")
        let (height, stride) = (height, stride)
        var result = self
        // Rows of which more may be reached, and how many there are.
        var isAsked = [Bool](repeating: true, count: height)
        var asked = height
        var isDownward = true
        // A row of what is near, of that spread, and what `spreadRow` needs.
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

    /// Adds what a row of `room` has near the pixels of some rows; false when that is nothing new.
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

    /// Those of a square (`square`) that are left, right, above and below of its middle.
    @inlinable package static var squareSides: UInt32 { 0b010_101_010 }

    /// The pixels around one, which lies inside, and itself: a square of three by three.
    ///
    /// Row by row from the lowest bit on; what lies outside is not set.
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
                        // So many rows stay in the cache.
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

    /// Joins rows with those below them, so that any two of what comes out, a step apart, hold what lies within
    /// `reach` rows of a row.
    ///
    /// - Parameters:
    ///   - part: the rows that are asked for; what comes out begins with the upper one of the first of them.
    ///   - from: the mask's words.
    ///   - joined: what comes out.
    ///   - reach: how many rows above and below.
    /// - Returns: the step, in words.
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
            // What holds so many rows holds twice as many after a step.
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
        // Loops without branches, which the compiler turns into vectors.
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
        // What reaches c columns reaches c + s after a step of s columns. Up to c + 1 that leaves no gap,
        // though what went beyond a border is lost.
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
