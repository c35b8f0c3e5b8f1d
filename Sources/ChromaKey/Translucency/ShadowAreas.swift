import KernelTypes
package import Raster

// Shadows: areas where one even, dark color covers the screen.
//
// In: an image, its key-hued pixels and the screen. Out: the pixels that a cast shadow covers. A
// hard shadow is one dark color S painted over the screen at one alpha a: I = a S + (1 - a) K, an
// even, darker screen. Its rim distinguishes it from green art of such a color: a shadow ends at
// the screen, without an outline and without shades of its own.

/// Where cast shadows cover the screen.
package struct ShadowAreas {
    /// The pixels of shadows, including their ends at the screen.
    package private(set) var mask: BitMask
    /// Shadows that fade, and are not in the mask.
    private(set) var soft: [[SIMD2<Int32>]] = []

    init(mask: BitMask) { self.mask = mask }

    mutating func subtract(_ other: BitMask) { mask.subtract(other) }

    var reported: BitMask { soft.isEmpty ? mask : mask | softMask }

    var softMask: BitMask {
        var result = BitMask(width: mask.width, height: mask.height)
        for area in soft { result.insert(area) }
        return result
    }

    mutating func takeSoft(where isTaken: ([SIMD2<Int32>]) -> Bool) {
        for area in soft where isTaken(area) { mask.insert(area) }
    }

    /// The maximum number of tones: one per light, and one for overlapping shadows.
    private static let mostTones = 4
    /// Fewer pixels have no informative rim; not measured.
    static let leastPixels = 24

    init(in scene: Scene) {
        self.init(mask: scene.none)
        // Ringing and blurred chroma hide evenness and outlines: green art would look like shadows.
        if scene.isSubsampled { return }
        let hued = scene.classes.keyHued.subtracting(scene.classes.screen)
        // Shades of green art resemble shadows, but range from black to light.
        let (dark, faint, shades) = ShadowAreas.tones(of: hued, in: scene)
        // Most images have only the edges of dark art, where no four pixels are similar.
        let smooth = SoftShadows.limit(over: scene.screen)
        if scene.picture.evenPixels(of: dark, within: smooth).count < Self.leastPixels { return }
        takeEven(dark, shades, scene)
        soft = SoftShadows(scene: scene).areas(of: (dark | faint).subtracting(mask))
    }

    /// The dark, faint, and shade pixels of a plane.
    private static func tones(
        of hued: BitMask,
        in scene: Scene
    ) -> (dark: BitMask, faint: BitMask, shades: BitMask) {
        let (picture, screen, isNegative) = (scene.picture, scene.screen, scene.order.isInverted)
        var (dark, faint, shades) = (scene.none, scene.none, scene.none)
        if hued.isEmpty { return (dark, faint, shades) }
        if KernelChoice.usesReference {
            hued.visit { x, y in
                let color = TwoColorUnmixing.color(picture[x, y])
                let tone = ShadowTone(color, over: screen(x, y))
                dark[x, y] = tone.isDark(isNegative: isNegative)
                faint[x, y] = tone.isFaint(isNegative: isNegative)
                shades[x, y] = tone.isShade(isNegative: isNegative)
            }
            return (dark, faint, shades)
        }
        let stride = hued.stride
        let classify = unsafe chosenKernels.classifyShadowTones
        func classifyAll(
            _ asked: UnsafePointer<UInt64>,
            _ dark: Bits,
            _ faint: Bits,
            _ shades: Bits
        ) {
            picture.visitRows(over: screen, where: hued.hasPixels(inRow:)) { y, row in
                let at = y &* stride
                unsafe classify(
                    row,
                    stride,
                    asked + at,
                    isNegative,
                    dark + at,
                    faint + at,
                    shades + at
                )
            }
        }
        unsafe classifyAll(hued.words, &dark.words, &faint.words, &shades.words)
        return (dark, faint, shades)
    }

    private mutating func takeEven(
        _ dark: BitMask,
        _ shades: BitMask,
        _ scene: Scene
    ) {
        let (picture, screen, isPixelArt) = (scene.picture, scene.screen, scene.isPixelArt)
        // Each of two pixels may be off by this much.
        let limit = ShadowTone.tolerance(over: screen)
        let even = picture.evenPixels(of: shades, within: 1.5 * limit)
        var left = even & dark
        var found: [(area: BitMask, rim: ShadowRim)] = []
        while found.count < Self.mostTones,
            let tone = ShadowTone(of: left, in: picture, over: screen, within: limit)
        {
            let area = tone.area(of: dark, in: picture, over: screen, within: limit)
            if area.count < Self.leastPixels { break }
            left.subtract(area)
            found.append((area, ShadowRim(tone, area, in: scene, even: even, within: limit)))
        }
        let arts = found.filter { !$0.rim.isShadow(isPixelArt: isPixelArt, hasLikeArt: false) }
        let art = arts.map { $0.area.count }.max() ?? 0
        for (area, rim) in found
        where rim.isShadow(isPixelArt: isPixelArt, hasLikeArt: art >= area.count) {
            mask |= area | rim.end
        }
    }
}

extension StraightImage {
    /// The pixels of a plane in squares of four similar colors.
    func evenPixels(of plane: BitMask, within limit: Float) -> BitMask {
        let corners = plane.withRightAndLowerNeighbors
        let width = width
        let most = UInt32(min(max(limit, 0), 255))
        return unsafe withWords { words in
            corners.pixels { x, y in
                let at = unsafe words.start + (y &* width &+ x)
                return unsafe isEven(at[0], (at[1], at[width], at[width &+ 1]), within: most)
            }
        }
        .addingRightAndLowerNeighbors()
    }
}

/// Whether no channel of four pixels differs by more than `most`, alpha aside.
@inline(__always)
private func isEven(
    _ own: UInt32,
    _ others: (UInt32, UInt32, UInt32),
    within most: UInt32
) -> Bool {
    if others.0 == own, others.1 == own, others.2 == own { return true }
    @inline(__always)
    func range(_ shift: UInt32) -> UInt32 {
        let (first, second) = (own &>> shift & 255, others.0 &>> shift & 255)
        let (third, fourth) = (others.1 &>> shift & 255, others.2 &>> shift & 255)
        return max(max(first, second), max(third, fourth))
            &- min(min(first, second), min(third, fourth))
    }
    return max(range(0), range(8), range(16)) <= most
}
