import Raster

/// One of several images of a figure, and the screen behind it.
struct BackedPicture {
    /// Opaque; translucent pixels were composited over the screen.
    private(set) var image: StraightImage
    /// Channels in order.
    let screen: Screen
    let facts: KeyReport.Screen
    let isSubsampled: Bool
    let isCompressed: Bool
    /// The distance from the screen that 99 of 100 screen pixels do not exceed, at least rounding.
    let noise: Float
    /// The original offset of the figure to the right and down, relative to the first image, in
    /// pixels.
    private(set) var shift = SIMD2<Double>()
    var isBetweenPixels: Bool { shift != SIMD2(shift.x.rounded(), shift.y.rounded()) }
    private let order: ChannelOrder

    /// Finds the screen of color `key`, else of color `other`; nil without one.
    init?(_ picture: StraightImage, key: KeyColor, otherwise other: KeyColor, hints: KeyHints) {
        var found: (Screen, ChannelOrder, RGB)?
        for wish in [key, other] where found == nil {
            guard let color = wish.declared(for: picture) else { continue }
            let order = ChannelOrder(forKey: color)
            var turned = picture
            order.turn(&turned)
            guard let screen = ScreenFinder(image: turned, declared: order(color)).find() else {
                continue
            }
            found = (screen, order, color)
        }
        guard let (screen, order, declared) = found else { return nil }
        (self.screen, self.order) = (screen, order)
        facts = KeyReport.Screen(screen, order, declared: key == .auto ? nil : declared)
        let sampling = hints.chromaSubsampling ?? .none
        isSubsampled = sampling != .none
        // Not measured: damage by compression next to art, which flat screens do not show.
        isCompressed = hints.chromaSubsampling != nil
        noise = max(screen.noise, isCompressed ? 4 : 0.5)
        image = picture
        image.lay { x, y in order(screen(x, y)) }
        if isSubsampled { image = ChromaCells(of: image, sampling).restored(image) }
    }

    /// The screen behind the pixel at (x, y): r, g, b and 0.
    @inline(__always)
    func backing(_ x: Int, _ y: Int) -> SIMD4<Float> {
        if screen.isFlat { return order(screen.color) }
        // A surface moves with its image; it is smooth, so fractions of a pixel do not matter.
        let column = min(max(x + Int(shift.x.rounded()), 0), image.width - 1)
        let row = min(max(y + Int(shift.y.rounded()), 0), image.height - 1)
        return order(screen(column, row))
    }

    /// Whether the screens are too similar for triangulation.
    ///
    /// Noise of one code value in a color would then be one of 32 in alpha.
    func isAlike(_ other: BackedPicture) -> Bool {
        (order(screen.color) - other.order(other.screen.color)).squaredLength < 32 * 32
    }

    /// Moves the figure to its position in the first image.
    mutating func register(onto first: BackedPicture) {
        let found = Registration(first, self).shift()
        guard found != .zero else { return }
        image = image.moved(by: found) { x, y in backing(x, y) }
        shift = found
    }
}

extension ChannelOrder {
    /// The same turn for a color between code values; the last number stays.
    @inline(__always)
    fileprivate func callAsFunction(_ color: SIMD4<Float>) -> SIMD4<Float> {
        var result = color
        if swapped == 0 { (result.x, result.y) = (color.y, color.x) }
        if swapped == 2 { (result.z, result.y) = (color.y, color.z) }
        return isInverted ? SIMD4(255 - result.x, 255 - result.y, 255 - result.z, result.w) : result
    }
}

extension StraightImage {
    /// The opaque image shifted by `shift`, with `outside` beyond the border.
    ///
    /// Interpolated by Catmull-Rom's cubic (Keys 1981, a = -1/2).
    fileprivate func moved(
        by shift: SIMD2<Double>,
        outside: (_ x: Int, _ y: Int) -> SIMD4<Float>
    ) -> StraightImage {
        let columns = CubicTaps(shift.x)
        let rows = CubicTaps(shift.y)
        func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
            guard x >= 0, y >= 0, x < width, y < height else {
                return outside(min(max(x, 0), width - 1), min(max(y, 0), height - 1))
            }
            return TwoColorUnmixing.color(self[x, y])
        }
        var result = StraightImage(size: size)
        for y in 0..<height {
            for x in 0..<width {
                var sum = SIMD4<Float>()
                for (row, share) in rows.taps {
                    var line = SIMD4<Float>()
                    for (column, share) in columns.taps {
                        line += color(x + column, y + row) * share
                    }
                    sum += line * share
                }
                result[x, y] = StraightPixel(sum)
            }
        }
        return result
    }
}

/// The source pixels of an interpolated one along an axis.
private struct CubicTaps {
    var taps: [(offset: Int, share: Float)]

    init(_ shift: Double) {
        let whole = Int(shift.rounded(.down))
        let t = Float(shift - Double(whole))
        guard t > 0 else {
            taps = [(whole, 1)]
            return
        }
        func kernel(_ x: Float) -> Float {
            x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
        }
        taps = [
            (whole - 1, kernel(1 + t)), (whole, kernel(t)), (whole + 1, kernel(1 - t)),
            (whole + 2, kernel(2 - t)),
        ]
    }
}
