import Raster

// Despill: the screen's light on the art's rim is taken away.
//
// In: a keyed picture, straight RGBA with the screen green; for `Matting.despilled` one rim pixel of a
// picture with subsampled chroma. Out: the same with less green, luma about kept; alpha never changes.
// A limit on green by the other channels, as in Vlahos' keyers, but relative to the art farther in, so
// that green art stays green.

extension StraightImage {
    /// Takes from rim pixels what they have more of the screen's hue than the art farther in.
    ///
    /// The rim is 8 pixels wide. Layer by layer outward each pixel learns the green excess that
    /// its inner neighbors of like luma have; `amount` (0...1) of what it has beyond that goes.
    /// The reference's: 8 pixels (its 6 and 2), luma within 60, jumps of 70, the last three layers less
    /// and less, half of the surplus off green and onto red and blue.
    mutating func despill(_ clear: BitMask, by amount: Float) {
        func luma(_ p: StraightPixel) -> Float {
            YCbCr.of(TwoColorUnmixing.color(p)).x
        }
        let visible = clear.inverted()
        var changes: [Matting.Change] = []
        var inner = visible.eroded(8)
        // The neighbors of a layer's pixels farther in are mostly those of the layer before; of the
        // first one's nothing was learned yet.
        var learned: [LayerValues] = []
        func wish(_ x: Int, _ y: Int) -> Float {
            learned.last { $0.contains(x, y) }?[x, y] ?? Float(self[x, y].greenExcess)
        }
        for depth in (0..<8).reversed() {
            let next = depth == 0 ? visible : visible.eroded(depth)
            let layer = next.subtracting(inner)
            var wanted: [Float] = []
            layer.visit { x, y in
                let own = self[x, y]
                var sum: Float = 0
                var count: Float = 0
                for py in y - 1...y + 1 {
                    for px in x - 1...x + 1 where inner[px, py] {
                        let other = self[px, py]
                        guard abs(luma(other) - luma(own)) < 60 else { continue }
                        sum += wish(px, py)
                        count += 1
                    }
                }
                wanted.append(count > 0 ? sum / count : wish(x, y))
                guard count > 0 else { return }
                let surplus = Float(own.greenExcess) - sum / count
                // A jump is another color, not light.
                guard surplus > 0, surplus < 70 else { return }
                let change = surplus * amount * Swift.min(1, Float(8 - depth) / 3) / 2
                let pixel = StraightPixel(
                    r: byte(Float(own.r) + change),
                    g: byte(Float(own.g) - change),
                    b: byte(Float(own.b) + change),
                    a: own.a
                )
                changes.append(Matting.Change(x, y, pixel))
            }
            learned.append(LayerValues(layer, wanted))
            inner = next
        }
        for change in changes { self[Int(change.x), Int(change.y)] = change.pixel }
    }
}

/// A number for each pixel of a plane that is set.
private struct LayerValues {
    private let plane: BitMask
    /// How many pixels come before those of each word.
    private let before: [Int32]
    private let values: [Float]

    /// - Parameters:
    ///   - plane: which pixels have a number.
    ///   - values: the numbers, row by row.
    init(_ plane: BitMask, _ values: [Float]) {
        self.plane = plane
        self.values = values
        var count: Int32 = 0
        before = plane.words.map { word in
            defer { count += Int32(word.nonzeroBitCount) }
            return count
        }
    }

    func contains(_ x: Int, _ y: Int) -> Bool { plane[x, y] }

    /// The number of a pixel that is set.
    subscript(x: Int, y: Int) -> Float {
        let index = y * plane.stride + x >> 6
        let earlier = plane.words[index] & ((1 << UInt64(x & 63)) - 1)
        return values[Int(before[index]) + earlier.nonzeroBitCount]
    }
}
