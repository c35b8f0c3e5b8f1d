import KernelTypes
import Raster

/// Visits the rows of a mask that have pixels.
struct TranslucencyRows {
    private let plane: BitMask
    private let runs: [HueComponents.Run]
    // Data of the current row: the screen behind the pixels, and the scores of their components, up
    // to a multiple of 64 numbers.
    private var behind: ScreenRow
    private var component: [Float]
    private var y: Int
    private let end: Int
    private var run: Int

    init(
        _ plane: BitMask,
        _ runs: [HueComponents.Run],
        over screen: Screen,
        _ rows: Range<Int>
    ) {
        y = rows.lowerBound - 1
        end = rows.upperBound
        // Runs are in the order of rows.
        var (first, last) = (0, runs.count)
        while first < last {
            let middle = (first + last) / 2
            if runs[middle].y < rows.lowerBound { first = middle + 1 } else { last = middle }
        }
        run = first
        self.plane = plane
        self.runs = runs
        behind = ScreenRow(screen, width: plane.width)
        component = [Float](repeating: 0, count: plane.stride * 64)
    }

    /// Advances to the next row; false at the end.
    private mutating func next() -> Bool {
        repeat {
            y += 1
            if y == end { return false }
        } while !plane.hasPixels(inRow: y)
        while run < runs.count, runs[run].y <= y {
            let here = runs[run]
            run += 1
            if here.y < y { continue }
            for x in here.start..<here.end { component[x] = here.score }
        }
        if !behind.screen.isFlat { lookUpScreen() }
        return true
    }

    /// Reads the screen behind the pixels of the current row.
    private mutating func lookUpScreen() {
        let words = plane.words[plane.words(of: y..<y + 1)]
        // A whole row of a surface takes as long as a sixth of it pixel by pixel; not measured.
        let (screen, y, width) = (behind.screen, y, plane.width)
        if screen.plate == nil, words.count(where: { $0 != 0 }) * 6 > words.count {
            behind.withPlanes(y) { _ in }
            return
        }
        behind.withMemory { planes in
            for (column, word) in words.enumerated() where word != 0 {
                let columns = column &* 64..<min(column &* 64 &+ 64, width)
                screen.fillOneByOne(planes, row: y, columns)
            }
        }
    }

    /// Calls `body` with each row in the kernels' layout, and the scores of components.
    ///
    /// Rows after these may be written meanwhile, and are not read.
    mutating func visit(
        of pixels: UnsafePointer<UInt32>,
        _ body: (_ y: Int, _ row: ScreenPixels, _ component: UnsafePointer<Float>) -> Void
    ) {
        while next() {
            let (y, first, component) = (y, y &* plane.width, component)
            let available = end &* plane.width &- first
            behind.withMemory { planes in
                unsafe body(
                    y,
                    ScreenPixels(pixels: pixels + first, available: available, planes: planes),
                    component
                )
            }
        }
    }
}
