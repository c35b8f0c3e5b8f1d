import Raster

/// Shadows that fade into the screen, separated from green art that they touch.
///
/// A soft shadow is one dark color with slowly changing alpha: small steps from pixel to pixel, and
/// almost nothing left where it ends at the screen. Edges of art have large steps.
struct SoftShadows {
    /// Steps of alpha between neighbors: a shadow that fades over 8 pixels from an alpha of 0.6 has
    /// steps of 0.08.
    private static let greatestStep: Float = 0.08
    /// The maximum alpha at a shadow's end: two steps of that.
    private static let faintest: Float = 0.16
    /// A fainter shadow would be invisible; not measured.
    private static let leastAlpha: Float = 0.12

    let scene: Scene

    /// The maximum difference between neighbors of a fading shadow, in code values.
    static func limit(over screen: Screen) -> Float {
        greatestStep * screen.color.y + ShadowTone.tolerance(over: screen)
    }

    /// Fading shadows in a plane of dark translucent colors.
    func areas(of plane: BitMask) -> [[SIMD2<Int32>]] {
        let limit = Self.limit(over: scene.screen)
        let smooth = scene.picture.evenPixels(of: plane, within: limit)
        var result: [[SIMD2<Int32>]] = []
        var colors: [SIMD4<Float>] = []
        var enclosed: [(pixels: [SIMD2<Int32>], color: SIMD4<Float>)] = []
        smooth.visitAreas(from: smooth) { pixels in
            guard pixels.count >= ShadowAreas.leastPixels, let color = self.color(of: pixels) else {
                return
            }
            let (fading, hard, steps) = ends(of: pixels, smooth)
            if fading * 4 >= steps, hard * 4 <= fading {
                result.append(pixels)
                colors.append(color)
            } else if hard * 4 <= steps {
                enclosed.append((pixels, color))
            }
        }
        // Between legs a shadow has no end, but has the color of the rest.
        for area in enclosed {
            let isLike = colors.contains { other in
                (area.color - other).greatestMagnitude < Float(sameColor)
            }
            if isLike { result.append(area.pixels) }
        }
        if result.isEmpty { return [] }
        var beside = plane.subtracting(smooth)
        return result.map { withEnds($0, in: &beside) }
    }

    /// An area with its outermost pixels, which are in no square of similar ones.
    ///
    /// The plane is restored afterward.
    private func withEnds(_ pixels: [SIMD2<Int32>], in plane: inout BitMask) -> [SIMD2<Int32>] {
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
        for pixel in result[pixels.count...] { plane[Int(pixel.x), Int(pixel.y)] = true }
        return result
    }

    private func tone(_ pixel: SIMD2<Int32>) -> ShadowTone {
        let (x, y) = (Int(pixel.x), Int(pixel.y))
        return ShadowTone(TwoColorUnmixing.color(scene.picture[x, y]), over: scene.screen(x, y))
    }

    /// The shadow's color; nil if it is nowhere dark enough to be visible.
    private func color(of pixels: [SIMD2<Int32>]) -> SIMD4<Float>? {
        var sum = SIMD4<Double>()
        for pixel in pixels {
            let tone = tone(pixel)
            guard tone.through < 1 - Self.leastAlpha else { continue }
            let (color, alpha) = (tone.color, 1 - tone.through)
            sum += SIMD4(Double(color.x), Double(color.y), Double(color.z), Double(alpha))
        }
        return sum.w == 0 ? nil : SIMD4<Float>(SIMD4(sum.x, sum.y, sum.z, 0) / sum.w)
    }

    /// The area's ends at the screen: fading, hard, and all.
    private func ends(
        of pixels: [SIMD2<Int32>],
        _ smooth: BitMask
    ) -> (fading: Int, hard: Int, all: Int) {
        var (fading, hard, all) = (0, 0, 0)
        for pixel in pixels {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            for (dx, dy) in ShadowRim.steps where !smooth[x + dx, y + dy] {
                all += 1
                guard scene.classes.screen[x + dx, y + dy] else { continue }
                if tone(pixel).through > 1 - Self.faintest { fading += 1 } else { hard += 1 }
            }
        }
        return (fading, hard, all)
    }
}

extension BitMask {
    /// The connected pixels of which half are interior: shapes, not the bits between threads and
    /// strands.
    func compactAreas() -> BitMask {
        let inside = eroded(1)
        return areas(from: inside) { pixels in
            pixels.count { inside[Int($0.x), Int($0.y)] } * 2 >= pixels.count
        }
    }
}
