extension BitMask {
    /// Takes the pixels that are connected with one by their sides out of the mask.
    ///
    /// - Parameters:
    ///   - x: of a pixel of the mask.
    ///   - y: of the same.
    ///   - pixels: becomes that pixel and those connected with it, the nearest first.
    package mutating func takeArea(from x: Int, _ y: Int, into pixels: inout [SIMD2<Int32>]) {
        pixels.removeAll(keepingCapacity: true)
        pixels.append(SIMD2(Int32(x), Int32(y)))
        self[x, y] = false
        var next = 0
        while next < pixels.count {
            let here = pixels[next]
            next += 1
            let (x, y) = (Int(here.x), Int(here.y))
            takePixel(x, y + 1, into: &pixels)
            takePixel(x + 1, y, into: &pixels)
            takePixel(x, y - 1, into: &pixels)
            takePixel(x - 1, y, into: &pixels)
        }
    }

    @inline(__always)
    private mutating func takePixel(_ x: Int, _ y: Int, into pixels: inout [SIMD2<Int32>]) {
        guard self[x, y] else { return }
        self[x, y] = false
        pixels.append(SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y)))
    }
}
