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

extension Matting {
    /// A rim pixel with no more of the screen's hue than the art behind it.
    ///
    /// Blurred chroma and painted light make rims greener than the art farther in. The least green
    /// of the solid pixels of similar luma and chroma within 6 columns and rows is the limit. Luma
    /// stays about the same. The numbers are not measured one by one: 6 spans the blur of 4:2:0
    /// (`UnmixingParameters.searchRadius`), 3 is rounding, luma within 60 is `despill`'s; chroma
    /// within 25: less leaves green rims, more makes them gray.
    func despilled(_ pixel: StraightPixel, _ x: Int, _ y: Int) -> StraightPixel {
        let own = pixel.greenExcess
        guard own > 3, screen.isChromatic else { return pixel }
        let color = YCbCr.of(TwoColorUnmixing.color(pixel))
        var least = own
        let columns = max(0, x - 6)...min(picture.width - 1, x + 6)
        unsafe picture.withWords { words in
            for py in max(0, y - 6)...min(picture.height - 1, y + 6) {
                var samples = trimap.foreground.bits(of: columns, row: py)
                let first = unsafe words.start + (py &* picture.width &+ columns.lowerBound)
                while samples != 0 {
                    let word = unsafe first[samples.trailingZeroBitCount]
                    samples &= samples &- 1
                    let (red, blue) = (Int(word & 255), Int(word &>> 16 & 255))
                    let green = Int(word &>> 8 & 255) &- max(red, blue)
                    guard green < least else { continue }
                    let difference = YCbCr.of(TwoColorUnmixing.color(word)) - color
                    // A different color is no evidence.
                    guard abs(difference.x) <= 60,
                        max(abs(difference.y), abs(difference.z)) <= 25
                    else { continue }
                    least = green
                }
            }
        }
        let surplus = own - max(least + 3, 0)
        guard surplus > 0 else { return pixel }
        let down = surplus * 2 / 3
        let up = surplus - down
        return StraightPixel(
            r: UInt8(min(Int(pixel.r) + up, 255)),
            g: UInt8(max(Int(pixel.g) - down, 0)),
            b: UInt8(min(Int(pixel.b) + up, 255)),
            a: pixel.a
        )
    }
}
