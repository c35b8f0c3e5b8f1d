package import KernelTypes

/// Steps of luma-guided chroma upsampling, which gives subsampled chroma luma's edges.
///
/// A guided filter over cells (He, Sun and Tang, "Guided Image Filtering", ECCV 2010): in each
/// window of 3 x 3 cells chroma is a linear function of luma. Planes contain one 32-bit float, in
/// code values, for each cell of pixels that share a chroma sample; rows are packed.
package enum ChromaUpsamplingKernel {
    /// The share of a neighbor in a cell's mean after a decoder's triangle filter (3 : 1, as in
    /// libjpeg): 1/8, by integration.
    static let side: Float = 0.125

    /// Inverts a decoder's triangle filter: adds to each cell the difference between its mean and
    /// the filtered mean, `rounds` times.
    ///
    /// `cells` starts as a copy of `means`, one value for each cell of the grid. `scratch` has `3 *
    /// columns * rounds` values. One form only: vectors compute the same as single values.
    package static func recover(
        _ cells: UnsafeMutablePointer<Float>,
        means: UnsafePointer<Float>,
        _ grid: CellGrid,
        rounds: Int,
        scratch: UnsafeMutablePointer<Float>
    ) {
        let (columns, rows) = (grid.columns, grid.rows)
        // Each round processes a row one row after the previous round, while the rows are in the
        // cache, and keeps three filtered rows.
        func filtered(_ round: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
            unsafe scratch + (round &* 3 &+ y % 3) &* columns
        }
        for step in 0..<(rows + rounds) {
            for round in 0..<rounds {
                let y = step - round
                if y >= 0, y < rows {
                    unsafe filter(cells + y * columns, filtered(round, y), columns, grid.isAcross)
                }
                let done = y - 1
                if done < 0 || done >= rows { continue }
                unsafe correct(
                    cells + done * columns,
                    means + done * columns,
                    (
                        filtered(round, max(done - 1, 0)), filtered(round, done),
                        filtered(round, min(done + 1, rows - 1))
                    ),
                    columns,
                    isDown: grid.isDown
                )
            }
        }
    }

    private static func filter(
        _ cells: UnsafePointer<Float>,
        _ target: UnsafeMutablePointer<Float>,
        _ columns: Int,
        _ isAcross: Bool
    ) {
        if !isAcross {
            unsafe target.update(from: cells, count: columns)
            return
        }
        func filtered(_ x: Int) -> Float {
            let left = unsafe cells[max(x - 1, 0)]
            let right = unsafe cells[min(x + 1, columns - 1)]
            return unsafe cells[x] * (1 - 2 * side) + (left + right) * side
        }
        unsafe target[0] = filtered(0)
        var x = 1
        while x &+ 9 <= columns {
            let left = unsafe load(cells + (x &- 1))
            let right = unsafe load(cells + (x &+ 1))
            unsafe store(load(cells + x) * (1 - 2 * side) + (left + right) * side, target + x)
            x &+= 8
        }
        while x < columns {
            unsafe target[x] = filtered(x)
            x &+= 1
        }
    }

    private static func correct(
        _ cells: UnsafeMutablePointer<Float>,
        _ means: UnsafePointer<Float>,
        _ filtered: (
            UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
        ),
        _ columns: Int,
        isDown: Bool
    ) {
        let (above, here, below) = unsafe filtered
        var x = 0
        while x &+ 8 <= columns {
            var filtered = unsafe load(here + x)
            if isDown {
                let others = unsafe load(above + x) + load(below + x)
                filtered = filtered * (1 - 2 * side) + others * side
            }
            unsafe store(load(cells + x) + (load(means + x) - filtered), cells + x)
            x &+= 8
        }
        while x < columns {
            var filtered = unsafe here[x]
            if isDown {
                filtered = unsafe filtered * (1 - 2 * side) + (above[x] + below[x]) * side
            }
            unsafe cells[x] += means[x] - filtered
            x &+= 1
        }
    }
}
