extension BitMask {
    /// Removes a connected area (by sides) from the mask, starting at a pixel of it.
    ///
    /// `pixels` receives the area, nearest pixels first.
    package mutating func takeArea(from x: Int, _ y: Int, into pixels: inout [SIMD2<Int32>]) {
        pixels.removeAll(keepingCapacity: true)
        pixels.append(SIMD2(Int32(x), Int32(y)))
        self[x, y] = false
        let (width, height, stride) = (width, height, stride)
        unsafe words.withUnsafeMutableBufferPointer { words in
            @inline(__always)
            func take(_ x: Int, _ y: Int) {
                guard x >= 0, y >= 0, x < width, y < height else { return }
                let (place, bit) = (y &* stride &+ x &>> 6, UInt64(1) &<< UInt64(x & 63))
                if unsafe words[place] & bit == 0 { return }
                unsafe words[place] ^= bit
                pixels.append(
                    SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
                )
            }
            var next = 0
            while next < pixels.count {
                let here = pixels[next]
                next += 1
                let (x, y) = (Int(here.x), Int(here.y))
                take(x, y + 1)
                take(x + 1, y)
                take(x, y - 1)
                take(x - 1, y)
            }
        }
    }

    /// Calls `body` with each connected area (by sides) that has a pixel of `starts`, in the order
    /// of these.
    package func visitAreas(from starts: BitMask, _ body: (_ pixels: [SIMD2<Int32>]) -> Void) {
        var rest = self
        var pixels: [SIMD2<Int32>] = []
        starts.visit { x, y in
            guard rest[x, y] else { return }
            rest.takeArea(from: x, y, into: &pixels)
            body(pixels)
        }
    }

    /// The connected areas (by sides) with a pixel of `starts` that pass a test.
    package func areas(
        from starts: BitMask,
        where isTaken: (_ pixels: [SIMD2<Int32>]) -> Bool
    ) -> BitMask {
        var result = BitMask(width: width, height: height)
        visitAreas(from: starts) { if isTaken($0) { result.insert($0) } }
        return result
    }

    package mutating func insert(_ pixels: [SIMD2<Int32>]) {
        for pixel in pixels { self[Int(pixel.x), Int(pixel.y)] = true }
    }

    package mutating func remove(_ pixels: [SIMD2<Int32>]) {
        for pixel in pixels { self[Int(pixel.x), Int(pixel.y)] = false }
    }
}

extension [SIMD2<Int32>] {
    /// The smallest rectangle around some pixels; nil without any.
    package var bounds: PixelRect? {
        guard var least = first else { return nil }
        var most = least
        for pixel in self {
            least = pointwiseMin(least, pixel)
            most = pointwiseMax(most, pixel)
        }
        return PixelRect(
            x: Int(least.x),
            y: Int(least.y),
            width: Int(most.x - least.x) + 1,
            height: Int(most.y - least.y) + 1
        )
    }
}
