import Raster

/// Shadows that fade into the screen, found apart from green art that they touch.
///
/// A soft shadow is one dark color at an alpha that changes slowly: from pixel to pixel it takes small
/// steps, and where it ends at the screen next to nothing of it is left. Edges of art take large steps.
struct SoftShadows {
    /// Steps of alpha between neighbors: a shadow that fades over 8 pixels from an alpha of 0.6 has steps
    /// of 0.08.
    private static let greatestStep: Float = 0.08
    /// What is left of a shadow at its end: two steps of that.
    private static let faintest: Float = 0.16
    /// Less was never dark enough to be seen as a shadow; not measured.
    private static let leastAlpha: Float = 0.12
    private static let leastPixels = 24

    private let picture: StraightImage
    private let screen: Screen
    private let classes: PixelClasses

    init(in picture: StraightImage, _ classes: PixelClasses, over screen: Screen) {
        self.picture = picture
        self.screen = screen
        self.classes = classes
    }

    /// Fading shadows in a plane of dark see-through colors.
    func areas(of plane: BitMask) -> [[SIMD2<Int32>]] {
        let noise = ShadowTone.tolerance(noise: screen.noise)
        let limit = Self.greatestStep * screen.color.y + noise
        let smooth = picture.evenPixels(of: plane, within: limit)
        var left = smooth
        var result: [[SIMD2<Int32>]] = []
        var pixels: [SIMD2<Int32>] = []
        smooth.visit { x, y in
            guard left[x, y] else { return }
            left.takeArea(from: x, y, into: &pixels)
            guard pixels.count >= Self.leastPixels, fades(pixels, smooth) else { return }
            result.append(withEnds(pixels, in: plane.subtracting(smooth)))
        }
        return result
    }

    /// An area with its last pixels, which have no square of their like.
    private func withEnds(_ pixels: [SIMD2<Int32>], in plane: BitMask) -> [SIMD2<Int32>] {
        var plane = plane
        var result = pixels
        for pixel in pixels {
            for dy in -1...1 {
                for dx in -1...1 {
                    let (x, y) = (Int(pixel.x) + dx, Int(pixel.y) + dy)
                    guard plane[x, y] else { continue }
                    plane[x, y] = false
                    result.append(SIMD2(Int32(x), Int32(y)))
                }
            }
        }
        return result
    }

    private func through(_ x: Int, _ y: Int) -> Float {
        ShadowTone(TwoColorUnmixing.color(picture[x, y]), over: screen(x, y)).through
    }

    /// Whether an area ends at the screen by fading, and hardly anywhere else.
    private func fades(_ pixels: [SIMD2<Int32>], _ smooth: BitMask) -> Bool {
        var (fading, hard, steps) = (0, 0, 0)
        var least: Float = 1
        for pixel in pixels {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            let through = through(x, y)
            least = min(least, through)
            for (dx, dy) in ShadowRim.steps where !smooth[x + dx, y + dy] {
                steps += 1
                guard classes.screen[x + dx, y + dy] else { continue }
                if through > 1 - Self.faintest { fading += 1 } else { hard += 1 }
            }
        }
        return least < 1 - Self.leastAlpha && fading * 4 >= steps && hard * 4 <= fading
    }
}

extension BitMask {
    /// Takes the pixels that are connected with one, by their sides, out of the mask.
    mutating func takeArea(from x: Int, _ y: Int, into pixels: inout [SIMD2<Int32>]) {
        pixels.removeAll(keepingCapacity: true)
        pixels.append(SIMD2(Int32(x), Int32(y)))
        self[x, y] = false
        var next = 0
        while next < pixels.count {
            let here = pixels[next]
            next += 1
            for (dx, dy) in ShadowRim.steps {
                let (px, py) = (Int(here.x) + dx, Int(here.y) + dy)
                guard self[px, py] else { continue }
                self[px, py] = false
                pixels.append(SIMD2(Int32(px), Int32(py)))
            }
        }
    }
}
