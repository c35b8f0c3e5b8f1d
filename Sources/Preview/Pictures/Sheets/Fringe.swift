package import Raster

/// Where the key's color is left on the rim of keyed art.
package struct Fringe: Hashable, Sendable {
    /// For each pixel how much more of the key's hue it shows than the art next to it, 0...255.
    package let map: Mask
    /// How many pixels of the silhouette there are: visible ones with a clear one, or the border,
    /// within two pixels.
    package let silhouettePixels: Int
    /// How many of them are marked: a lean of at least `markedLean`.
    package let markedPixels: Int

    /// From here on the lean is easily seen on a dark background.
    package static let markedLean: UInt8 = 24

    /// The share of marked pixels on the silhouette, 0...1.
    package var share: Double {
        silhouettePixels == 0 ? 0 : Double(markedPixels) / Double(silhouettePixels)
    }

    /// Measures a keyed picture.
    ///
    /// The lean of a color is how far it goes in the direction of the key's hue (the key less its
    /// gray). A pixel of the silhouette is compared with the strongest lean within five pixels of
    /// it on the art's inside, so that green art is not a fringe.
    ///
    /// - Parameters:
    ///   - keyed: straight alpha.
    ///   - key: the screen's color, as it was before keying.
    package init(of keyed: StraightImage, key: (r: UInt8, g: UInt8, b: UInt8) = (0, 255, 0)) {
        let hue = Hue(key)
        let near = keyed.nearClear(2)
        var map = Mask(size: keyed.size)
        var (silhouette, marked) = (0, 0)
        for y in 0..<keyed.height {
            for x in 0..<keyed.width where near[x, y] == 1 && keyed[x, y].a > 0 {
                silhouette += 1
                let own = hue.lean(of: keyed[x, y])
                guard own > 0 else { continue }
                var inside: Int?
                for row in max(0, y - 5)...min(keyed.height - 1, y + 5) {
                    for column in max(0, x - 5)...min(keyed.width - 1, x + 5)
                    where near[column, row] == 0 && keyed[column, row].a == 255 {
                        inside = max(inside ?? 0, hue.lean(of: keyed[column, row]))
                    }
                }
                // Thin parts have no inside: what is opaque there is the art's own color.
                if inside == nil, keyed[x, y].a == 255 { continue }
                // A faint pixel shows little of its color.
                let lean = (own - (inside ?? 0)) * Int(keyed[x, y].a) / 255
                guard lean > 0 else { continue }
                map[x, y] = UInt8(min(255, lean))
                if lean >= Self.markedLean { marked += 1 }
            }
        }
        self.map = map
        silhouettePixels = silhouette
        markedPixels = marked
    }
}

/// A direction in color space without gray.
private struct Hue {
    private let direction: (r: Int, g: Int, b: Int)
    private let length: Int

    init(_ key: (r: UInt8, g: UInt8, b: UInt8)) {
        // The channels that the key is made of count up, the strongest of the others counts down.
        let (r, g, b) = (Int(key.r), Int(key.g), Int(key.b))
        let middle = (max(r, g, b) + min(r, g, b)) / 2
        direction = (r > middle ? 1 : -1, g > middle ? 1 : -1, b > middle ? 1 : -1)
        length = max(r, g, b) - min(r, g, b)
    }

    /// How much the weakest of the key's channels is above the strongest of the others, or 0.
    ///
    /// A gray key has no hue, and nothing leans to it.
    func lean(of pixel: StraightPixel) -> Int {
        guard length > 0 else { return 0 }
        var (low, high) = (255, 0)
        for (value, sign) in [
            (Int(pixel.r), direction.r), (Int(pixel.g), direction.g), (Int(pixel.b), direction.b),
        ] {
            if sign > 0 { low = min(low, value) } else { high = max(high, value) }
        }
        return max(0, low - high)
    }
}

extension Bitmap<StraightPixel> {
    /// 1 where a clear pixel, or the border, is within `distance` pixels each way.
    fileprivate func nearClear(_ distance: Int) -> Mask {
        func spread(_ mask: Mask, _ dx: Int, _ dy: Int) -> Mask {
            var result = mask
            for y in 0..<height {
                for x in 0..<width where mask[x, y] == 0 {
                    for step in -distance...distance {
                        let (column, row) = (x + step * dx, y + step * dy)
                        let isInside =
                            column >= 0 && row >= 0 && column < width && row < height
                        if !isInside || mask[column, row] == 1 {
                            result[x, y] = 1
                            break
                        }
                    }
                }
            }
            return result
        }
        var clear = Mask(size: size)
        for y in 0..<height {
            for x in 0..<width where self[x, y].a == 0 { clear[x, y] = 1 }
        }
        return spread(spread(clear, 1, 0), 0, 1)
    }
}
