import Raster

/// Gives pictures that were stored with subsampled chroma their chroma edges back.
///
/// JPEG keeps luma at full resolution and one chroma value for a cell of pixels, which the decoder
/// interpolates. First the cells' values are recovered from the interpolated ones. Then, in each
/// neighborhood of 3 x 3 cells, chroma is fitted as a linear function of luma, which is exact where
/// two colors meet, and every pixel gets the chroma that its own luma asks for. A cell's mean does
/// not change.
struct ChromaRestorer {
    private let image: StraightImage
    private let cellWidth: Int
    private let cellHeight: Int
    private let columns: Int
    private let rows: Int

    init(image: StraightImage, sampling: ChromaSubsampling) {
        self.image = image
        cellWidth = min(max(sampling.horizontal, 1), 4)
        cellHeight = min(max(sampling.vertical, 1), 4)
        columns = (image.width + cellWidth - 1) / cellWidth
        rows = (image.height + cellHeight - 1) / cellHeight
    }

    func restored() -> StraightImage {
        // Per cell: mean luma and chroma.
        var means = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns { means[y * columns + x] = cellMean(x, y) { luma(at: $0, $1) } }
        }
        let cells = recovered(means)
        var slopes = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns { slopes[y * columns + x] = slope(cells, x, y) }
        }
        var result = image
        let flat = slopes.map { $0 == SIMD4() }
        for y in 0..<image.height {
            let row = y / cellHeight * columns
            for x in 0..<image.width {
                let cell = row + x / cellWidth
                // Where nothing changes there is nothing to restore.
                if flat[cell] { continue }
                let own = luma(at: x, y)
                let smooth = interpolated(cells, x, y)
                let slope = interpolated(slopes, x, y)
                let chroma = own + slope * (own.x - smooth.x)
                result[x, y] = color(own.x, chroma.y, chroma.z)
            }
        }
        return result
    }

    /// Bilinear between the cells' centers, as decoders do.
    private func interpolated(_ cells: [SIMD4<Float>], _ x: Int, _ y: Int) -> SIMD4<Float> {
        let u = (Float(x) + 0.5) / Float(cellWidth) - 0.5
        let v = (Float(y) + 0.5) / Float(cellHeight) - 0.5
        let left = Int(u + 1) - 1
        let top = Int(v + 1) - 1
        let (fx, fy) = (u - Float(left), v - Float(top))
        let x0 = max(left, 0)
        let x1 = min(left + 1, columns - 1)
        let y0 = max(top, 0) * columns
        let y1 = min(top + 1, rows - 1) * columns
        let upper = cells[y0 + x0] + (cells[y0 + x1] - cells[y0 + x0]) * fx
        let lower = cells[y1 + x0] + (cells[y1 + x1] - cells[y1 + x0]) * fx
        return upper + (lower - upper) * fy
    }

    private func luma(at x: Int, _ y: Int) -> SIMD4<Float> {
        let pixel = image[x, y]
        return EdgeSolver.luma(SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0))
    }

    private func color(_ luma: Float, _ cb: Float, _ cr: Float) -> StraightPixel {
        let color = EdgeSolver.color(luma: luma, cb: cb, cr: cr)
        return StraightPixel(r: byte(color.x), g: byte(color.y), b: byte(color.z))
    }

    private func cellMean(
        _ x: Int,
        _ y: Int,
        _ value: (_ x: Int, _ y: Int) -> SIMD4<Float>
    ) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        var count: Float = 0
        for py in y * cellHeight..<min((y + 1) * cellHeight, image.height) {
            for px in x * cellWidth..<min((x + 1) * cellWidth, image.width) {
                sum += value(px, py)
                count += 1
            }
        }
        return sum / count
    }

    /// Undoes the decoder's triangle filter: cells whose interpolated values have these means.
    ///
    /// The mean over a cell of what a decoder interpolates is the cell filtered by 1/8, 3/4, 1/8
    /// along each subsampled direction; a few rounds of repeated correction invert that.
    private func recovered(_ means: [SIMD4<Float>]) -> [SIMD4<Float>] {
        var cells = means
        let side: Float = 0.125
        for _ in 0..<6 {
            var across = cells
            if cellWidth > 1 {
                for y in 0..<rows {
                    for x in 0..<columns {
                        let left = cells[y * columns + max(x - 1, 0)]
                        let right = cells[y * columns + min(x + 1, columns - 1)]
                        across[y * columns + x] =
                            cells[y * columns + x] * (1 - 2 * side) + (left + right) * side
                    }
                }
            }
            for y in 0..<rows {
                for x in 0..<columns {
                    var filtered = across[y * columns + x]
                    if cellHeight > 1 {
                        let above = across[max(y - 1, 0) * columns + x]
                        let below = across[min(y + 1, rows - 1) * columns + x]
                        filtered = filtered * (1 - 2 * side) + (above + below) * side
                    }
                    cells[y * columns + x] += means[y * columns + x] - filtered
                }
            }
        }
        // Luma was never subsampled.
        for index in cells.indices { cells[index].x = means[index].x }
        return cells
    }

    /// Change of chroma per unit of luma around a cell; 0 for luma.
    private func slope(_ cells: [SIMD4<Float>], _ x: Int, _ y: Int) -> SIMD4<Float> {
        var low = cells[y * columns + x]
        var high = low
        var sum = SIMD4<Float>()
        var products = SIMD4<Float>()
        for cy in y - 1...y + 1 {
            let row = min(max(cy, 0), rows - 1) * columns
            for cx in x - 1...x + 1 {
                let cell = cells[row + min(max(cx, 0), columns - 1)]
                low = pointwiseMin(low, cell)
                high = pointwiseMax(high, cell)
                sum += cell
                products += cell * cell.x
            }
        }
        // Less than this is the file format's own noise.
        if (high - low).max() < 6 { return SIMD4() }
        let mean = sum / 9
        let covariance = products / 9 - mean * mean.x
        var slope = covariance / (covariance.x + 5)
        slope.x = 0
        return slope
    }
}
