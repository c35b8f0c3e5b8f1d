import Raster

/// A pixel of a wide edge, and what a path across the edge says about it.
package struct WideEdge {
    private let column: Int32
    private let row: Int32
    /// The solid color at the path's inner end: red in the lowest eight bits, then green and blue.
    private let word: UInt32
    /// 0...1.
    let alpha: Float
    /// Of the path, in pixels.
    let length: Float

    static let worst = WideEdge(0, 0, 0, alpha: 0, length: .infinity)

    init(_ x: Int, _ y: Int, _ word: UInt32, alpha: Float, length: Float) {
        column = Int32(truncatingIfNeeded: x)
        row = Int32(truncatingIfNeeded: y)
        self.word = word
        self.alpha = alpha
        self.length = length
    }

    package var x: Int { Int(column) }
    package var y: Int { Int(row) }
    /// Code values: r, g, b and 0.
    var color: SIMD4<Float> { TwoColorUnmixing.color(word) }

    /// The steepest path; ties are independent of the image's orientation.
    @inline(__always)
    func isBetter(than other: WideEdge) -> Bool {
        if length != other.length { return length < other.length }
        return (alpha, word) < (other.alpha, other.word)
    }
}

/// Edges that motion, a lens or enlarging made several pixels wide.
///
/// Their pixels are key-hued like greens and glass, and no solid color is near. They differ by the
/// path across: coverage rises evenly from the screen, pixel by pixel, to a solid color. A green
/// area is even and begins and ends within a pixel. A glow reaches no solid color, or later.
struct WideEdges {
    private(set) var edges: [WideEdge] = []
    private(set) var mask: BitMask

    /// Not measured: 13 pixels of motion, and the solid color behind.
    static let longest = 16
    /// Anti-aliased edges have one or two pixels between the screen and the art.
    static let shortest = 3
    /// The steepest step, as a multiple of an even one and as a share of the whole path.
    ///
    /// Drawn edges rise by half at once. Not measured.
    static let steepest: (overEven: Float, share: Float) = (2.5, 0.4)

    private let scene: Scene
    private var picture: StraightImage { scene.picture }
    /// Key-hued pixels next to the screen.
    private var rim: BitMask
    /// The width of the widest edge.
    private var reach = 0

    init(_ scene: Scene) {
        self.scene = scene
        mask = scene.none
        let classes = scene.classes
        // Drawn edges have at most two key-hued pixels before a solid color.
        let asked = classes.keyHued.subtracting(classes.screen)
        rim = classes.screen.dilated(1) & asked
        let behind = (classes.screen.dilated(2) & asked).subtracting(rim)
        guard behind.count * 5 > rim.count else { return }
        let (found, hits) = find(classes.keyHued.inverted())
        // Blur affects the whole rim, or the moving part: at least a fifth.
        guard hits * 5 > rim.count else { return }
        reach = Int(quantile(found.found.map(\.length), 0.9)) + 1
        (edges, mask) = (found.found, found.mask)
    }

    /// Key-hued pixels between the screen and something more solid, row by row: coverage rises on
    /// every path to them, and continues to rise.
    func slope() -> BitMask {
        var result = scene.none
        let open = scene.classes.keyHued.subtracting(scene.classes.screen | rim)
        let others = scene.classes.screen.inverted()
        let cover = PixelCovers(over: scene.screen)
        unsafe result.words.withUnsafeMutableBufferPointer { result in
            _ = inRowBands(picture.height, width: picture.width) { rows in
                // This many rows fit into the cache for all rounds.
                for first in stride(from: rows.lowerBound, to: rows.upperBound, by: 128) {
                    let part = first..<min(first + 128, rows.upperBound)
                    unsafe markSlope(part, open, others, cover, result.start)
                }
            }
        }
        return result.subtracting(mask)
    }

    private func markSlope(
        _ rows: Range<Int>,
        _ open: BitMask,
        _ others: BitMask,
        _ cover: PixelCovers,
        _ result: UnsafeMutablePointer<UInt64>
    ) {
        var cover = cover
        let (width, stride) = (picture.width, open.stride)
        let near = max(0, rows.lowerBound - reach)..<min(picture.height, rows.upperBound + reach)
        let slack = 2 * (2 + scene.screen.noise) / 255
        var left = open.rows(near)
        var front: [SIMD2<Int32>] = []
        rim.visit(near) { x, y in front.append(SIMD2(Int32(x), Int32(y))) }
        var next: [SIMD2<Int32>] = []
        unsafe picture.withWords { words in
            for _ in 0..<reach {
                next.removeAll(keepingCapacity: true)
                for pixel in front {
                    let (x, y) = (Int(pixel.x), Int(pixel.y))
                    cover.move(to: x, y)
                    let place = y &* width &+ x
                    let own = unsafe cover(words[place]) + slack
                    let new = left.square(around: x, y &- near.lowerBound)
                    var isSlope = false
                    var steps = SquareSteps(new)
                    while let step = steps.next() {
                        let other = unsafe words[place &+ step.y &* width &+ step.x]
                        guard cover(other) > own else { continue }
                        isSlope = true
                        let (px, py) = (x &+ step.x, y &+ step.y)
                        left[px, py &- near.lowerBound] = false
                        next.append(SIMD2(Int32(px), Int32(py)))
                    }
                    guard rows.contains(y) else { continue }
                    if !isSlope { steps = SquareSteps(others.square(around: x, y) & ~new) }
                    while !isSlope, let step = steps.next() {
                        isSlope = cover(unsafe words[place &+ step.y &* width &+ step.x]) > own
                    }
                    if isSlope {
                        unsafe result[y &* stride &+ x &>> 6] |= 1 &<< UInt64(x & 63)
                    }
                }
                swap(&front, &next)
            }
        }
    }

    /// The pixels on paths from the rim to `solid`, and how many pixels of the rim have such a
    /// path.
    private func find(_ solid: BitMask) -> (found: Ways, hits: Int) {
        let asked = rim & solid.dilated(Self.longest - 1)
        let bands = inRowBands(picture.height, width: picture.width) { rows in
            find(asked, rows, solid)
        }
        let ways = Ways(bands.map(\.steps), width: picture.width, height: picture.height)
        return (ways, bands.reduce(0) { $0 + $1.hits })
    }

    private func find(
        _ asked: BitMask,
        _ rows: Range<Int>,
        _ solid: BitMask
    ) -> (steps: [WideEdge], hits: Int) {
        var (steps, hits): ([WideEdge], Int) = ([], 0)
        var walk = Walk(over: scene.screen)
        let screens = scene.classes.screen
        unsafe picture.withWords { words in
            asked.visit(rows) { x, y in
                let place = y &* picture.width &+ x
                guard unsafe walk.begin(words[place], x, y, isSolid: solid[x, y]) else { return }
                var isHit = false
                // Away from the screen.
                var toScreen = SquareSteps(screens.square(around: x, y))
                while let step = toScreen.next() {
                    let way = Way(x: x, y: y, dx: -step.x, dy: -step.y, in: picture.size)
                    if unsafe walk.follow(way, words.start, solid, &steps) { isHit = true }
                }
                if isHit { hits += 1 }
            }
        }
        return (steps, hits)
    }
}
