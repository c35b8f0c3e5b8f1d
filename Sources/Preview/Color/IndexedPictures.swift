internal import Raster

/// Pictures as indexes into one palette.
struct IndexedPictures {
    /// Opaque colors; at most as many as were asked for.
    let palette: [StraightPixel]
    /// Row-major, one for each picture; `nil` stands for clear pixels.
    let pictures: [[UInt8?]]

    /// Keeps every color when there are at most `limit`; otherwise each pixel gets the nearest of
    /// `limit` well-chosen ones.
    ///
    /// - Parameters:
    ///   - pictures: see `hardened(from:)`; pixels that are not clear count as opaque.
    ///   - limit: 1...256.
    init(_ pictures: [StraightImage], limit: Int) {
        let histogram = ColorHistogram(of: pictures)
        let colors: [ColorHistogram.Entry]
        if histogram.colorCount <= limit {
            colors = histogram.entries
        } else {
            var reduction = ColorReduction(histogram)
            colors = reduction.reduce(to: limit)
        }
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        palette = colors.map { StraightPixel(r: byte($0.r), g: byte($0.g), b: byte($0.b)) }
        var lookup = NearestColor(palette)
        self.pictures = pictures.map { picture in
            picture.pixels.map { $0.a == 0 ? nil : lookup[$0] }
        }
    }
}

/// From a color to the nearest in a palette.
private struct NearestColor {
    private let palette: [(r: Int32, g: Int32, b: Int32)]
    /// Answers by color; a color takes the place of another one with the same hash.
    private var keys = [UInt32](repeating: .max, count: 1 << 14)
    private var answers = [UInt8](repeating: 0, count: 1 << 14)

    init(_ palette: [StraightPixel]) {
        self.palette = palette.map { (Int32($0.r), Int32($0.g), Int32($0.b)) }
    }

    subscript(pixel: StraightPixel) -> UInt8 {
        mutating get {
            let color = pixel.rgb
            let slot = Int((color &* 0x9E37_79B1) >> 18)
            if keys[slot] == color { return answers[slot] }
            let (r, g, b) = (Int32(pixel.r), Int32(pixel.g), Int32(pixel.b))
            var best: (distance: Int32, index: Int) = (.max, 0)
            for (index, entry) in palette.enumerated() {
                let (dr, dg, db) = (entry.r - r, entry.g - g, entry.b - b)
                // The weights of `ColorReduction.importance`.
                let distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db
                if distance < best.distance { best = (distance, index) }
            }
            keys[slot] = color
            answers[slot] = UInt8(best.index)
            return answers[slot]
        }
    }
}
