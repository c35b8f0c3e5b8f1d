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
