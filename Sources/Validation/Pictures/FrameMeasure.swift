internal import Raster

/// What one look at a frame's pixels tells.
struct FrameMeasure {
    /// Around pixels with an alpha of at least `visibleAlpha`, in image coordinates.
    ///
    /// Nil when the frame shows nothing.
    let bounds: PixelRect?
    /// The number of pixels that are more solid than clear.
    let area: Int
    /// Of all pixels, those that show nothing counting as one color; equal frames have equal ones.
    let fingerprint: UInt64

    /// What is fainter than this is not seen.
    static let visibleAlpha: UInt8 = 16

    init(_ image: StraightImage, _ frame: PixelRect) {
        var left = Int.max
        var right = -1
        var top = -1
        var bottom = -1
        var area = 0
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        unsafe image.withPixels { pixels in
            for y in frame.y..<frame.maxY {
                let row = y * image.width
                var rowIsSeen = false
                for x in frame.x..<frame.maxX {
                    let pixel = unsafe pixels[row + x]
                    var word: UInt64 = 0
                    if pixel.a >= Self.visibleAlpha {
                        rowIsSeen = true
                        if x < left { left = x }
                        if x > right { right = x }
                        if pixel.a >= 128 { area += 1 }
                        word =
                            UInt64(pixel.r) << 24 | UInt64(pixel.g) << 16 | UInt64(pixel.b) << 8
                            | UInt64(pixel.a)
                    }
                    hash = (hash ^ word) &* 0x0000_0100_0000_01B3
                }
                if rowIsSeen {
                    if top < 0 { top = y }
                    bottom = y
                }
            }
        }
        bounds =
            top < 0
            ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        self.area = area
        fingerprint = hash
    }

    /// The side of a square of the same area, in pixels.
    var size: Double { Double(area).squareRoot() }
}

/// The middle value; 0 of none.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
