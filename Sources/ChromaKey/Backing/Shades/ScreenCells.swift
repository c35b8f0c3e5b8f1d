import Raster

/// An image in cells of 4 x 4 pixels: which of them are even and have the screen's hue, and their
/// connected areas.
///
/// Screens change slowly in all their shades; edges of art do not. So cells that touch and differ
/// little are one screen, or one piece of art in its hue.
struct ScreenCells {
    /// A tile of 8 pixels, the smallest detected, contains a cell at any offset.
    static let side = 4

    let columns: Int
    let rows: Int
    private let width: Int
    private let height: Int
    /// Means of the pixels; valid for even cells only.
    private(set) var means: [SIMD4<Float>]
    /// Row-major: the area of a cell, from 0; -1 for none.
    private(set) var areas: [Int32]
    private(set) var areaCount = 0
    /// The areas that touch the image's border; all if none does, as a figure may fill the frame.
    private var isChosen: [Bool] = []
    /// How much the pixels of a typical screen-hued cell differ: noise and slope.
    private(set) var spread: Float = 0

    /// How far the mean of a cell may be from a screen that explains it.
    ///
    /// The mean of 16 pixels varies by a twelfth of their spread (by twelve standard deviations of
    /// it never); 2.5 covers rounding, and a slope within the cell.
    var tolerance: Float { max(2.5, 1 + 0.35 * spread) }

    init(_ image: StraightImage, hue: ScreenHue) {
        let side = ScreenCells.side
        (width, height) = (image.width, image.height)
        columns = (image.width + side - 1) / side
        rows = (image.height + side - 1) / side
        means = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        areas = [Int32](repeating: -1, count: columns * rows)
        var spreads = [UInt8](repeating: 255, count: columns * rows)
        unsafe image.withPixels { pixels in
            for row in 0..<rows {
                for column in 0..<columns {
                    var least = SIMD4<UInt8>(repeating: 255)
                    var most = SIMD4<UInt8>()
                    var sum = SIMD4<UInt16>()
                    let ys = row * side..<min(row * side + side, image.height)
                    let xs = column * side..<min(column * side + side, image.width)
                    for y in ys {
                        for x in xs {
                            let pixel = unsafe pixels[y &* image.width &+ x]
                            let own = SIMD4(pixel.r, pixel.g, pixel.b, pixel.a)
                            least = least.least(own)
                            most = most.greatest(own)
                            sum &+= SIMD4<UInt16>(truncatingIfNeeded: own)
                        }
                    }
                    guard least.w == 255 else { continue }
                    let range = most &- least
                    var mean = SIMD4<Float>(sum) / Float(xs.count * ys.count)
                    mean.w = 0
                    guard range.max() <= ScreenCells.greatestSpread, hue.holds(mean) else {
                        continue
                    }
                    means[row * columns + column] = mean
                    spreads[row * columns + column] = range.max()
                }
            }
        }
        var counts = [Int](repeating: 0, count: 256)
        for spread in spreads { counts[Int(spread)] += 1 }
        let known = columns * rows - counts[255]
        guard known > 0 else { return }
        spread = Float(counts.index(ofRank: known / 2) ?? 0)
        // Twice the typical spread covers nearly all of the screen; 4 is the drift of a clean one.
        let limit = UInt8(min(max(4, 2 * spread), Float(ScreenCells.greatestSpread)))
        connect { spreads[$0] <= limit }
        var isOutermost = [Bool](repeating: false, count: areaCount)
        visit { index, area in
            if sides(of: index) != 0 { isOutermost[area] = true }
        }
        isChosen =
            isOutermost.contains(true)
            ? isOutermost : [Bool](repeating: true, count: areaCount)
    }

    /// Noise with a standard deviation of 12, the most that a screen may have, reaches it.
    private static let greatestSpread: UInt8 = 44

    private mutating func connect(_ isEven: (Int) -> Bool) {
        // Touching cells are connected unless they differ by more than noise and slope.
        let limit = max(3, spread)
        var stack: [Int] = []
        for start in areas.indices where areas[start] < 0 && isEven(start) {
            areas[start] = Int32(areaCount)
            stack.append(start)
            while let index = stack.popLast() {
                visitSides(of: index, columns, rows) { other in
                    guard areas[other] < 0, isEven(other) else { return }
                    guard (means[other] - means[index]).greatestMagnitude <= limit else { return }
                    areas[other] = Int32(areaCount)
                    stack.append(other)
                }
            }
            areaCount += 1
        }
    }

    /// The sides of the image that a cell touches: a bit for each.
    func sides(of index: Int) -> Int {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        return (row == 0 ? 1 : 0) | (column == 0 ? 2 : 0) | (row == rows - 1 ? 4 : 0)
            | (column == columns - 1 ? 8 : 0)
    }

    func center(_ index: Int) -> (x: Int, y: Int) {
        // Cells at the right and bottom border may be cropped.
        (
            min(index % columns * ScreenCells.side + 2, width - 1),
            min(index / columns * ScreenCells.side + 2, height - 1)
        )
    }

    /// At most about 16,000 centers of chosen cells.
    func places() -> [(x: Int, y: Int)] {
        var result: [(x: Int, y: Int)] = []
        let step = 1 + areas.count / 16_384
        visitChosen { index in
            if index % step == 0 { result.append(center(index)) }
        }
        return result
    }

    /// Calls `body` with the cells of areas that touch the image's border; with all if none does.
    func visitChosen(_ body: (_ index: Int) -> Void) {
        visit { index, area in if isChosen[area] { body(index) } }
    }

    func visit(_ body: (_ index: Int, _ area: Int) -> Void) {
        for index in areas.indices where areas[index] >= 0 { body(index, Int(areas[index])) }
    }
}

/// Calls `body` with the indexes left, right, above and below one of a grid.
@inline(__always)
func visitSides(of index: Int, _ columns: Int, _ rows: Int, _ body: (_ index: Int) -> Void) {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    if column > 0 { body(index - 1) }
    if column + 1 < columns { body(index + 1) }
    if row > 0 { body(index - columns) }
    if row + 1 < rows { body(index + columns) }
}

/// The range of colors that brighter or darker light makes of a screen's color.
struct ScreenHue {
    private let color: SIMD4<Float>
    private let isInverted: Bool

    init(_ color: SIMD4<Float>, isInverted: Bool) {
        self.isInverted = isInverted
        self.color = isInverted ? SIMD4(255, 255, 255, 0) - color : color
    }

    /// Whether a color is the screen's under more or less light.
    ///
    /// Not measured: from 0.4 of its light (a vignette from 255 to 120 is 0.47) to 1.6; a quarter
    /// of the brightest channel as another hue, and 6 for rounding. Wider limits admit olive and
    /// teal art.
    func holds(_ color: SIMD4<Float>) -> Bool {
        let own = isInverted ? SIMD4(255, 255, 255, 0) - color : color
        let length = (self.color * self.color).sum()
        let light = (own * self.color).sum() / max(length, 1)
        guard light > 0.4, light < 1.6 else { return false }
        return (own - self.color * light).greatestMagnitude <= 0.25 * light * self.color.max() + 6
    }
}
