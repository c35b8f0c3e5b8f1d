import Raster

/// A pixel of an edge that is several pixels wide.
package struct WideEdge {
    package let x: Int
    package let y: Int
    /// The solid color at the edge's inner end, code values: r, g, b and 0.
    let color: SIMD4<Float>
    /// 0...1.
    let alpha: Float
}

/// Edges that motion, a lens or enlarging made several pixels wide.
///
/// Their pixels are key-hued as far from the screen as greens and glass are, and no solid color is
/// near. What they have of their own is the way across: from the screen cover rises evenly, pixel by
/// pixel, until a solid color is reached. A green area is even, a line of it begins and ends within a
/// pixel, and a glow reaches no solid color, or not as soon.
struct WideEdges {
    /// In the order of rows.
    private(set) var edges: [WideEdge] = []
    private(set) var mask: BitMask

    /// Not measured: 13 pixels of motion, and the solid color behind.
    private static let longest = 16
    /// Anti-aliased edges have one or two pixels between the screen and the art.
    private static let shortest = 3
    /// The steepest step, as a multiple of an even one and as a share of the whole way.
    ///
    /// Drawn edges take half of it at once. Not measured.
    private static let steepest: (overEven: Float, share: Float) = (2.5, 0.4)

    private let picture: StraightImage
    private let classes: PixelClasses
    private let screen: Screen
    /// Key-hued pixels beside the screen.
    private var rim: BitMask
    private static let directions = [
        (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1),
    ]
    /// How wide the widest edge is.
    private var reach = 0

    private struct Found {
        let length: Float
        let alpha: Float
        let word: UInt32

        /// The steepest way; ties do not depend on how the picture is turned.
        @inline(__always)
        func isBetter(than other: Found) -> Bool {
            if length != other.length { return length < other.length }
            return (alpha, word) < (other.alpha, other.word)
        }
    }

    /// What was found, by pixel.
    private struct Ways {
        private(set) var places = NumberTable()
        private(set) var found: [Found] = []

        /// Keeps the better one of what was found for a pixel.
        mutating func add(_ own: Found, at place: Int) {
            let index = places.insert(UInt64(place))
            if index == found.count {
                found.append(own)
            } else if own.isBetter(than: found[index]) {
                found[index] = own
            }
        }

        func at(_ place: Int) -> Found? { places.place(of: UInt64(place)).map { found[$0] } }

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

    init(_ picture: StraightImage, _ classes: PixelClasses, over screen: Screen) {
        self.picture = picture
        self.classes = classes
        self.screen = screen
        mask = BitMask(width: picture.width, height: picture.height)
        // In front of solid colors at most two pixels are key-hued where edges are drawn.
        let asked = classes.keyHued.subtracting(classes.screen)
        rim = classes.screen.dilated(1) & asked
        let behind = (classes.screen.dilated(2) & asked).subtracting(rim)
        guard behind.count * 5 > rim.count else { return }
        let (found, hits) = find(classes.keyHued.inverted(), isEven: false)
        // What is treated so is so all over, or where it moves: a fifth of the rim at least.
        guard hits * 5 > rim.count else { return }
        take(found)
    }

    /// Takes the edges of solid greens, where other edges are wide.
    mutating func takeGreens(_ opaque: BitMask) {
        take(find(opaque.subtracting(mask), isEven: true).found)
    }

    /// Key-hued pixels between the screen and something more solid, row by row: cover rises on any way to them, and
    /// goes on rising.
    func slope() -> BitMask {
        let (width, height) = (picture.width, picture.height)
        let slack = 2 * (2 + screen.noise) / 255
        let (screens, keyHued) = (classes.screen, classes.keyHued)
        var seen = screens
        var result = BitMask(width: width, height: height)
        var front: [Int] = []
        rim.visit { x, y in
            front.append(y * width + x)
            seen[x, y] = true
        }
        var next: [Int] = []
        unsafe picture.withWords { words in
            for _ in 0..<reach {
                next.removeAll(keepingCapacity: true)
                for place in front {
                    let (y, x) = place.quotientAndRemainder(dividingBy: width)
                    let behind = screen(x, y)
                    let own = Self.cover(TwoColorUnmixing.color(unsafe words[place]), behind) + slack
                    var isSlope = result[x, y]
                    for py in max(0, y - 1)..<min(height, y + 2) {
                        for px in max(0, x - 1)..<min(width, x + 2) {
                            let isNew = !seen[px, py] && keyHued[px, py]
                            if !isNew, isSlope || screens[px, py] { continue }
                            let other = py &* width &+ px
                            let color = TwoColorUnmixing.color(unsafe words[other])
                            guard Self.cover(color, behind) > own else { continue }
                            isSlope = true
                            if !isNew { continue }
                            seen[px, py] = true
                            next.append(other)
                        }
                    }
                    if isSlope { result[x, y] = true }
                }
                swap(&front, &next)
            }
        }
        return result.subtracting(mask)
    }

    private mutating func take(_ ways: Ways) {
        guard let length = ways.usualLength else { return }
        reach = max(reach, Int(length) + 1)
        let width = picture.width
        var taken = BitMask(width: width, height: picture.height)
        for number in ways.places.numbers {
            let (y, x) = Int(number).quotientAndRemainder(dividingBy: width)
            taken[x, y] = true
        }
        taken.visit { x, y in
            guard let own = ways.at(y * width + x) else { return }
            edges.append(
                WideEdge(x: x, y: y, color: TwoColorUnmixing.color(own.word), alpha: own.alpha)
            )
        }
        mask |= taken
    }

    /// The pixels of ways from the rim to one of the solid ones, and how many of the rim have such a way.
    private func find(_ solid: BitMask, isEven: Bool) -> (found: Ways, hits: Int) {
        var (found, hits) = (Ways(), 0)
        // No way is longer.
        let asked = rim.subtracting(mask) & solid.dilated(Self.longest - 1)
        if asked.isEmpty { return (found, 0) }
        var walk = Walk(slack: 2 + screen.noise, isEven: isEven)
        let screens = classes.screen
        unsafe picture.withWords { words in
            asked.visit { x, y in
                let behind = screen(x, y)
                let place = y &* picture.width &+ x
                guard unsafe walk.begin(words[place], isSolid: solid[x, y], over: behind) else {
                    return
                }
                var isHit = false
                for (dx, dy) in Self.directions {
                    let (px, py) = (x &- dx, y &- dy)
                    guard 0..<picture.width ~= px, 0..<picture.height ~= py, screens[px, py] else {
                        continue
                    }
                    let way = Way(x: x, y: y, dx: dx, dy: dy, in: picture.size)
                    guard unsafe walk.follow(way, words.start, solid, over: behind) else { continue }
                    isHit = true
                    walk.forEach { index, own in
                        found.add(own, at: place &+ index &* (dy &* picture.width &+ dx))
                    }
                }
                if isHit { hits += 1 }
            }
        }
        return (found, hits)
    }

    /// A straight line of pixels.
    private struct Way {
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
            if dx > 0 { count = min(count, size.width &- x) } else if dx < 0 { count = min(count, x &+ 1) }
            if dy > 0 { count = min(count, size.height &- y) } else if dy < 0 { count = min(count, y &+ 1) }
            self.count = count
        }
    }

    /// Follows ways from one pixel beside the screen.
    private struct Walk {
        private let slack: Float
        private let isEven: Bool
        private var colors = [SIMD4<Float>](repeating: SIMD4(), count: WideEdges.longest)
        private var shares = [Float](repeating: 0, count: WideEdges.longest)
        private var count = 0
        private var firstCover: Float = 0
        private var isFirstSolid = false
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
            colors[0] = TwoColorUnmixing.color(word)
            firstCover = WideEdges.cover(colors[0], behind)
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
                let own = WideEdges.cover(color, behind)
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

        /// Calls `body` with what was found for each pixel of the way that was followed, but the last.
        @inline(__always)
        func forEach(_ body: (_ index: Int, _ own: Found) -> Void) {
            for index in 0..<count &- 1 {
                body(index, Found(length: length, alpha: shares[index], word: word))
            }
        }
    }

    /// Cover, as far as it grows evenly with a solid color's share: Vlahos' color difference.
    @inline(__always)
    private static func cover(_ color: SIMD4<Float>, _ behind: SIMD4<Float>) -> Float {
        let red = (color.x - behind.x) / max(255 - behind.x, 1)
        let blue = (color.z - behind.z) / max(255 - behind.z, 1)
        return (behind.y - color.y) / max(behind.y, 1) + max(red, blue)
    }
}
