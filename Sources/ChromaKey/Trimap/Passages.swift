import Raster

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
