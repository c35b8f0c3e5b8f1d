import KernelTypes
import Raster

/// Chroma of the art alone next to the screen, in images with subsampled chroma.
///
/// A chroma cell on an edge includes some of the screen's. Once alpha is known, so is that part;
/// the rest, divided by the cell's coverage, is the art's. Around each cell it is fitted as a
/// linear function of the art's luma, as `ChromaCells` does for the whole image, where three
/// colors (screen, outline and fill) are too many for a line.
struct ArtChroma {
    private struct Cell {
        /// The art's luma, blue and red difference.
        var color = SIMD4<Float>()
        /// The cube of its coverage; 0 for no color.
        var weight: Float = 0
    }

    /// A cell's color and the change of chroma per unit of luma around it, all times its weight.
    private struct Fit {
        var color = SIMD4<Float>()
        var slope = SIMD4<Float>()
        var weight: Float = 0
    }

    // By score on the generated JPEG cases, each on half of them.
    /// Cells with less coverage contain more noise than art.
    private static let leastCover: Float = 0.4
    /// The minimum divisor, which limits noise.
    private static let leastDivisor: Float = 0.5
    /// The guided filter's epsilon, and how much of the slope is used: both contain a cell's own
    /// noise.
    private static let variance: Float = 20
    private static let slopeShare: Float = 0.5

    /// How many rows of cells around a pixel's are read: pixels read the surrounding fits, and
    /// these the surrounding cells.
    static let reach = 2

    private let chroma: ChromaCells
    /// The row of cells that `fits` starts with.
    private let firstRow: Int
    private let fits: [Fit]

    /// Fits the recovered cells around the pixels of `asked` in rows of cells `rows`, which
    /// determine the memory used.
    init(
        _ chroma: ChromaCells,
        over screen: Screen,
        rows: Range<Int>,
        at asked: BitMask,
        art: (_ x: Int, _ y: Int) -> (alpha: Float, luma: Float)?
    ) {
        self.chroma = chroma
        let firstRow = max(0, rows.lowerBound - Self.reach)
        self.firstRow = firstRow
        let columns = chroma.columns
        let count = min(chroma.rows, rows.upperBound + Self.reach) - firstRow
        var isNear = BitMask(width: columns, height: count)
        let end = min(rows.upperBound * chroma.cellHeight, asked.height)
        asked.visit(rows.lowerBound * chroma.cellHeight..<end) { x, y in
            isNear[x / chroma.cellWidth, y / chroma.cellHeight - firstRow] = true
        }
        let fitted = isNear.dilated(1)
        var cells = [Cell](repeating: Cell(), count: columns * count)
        fitted.dilated(1).visit { column, row in
            cells[row * columns + column] = Self.cell(
                column,
                firstRow + row,
                of: chroma,
                asked.width,
                asked.height,
                over: screen,
                art: art
            )
        }
        var fits = [Fit](repeating: Fit(), count: columns * count)
        fitted.visit { column, row in
            fits[row * columns + column] = Self.fit(cells, column, row, columns, count)
        }
        self.fits = fits
    }

    private static func cell(
        _ column: Int,
        _ row: Int,
        of chroma: ChromaCells,
        _ width: Int,
        _ height: Int,
        over screen: Screen,
        art: (_ x: Int, _ y: Int) -> (alpha: Float, luma: Float)?
    ) -> Cell {
        let (left, top) = (column * chroma.cellWidth, row * chroma.cellHeight)
        var (cover, luma, count) = (Float(0), Float(0), Float(0))
        for y in top..<min(top + chroma.cellHeight, height) {
            for x in left..<min(left + chroma.cellWidth, width) {
                guard let own = art(x, y) else { return Cell() }
                cover += own.alpha
                luma += own.alpha * own.luma
                count += 1
            }
        }
        let share = cover / count
        guard share > leastCover else { return Cell() }
        let behind = YCbCr.of(screen(left, top))
        let index = row * chroma.columns + column
        let mixed = SIMD4(0, chroma.blue[index], chroma.red[index], 0)
        var color = behind + (mixed - behind) / max(share, leastDivisor)
        color = color.clamped(
            lowerBound: SIMD4(repeating: -128),
            upperBound: SIMD4(repeating: 128)
        )
        color.x = luma / cover
        return Cell(color: color, weight: share * share * share)
    }

    /// Weighted least squares over 3 x 3 cells.
    private static func fit(
        _ cells: [Cell],
        _ column: Int,
        _ row: Int,
        _ columns: Int,
        _ rows: Int
    ) -> Fit {
        let own = cells[row * columns + column]
        if own.weight == 0 { return Fit() }
        var weight: Float = 0
        var (sum, product) = (SIMD4<Float>(), SIMD4<Float>())
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
            for x in max(column - 1, 0)...min(column + 1, columns - 1) {
                let cell = cells[y * columns + x]
                weight += cell.weight
                sum += cell.color * cell.weight
                product += cell.color * (cell.color.x * cell.weight)
            }
        }
        let mean = sum / weight
        let shared = product / weight - mean * mean.x
        let slope = shared / (max(shared.x, 0) + variance) * slopeShare
        return Fit(color: own.color * own.weight, slope: slope * own.weight, weight: own.weight)
    }

    /// The art's luma and chroma differences at a pixel of that luma; nil if unknown.
    func color(_ x: Int, _ y: Int, luma: Float) -> SIMD4<Float>? {
        // Bilinear between cell centers, as in decoders.
        let u = (Float(x) + 0.5) / Float(chroma.cellWidth) - 0.5
        let v = (Float(y) + 0.5) / Float(chroma.cellHeight) - 0.5
        let (left, top) = (Int(u + 1) - 1, Int(v + 1) - 1)
        let (across, down) = (u - Float(left), v - Float(top))
        var sum = Fit()
        for (row, height) in [(top, 1 - down), (top + 1, down)] {
            for (column, width) in [(left, 1 - across), (left + 1, across)] {
                let (inRow, inColumn) = (
                    min(max(row, 0), chroma.rows - 1), min(max(column, 0), chroma.columns - 1)
                )
                let fit = fits[(inRow - firstRow) * chroma.columns + inColumn]
                let share = width * height
                sum.color += fit.color * share
                sum.slope += fit.slope * share
                sum.weight += fit.weight * share
            }
        }
        guard sum.weight > 0 else { return nil }
        var result = (sum.color + sum.slope * (luma - sum.color.x / sum.weight)) / sum.weight
        result.x = luma
        return result
    }
}
