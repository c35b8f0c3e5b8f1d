extension BitMask {
    private static let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)]

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
            for (dx, dy) in Self.sides {
                let (px, py) = (Int(here.x) + dx, Int(here.y) + dy)
                guard self[px, py] else { continue }
                self[px, py] = false
                pixels.append(SIMD2(Int32(px), Int32(py)))
            }
        }
    }
}
