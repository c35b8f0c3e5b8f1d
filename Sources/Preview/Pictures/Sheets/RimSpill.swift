internal import ChromaKey
package import Color
package import Raster

/// Where the screen's light is left on the rim of keyed art.
///
/// The report of keying (`KeyReport.fringe`) asks the outermost pixels alone and compares them with what
/// lies right behind, because that is what cleaning can take away. For people this looks wider and
/// deeper.
package struct RimSpill: Hashable, Sendable {
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
    /// The lean of a color is its excess of the key's hue. A pixel of the silhouette is compared with
    /// the strongest lean within five pixels of it on the art's inside, so that green art has no
    /// spill. A gray key has no hue, and nothing leans to it.
    ///
    /// - Parameters:
    ///   - keyed: straight alpha.
    ///   - key: the screen's color, as it was before keying.
    package init(of keyed: StraightImage, key: RGB) {
        let order = ChannelOrder(forKey: key)
        let hasHue = key.r != key.g || key.g != key.b
        func lean(_ pixel: StraightPixel) -> Int { hasHue ? max(0, order(pixel).greenExcess) : 0 }
        let rim = keyed.rim(2)
        var map = Mask(size: keyed.size)
        var (silhouette, marked) = (0, 0)
        rim.visit { x, y in
            let pixel = keyed[x, y]
            guard pixel.a > 0 else { return }
            silhouette += 1
            let own = lean(pixel)
            guard own > 0 else { return }
            var inside: Int?
            for row in max(0, y - 5)...min(keyed.height - 1, y + 5) {
                for column in max(0, x - 5)...min(keyed.width - 1, x + 5)
                where !rim[column, row] && keyed[column, row].a == 255 {
                    inside = max(inside ?? 0, lean(keyed[column, row]))
                }
            }
            // Thin parts have no inside: what is opaque there is the art's own color.
            if inside == nil, pixel.a == 255 { return }
            // A faint pixel shows little of its color.
            let strength = (own - (inside ?? 0)) * Int(pixel.a) / 255
            guard strength > 0 else { return }
            map[x, y] = UInt8(min(255, strength))
            if strength >= Self.markedLean { marked += 1 }
        }
        self.map = map
        silhouettePixels = silhouette
        markedPixels = marked
    }
}

extension Bitmap<StraightPixel> {
    /// The pixels with a clear one, or the border, within `distance` pixels each way.
    fileprivate func rim(_ distance: Int) -> BitMask {
        var clear = BitMask(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where self[x, y].a == 0 { clear[x, y] = true }
        }
        var rim = clear.dilated(distance)
        for y in 0..<height {
            for x in 0..<width
            where min(x, y, width - 1 - x, height - 1 - y) < distance { rim[x, y] = true }
        }
        return rim
    }
}
