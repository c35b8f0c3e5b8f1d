import KernelTypes
import Raster

// Backing: the screen behind the art, which settings and reports call screen.
//
// In: the image and the declared color. Out: the screen's color at every pixel, straight code
// values with the screen green (`ChannelOrder`), and its noise; nil without a screen. The screen is
// one color, or a robust quadratic surface with block residuals fitted by reweighted least squares
// (Holland and Welsch, "Robust Regression Using Iteratively Reweighted Least-Squares", 1977), or,
// if it has several shades, a plate: an image of the screen without the art. With the backing
// known, matting is Smith and Blinn's "Blue Screen Matting" (SIGGRAPH 1996).

/// The screen's color at every pixel: one color, a smooth surface, or a plate.
package struct Screen {
    /// The most frequent color of the screen; the only one when `isFlat`.
    package let color: SIMD4<Float>
    /// The distance (root mean square of the channels, code values) from the surface that 99 of 100
    /// screen pixels do not exceed.
    package internal(set) var noise: Float
    /// The surface at multiples of `Screen.spacing`, row-major; empty when flat.
    private var nodes: [SIMD4<Float>] = []
    private var nodesPerRow = 0
    private(set) var plate: ScreenPlate?
    /// The colors of its even parts, if there are several; otherwise empty.
    private(set) var shades: [SIMD4<Float>] = []

    /// Not measured: half of a block of `BlockResiduals`, so that bilinear interpolation follows it.
    static let spacing = 16

    package init(flat color: SIMD4<Float>, noise: Float) {
        self.color = color
        self.noise = noise
    }

    init(plate: ScreenPlate, color: SIMD4<Float>, noise: Float, shades: [SIMD4<Float>]) {
        self.init(flat: color, noise: noise)
        self.plate = plate
        self.shades = shades.count > 1 ? shades : []
    }

    /// `surface` is called for every node, row by row.
    init(
        color: SIMD4<Float>,
        noise: Float,
        size: PixelSize,
        surface: (_ x: Int, _ y: Int) -> SIMD4<Float>
    ) {
        self.init(flat: color, noise: noise)
        nodesPerRow = size.width / Screen.spacing + 2
        for row in 0..<(size.height / Screen.spacing + 2) {
            for column in 0..<nodesPerRow {
                nodes.append(surface(column * Screen.spacing, row * Screen.spacing))
            }
        }
    }

    package var isFlat: Bool { nodes.isEmpty && plate == nil }
    /// False for grays, which have no useful hue.
    ///
    /// 40 is not measured: pale screens above it, gray below.
    package var isChromatic: Bool { color.y - max(color.x, color.z) > 40 }

    /// The screen behind the pixel at (x, y); r, g, b and 0.
    @inline(__always)
    package func callAsFunction(_ x: Int, _ y: Int) -> SIMD4<Float> {
        if nodes.isEmpty { return plate?(x, y) ?? color }
        let node = (y >> 4) &* nodesPerRow &+ x >> 4
        let across = Float(x & 15) / 16
        let down = Float(y & 15) / 16
        let top = nodes[node] + (nodes[node &+ 1] - nodes[node]) * across
        let below = node &+ nodesPerRow
        let bottom = nodes[below] + (nodes[below &+ 1] - nodes[below]) * across
        return top + (bottom - top) * down
    }
}

/// The screen behind the pixels of one row, in planes for kernels.
struct ScreenRow {
    private let screen: Screen
    private let width: Int
    /// Red, green and blue, each up to a multiple of 64 numbers.
    private var numbers: [Float] = []

    init(_ screen: Screen, width: Int) {
        self.screen = screen
        self.width = width
        for channel in 0..<3 {
            numbers += repeatElement(screen.color[channel], count: (width + 63) / 64 * 64)
        }
    }

    /// Calls `body` with the screen behind the pixels of a row.
    mutating func withPlanes(_ y: Int, _ body: (ScreenPlanes) -> Void) {
        let (screen, width, count) = (screen, width, numbers.count / 3)
        unsafe numbers.withUnsafeMutableBufferPointer { numbers in
            let red = unsafe numbers.start
            let planes = unsafe ScreenPlanes(red: red, green: red + count, blue: red + 2 * count)
            screen.fill(planes, row: y, width: width)
            body(planes)
        }
    }
}

extension Screen {
    /// Calls `body` with each asked row of pixels and the screen behind it, in parallel bands of
    /// rows.
    ///
    /// `body` may write only its own row, in `pixels` too.
    func visitRows(
        of pixels: UnsafePointer<UInt32>,
        _ size: PixelSize,
        where isAsked: (_ y: Int) -> Bool = { _ in true },
        _ body: (_ y: Int, _ row: ScreenPixels) -> Void
    ) {
        let width = size.width
        _ = inRowBands(size.height, width: width) { rows in
            var row = ScreenRow(self, width: width)
            for y in rows where isAsked(y) {
                row.withPlanes(y) { planes in
                    // Another thread may be writing the rows after this band.
                    let available = (rows.upperBound &- y) &* width
                    body(
                        y,
                        unsafe ScreenPixels(
                            pixels: pixels + y &* width,
                            available: available,
                            planes: planes
                        )
                    )
                }
            }
        }
    }
}

extension StraightImage {
    /// As `Screen.visitRows`.
    func visitRows(
        over screen: Screen,
        where isAsked: (_ y: Int) -> Bool = { _ in true },
        _ body: (_ y: Int, _ row: ScreenPixels) -> Void
    ) {
        unsafe withWords { unsafe screen.visitRows(of: $0.start, size, where: isAsked, body) }
    }

    /// The opaque pixels of asked rows whose distance from the screen, the root mean square of the
    /// channels, is less than `distance`.
    func pixels(
        within distance: Float,
        of screen: Screen,
        where isAsked: (_ y: Int) -> Bool = { _ in true }
    ) -> BitMask {
        if KernelChoice.usesReference {
            return mask { x, y in
                let d = TwoColorUnmixing.color(self[x, y]) - screen(x, y)
                return isAsked(y) && self[x, y].a == 255
                    && d.squaredLength / 3 < distance * distance
            }
        }
        var result = BitMask(width: width, height: height)
        let stride = result.stride
        let near = unsafe chosenKernels.near
        unsafe result.words.withUnsafeMutableBufferPointer { result in
            visitRows(over: screen, where: isAsked) { y, row in
                unsafe near(row, width, distance * distance, result.start + y &* stride)
            }
        }
        return result
    }
}

extension Screen {
    /// Writes the screen behind the pixels of a row, unless it is flat.
    func fill(_ planes: ScreenPlanes, row y: Int, width: Int) {
        if isFlat { return }
        if plate == nil, !KernelChoice.usesReference {
            unsafe nodes.withUnsafeBytes { bytes in
                let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: Float.self)
                guard let first = unsafe first else { return }
                let above = unsafe first + (y >> 4) &* nodesPerRow &* 4
                unsafe chosenKernels.surface(
                    unsafe SurfaceNodes(
                        above: above,
                        below: above + nodesPerRow &* 4,
                        down: Float(y & 15) / 16
                    ),
                    width,
                    planes
                )
            }
            return
        }
        for x in 0..<width {
            let behind = self(x, y)
            unsafe planes.red[x] = behind.x
            unsafe planes.green[x] = behind.y
            unsafe planes.blue[x] = behind.z
        }
    }
}
