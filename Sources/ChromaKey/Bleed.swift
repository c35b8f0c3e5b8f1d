import Raster

extension StraightImage {
    /// Takes the color of every clear pixel away, then gives those within about `reach` pixels of a
    /// visible one a color like it.
    package mutating func bleedColors(reach: Int) {
        var clear = BitPlane(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where self[x, y].a == 0 {
                clear[x, y] = true
                self[x, y] = .clear
            }
        }
        if reach > 0, !clear.isEmpty { bleed(clear, reach: reach) }
    }

    /// Gives clear pixels within about `reach` pixels of a visible one a color like it, for the
    /// engines that mix colors of clear pixels into edges when they filter straight alpha.
    ///
    /// `clear` has a bit for each pixel of alpha 0, whose color must be 0. Colors spread step by
    /// step, from side neighbors before corner ones, and corners only at every other step, so that
    /// the reach is nearly round.
    mutating func bleed(_ clear: BitPlane, reach: Int) {
        var filled = clear.inverted()
        if filled.isEmpty { return }
        let (width, height) = (self.width, self.height)
        unsafe withMutablePixels { pixels in
            for step in 0..<reach {
                let front =
                    (step % 2 == 1 ? filled.dilated(1) : filled.withSideNeighbors)
                    .subtracting(filled)
                unsafe filled.words.withUnsafeBufferPointer { bits in
                    let stride = filled.stride
                    front.visit { x, y in
                        func isFilled(_ dx: Int, _ dy: Int) -> Bool {
                            let (px, py) = (x &+ dx, y &+ dy)
                            guard px >= 0, py >= 0, px < width, py < height else { return false }
                            let word = unsafe bits[py &* stride &+ px &>> 6]
                            return word &>> UInt64(px & 63) & 1 != 0
                        }
                        let (dx, dy) =
                            if isFilled(-1, 0) {
                                (-1, 0)
                            } else if isFilled(1, 0) {
                                (1, 0)
                            } else if isFilled(0, -1) {
                                (0, -1)
                            } else if isFilled(0, 1) {
                                (0, 1)
                            } else if isFilled(-1, -1) {
                                (-1, -1)
                            } else if isFilled(1, -1) {
                                (1, -1)
                            } else if isFilled(-1, 1) {
                                (-1, 1)
                            } else {
                                (1, 1)
                            }
                        var color = unsafe pixels[(y &+ dy) &* width &+ x &+ dx]
                        color.a = 0
                        unsafe pixels[y &* width &+ x] = color
                    }
                }
                filled = filled | front
            }
        }
    }
}
