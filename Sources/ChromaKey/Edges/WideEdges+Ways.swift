import Raster

// What is followed across wide edges, and what is found there.

extension WideEdges {
    struct Found {
        let length: Float
        let alpha: Float
        let word: UInt32

        /// None is worse.
        static let worst = Found(length: .infinity, alpha: 0, word: 0)

        /// The steepest way; ties do not depend on how the picture is turned.
        @inline(__always)
        func isBetter(than other: Found) -> Bool {
            if length != other.length { return length < other.length }
            return (alpha, word) < (other.alpha, other.word)
        }
    }

    /// What was found, by pixel.
    struct Ways {
        /// For which pixels something was found.
        let mask: BitMask
        /// The best for each of them, row by row.
        let found: [Found]

        /// - Parameters:
        ///   - steps: all that was found, in any order.
        ///   - width: of the picture.
        ///   - height: of the picture.
        init(_ steps: [[Step]], width: Int, height: Int) {
            var mask = BitMask(width: width, height: height)
            let stride = mask.stride
            func place(_ step: Step) -> (word: Int, bit: UInt64) {
                (Int(step.y) &* stride &+ Int(step.x) &>> 6, 1 &<< UInt64(step.x & 63))
            }
            unsafe mask.words.withUnsafeMutableBufferPointer { words in
                for part in steps {
                    for step in part {
                        let (word, bit) = place(step)
                        unsafe words[word] |= bit
                    }
                }
            }
            // How many pixels come before those of each word.
            var count = 0
            var before = [Int32](repeating: 0, count: mask.words.count)
            for (index, word) in mask.words.enumerated() {
                before[index] = Int32(truncatingIfNeeded: count)
                if word != 0 { count &+= word.nonzeroBitCount }
            }
            var found = [Found](repeating: .worst, count: count)
            unsafe found.withUnsafeMutableBufferPointer { found in
                for part in steps {
                    for step in part {
                        let (word, bit) = place(step)
                        let earlier = mask.words[word] & (bit &- 1)
                        let index = Int(before[word]) &+ earlier.nonzeroBitCount
                        if unsafe step.found.isBetter(than: found[index]) {
                            unsafe found[index] = step.found
                        }
                    }
                }
            }
            (self.mask, self.found) = (mask, found)
        }

        /// The length that nine tenths are under; nil when nothing was found.
        var usualLength: Float? {
            // There are few different ones.
            var lengths = NumberTable()
            var counts: [Int] = []
            for own in found {
                let index = lengths.insert(UInt64(own.length.bitPattern))
                if index == counts.count { counts.append(0) }
                counts[index] += 1
            }
            var left = found.count * 9 / 10
            // Numbers over 0 are in the order of their bits.
            for index in counts.indices.sorted(by: { lengths.numbers[$0] < lengths.numbers[$1] }) {
                left -= counts[index]
                if left < 0 {
                    return Float(bitPattern: UInt32(truncatingIfNeeded: lengths.numbers[index]))
                }
            }
            return nil
        }
    }

    /// What a way tells of one of its pixels.
    struct Step {
        let x: Int32
        let y: Int32
        let found: Found
    }

    /// A straight line of pixels.
    struct Way {
        let x: Int
        let y: Int
        let dx: Int
        let dy: Int
        /// How many of its pixels are asked.
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

    /// The steps from a pixel to those around it that are set in a square (`BitMask.square`).
    struct SquareSteps {
        private var bits: UInt32

        @inline(__always)
        init(_ square: UInt32) { bits = square & 0b111_101_111 }

        @inline(__always)
        mutating func next() -> (x: Int, y: Int)? {
            if bits == 0 { return nil }
            let bit = bits.trailingZeroBitCount
            bits &= bits &- 1
            // A third of it.
            let row = (bit &* 11) &>> 5
            return (bit &- 3 &* row &- 1, row &- 1)
        }
    }

    /// Follows ways from one pixel beside the screen.
    struct Walk {
        /// What cover rises by at least from pixel to pixel.
        private let leastRise: Float
        private let isEven: Bool
        /// How far colors of an even area are apart, squared.
        private let evenness: Float
        private var covers: PixelCovers
        private var behind = SIMD4<Float>()
        private var shares = [Float](repeating: 0, count: WideEdges.longest)
        private var count = 0
        private var firstCover: Float = 0
        private var isFirstSolid = false

        init(over screen: Screen, isEven: Bool) {
            let slack = 2 + screen.noise
            leastRise = slack / 255
            evenness = 36 * slack * slack
            covers = PixelCovers(over: screen)
            self.isEven = isEven
        }

        /// Takes the first pixel of all ways; false when none of them rises.
        mutating func begin(_ word: UInt32, _ x: Int, _ y: Int, isSolid: Bool) -> Bool {
            behind = covers.move(to: x, y)
            firstCover = covers(word)
            isFirstSolid = isSolid
            return firstCover >= leastRise
        }

        /// Whether a way is that across a wide edge; adds what is found for the pixels that lead to its last one.
        mutating func follow(
            _ way: Way,
            _ words: UnsafePointer<UInt32>,
            _ solid: BitMask,
            _ steps: inout [Step]
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
                unsafe isEven ? endsEvenly(way, start, solid) : reaches(solid, way)
            else { return false }
            let line = unsafe TwoColorUnmixing.color(start[step &* (count &- 1)]) - behind
            let whole = (line * line).sum()
            for index in 0..<count &- 1 {
                let d = unsafe TwoColorUnmixing.color(start[step &* index]) - behind
                let share = (d * line).sum() / whole
                let rest = d - line * share
                // A fifth of the contrast off the line, not measured: outlines blurred with what they enclose.
                if (rest * rest).sum() > 0.04 * whole { return false }
                shares[index] = min(max(share, 0), 1)
            }
            let length = Float(count) * (way.dx != 0 && way.dy != 0 ? Float(2).squareRoot() : 1)
            let word = unsafe start[step &* (count &- 1)] & 0xFF_FFFF
            for index in 0..<count &- 1 {
                steps.append(
                    Step(
                        x: Int32(truncatingIfNeeded: way.x &+ index &* way.dx),
                        y: Int32(truncatingIfNeeded: way.y &+ index &* way.dy),
                        found: Found(length: length, alpha: shares[index], word: word)
                    )
                )
            }
            return true
        }

        /// Whether one of the pixels that were followed is solid.
        private func reaches(_ solid: BitMask, _ way: Way) -> Bool {
            // The last ones are, mostly.
            var index = count &- 1
            while index > 0 {
                if solid[way.x &+ way.dx &* index, way.y &+ way.dy &* index] { return true }
                index &-= 1
            }
            return isFirstSolid
        }

        /// Whether the way goes on in something solid, which is even: green art.
        private func endsEvenly(
            _ way: Way,
            _ start: UnsafePointer<UInt32>,
            _ solid: BitMask
        ) -> Bool {
            guard count < way.count, solid[way.x &+ way.dx &* count, way.y &+ way.dy &* count]
            else { return false }
            let step = way.dy &* way.width &+ way.dx
            let d =
                unsafe TwoColorUnmixing.color(start[step &* count])
                - TwoColorUnmixing.color(start[step &* (count &- 1)])
            return (d * d).sum() < evenness
        }
    }

    /// Cover over one color of the screen, as far as it grows evenly with a solid color's share: Vlahos' color
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

    /// The same of pixels, by tables where the screen is flat.
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

        /// Goes on to a pixel's neighborhood, and returns the screen's color there.
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
