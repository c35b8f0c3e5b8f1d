extension Bitmap<StraightPixel> {
    /// Reduces the image to at most `limit` (2...256, clear included) colors, with dithering of
    /// `strength` 0...1.
    ///
    /// Images with few enough colors keep them, but all clear pixels become clear black. Others get
    /// a chosen palette and error diffusion (Floyd and Steinberg 1976, in alternating directions).
    /// Clear pixels take no part in it, so that outlines stay clean.
    public func reducedToPalette(limit: Int = 256, strength: Float = 0.75) -> StraightImage {
        precondition((2...256).contains(limit), "a palette of \(limit)")
        let hasClear = pixels.contains { $0.a == 0 }
        let palette = PaletteReduction([self], limit: hasClear ? limit - 1 : limit).palette
        guard !palette.isEmpty else { return StraightImage(size: size) }
        var dithering = ErrorDiffusion(palette, width: width, strength: strength)
        var result = StraightImage(size: size)
        let source = pixels
        unsafe result.withMutablePixels { target in
            for y in 0..<height {
                for step in 0..<width {
                    let x = y % 2 == 0 ? step : width - 1 - step
                    let pixel = source[y * width + x]
                    guard pixel.a != 0 else { continue }
                    unsafe target[y * width + x] =
                        dithering.color(for: pixel, x: x, isForward: y % 2 == 0)
                }
                dithering.endRow()
            }
        }
        return result
    }
}

private struct ErrorDiffusion {
    private let palette: [StraightPixel]
    private let looked: [LookedColor]
    private let strength: Float
    private var search: NearestColor
    /// With an extra column at each end.
    private var here: [SIMD4<Float>]
    private var below: [SIMD4<Float>]

    /// The maximum error added to a pixel: colors outside of the palette's gamut would add up
    /// larger ones, and streak.
    private static let most = SIMD4<Float>(repeating: 24)

    init(_ palette: [StraightPixel], width: Int, strength: Float) {
        self.palette = palette
        self.strength = strength
        looked = palette.map { LookedColor($0) }
        search = NearestColor(looked)
        here = Array(repeating: .zero, count: width + 2)
        below = here
    }

    mutating func color(for pixel: StraightPixel, x: Int, isForward: Bool) -> StraightPixel {
        let exact = LookedColor(pixel)
        let error = here[x + 1].clamped(lowerBound: -Self.most, upperBound: Self.most)
        var wanted = LookedColor(exact.lanes + error)
        // Solid pixels stay solid, and alpha stays in range.
        wanted.lanes.w = pixel.a == 255 ? 255 : min(255, max(0, wanted.lanes.w))
        let index = search.nearest(to: wanted)
        let rest = (wanted.lanes - looked[index].lanes) * strength
        let (next, behind) = isForward ? (x + 2, x) : (x, x + 2)
        here[next] += rest * (7 / 16)
        below[behind] += rest * (3 / 16)
        below[x + 1] += rest * (5 / 16)
        below[next] += rest * (1 / 16)
        return palette[index]
    }

    mutating func endRow() {
        swap(&here, &below)
        for index in below.indices { below[index] = .zero }
    }
}
