import Raster

/// A trimap in the making; the steps are called in their order.
struct TrimapDraft {
    private let picture: StraightImage
    private let classes: PixelClasses
    private let screen: Screen
    private let settings: KeySettings
    private let isPixelArt: Bool
    private let order: ChannelOrder

    private(set) var background: BitMask
    private(set) var unknown: BitMask
    private(set) var foreground: BitMask
    /// Key-hued pixels that are neither background nor unknown.
    private var keyHued: BitMask
    /// Everything that is neither background nor unknown.
    private var inside: BitMask
    private var wide: WideEdges?
    private var readings: HueReadings?
    private(set) var shadows: ShadowAreas

    init(
        _ picture: StraightImage,
        _ classes: PixelClasses,
        screen: Screen,
        settings: KeySettings,
        isPixelArt: Bool,
        order: ChannelOrder
    ) {
        self.order = order
        self.picture = picture
        self.classes = classes
        self.screen = screen
        self.settings = settings
        self.isPixelArt = isPixelArt
        background = classes.screen
        unknown = BitMask(width: picture.width, height: picture.height)
        (foreground, keyHued, inside) = (unknown, unknown, unknown)
        shadows = ShadowAreas(width: picture.width, height: picture.height)
    }

    var isSubsampled: Bool { classes.likelyScreen != nil }
    private var isFast: Bool { settings.mode == .fast }
    var none: BitMask { BitMask(width: picture.width, height: picture.height) }

    /// How far from the background pockets and gaps are looked for, in pixels.
    ///
    /// Set by the score of the generated cases (Documentation/keying.md), not derived.
    private static let pocketReach = 5
    /// The noise from which on a screen counts as painted or compressed: `ScreenSurface.fitted` gives
    /// drawn ones no more.
    static let paintedNoise: Float = 1.5

    /// Background and unknown pixels; everything else is inside.
    ///
    /// - Parameters:
    ///   - clear: colors that are background wherever they are.
    ///   - keep: colors that are none by that.
    mutating func findBackground(and clear: [RGB], but keep: [RGB]) {
        let cleared =
            clear.isEmpty
            ? none
            : picture.pixels(like: clear, outside: background)
                .subtracting(picture.pixels(like: keep, outside: background))
        // Over a gray screen an eye's white has the screen's color.
        let whites = screen.isChromatic ? none : (classes.likelyScreen ?? background).aroundArt()
        background.subtract(whites)
        background |= cleared
        if let likely = classes.likelyScreen {
            findBlurredBackground(likely.subtracting(whites))
            background |= cleared
            unknown.subtract(cleared)
        } else if !isPixelArt {
            // Pixel art has hard edges: every pixel is the screen or is not.
            unknown = background.dilated(1).subtracting(background)
            // Around painted and compressed art the screen ripples, so that edges begin farther out.
            if screen.noise > Self.paintedNoise {
                unknown |= background.dilated(2).subtracting(background) & classes.keyHued
            }
        }
        inside = (background | unknown).inverted()
        keyHued = inside & classes.keyHued
    }

    /// The same where chroma was subsampled: its blur reaches 3 pixels out and 2 in.
    ///
    /// 4:2:0 mixes colors over 3 to 4 pixels of an edge. Reference: 3 pixels out, and 9 and twice the noise;
    /// the others by score on the generated JPEG cases.
    private mutating func findBlurredBackground(_ likely: BitMask) {
        background = likely.eroded(3)
        // Ringing around edges stays within its block of 8 or 16 pixels.
        let ringing = likely.inverted().dilated(10)
        let noise = screen.noise
        let uneven = screenDeviation(
            of: picture,
            over: screen,
            far: (3 + 2 * noise, background.subtracting(ringing)),
            close: (9 + 2 * noise, background & ringing)
        )
        background.subtract(uneven)
        let soft = classes.close.dilated(4).inverted() | uneven
        unknown = background.inverted().subtracting(likely.inverted().eroded(2))
            .subtracting(soft)
    }

    /// What lies across wide edges, which is neither art nor screen.
    mutating func takeWideEdges() {
        if classes.keyHued.isEmpty || isFast || isPixelArt || isSubsampled { return }
        let edges = WideEdges(picture, classes, over: screen)
        if edges.mask.isEmpty { return }
        wide = edges
        setAside(edges.mask)
    }

    /// The same of solid greens; no such pixel is unknown or foreground.
    mutating func takeGreenWideEdges(_ translucency: Translucency) -> [WideEdge] {
        guard var edges = wide else { return [] }
        // Else all of it would be copied.
        wide = nil
        edges.takeGreens(translucency.opaque)
        wide = edges
        setAside(edges.mask)
        let slope = edges.slope().subtracting(background)
        setAside(slope)
        unknown |= slope
        return edges.edges
    }

    private mutating func setAside(_ mask: BitMask) {
        unknown.subtract(mask)
        inside.subtract(mask)
        keyHued.subtract(mask)
        foreground.subtract(mask)
    }

    /// What is thinner than three pixels so near to the screen is mixed with it: strands of hair close
    /// together leave no screen between them.
    mutating func takePockets() {
        if keyHued.isEmpty || isFast || isPixelArt { return }
        let opened = keyHued.eroded(1).dilated(1)
        let pockets = keyHued.subtracting(opened) & background.dilated(Self.pocketReach)
        unknown |= pockets
        inside.subtract(pockets)
        keyHued.subtract(pockets)
    }

    /// Cast shadows are neither background nor edges, but known to be see-through.
    mutating func takeShadows(isNegative: Bool) {
        if keyHued.isEmpty || isFast || settings.shadow == .keep { return }
        shadows = ShadowAreas(
            in: picture,
            classes,
            over: screen,
            isPixelArt: isPixelArt,
            isNegative: isNegative
        )
        takeSoftShadows()
        if shadows.mask.isEmpty { return }
        background.subtract(shadows.mask)
        unknown.subtract(shadows.mask)
        inside |= shadows.mask
        keyHued |= shadows.mask
    }

    /// Soft shadows count where they and green art that they touch would be judged as one, wrongly.
    ///
    /// Alone, areas tell well what they are: nothing changes for these.
    private mutating func takeSoftShadows() {
        if shadows.soft.isEmpty { return }
        if settings.shadow == .remove { return shadows.takeSoft { _ in true } }
        let soft = shadows.softMask
        let threshold = Float(settings.threshold)
        let together = components(KnownPixels(sheer: shadows.mask)).pixels(above: threshold)
        let parted = components(KnownPixels(sheer: shadows.mask | soft)).pixels(above: threshold)
        let art = parted.subtracting(together | soft).compactAreas().dilated(2)
        shadows.takeSoft { area in
            let solid = area.filter { together[Int($0.x), Int($0.y)] }.count
            return solid * 2 > area.count || area.contains { art[Int($0.x), Int($0.y)] }
        }
    }

    /// Everything inside that is not key-hued, and the colors that are to be kept wherever they are.
    mutating func findForeground(keep: [RGB]) {
        foreground = inside.subtracting(classes.keyHued)
        if keep.isEmpty { return }
        let kept = picture.pixels(like: keep, outside: background)
        foreground |= kept
        unknown.subtract(kept)
        keyHued.subtract(kept)
        shadows.subtract(kept)
    }

    private mutating func components(
        _ known: KnownPixels,
        _ learned: AreaVerdicts? = nil
    ) -> HueComponents {
        let readings = HueReadings(
            keyHued,
            of: picture,
            over: screen,
            background: background,
            edges: isSubsampled || isPixelArt ? 0 : 2,
            earlier: readings
        )
        self.readings = readings
        return HueComponents(readings, known: known, learned: learned)
    }

    /// Tells which of the key-hued pixels are translucent; the opaque ones are foreground.
    mutating func judgeTranslucency(_ learned: AreaVerdicts?) -> Translucency {
        if keyHued.isEmpty {
            return Translucency(width: picture.width, height: picture.height, over: screen)
        }
        var components =
            isFast ? nil : self.components(KnownPixels(sheer: shadows.mask), learned)
        var translucency = translucency(of: components)
        if let areas = components?.areas(with: translucency.translucent), !isSubsampled {
            let art = GreenArt(
                among: areas.subtracting(shadows.mask),
                of: picture,
                over: screen,
                open: background | unknown,
                solid: foreground,
                isPixelArt: isPixelArt,
                isGreenScreen: order == .identity,
                isNegative: order.isInverted
            )
            var pixels = art.pixels
            if !isPixelArt, screen.noise <= Self.paintedNoise, let components {
                pixels |= translucency.passages(through: components, of: picture)
            }
            if !pixels.isEmpty {
                let known = KnownPixels(art: pixels, sheer: shadows.mask)
                components = self.components(known, learned)
                translucency = self.translucency(of: components)
            }
        }
        foreground |= translucency.opaque
        return translucency
    }

    private func translucency(of components: HueComponents?) -> Translucency {
        Translucency(
            keyHued,
            of: picture,
            over: screen,
            settings: settings,
            components: components
        )
    }

    /// Opaque key-hued pixels near the screen that are mixtures of it and a foreground color: gaps
    /// between greens.
    mutating func openGaps() {
        if keyHued.isEmpty || isFast || isPixelArt || isSubsampled { return }
        let gaps = BitMask.mixtures(
            of: picture,
            screen,
            keyHued & foreground & background.dilated(Self.pocketReach),
            besides: foreground,
            // Set by the score of the generated cases, not derived; noise adds to it.
            tolerance: 6 + screen.noise
        )
        unknown |= gaps
        foreground.subtract(gaps)
    }

    /// Translucent pixels that painted light made so; where chroma was subsampled, as in what image models give.
    func nearlySolid(of translucency: Translucency) -> BitMask {
        isFast || !isSubsampled ? none : translucency.nearlySolid(in: picture, beside: foreground)
    }

    /// Pixels well inside of something translucent.
    func translucentCores(of translucency: Translucency, but solid: BitMask) -> BitMask {
        isFast || translucency.sheer.isEmpty
            ? none
            : translucency.sheer.subtracting(shadows.mask | solid).eroded(isSubsampled ? 2 : 1)
    }

    /// Pixels between opaque and translucent ones, which are no foreground anymore.
    mutating func takeTranslucentEdges(around cores: BitMask) -> BitMask {
        if cores.isEmpty { return cores }
        // Reference, as are the reaches of cores.
        let reach = isSubsampled ? 3 : 2
        let edges = (cores.dilated(reach) & foreground.dilated(reach))
            .subtracting(unknown | cores | background)
        // What lies beside something translucent may itself be mixed.
        foreground.subtract(cores.dilated(reach))
        return edges
    }

    /// Pixels beside shadows, as those beside the background: the nearest are no foreground anymore.
    mutating func takeShadowEdges() -> (first: BitMask, second: BitMask) {
        if shadows.mask.isEmpty || isPixelArt { return (none, none) }
        let taken = unknown | background | shadows.mask
        let first = shadows.mask.dilated(1).subtracting(taken)
        let art = foreground.dilated(2)
        foreground.subtract(first | shadows.mask)
        let second = shadows.mask.dilated(2).subtracting(taken | first)
        return (first & art, second)
    }

    /// The pixels behind the first ring, and those of the unknown ones that are all there is of thin
    /// lines.
    func rings() -> (second: BitMask, thin: BitMask) {
        if isSubsampled || isPixelArt { return (none, none) }
        var ring = background.dilated(2).subtracting(background).subtracting(unknown)
        if let wide { ring.subtract(wide.mask) }
        return (
            isFast ? ring & classes.keyHued : ring, unknown.subtracting(classes.keyHued)
        )
    }
}
