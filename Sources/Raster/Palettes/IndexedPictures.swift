package struct IndexedPictures {
    package let palette: [StraightPixel]
    /// Row-major, one for each image; `nil` for clear pixels.
    package let pictures: [[UInt8?]]

    /// Keeps all colors if there are at most `limit` (at least 1), else maps pixels to the nearest
    /// of `limit` chosen ones.
    ///
    /// Every pixel must be clear or opaque (`hardened(from:)`).
    package init(_ pictures: [StraightImage], limit: Int) {
        palette = PaletteReduction(pictures, limit: limit).palette
        var search = RememberedColors(palette)
        self.pictures = pictures.map { picture in
            picture.pixels.map { $0.a == 0 ? nil : search[$0] }
        }
    }
}

/// A cache from opaque colors to the nearest in a palette.
private struct RememberedColors {
    private var search: NearestColor
    /// By hash; a new color evicts an old one.
    private var keys = [UInt32](repeating: .max, count: 1 << 14)
    private var answers = [UInt8](repeating: 0, count: 1 << 14)

    init(_ palette: [StraightPixel]) { search = NearestColor(palette.map { LookedColor($0) }) }

    subscript(pixel: StraightPixel) -> UInt8 {
        mutating get {
            let color = UInt32(pixel.r) << 16 | UInt32(pixel.g) << 8 | UInt32(pixel.b)
            let slot = Int((color &* 0x9E37_79B1) >> 18)
            if keys[slot] != color {
                keys[slot] = color
                answers[slot] = UInt8(search.nearest(to: LookedColor(pixel)))
            }
            return answers[slot]
        }
    }
}
