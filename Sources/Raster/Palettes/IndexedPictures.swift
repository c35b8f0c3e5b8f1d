/// Pictures as indexes into one palette.
package struct IndexedPictures {
    /// Opaque colors; at most as many as were asked for.
    package let palette: [StraightPixel]
    /// Row-major, one for each picture; `nil` stands for clear pixels.
    package let pictures: [[UInt8?]]

    /// Keeps every color when there are at most `limit`; otherwise each pixel gets the nearest of
    /// `limit` well-chosen ones.
    ///
    /// - Parameters:
    ///   - pictures: see `hardened(from:)`: every pixel is either clear or opaque.
    ///   - limit: 1...256.
    package init(_ pictures: [StraightImage], limit: Int) {
        palette = PaletteReduction(pictures, limit: limit).palette
        var search = RememberedColors(palette)
        self.pictures = pictures.map { picture in
            picture.pixels.map { $0.a == 0 ? nil : search[$0] }
        }
    }
}

/// From an opaque color to the nearest in a palette, without looking for the same one again.
private struct RememberedColors {
    private var search: NearestColor
    /// Answers by color; a color takes the place of another one with the same hash.
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
