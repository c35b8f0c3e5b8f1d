import Raster

// Follows paths across wide edges.

extension WideEdges {
    /// The steps from a pixel to its neighbors that are set in a square (`BitMask.square`).
    struct SquareSteps {
        private var bits: UInt32

        @inline(__always)
        init(_ square: UInt32) { bits = square & 0b111_101_111 }

        @inline(__always)
        mutating func next() -> (x: Int, y: Int)? {
            if bits == 0 { return nil }
            let bit = bits.trailingZeroBitCount
            bits &= bits &- 1
            let row = (bit &* 11) &>> 5
            return (bit &- 3 &* row &- 1, row &- 1)
        }
    }

    /// Follows paths from one pixel next to the screen.
    struct Walk {
        /// The minimum rise of coverage from pixel to pixel.
        private let leastRise: Float
        private var covers: PixelCovers
        private var behind = SIMD4<Float>()
        private var shares = [Float](repeating: 0, count: WideEdges.longest)
        private var count = 0
        private var firstCover: Float = 0
        private var isFirstSolid = false

        init(over screen: Screen) {
            leastRise = (2 + screen.noise) / 255
            covers = PixelCovers(over: screen)
        }

        /// Takes the first pixel of all paths; false if none of them rises.
        mutating func begin(_ word: UInt32, _ x: Int, _ y: Int, isSolid: Bool) -> Bool {
            behind = covers.move(to: x, y)
            firstCover = covers(word)
            isFirstSolid = isSolid
            return firstCover >= leastRise
        }

        /// Whether a path crosses a wide edge; adds its pixels to `steps`.
        mutating func follow(
            _ way: Way,
            _ words: UnsafePointer<UInt32>,
            _ solid: BitMask,
            _ steps: inout [WideEdge]
        ) -> Bool {
            let start = unsafe words + (way.y &* way.width &+ way.x)
            let step = way.dy &* way.width &+ way.dx
            var last = firstCover
            var steepest = firstCover
            count = 1
            while count < way.count {
                let own = covers(unsafe start[step &* count])
                // Past the edge it rises no more.
                if own - last < leastRise { break }
                steepest = max(steepest, own - last)
                last = own
                count &+= 1
            }
            guard count > WideEdges.shortest,
                steepest * Float(count) <= WideEdges.steepest.overEven * last,
                steepest < WideEdges.steepest.share * last,
                reaches(solid, way)
            else { return false }
            let line = unsafe TwoColorUnmixing.color(start[step &* (count &- 1)]) - behind
            let whole = (line * line).sum()
            for index in 0..<count &- 1 {
                let d = unsafe TwoColorUnmixing.color(start[step &* index]) - behind
                let share = (d * line).sum() / whole
                let rest = d - line * share
                // A fifth of the contrast off the line, not measured: outlines blurred with their
                // fill.
                if (rest * rest).sum() > 0.04 * whole { return false }
                shares[index] = min(max(share, 0), 1)
            }
            let length = Float(count) * (way.dx != 0 && way.dy != 0 ? Float(2).squareRoot() : 1)
            let word = unsafe start[step &* (count &- 1)] & 0xFF_FFFF
            for index in 0..<count &- 1 {
                steps.append(
                    WideEdge(
                        way.x &+ index &* way.dx,
                        way.y &+ index &* way.dy,
                        word,
                        alpha: shares[index],
                        length: length
                    )
                )
            }
            return true
        }

        private func reaches(_ solid: BitMask, _ way: Way) -> Bool {
            // Usually the last one is.
            var index = count &- 1
            while index > 0 {
                if solid[way.x &+ way.dx &* index, way.y &+ way.dy &* index] { return true }
                index &-= 1
            }
            return isFirstSolid
        }
    }

    /// Coverage over a flat screen, if it is proportional to a solid color's share: Vlahos' color
    /// difference.
    struct Cover {
        private let behind: SIMD4<Float>
        private let span: SIMD4<Float>

        @inline(__always)
        init(over behind: SIMD4<Float>) {
            self.behind = behind
            span = SIMD4(max(255 - behind.x, 1), max(behind.y, 1), max(255 - behind.z, 1), 1)
        }

        @inline(__always)
        func callAsFunction(_ color: SIMD4<Float>) -> Float {
            // Divided at once; red and blue rise where green falls.
            let shares = (color - behind) / span
            return max(shares.x, shares.z) - shares.y
        }

        /// Each channel's share for every level.
        fileprivate var shares: [SIMD4<Float>] {
            (0..<256).map { (SIMD4(repeating: Float($0)) - behind) / span }
        }
    }

    /// Coverage of pixels, by tables if the screen is flat.
    struct PixelCovers {
        private let screen: Screen
        private let red: [Float]
        private let green: [Float]
        private let blue: [Float]
        private var cover: Cover

        init(over screen: Screen) {
            self.screen = screen
            cover = Cover(over: screen.color)
            let shares = screen.isFlat ? cover.shares : []
            (red, green, blue) = (shares.map { $0.x }, shares.map { $0.y }, shares.map { $0.z })
        }

        /// Moves to a pixel's neighborhood, and returns the screen's color there.
        @inline(__always) @discardableResult
        mutating func move(to x: Int, _ y: Int) -> SIMD4<Float> {
            let behind = screen(x, y)
            if red.isEmpty { cover = Cover(over: behind) }
            return behind
        }

        @inline(__always)
        func callAsFunction(_ word: UInt32) -> Float {
            if red.isEmpty { return cover(TwoColorUnmixing.color(word)) }
            let share = max(red[Int(word & 255)], blue[Int(word &>> 16 & 255)])
            return share - green[Int(word &>> 8 & 255)]
        }
    }
}

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
