import Raster

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
