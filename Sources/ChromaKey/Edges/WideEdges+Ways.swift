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
            for step in steps.joined() { mask[Int(step.x), Int(step.y)] = true }
            // How many pixels come before those of each word.
            var count: Int32 = 0
            let before = mask.words.map { word in
                defer { count &+= Int32(truncatingIfNeeded: word.nonzeroBitCount) }
                return count
            }
            var found = [Found](repeating: .worst, count: Int(count))
            for step in steps.joined() {
                let place = Int(step.y) &* mask.stride &+ Int(step.x) &>> 6
                let bit: UInt64 = 1 &<< UInt64(step.x & 63)
                let earlier = mask.words[place] & (bit &- 1)
                let index = Int(before[place]) &+ earlier.nonzeroBitCount
                if step.found.isBetter(than: found[index]) { found[index] = step.found }
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

    /// Follows ways from one pixel beside the screen.
    struct Walk {
        private let slack: Float
        private let isEven: Bool
        private var colors = [SIMD4<Float>](repeating: SIMD4(), count: WideEdges.longest)
        private var shares = [Float](repeating: 0, count: WideEdges.longest)
        private var count = 0
        private var firstCover: Float = 0
        private var isFirstSolid = false
        private var cover = Cover(over: SIMD4())
        private var length: Float = 0
        private var word: UInt32 = 0

        init(slack: Float, isEven: Bool) {
            self.slack = slack
            self.isEven = isEven
        }

        /// Takes the first pixel of all ways; false when none of them rises.
        mutating func begin(
            _ word: UInt32,
            isSolid: Bool,
            over behind: SIMD4<Float>
        ) -> Bool {
            cover = Cover(over: behind)
            colors[0] = TwoColorUnmixing.color(word)
            firstCover = cover(colors[0])
            isFirstSolid = !isEven && isSolid
            return firstCover >= slack / 255
        }

        /// Whether a way is that across a wide edge.
        mutating func follow(
            _ way: Way,
            _ words: UnsafePointer<UInt32>,
            _ solid: BitMask,
            over behind: SIMD4<Float>
        ) -> Bool {
            let first = way.y &* way.width &+ way.x
            let step = way.dy &* way.width &+ way.dx
            var last = firstCover
            var steepest = firstCover
            var isSolid = isFirstSolid
            count = 1
            while count < way.count {
                let (px, py) = (way.x &+ way.dx &* count, way.y &+ way.dy &* count)
                let color = TwoColorUnmixing.color(unsafe words[first &+ step &* count])
                let own = cover(color)
                // Past the edge it rises no more.
                if own - last < slack / 255 {
                    // What is solid and green is even, too.
                    let d = color - colors[count &- 1]
                    if isEven { isSolid = solid[px, py] && (d * d).sum() < 36 * slack * slack }
                    break
                }
                steepest = max(steepest, own - last)
                last = own
                colors[count] = color
                count &+= 1
                if !isEven, solid[px, py] { isSolid = true }
            }
            guard isSolid, count > WideEdges.shortest else { return false }
            guard steepest * Float(count) <= WideEdges.steepest.overEven * last,
                steepest < WideEdges.steepest.share * last
            else { return false }
            let line = colors[count &- 1] - behind
            let whole = (line * line).sum()
            for index in 0..<count &- 1 {
                let d = colors[index] - behind
                let share = (d * line).sum() / whole
                let rest = d - line * share
                // A fifth of the contrast off the line, not measured: outlines blurred with what they enclose.
                if (rest * rest).sum() > 0.04 * whole { return false }
                shares[index] = min(max(share, 0), 1)
            }
            length = Float(count) * (way.dx != 0 && way.dy != 0 ? Float(2).squareRoot() : 1)
            word = unsafe words[first &+ step &* (count &- 1)] & 0xFF_FFFF
            return true
        }

        /// How many pixels lead to the last one of the way that was followed.
        var steps: Int { count &- 1 }

        /// What was found for one of them.
        func found(at index: Int) -> Found {
            Found(length: length, alpha: shares[index], word: word)
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

        /// Goes on to a pixel's neighborhood.
        @inline(__always)
        mutating func move(to x: Int, _ y: Int) {
            if red.isEmpty { cover = Cover(over: screen(x, y)) }
        }

        @inline(__always)
        func callAsFunction(_ word: UInt32) -> Float {
            if red.isEmpty { return cover(TwoColorUnmixing.color(word)) }
            let share = max(red[Int(word & 255)], blue[Int(word &>> 16 & 255)])
            return share - green[Int(word &>> 8 & 255)]
        }
    }
}
