import Raster

// Paths across wide edges, and what was found on them.

extension WideEdges {
    /// What was found, by pixel.
    struct Ways {
        let mask: BitMask
        /// The best for each set pixel, row by row.
        let found: [WideEdge]

        init(_ steps: [[WideEdge]], width: Int, height: Int) {
            var mask = BitMask(width: width, height: height)
            for step in steps.joined() { mask[step.x, step.y] = true }
            let ranks = PixelRanks(of: mask)
            var found = [WideEdge](repeating: .worst, count: ranks.count)
            unsafe found.withUnsafeMutableBufferPointer { found in
                for part in steps {
                    for step in part {
                        let index = ranks[step.x, step.y]
                        if unsafe step.isBetter(than: found[index]) { unsafe found[index] = step }
                    }
                }
            }
            (self.mask, self.found) = (mask, found)
        }

        /// The ninth decile of lengths; nil if nothing was found.
        var usualLength: Float? {
            // There are few distinct ones.
            var lengths = NumberTable()
            var counts: [Int] = []
            for own in found {
                let index = lengths.insert(UInt64(own.length.bitPattern))
                if index == counts.count { counts.append(0) }
                counts[index] += 1
            }
            var left = found.count * 9 / 10
            // Positive numbers sort like their bit patterns.
            for index in counts.indices.sorted(by: { lengths.numbers[$0] < lengths.numbers[$1] }) {
                left -= counts[index]
                if left < 0 {
                    return Float(bitPattern: UInt32(truncatingIfNeeded: lengths.numbers[index]))
                }
            }
            return nil
        }
    }

    struct Way {
        let x: Int
        let y: Int
        let dx: Int
        let dy: Int
        let count: Int
        let width: Int

        @inline(__always)
        init(x: Int, y: Int, dx: Int, dy: Int, in size: PixelSize) {
            (self.x, self.y, self.dx, self.dy) = (x, y, dx, dy)
            width = size.width
            var count = WideEdges.longest
            if dx > 0 {
                count = min(count, size.width &- x)
            } else if dx < 0 {
                count = min(count, x &+ 1)
            }
            if dy > 0 {
                count = min(count, size.height &- y)
            } else if dy < 0 {
                count = min(count, y &+ 1)
            }
            self.count = count
        }
    }
}
