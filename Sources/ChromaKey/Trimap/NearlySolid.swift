import Raster

// Barely translucent parts of solid art: light that was painted on it.

extension Translucency {
    /// The alpha from which on parts of something solid count as more solid than they look.
    ///
    /// Image models paint the screen's light on art, which makes pale art look like glass of 0.85
    /// to 0.95.
    private static let nearlySolid: Float = 0.80
    private static let solid: Float = 0.88

    /// Translucent pixels that are nearly solid, in connected areas that are mostly solid.
    ///
    /// A pale frame around a lens qualifies, a highlight in the lens does not.
    func nearlySolid(in picture: StraightImage, beside solid: BitMask) -> BitMask {
        var result = BitMask(width: picture.width, height: picture.height)
        if translucent.isEmpty { return result }
        var nearly = result
        visit(picture) { x, y, _, estimate in
            if translucent[x, y], estimate.translucentAlpha >= Self.nearlySolid {
                nearly[x, y] = true
            }
        }
        nearly.subtract(solid)
        (nearly | solid).visitAreas(from: nearly) { pixels in
            let others = pixels.filter { nearly[Int($0.x), Int($0.y)] }
            if others.count * 4 <= pixels.count * 3 { result.insert(others) }
        }
        return result
    }

    /// The new values of pixels found by `nearlySolid(in:beside:)`, row by row.
    func unmixed(nearlySolid mask: BitMask, in picture: StraightImage) -> [PlacedPixel] {
        var result: [PlacedPixel] = []
        if mask.isEmpty { return result }
        visit(picture) { x, y, score, estimate in
            guard mask[x, y] else { return }
            let cover =
                (estimate.translucentAlpha - Self.nearlySolid) / (Self.solid - Self.nearlySolid)
            let alpha = min(Self.nearlySolid + cover * (1 - Self.nearlySolid), 1)
            result.append(PlacedPixel(x, y, seen(picture[x, y], x, y, score, cover: alpha)))
        }
        return result
    }
}
