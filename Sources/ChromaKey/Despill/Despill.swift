import Raster

// Despill: removes the screen's light from the art's rim.
//
// In: a keyed image, straight RGBA with the screen green; for `Matting.despilled` one rim pixel of
// an image with subsampled chroma. Out: the same with less green and about the same luma; alpha
// never changes. Like Vlahos' keyers it limits green by the other channels, but relative to the art
// farther in, so that green art stays green.

extension StraightImage {
    /// Removes from rim pixels the surplus of the screen's hue over the art farther in.
    ///
    /// The rim is 8 pixels wide. Layer by layer outward, each pixel is compared with the despilled
    /// color of its inner neighbors of similar luma; where the color leans to the screen
    /// (`RimColor`), `amount` (0...1) of the surplus of green is removed. The reference's: 8 pixels
    /// (its 6 and 2), luma within 60, jumps of 70, the last three layers less and less, half of the
    /// surplus off green and onto red and blue.
    mutating func despill(_ clear: BitMask, over screen: Screen, by amount: Float) {
        func luma(_ color: SIMD4<Float>) -> Float { YCbCr.of(color).x }
        // The most frequent color of the screen: its light is scattered.
        let light = TwoColorUnmixing.color(RGB(screen.color))
        let visible = clear.inverted()
        var changes: [PlacedPixel] = []
        var inner = visible.eroded(8)
        // The inner neighbors of a layer's pixels are mostly those of the previous layer; the first
        // has none.
        var learned: [LayerValues] = []
        func art(_ x: Int, _ y: Int) -> SIMD4<Float> {
            learned.last { $0.contains(x, y) }?[x, y] ?? TwoColorUnmixing.color(self[x, y])
        }
        for depth in (0..<8).reversed() {
            let next = depth == 0 ? visible : visible.eroded(depth)
            let layer = next.subtracting(inner)
            var colors: [SIMD4<Float>] = []
            layer.visit { x, y in
                let pixel = self[x, y]
                let own = TwoColorUnmixing.color(pixel)
                var sum = SIMD4<Float>()
                var count: Float = 0
                for py in y - 1...y + 1 {
                    for px in x - 1...x + 1 where inner[px, py] {
                        let other = TwoColorUnmixing.color(self[px, py])
                        guard abs(luma(other) - luma(own)) < 60 else { continue }
                        sum += art(px, py)
                        count += 1
                    }
                }
                guard count > 0 else {
                    colors.append(art(x, y))
                    return
                }
                let behind = sum / count
                let rim = RimColor(own, over: behind, light)
                colors.append(rim == .other ? own : behind)
                let surplus = greenExcess(own) - greenExcess(behind)
                // A jump is another color, not light.
                guard rim == .lit, surplus > 0, surplus < 70 else { return }
                let change = surplus * amount * Swift.min(1, Float(8 - depth) / 3) / 2
                let result = StraightPixel(own + SIMD4(change, -change, change, 0), a: pixel.a)
                changes.append(PlacedPixel(x, y, result))
            }
            learned.append(LayerValues(layer, colors))
            inner = next
        }
        for change in changes { self[change.x, change.y] = change.pixel }
    }
}

private func greenExcess(_ color: SIMD4<Float>) -> Float { color.y - max(color.x, color.z) }

/// How a rim pixel's color relates to the art behind it.
private enum RimColor {
    /// The same, except for shading and noise.
    case alike
    /// The same in the screen's light: between it and the screen's color.
    case lit
    case other

    /// Light that is mixed in moves a color toward the screen's, light that is added by the screen's;
    /// shading moves red, green and blue the same way.
    ///
    /// By score, for pictures with light on the rim and without: 10 code values and 35 degrees off the
    /// way to the screen's color, and for what is green rather than anything else 6 and 60; 25 degrees
    /// where it is added.
    init(_ own: SIMD4<Float>, over art: SIMD4<Float>, _ screen: SIMD4<Float>) {
        let isGreen = greenExcess(own) > 0
        let least: Float = isGreen ? 36 : 100
        let difference = own - art
        let square = (difference * difference).sum()
        /// `widest` is one over the squared cosine.
        func isAlong(_ line: SIMD4<Float>, widest: Float) -> Bool {
            let along = (difference * line).sum()
            return along > 0 && square * (line * line).sum() < widest * along * along
        }
        if square < least {
            self = .alike
        } else if isAlong(screen - art, widest: isGreen ? 4 : 1.5) || isAlong(screen, widest: 1.2) {
            self = .lit
        } else {
            self = .other
        }
    }
}

/// A color for each set pixel of a plane.
private struct LayerValues {
    private let plane: BitMask
    private let ranks: PixelRanks
    private let values: [SIMD4<Float>]

    init(_ plane: BitMask, _ values: [SIMD4<Float>]) {
        (self.plane, self.values) = (plane, values)
        ranks = PixelRanks(of: plane)
    }

    func contains(_ x: Int, _ y: Int) -> Bool { plane[x, y] }

    subscript(x: Int, y: Int) -> SIMD4<Float> { values[ranks[x, y]] }
}
