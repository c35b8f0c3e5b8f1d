import KernelTypes
import Raster

/// Iterates over the rows of a mask that have pixels.
struct TranslucencyRows {
    let plane: BitMask
    let runs: [HueComponents.Run]
    let screen: Screen
    // Data of the current row, up to a multiple of 64 numbers: the screen behind the pixels, code
    // values, and the scores of their components.
    private var red: [Float]
    private var green: [Float]
    private var blue: [Float]
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
        self.screen = screen
        let count = plane.stride * 64
        red = [Float](repeating: screen.color.x, count: count)
        green = [Float](repeating: screen.color.y, count: count)
        blue = [Float](repeating: screen.color.z, count: count)
        component = [Float](repeating: 0, count: count)
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
        if screen.isFlat { return y }
        lookUpScreen()
        return y
    }

    /// Reads the screen behind the pixels of the current row.
    private mutating func lookUpScreen() {
        let words = plane.words[plane.words(of: y..<y + 1)]
        // A whole row of a surface takes as long as a sixth of it pixel by pixel; not measured.
        let isWhole = screen.plate == nil && words.count { $0 != 0 } * 6 > words.count
        let (screen, y, width) = (screen, y, plane.width)
        unsafe red.withUnsafeMutableBufferPointer { red in
            unsafe green.withUnsafeMutableBufferPointer { green in
                unsafe blue.withUnsafeMutableBufferPointer { blue in
                    if isWhole {
                        let planes = unsafe ScreenPlanes(
                            red: red.start,
                            green: green.start,
                            blue: blue.start
                        )
                        screen.fill(planes, row: y, width: width)
                        return
                    }
                    for (column, word) in words.enumerated() where word != 0 {
                        for x in column &* 64..<min(column &* 64 &+ 64, width) {
                            let behind = screen(x, y)
                            unsafe red[x] = behind.x
                            unsafe green[x] = behind.y
                            unsafe blue[x] = behind.z
                        }
                    }
                }
            }
        }
    }

    /// Calls `body` with the current row in the kernels' layout.
    ///
    /// `pixels` points to its first pixel; `available` pixels may be read.
    func withRow(
        _ pixels: UnsafePointer<UInt32>,
        _ available: Int,
        _ body: (TranslucencyRow) -> Void
    ) {
        unsafe red.withUnsafeBufferPointer { red in
            unsafe green.withUnsafeBufferPointer { green in
                unsafe blue.withUnsafeBufferPointer { blue in
                    unsafe component.withUnsafeBufferPointer { component in
                        body(
                            unsafe TranslucencyRow(
                                pixels: pixels,
                                available: available,
                                red: red.start,
                                green: green.start,
                                blue: blue.start,
                                component: component.start
                            )
                        )
                    }
                }
            }
        }
    }
}
