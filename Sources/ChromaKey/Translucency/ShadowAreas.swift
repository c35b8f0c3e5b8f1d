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

/// What surrounds an area of one tone, which distinguishes a shadow from green art.
///
/// Counts every step out of the area in one of four directions.
struct ShadowRim {
    private let tone: ShadowTone
    private let area: BitMask
    private let scene: Scene
    private let even: BitMask
    /// The tolerance for mixtures, in code values.
    private let limit: Float
    /// The pixels where the area ends at the screen: less of the same tone.
    private(set) var end: BitMask

    /// Steps directly to the screen.
    private(set) var direct = 0
    /// Steps to the screen behind mixtures of it and the area.
    private(set) var soft = 0
    /// Steps to the screen behind something else: an outline.
    private(set) var closed = 0
    /// Steps to the area's own tone, a little lighter or darker.
    private(set) var ramps = 0
    /// Steps to another even tone: a shade of the art.
    private(set) var shades = 0
    /// Steps to other pixels of the screen's hue.
    private(set) var hued = 0
    /// Steps to pixels without the screen's hue.
    private(set) var others = 0

    init(
        _ tone: ShadowTone,
        _ area: BitMask,
        in scene: Scene,
        even: BitMask,
        within limit: Float
    ) {
        self.limit = limit
        self.tone = tone
        self.area = area
        self.scene = scene
        self.even = even.subtracting(area)
        end = scene.none
        area.visit { x, y in
            for (dx, dy) in Self.steps where !area[x + dx, y + dy] { step(x, y, dx, dy) }
        }
    }

    static let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    /// The width of an anti-aliased edge or an outline, in pixels.
    private let reach = 2

    private mutating func step(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) {
        let (width, height) = (area.width, area.height)
        var isMixed = true
        var isHued = false
        for distance in 1...(reach + 1) {
            let (px, py) = (x + dx * distance, y + dy * distance)
            // The image border crops the area, and is not a rim.
            guard px >= 0, py >= 0, px < width, py < height, !area[px, py] else {
                if distance == 1 { return }
                break
            }
            if scene.classes.screen[px, py] {
                if distance == 1 {
                    direct += 1
                } else if isMixed {
                    soft += 1
                    for inside in 1..<distance { end[x + dx * inside, y + dy * inside] = true }
                } else {
                    closed += 1
                }
                return
            }
            if even[px, py] {
                shades += 1
                return
            }
            let share = mixture(px, py)
            if distance == 1, let share, abs(share - 1) < 0.12 {
                ramps += 1
                return
            }
            if (share ?? 2) > 1 { isMixed = false }
            if distance > 1 { isHued = scene.classes.keyHued[px, py] }
        }
        if isHued { hued += 1 } else { others += 1 }
    }

    /// The share of the area's tone in a pixel; nil if it is not a mixture with the screen.
    private func mixture(_ x: Int, _ y: Int) -> Float? {
        let behind = scene.screen(x, y)
        let mixture = ColorLine(from: behind, to: tone(over: behind))
            .mixture(TwoColorUnmixing.color(scene.picture[x, y]))
        return mixture.rest.greatestMagnitude <= limit ? mixture.share : nil
    }

    /// Whether this is a shadow and not green art.
    ///
    /// `hasLikeArt`: another tone of a shadow's hue was classified as art.
    func isShadow(isPixelArt: Bool, hasLikeArt: Bool) -> Bool {
        let open = direct + soft
        let total = open + closed + ramps + shades + hued + others
        guard open * 4 >= total, ramps * 4 <= total, closed * 2 <= open else { return false }
        if soft > direct {
            // Green parts of drawn art are anti-aliased as well, and touch other greens.
            return !hasLikeArt && (closed + shades + hued) * 2 <= open
        }
        // Hard edges among anti-aliased ones are not part of the art. In pixel art, shades may be
        // single pixels.
        return isPixelArt ? (shades + hued + closed) * 4 <= open : shades <= open
    }
}
