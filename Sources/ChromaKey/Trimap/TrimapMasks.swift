import Raster

extension BitMask {
    /// The connected areas of a mask that surround something of at least an eighth of their size,
    /// and reach no border.
    ///
    /// Over a gray or white screen that is an eye's white with its pupil, which no keyer can
    /// distinguish from a hole by color. Holes, gaps between limbs and strands of hair have nothing
    /// inside: of 256 areas of the bench's white screens 7 are such, all of them opaque.
    func aroundArt() -> BitMask {
        areas(from: self) { holdsSomething($0) }
    }

    private func holdsSomething(_ area: [SIMD2<Int32>]) -> Bool {
        guard let box = area.bounds, box.x > 0, box.y > 0, box.maxX < width, box.maxY < height
        else { return false }
        // The outside of the area, with a margin of one pixel.
        var outside = BitMask(width: box.width + 2, height: box.height + 2).inverted()
        for pixel in area { outside[Int(pixel.x) - box.x + 1, Int(pixel.y) - box.y + 1] = false }
        var reached: [SIMD2<Int32>] = []
        outside.takeArea(from: 0, 0, into: &reached)
        return outside.count * 8 >= area.count
    }
}

extension Translucency {
    /// Solid areas with translucent pixels in their middle: the art's own gradient passes the
    /// screen's color.
    ///
    /// Glass in green art has a rim, and a glow reaches the screen; both are excluded.
    func passages(through components: HueComponents) -> BitMask {
        let solid = components.pixels(above: threshold)
        let doubtful = solid & translucent
        if doubtful.isEmpty { return doubtful }
        let firm = solid.subtracting(translucent)
        let passages = doubtful.areas(amid: firm, or: firm)
        return components.areas(with: passages).subtracting(doubtful.subtracting(passages))
    }
}

extension BitMask {
    /// The connected areas that `art` surrounds by at least half, or `art` and `solid` pixels together
    /// wholly.
    func areas(amid art: BitMask, or solid: BitMask) -> BitMask {
        // The neighbors of an area that count.
        let around = inverted()
        return areas(from: self) { area in
            var (rim, solidRim, artRim) = (0, 0, 0)
            for pixel in area {
                let (x, y) = (Int(pixel.x), Int(pixel.y))
                let sides = around.square(around: x, y) & BitMask.squareSides
                if sides == 0 { continue }
                rim += sides.nonzeroBitCount
                artRim += (sides & art.square(around: x, y)).nonzeroBitCount
                solidRim += (sides & solid.square(around: x, y)).nonzeroBitCount
            }
            return artRim * 2 >= rim || (artRim > 0 && artRim + solidRim == rim)
        }
    }
}

extension BitMask {
    /// The pixels of `asked` that are mixtures of the screen and a pixel of `others` at most two
    /// columns and rows away.
    static func mixtures(
        of picture: StraightImage,
        _ screen: Screen,
        _ asked: BitMask,
        besides others: BitMask
    ) -> BitMask {
        let tolerance = ColorLine.tolerance(noise: screen.noise)
        return asked.pixels { x, y in
            let behind = screen(x, y)
            let own = TwoColorUnmixing.color(picture[x, y])
            let length = ColorLine(from: behind, to: own).square
            for py in max(0, y - 2)...min(asked.height - 1, y + 2) {
                for px in max(0, x - 2)...min(asked.width - 1, x + 2) where others[px, py] {
                    let other = TwoColorUnmixing.color(picture[px, py])
                    let line = ColorLine(from: behind, to: other)
                    // Shades change slowly, edges do not: 8 code values a channel; not measured.
                    guard line.square > length, ColorLine(from: own, to: other).square > 200
                    else { continue }
                    if line.mixture(own).off < tolerance * tolerance { return true }
                }
            }
            return false
        }
    }
}

/// How far the channels of one color are apart, in code values.
///
/// Documentation/keying.md promises this for `keep` and `clear`. Not measured: covers a drawn
/// color's noise, and not its neighbors.
let sameColor: Int32 = 12

extension StraightImage {
    /// The pixels within `sameColor` of one of the colors.
    func pixels(like colors: [RGB], outside background: BitMask) -> BitMask {
        let words = colors.map(\.word)
        return background.inverted().pixels { x, y in
            let own = self[x, y].colorWord
            return words.contains { GreenArt.step(own, $0) <= sameColor }
        }
    }
}

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
    func nearlySolid(in picture: StraightImage, nextTo solid: BitMask) -> BitMask {
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

    /// The new values of pixels found by `nearlySolid(in:nextTo:)`, row by row.
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
