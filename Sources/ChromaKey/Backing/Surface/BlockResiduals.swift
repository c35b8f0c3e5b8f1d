import KernelTypes
import Raster

/// A coarse correction of a surface: one value for each block of 32 x 32 pixels or fewer,
/// interpolated bilinearly between block centers.
///
/// Its numbers are the reference's.
struct BlockResiduals {
    private let side: Int
    private let bits: Int
    private let columns: Int
    private let rows: Int
    private var sums: [SIMD4<Float>]
    private var counts: [Float]
    private var isUsed = false

    init(width: Int, height: Int, side: Int) {
        precondition(side.nonzeroBitCount == 1, "blocks of an odd size")
        self.side = side
        bits = side.trailingZeroBitCount
        columns = (width + side - 1) / side
        rows = (height + side - 1) / side
        sums = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        counts = [Float](repeating: 0, count: columns * rows)
    }

    /// Adds the values of up to 64 pixels of a row, from a multiple of 64, whose bits are set.
    @inline(__always)
    mutating func add(
        _ word: UInt64,
        from start: Int,
        row y: Int,
        _ value: (_ x: Int) -> SIMD4<Float>
    ) {
        // Sides are powers of two, so a block is left at most once.
        let row = (y &>> bits) &* columns
        var rest = word
        while rest != 0 {
            let block = row &+ (start &+ rest.trailingZeroBitCount) &>> bits
            let end = (block &- row &+ 1) &<< bits &- start
            var (sum, count) = (sums[block], counts[block])
            var own = end < 64 ? rest & ~(~0 &<< UInt64(end)) : rest
            rest &= ~own
            while own != 0 {
                sum += value(start &+ own.trailingZeroBitCount)
                count += 1
                own &= own &- 1
            }
            (sums[block], counts[block]) = (sum, count)
        }
    }

    mutating func take(_ rows: Range<Int>, of other: BlockResiduals) {
        let blocks = rows.lowerBound * columns..<rows.upperBound * columns
        sums.replaceSubrange(blocks, with: other.sums[blocks])
        counts.replaceSubrange(blocks, with: other.counts[blocks])
    }

    /// Turns sums into means and fills blocks with too few samples from their neighbors.
    ///
    /// Small residuals (root mean square at most 0.6) are dropped.
    mutating func settle() {
        // A block of 1024 pixels that shows less screen says little.
        var known = counts.map { $0 > 40 }
        var energy: Float = 0
        for index in sums.indices where known[index] {
            sums[index] /= counts[index]
            energy += (sums[index] * sums[index]).sum() / 3
        }
        let count = known.count { $0 }
        isUsed = count > 0 && energy > 0.36 * Float(count)
        guard isUsed else { return }
        while known.contains(false) {
            let before = known
            for row in 0..<rows {
                for column in 0..<columns where !before[row * columns + column] {
                    var sum = SIMD4<Float>()
                    var weight: Float = 0
                    for y in max(0, row - 1)...min(rows - 1, row + 1) {
                        for x in max(0, column - 1)...min(columns - 1, column + 1)
                        where before[y * columns + x] {
                            sum += sums[y * columns + x]
                            weight += 1
                        }
                    }
                    if weight > 0 {
                        sums[row * columns + column] = sum / weight
                        known[row * columns + column] = true
                    }
                }
            }
        }
    }

    func value(_ x: Int, _ y: Int) -> SIMD4<Float> {
        guard isUsed else { return SIMD4() }
        let side = Float(self.side)
        let u = min(max((Float(x) + 0.5) / side - 0.5, 0), Float(columns - 1))
        let v = min(max((Float(y) + 0.5) / side - 0.5, 0), Float(rows - 1))
        let (x0, y0) = (Int(u), Int(v))
        let (x1, y1) = (min(x0 + 1, columns - 1), min(y0 + 1, rows - 1))
        let (fx, fy) = (u - Float(x0), v - Float(y0))
        let top = sums[y0 * columns + x0] * (1 - fx) + sums[y0 * columns + x1] * fx
        let bottom = sums[y1 * columns + x0] * (1 - fx) + sums[y1 * columns + x1] * fx
        return top * (1 - fy) + bottom * fy
    }
}

extension ScreenSurface {
    /// The residuals of a surface in each block of pixels, if they are large enough to matter.
    func residuals(of surface: ScreenPolynomial, blockSide: Int) -> BlockResiduals {
        var blocks = BlockResiduals(width: image.width, height: image.height, side: blockSide)
        let coarse = Screen(color: color, noise: 2, size: image.size) { surface($0, $1) }
        let inside = image.pixels(within: 12, of: coarse).withLattice(reach: 3)
        let empty = blocks
        // Whole blocks, because sums depend on the order of rows.
        let blockRows = (image.height + blockSide - 1) / blockSide
        let bands = inRowBands(blockRows, width: image.width * blockSide) { band in
            var blocks = empty
            let end = min(band.upperBound * blockSide, image.height)
            add(band.lowerBound * blockSide..<end, of: inside, over: coarse, to: &blocks)
            return (rows: band, blocks: blocks)
        }
        for band in bands { blocks.take(band.rows, of: band.blocks) }
        blocks.settle()
        return blocks
    }

    private func add(
        _ rows: Range<Int>,
        of inside: BitMask,
        over coarse: Screen,
        to blocks: inout BlockResiduals
    ) {
        var row = ScreenRow(coarse, width: image.width)
        unsafe image.withWords { words in
            for y in rows {
                if !inside.hasPixels(inRow: y) { continue }
                let bits = inside.words[inside.words(of: y..<y + 1)]
                row.withPlanes(y) { planes in
                    for (column, word) in bits.enumerated() {
                        blocks.add(word, from: column &* 64, row: y) { x in
                            let own = TwoColorUnmixing.color(unsafe words[y &* image.width &+ x])
                            let (red, green, blue) = unsafe (
                                planes.red[x], planes.green[x], planes.blue[x]
                            )
                            return own - SIMD4(red, green, blue, 0)
                        }
                    }
                }
            }
        }
    }
}
