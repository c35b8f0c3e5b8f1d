package import KernelTypes

extension ChromaUpsamplingKernel {
    /// A smaller range among 3 x 3 cells is a file format's noise; set by the score of the
    /// generated JPEG cases.
    static let noise: Float = 6
    /// Added to the variance of luma, so that little luma contrast means little slope: the guided
    /// filter's epsilon, in squared code values; set by the same score.
    static let variance: Float = 5

    /// The change of chroma per unit of luma around each cell of row `y`.
    ///
    /// By least squares over 3 x 3 cells; cells outside are the nearest inside. 0 where cells
    /// hardly differ.
    package static func slopesReference(
        _ cells: CellPlanes,
        _ y: Int,
        _ grid: CellGrid,
        in places: Range<Int>,
        blue: UnsafeMutablePointer<Float>,
        red: UnsafeMutablePointer<Float>
    ) {
        let (columns, rows) = (grid.columns, grid.rows)
        for x in places {
            let here = y * columns + x
            let first = unsafe (cells.luma[here], cells.blue[here], cells.red[here])
            var (low, high) = (first, first)
            var sums: (Float, Float, Float) = (0, 0, 0)
            var products: (Float, Float, Float) = (0, 0, 0)
            for row in y - 1...y + 1 {
                for column in x - 1...x + 1 {
                    let index =
                        min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)
                    let cell = unsafe (cells.luma[index], cells.blue[index], cells.red[index])
                    low = (min(low.0, cell.0), min(low.1, cell.1), min(low.2, cell.2))
                    high = (max(high.0, cell.0), max(high.1, cell.1), max(high.2, cell.2))
                    sums = (sums.0 + cell.0, sums.1 + cell.1, sums.2 + cell.2)
                    products.0 += cell.0 * cell.0
                    products.1 += cell.1 * cell.0
                    products.2 += cell.2 * cell.0
                }
            }
            if max(high.0 - low.0, high.1 - low.1, high.2 - low.2) < noise {
                unsafe blue[x] = 0
                unsafe red[x] = 0
                continue
            }
            let mean = sums.0 / 9
            let whole = products.0 / 9 - mean * mean + variance
            unsafe blue[x] = (products.1 / 9 - sums.1 / 9 * mean) / whole
            unsafe red[x] = (products.2 / 9 - sums.2 / 9 * mean) / whole
        }
    }

    package static func slopesVector(
        _ cells: CellPlanes,
        _ y: Int,
        _ grid: CellGrid,
        blue: UnsafeMutablePointer<Float>,
        red: UnsafeMutablePointer<Float>
    ) {
        let (columns, rows) = (grid.columns, grid.rows)
        func rest(_ places: Range<Int>) {
            unsafe slopesReference(
                cells,
                y,
                grid,
                in: places,
                blue: blue,
                red: red
            )
        }
        rest(0..<1)
        let here = y &* columns
        let starts = (max(y &- 1, 0) &* columns, here, min(y &+ 1, rows &- 1) &* columns)
        var x = 1
        while x &+ 9 <= columns {
            let places = (starts.0 &+ x, starts.1 &+ x, starts.2 &+ x)
            let changed = unsafe changes(cells.luma, places) | changes(cells.blue, places)
            // Most of an image is uniform, cell by cell.
            if unsafe (changed | changes(cells.red, places)).isZero {
                unsafe store(Floats(), blue + x)
                unsafe store(Floats(), red + x)
                x &+= 8
                continue
            }
            var luma = unsafe Window(load(cells.luma + (here &+ x)))
            var blueWindow = unsafe Window(load(cells.blue + (here &+ x)))
            var redWindow = unsafe Window(load(cells.red + (here &+ x)))
            for row in 0..<3 {
                let start = row == 0 ? starts.0 : row == 1 ? starts.1 : starts.2
                for shift in -1...1 {
                    let index = start &+ x &+ shift
                    let own = unsafe load(cells.luma + index)
                    luma.add(own, own)
                    unsafe blueWindow.add(load(cells.blue + index), own)
                    unsafe redWindow.add(load(cells.red + index), own)
                }
            }
            let isCalm =
                (luma.high - luma.low - noise).isNegative
                & (blueWindow.high - blueWindow.low - noise).isNegative
                & (redWindow.high - redWindow.low - noise).isNegative
            let mean = luma.sum / 9
            let whole = luma.products / 9 - mean * mean + variance
            let blueSlope = (blueWindow.products / 9 - blueWindow.sum / 9 * mean) / whole
            let redSlope = (redWindow.products / 9 - redWindow.sum / 9 * mean) / whole
            unsafe store(Floats().taken(where: isCalm, else: blueSlope), blue + x)
            unsafe store(Floats().taken(where: isCalm, else: redSlope), red + x)
            x &+= 8
        }
        rest(min(x, columns)..<columns)
    }

    /// The bits in which 3 x 3 cells of one plane, around eight of three rows, differ from their
    /// center.
    @inline(__always)
    private static func changes(
        _ plane: UnsafePointer<Float>,
        _ places: (Int, Int, Int)
    ) -> Words {
        @inline(__always)
        func bits(_ place: Int) -> Words {
            unsafe unsafeBitCast(load(plane + place), to: Words.self)
        }
        let middle = bits(places.1)
        @inline(__always)
        func row(_ place: Int) -> Words {
            (bits(place &- 1) ^ middle) | (bits(place) ^ middle) | (bits(place &+ 1) ^ middle)
        }
        return row(places.0) | row(places.1) | row(places.2)
    }

    /// Sums over 3 x 3 cells of one plane.
    private struct Window {
        var low: Floats
        var high: Floats
        var sum = Floats()
        var products = Floats()

        @inline(__always)
        init(_ center: Floats) {
            low = center
            high = center
        }

        @inline(__always)
        mutating func add(_ cell: Floats, _ luma: Floats) {
            low = low.least(cell)
            high = high.greatest(cell)
            sum += cell
            products += cell * luma
        }
    }
}
