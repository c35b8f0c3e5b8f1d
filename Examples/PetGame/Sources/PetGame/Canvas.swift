import KilnManifest

/// What a look is drawn on: color times alpha, as blending wants it, so that layers are rounded once.
struct Canvas {
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: 0, count: width * height * 4)
    }

    /// Draws a step of a draw list: source over what is there, at whole pixels.
    ///
    /// - Parameters:
    ///   - step: which rectangle, and whether it lies turned.
    ///   - page: the picture that the step names.
    ///   - left: where the left edge goes.
    ///   - top: where the upper edge goes.
    mutating func draw(_ step: DrawStep, of page: Bitmap, atX left: Int, y top: Int) {
        let source = step.source
        let (columns, rows) =
            step.isRotated ? (source.height, source.width) : (source.width, source.height)
        for y in 0..<rows where (0..<height).contains(top + y) {
            for x in 0..<columns where (0..<width).contains(left + x) {
                // What is turned on the page is turned back.
                let (across, down) =
                    switch (step.isRotated, step.isCounterclockwise) {
                    case (false, _): (x, y)
                    case (true, false): (source.width - 1 - y, x)
                    case (true, true): (y, source.height - 1 - x)
                    }
                blend(
                    page,
                    ((source.y + down) * page.width + source.x + across) * 4,
                    over: ((top + y) * width + left + x) * 4
                )
            }
        }
    }

    private mutating func blend(_ page: Bitmap, _ from: Int, over to: Int) {
        let alpha = Int(page.pixels[from + 3])
        for channel in 0..<4 {
            let value = Int(page.pixels[from + channel])
            let source = channel == 3 ? alpha : part(value, of: alpha)
            pixels[to + channel] = UInt8(source + part(Int(pixels[to + channel]), of: 255 - alpha))
        }
    }

    /// A product of two parts of 255, rounded to the nearest.
    private func part(_ value: Int, of whole: Int) -> Int { (value * whole + 127) / 255 }

    /// The picture with straight alpha, as files have it.
    var bitmap: Bitmap {
        var bitmap = Bitmap(width: width, height: height)
        for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] > 0 {
            let alpha = Int(pixels[start + 3])
            for channel in 0..<3 {
                let color = (Int(pixels[start + channel]) * 255 + alpha / 2) / alpha
                bitmap.pixels[start + channel] = UInt8(min(255, color))
            }
            bitmap.pixels[start + 3] = UInt8(alpha)
        }
        return bitmap
    }
}
