import KernelTypes
import Raster

/// Iterates over the rows of a mask that have pixels.
struct TranslucencyRows {
    let plane: BitMask
    let runs: [HueComponents.Run]
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

    mutating func next() -> Int? {
        repeat {
            y += 1
            if y == end { return nil }
        } while !plane.hasPixels(inRow: y)
        while run < runs.count, runs[run].y <= y {
            let here = runs[run]
            run += 1
            if here.y < y { continue }
            for x in here.start..<here.end { component[x] = here.score }
        }
        if !behind.screen.isFlat { lookUpScreen() }
        return y
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

    /// Calls `body` with the current row in the kernels' layout, and the scores of components.
    ///
    /// `pixels` points to its first pixel; `available` pixels may be read.
    mutating func withRow(
        _ pixels: UnsafePointer<UInt32>,
        _ available: Int,
        _ body: (_ row: ScreenPixels, _ component: UnsafePointer<Float>) -> Void
    ) {
        let component = component
        behind.withMemory { planes in
            unsafe body(
                ScreenPixels(pixels: pixels, available: available, planes: planes),
                component
            )
        }
    }
}
