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
        func isBetter(than other: Found) -> Bool {
            (length, alpha, word) < (other.length, other.alpha, other.word)
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
        var seen = classes.screen
        var result = BitMask(width: width, height: height)
        var front: [Int] = []
        rim.visit { x, y in
            front.append(y * width + x)
            seen[x, y] = true
        }
        for _ in 0..<reach {
            var next: [Int] = []
            for place in front {
                let (y, x) = place.quotientAndRemainder(dividingBy: width)
                let behind = screen(x, y)
                let own = cover(TwoColorUnmixing.color(picture[x, y]), behind) + slack
                for py in max(0, y - 1)...min(height - 1, y + 1) {
                    for px in max(0, x - 1)...min(width - 1, x + 1) {
                        let isNew = !seen[px, py] && classes.keyHued[px, py]
                        if !isNew, result[x, y] || classes.screen[px, py] { continue }
                        let color = TwoColorUnmixing.color(picture[px, py])
                        guard cover(color, behind) > own else { continue }
                        result[x, y] = true
                        if !isNew { continue }
                        seen[px, py] = true
                        next.append(py * width + px)
                    }
                }
            }
            front = next
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
        var found = Ways()
        var hits = 0
        var colors: [SIMD4<Float>] = []
        rim.subtracting(mask).visit { x, y in
            var isHit = false
            for (dx, dy) in Self.directions {
                let isAcross = follow(x, y, dx, dy, solid, isEven: isEven, &colors, &found)
                isHit = isHit || isAcross
            }
            if isHit { hits += 1 }
        }
        return (found, hits)
    }

    /// Cover, as far as it grows evenly with a solid color's share: Vlahos' color difference.
    private func cover(_ color: SIMD4<Float>, _ behind: SIMD4<Float>) -> Float {
        let red = (color.x - behind.x) / max(255 - behind.x, 1)
        let blue = (color.z - behind.z) / max(255 - behind.z, 1)
        return (behind.y - color.y) / max(behind.y, 1) + max(red, blue)
    }

    /// Follows a way from the pixel beside the screen; whether it is that across a wide edge.
    private func follow(
        _ x: Int,
        _ y: Int,
        _ dx: Int,
        _ dy: Int,
        _ solid: BitMask,
        isEven: Bool,
        _ colors: inout [SIMD4<Float>],
        _ found: inout Ways
    ) -> Bool {
        let (width, height) = (picture.width, picture.height)
        guard x - dx >= 0, x - dx < width, y - dy >= 0, y - dy < height,
            classes.screen[x - dx, y - dy]
        else { return false }
        let behind = screen(x, y)
        let slack = 2 + screen.noise
        colors.removeAll(keepingCapacity: true)
        var last: Float = 0
        var steepest: Float = 0
        var isSolid = false
        while colors.count < Self.longest {
            let (px, py) = (x + dx * colors.count, y + dy * colors.count)
            guard px >= 0, px < width, py >= 0, py < height else { break }
            let color = TwoColorUnmixing.color(picture[px, py])
            let own = cover(color, behind)
            // Past the edge it rises no more.
            if own - last < slack / 255 {
                // What is solid and green is even, too.
                let step = color - (colors.last ?? behind)
                if isEven { isSolid = solid[px, py] && (step * step).sum() < 36 * slack * slack }
                break
            }
            steepest = max(steepest, own - last)
            last = own
            colors.append(color)
            if !isEven, solid[px, py] { isSolid = true }
        }
        guard isSolid, colors.count > Self.shortest, let end = colors.last else { return false }
        guard steepest * Float(colors.count) <= Self.steepest.overEven * last,
            steepest < Self.steepest.share * last
        else { return false }
        let line = end - behind
        let whole = (line * line).sum()
        let length = Float(colors.count) * (dx != 0 && dy != 0 ? Float(2).squareRoot() : 1)
        let pixel = picture[x + dx * (colors.count - 1), y + dy * (colors.count - 1)]
        let word = UInt32(pixel.r) | UInt32(pixel.g) << 8 | UInt32(pixel.b) << 16
        var answers: [Float] = []
        for color in colors.dropLast() {
            let d = color - behind
            let share = (d * line).sum() / whole
            let rest = d - line * share
            // A fifth of the contrast off the line, not measured: outlines blurred with what they enclose.
            if (rest * rest).sum() > 0.04 * whole { return false }
            answers.append(min(max(share, 0), 1))
        }
        for (index, alpha) in answers.enumerated() {
            let place = (y + dy * index) * width + x + dx * index
            found.add(Found(length: length, alpha: alpha, word: word), at: place)
        }
        return true
    }
}
