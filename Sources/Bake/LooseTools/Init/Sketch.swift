import Raster

/// A canvas for discs with smooth edges.
struct Sketch {
    var image: PremultipliedImage

    init(width: Int, height: Int) {
        image = PremultipliedImage(size: PixelSize(width: width, height: height) ?? .onePixel)
    }

    /// Draws an opaque ellipse around (x, y); coverage is counted on 4 x 4 places a pixel.
    mutating func ellipse(
        _ x: Double,
        _ y: Double,
        _ radiusX: Double,
        _ radiusY: Double,
        _ r: UInt8,
        _ g: UInt8,
        _ b: UInt8
    ) {
        var layer = StraightImage(size: image.size)
        for (column, row, hits) in coverage(x, y, radiusX, radiusY) {
            let alpha = UInt8(hits * 255 / 16)
            layer[column, row] = StraightPixel(r: r, g: g, b: b, a: alpha)
        }
        image.draw(layer.premultiplied(), at: .zero)
    }

    /// Cuts an ellipse out of what was drawn.
    mutating func hole(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) {
        for (column, row, hits) in coverage(x, y, radiusX, radiusY) {
            let old = image[column, row]
            func left(_ value: UInt8) -> UInt8 { UInt8(Int(value) * (16 - hits) / 16) }
            image[column, row] = PremultipliedPixel(
                r: left(old.r),
                g: left(old.g),
                b: left(old.b),
                a: left(old.a)
            )
        }
    }

    /// Pixels that an ellipse touches, and how many of 16 places in each it covers.
    private func coverage(
        _ x: Double,
        _ y: Double,
        _ radiusX: Double,
        _ radiusY: Double
    ) -> [(x: Int, y: Int, hits: Int)] {
        func range(_ middle: Double, _ radius: Double, _ end: Int) -> Range<Int> {
            let from = min(max(0, Int(middle - radius) - 1), end)
            return from..<max(from, min(end, Int(middle + radius) + 2))
        }
        var touched: [(x: Int, y: Int, hits: Int)] = []
        for row in range(y, radiusY, image.height) {
            for column in range(x, radiusX, image.width) {
                var hits = 0
                for place in 0..<16 {
                    let dx = (Double(column) + (Double(place % 4) + 0.5) / 4 - x) / radiusX
                    let dy = (Double(row) + (Double(place / 4) + 0.5) / 4 - y) / radiusY
                    if dx * dx + dy * dy <= 1 { hits += 1 }
                }
                if hits > 0 { touched.append((column, row, hits)) }
            }
        }
        return touched
    }
}
