import Raster

extension BitMask {
    /// The connected areas of a mask that surround something of at least an eighth of their size,
    /// and reach no border.
    ///
    /// Over a gray or white screen that is an eye's white with its pupil, which no keyer can
    /// distinguish from a hole by color. Holes, gaps between limbs and strands of hair have nothing
    /// inside: of 256 areas of the bench's white screens 7 are such, all of them opaque.
    func aroundArt() -> BitMask {
        var result = BitMask(width: width, height: height)
        visitAreas(from: self) { area in
            if holdsSomething(area) { result.insert(area) }
        }
        return result
    }

    private func holdsSomething(_ area: [SIMD2<Int32>]) -> Bool {
        var (left, right, top, bottom) = (width, 0, height, 0)
        for pixel in area {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            (left, right) = (Swift.min(left, x), Swift.max(right, x))
            (top, bottom) = (Swift.min(top, y), Swift.max(bottom, y))
        }
        if left == 0 || top == 0 || right == width - 1 || bottom == height - 1 { return false }
        // The outside of the area, with a margin of one pixel.
        var outside = BitMask(width: right - left + 3, height: bottom - top + 3)
        outside = outside.inverted()
        for pixel in area { outside[Int(pixel.x) - left + 1, Int(pixel.y) - top + 1] = false }
        var reached: [SIMD2<Int32>] = []
        outside.takeArea(from: 0, 0, into: &reached)
        return outside.count * 8 >= area.count
    }
}
