import Raster

/// The thinnest place, where touching figures are separated.
struct Waist {
    let before: Part
    let behind: Part
    /// The number of pairs of neighboring pixels that are cut.
    let length: Int

    /// The length of the cut relative to the smaller side's extent: near 0 for touching fingertips,
    /// 1 and more through the middle of one figure.
    var tightness: Double {
        Double(length) / Double(min(before.area, behind.area)).squareRoot()
    }

    /// Whether both sides have similar sizes, as two figures do.
    var isEven: Bool {
        func isAlike(_ a: Int, _ b: Int) -> Bool { 4 * min(a, b) >= 3 * max(a, b) }
        return isAlike(before.area, behind.area)
            && isAlike(before.bounds.width, behind.bounds.width)
            && isAlike(before.bounds.height, behind.bounds.height)
    }
}

/// Finds the waist of a part within `reach` pixels of an expected border; nil if one side would be
/// empty.
///
/// The seam is a shortest path over pixel corners from one side of the part to the other. Clear
/// pixels are cheap; cuts between neighbors cost more, less if their colors differ, and more with
/// the distance from the border (Avidan and Shamir 2007, with free sideways moves). It may bend
/// around limbs. `axis` `columns` cuts from top to bottom.
func waist(
    of part: Part,
    across axis: SlicingError.Axis,
    near border: Int,
    reach: Int,
    on image: StraightImage
) -> Waist? {
    let field = SeamField(part, across: axis, near: border, reach: reach, on: image)
    let path = field.seam()
    var before: [Run] = []
    var behind: [Run] = []
    for run in part.runs {
        func isBehind(_ x: Int) -> Bool { path.isBehind(x, run.y) }
        run.visitParts(by: isBehind) { piece, isBehind in
            if isBehind { behind.append(piece) } else { before.append(piece) }
        }
    }
    guard let before = Part(before), let behind = Part(behind) else { return nil }
    return Waist(before: before, behind: behind, length: path.length)
}

/// The pixels of a part around an expected border, rotated so that the seam goes from top to
/// bottom.
private struct SeamField {
    let width: Int
    let height: Int
    private let isTurned: Bool
    private let left: Int
    private let top: Int
    /// 0 outside of the part; else its color with the highest bit set.
    ///
    /// A border of one pixel avoids bounds checks, and keeps paths from crossing a body along the
    /// field's edge.
    private let pixels: [UInt32]
    /// The extra cost of a cut in each column of corners, in 1/16.
    private let prices: [Int32]

    init(
        _ part: Part,
        across axis: SlicingError.Axis,
        near border: Int,
        reach: Int,
        on image: StraightImage
    ) {
        isTurned = axis == .rows
        let bounds = part.bounds
        let (low, high) =
            isTurned ? (bounds.y, bounds.maxY) : (bounds.x, bounds.maxX)
        let start = max(low, min(border - reach, high - 1))
        let end = max(start + 1, min(high, border + reach))
        width = end - start
        left = start
        top = isTurned ? bounds.x : bounds.y
        height = isTurned ? bounds.width : bounds.height
        var pixels = [UInt32](repeating: 0, count: (width + 2) * (height + 2))
        for run in part.runs {
            for x in run.from..<run.to {
                let (column, row) = isTurned ? (run.y, x) : (x, run.y)
                guard column >= start - 1, column <= end else { continue }
                pixels[(row - top + 1) * (width + 2) + column - start + 1] =
                    image[x, run.y].colorWord | 1 << 31
            }
        }
        self.pixels = pixels
        prices = (0...width).map { column in
            let off = Double(start + column - border) / Double(max(1, reach))
            return Int32(16 * (1 + 3 * off * off))
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> UInt32 {
        pixels[(y + 1) * (width + 2) + x + 1]
    }

    /// The cost of separating two neighbors.
    private func cut(_ a: UInt32, _ b: UInt32, column: Int) -> Int32 {
        guard a != 0, b != 0 else { return 1 }
        func difference(_ shift: UInt32) -> Int32 {
            abs(Int32(a >> shift & 255) - Int32(b >> shift & 255))
        }
        let contrast = min(96, max(difference(0), difference(8), difference(16)))
        return (prices[column] * (192 - contrast)) >> 5
    }

    /// The cheapest path from the upper to the lower border, by sweeps down and up until it
    /// converges.
    func seam() -> Seam {
        let stride = width + 1
        var costs = [Int32](repeating: .max / 2, count: stride * (height + 1))
        // 0: from above, 1: from below, 2: from the left, 3: from the right, 4: start.
        var origins = [UInt8](repeating: 4, count: costs.count)
        for x in 0..<stride { costs[x] = 0 }
        var hasChanged = true
        func relax(_ to: Int, _ from: Int, _ price: Int32, _ origin: UInt8) {
            let cost = costs[from] + price
            guard cost < costs[to] else { return }
            costs[to] = cost
            origins[to] = origin
            hasChanged = true
        }
        func relaxSideways(_ y: Int) {
            let row = y * stride
            for x in 0..<width {
                let price = cut(pixel(x, y - 1), pixel(x, y), column: x)
                relax(row + x + 1, row + x, price, 2)
            }
            for x in (0..<width).reversed() {
                let price = cut(pixel(x, y - 1), pixel(x, y), column: x)
                relax(row + x, row + x + 1, price, 3)
            }
        }
        var rounds = 0
        while hasChanged, rounds < 8 {
            hasChanged = false
            rounds += 1
            for y in 1...height {
                for x in 0..<stride {
                    let price = cut(pixel(x - 1, y - 1), pixel(x, y - 1), column: x)
                    relax(y * stride + x, (y - 1) * stride + x, price, 0)
                }
                relaxSideways(y)
            }
            for y in (1..<height).reversed() {
                for x in 0..<stride {
                    let price = cut(pixel(x - 1, y), pixel(x, y), column: x)
                    relax(y * stride + x, (y + 1) * stride + x, price, 1)
                }
                relaxSideways(y)
            }
        }
        return trace(costs, origins)
    }

    private func trace(_ costs: [Int32], _ origins: [UInt8]) -> Seam {
        let stride = width + 1
        let last = height * stride
        let middle = width / 2
        // Ties go to the end nearest the middle.
        var x =
            (0..<stride).min {
                (costs[last + $0], abs($0 - middle)) < (costs[last + $1], abs($1 - middle))
            } ?? middle
        var y = height
        var crossings = [[Int]](repeating: [], count: height)
        var length = 0
        func isCut(_ a: UInt32, _ b: UInt32) -> Int { a != 0 && b != 0 ? 1 : 0 }
        while y > 0 {
            switch origins[y * stride + x] {
            case 0:
                y -= 1
                crossings[y].append(left + x)
                length += isCut(pixel(x - 1, y), pixel(x, y))
            case 1:
                crossings[y].append(left + x)
                length += isCut(pixel(x - 1, y), pixel(x, y))
                y += 1
            case 2:
                x -= 1
                length += isCut(pixel(x, y - 1), pixel(x, y))
            case 3:
                length += isCut(pixel(x, y - 1), pixel(x, y))
                x += 1
            default: y = 0
            }
        }
        return Seam(isTurned: isTurned, top: top, crossings: crossings, length: length)
    }
}

/// A path between pixels.
private struct Seam {
    let isTurned: Bool
    let top: Int
    /// For each row, the columns before which the path crosses it.
    let crossings: [[Int]]
    let length: Int

    /// Whether a pixel is right of the path, or below.
    func isBehind(_ x: Int, _ y: Int) -> Bool {
        let (column, row) = isTurned ? (y, x) : (x, y)
        // Each crossing changes the side.
        return crossings[row - top].reduce(false) { $0 != ($1 <= column) }
    }
}
