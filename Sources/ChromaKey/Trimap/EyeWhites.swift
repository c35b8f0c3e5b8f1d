internal import Raster

extension BitMask {
    /// The areas of a mask, connected by their sides, that lie around something of at least an eighth of their
    /// size, and reach no border.
    ///
    /// Over a gray or white screen that is an eye's white with its pupil, which no keyer could tell from a hole
    /// by color. Holes of drawn things, gaps between limbs and strands of hair have nothing inside: of 256 areas
    /// of the bench's white screens 7 are such, all of them opaque.
    func aroundArt() -> BitMask {
        var result = BitMask(width: width, height: height)
        var rest = self
        var area: [Int] = []
        visit { x, y in
            guard rest[x, y] else { return }
            area.removeAll(keepingCapacity: true)
            rest.take(x, y, into: &area)
            if holdsSomething(area) {
                for place in area { result[place % width, place / width] = true }
            }
        }
        return result
    }

    /// Whether an area reaches no border and lies around something.
    private func holdsSomething(_ area: [Int]) -> Bool {
        var (left, right, top, bottom) = (width, 0, height, 0)
        for place in area {
            let (y, x) = place.quotientAndRemainder(dividingBy: width)
            (left, right) = (Swift.min(left, x), Swift.max(right, x))
            (top, bottom) = (Swift.min(top, y), Swift.max(bottom, y))
        }
        if left == 0 || top == 0 || right == width - 1 || bottom == height - 1 { return false }
        // What is beside the area, with one pixel around.
        var outside = BitMask(width: right - left + 3, height: bottom - top + 3)
        outside = outside.inverted()
        for place in area { outside[place % width - left + 1, place / width - top + 1] = false }
        var reached: [Int] = []
        outside.take(0, 0, into: &reached)
        return outside.count * 8 >= area.count
    }

    /// Takes the pixels that are connected with one by their sides out of the mask; row-major.
    mutating func take(_ x: Int, _ y: Int, into region: inout [Int]) {
        self[x, y] = false
        region.append(y * width + x)
        var next = region.count - 1
        while next < region.count {
            let (y, x) = region[next].quotientAndRemainder(dividingBy: width)
            next += 1
            takeOne(x - 1, y, into: &region)
            takeOne(x + 1, y, into: &region)
            takeOne(x, y - 1, into: &region)
            takeOne(x, y + 1, into: &region)
        }
    }

    @inline(__always)
    private mutating func takeOne(_ x: Int, _ y: Int, into region: inout [Int]) {
        guard self[x, y] else { return }
        self[x, y] = false
        region.append(y * width + x)
    }
}
