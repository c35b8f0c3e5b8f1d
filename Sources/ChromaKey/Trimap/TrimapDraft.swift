import Raster

/// A trimap under construction; the steps are called in their order.
struct TrimapDraft {
    let scene: Scene
    let settings: KeySettings

    private(set) var background: BitMask
    private(set) var unknown: BitMask
    private(set) var foreground: BitMask
    /// Key-hued pixels that are neither background nor unknown.
    private var keyHued: BitMask
    /// Pixels that are neither background nor unknown.
    private var inside: BitMask
    private var wide: WideEdges?
    private var readings: HueReadings?
    private(set) var shadows: ShadowAreas

    init(_ scene: Scene, settings: KeySettings) {
        self.scene = scene
        self.settings = settings
        background = scene.classes.screen
        unknown = scene.none
        (foreground, keyHued, inside) = (unknown, unknown, unknown)
        shadows = ShadowAreas(mask: unknown)
    }

    private var isFast: Bool { settings.mode == .fast }

    /// The maximum distance of pockets and gaps from the background, in pixels.
    ///
    /// Set by the score of the generated cases (Documentation/keying.md), not derived.
    private static let pocketReach = 5
    /// The noise above which a screen counts as painted or compressed: `ScreenSurface.fitted` gives
    /// drawn ones at most this.
    static let paintedNoise: Float = 1.5

    /// Finds background and unknown pixels; everything else is inside.
    ///
    /// `clear` colors are background everywhere, except where `keep` matches.
    mutating func findBackground(and clear: [RGB], but keep: [RGB]) {
        let cleared =
            clear.isEmpty
            ? scene.none
            : scene.picture.pixels(like: clear, outside: background)
                .subtracting(scene.picture.pixels(like: keep, outside: background))
        // Over a gray screen an eye's white has the screen's color.
        let whites =
            scene.screen.isChromatic
            ? scene.none : (scene.classes.likelyScreen ?? background).aroundArt()
        background.subtract(whites)
        background |= cleared
        if let likely = scene.classes.likelyScreen {
            findBlurredBackground(likely.subtracting(whites))
            background |= cleared
            unknown.subtract(cleared)
        } else if !scene.isPixelArt {
            // Pixel art has hard edges: every pixel either is the screen or is not.
            unknown = background.dilated(1).subtracting(background)
            // Painted and compressed screens ripple around the art, so that edges begin farther
            // out.
            if scene.screen.noise > Self.paintedNoise {
                unknown |= background.dilated(2).subtracting(background) & scene.classes.keyHued
            }
        }
        inside = (background | unknown).inverted()
        keyHued = inside & scene.classes.keyHued
    }

    /// The same for subsampled chroma: its blur reaches 3 pixels out and 2 in.
    ///
    /// 4:2:0 mixes colors over 3 to 4 pixels of an edge. Reference: 3 pixels out, and 9 and twice
    /// the noise; the others by score on the generated JPEG cases.
    private mutating func findBlurredBackground(_ likely: BitMask) {
        background = likely.eroded(3)
        // Ringing around edges stays within its block of 8 or 16 pixels.
        let ringing = likely.inverted().dilated(10)
        let noise = scene.screen.noise
        let uneven = screenDeviation(
            of: scene.picture,
            over: scene.screen,
            far: (3 + 2 * noise, background.subtracting(ringing)),
            close: (9 + 2 * noise, background & ringing)
        )
        background.subtract(uneven)
        let soft = scene.classes.close.dilated(4).inverted() | uneven
        unknown = background.inverted().subtracting(likely.inverted().eroded(2))
            .subtracting(soft)
    }

    /// Finds wide edges, which are neither art nor screen.
    mutating func takeWideEdges() {
        if scene.classes.keyHued.isEmpty || isFast || scene.isPixelArt || scene.isSubsampled {
            return
        }
        let edges = WideEdges(scene)
        if edges.mask.isEmpty { return }
        wide = edges
        setAside(edges.mask)
    }

    /// Marks key-hued pixels behind wide edges as unknown, and returns these edges.
    mutating func takeSlope() -> [WideEdge] {
        guard let edges = wide else { return [] }
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

    /// Marks parts thinner than three pixels close to the screen as mixed with it: dense strands of
    /// hair leave no screen between them.
    mutating func takePockets() {
        if keyHued.isEmpty || isFast || scene.isPixelArt { return }
        let opened = keyHued.eroded(1).dilated(1)
        let pockets = keyHued.subtracting(opened) & background.dilated(Self.pocketReach)
        unknown |= pockets
        inside.subtract(pockets)
        keyHued.subtract(pockets)
    }

    /// Marks cast shadows as certainly translucent.
    mutating func takeShadows() {
        if keyHued.isEmpty || isFast || settings.shadow == .keep { return }
        shadows = ShadowAreas(in: scene)
        takeSoftShadows()
        if shadows.mask.isEmpty { return }
        background.subtract(shadows.mask)
        unknown.subtract(shadows.mask)
        inside |= shadows.mask
        keyHued |= shadows.mask
    }

    /// Adds soft shadows where they and touching green art would be misjudged as one area.
    ///
    /// Separate areas are judged well without this.
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

    /// Takes everything inside that is not key-hued, and the colors to be kept.
    mutating func findForeground(keep: [RGB]) {
        foreground = inside.subtracting(scene.classes.keyHued)
        if keep.isEmpty { return }
        let kept = scene.picture.pixels(like: keep, outside: background)
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
            of: scene,
            background: background,
            edges: scene.isSubsampled || scene.isPixelArt ? 0 : 2,
            earlier: readings
        )
        self.readings = readings
        return HueComponents(readings, known: known, learned: learned)
    }

    /// Determines which key-hued pixels are translucent; the opaque ones become foreground.
    mutating func judgeTranslucency(_ learned: AreaVerdicts?) -> Translucency {
        var components =
            isFast || keyHued.isEmpty
            ? nil : self.components(KnownPixels(sheer: shadows.mask), learned)
        var translucency = translucency(of: components)
        if let areas = components?.areas(with: translucency.translucent) {
            let art = GreenArt(
                among: areas.subtracting(shadows.mask),
                of: scene,
                open: background | unknown,
                solid: foreground
            )
            var pixels = art.pixels
            if !scene.isPixelArt, !scene.isSubsampled, scene.screen.noise <= Self.paintedNoise,
                let components
            {
                pixels |= translucency.passages(through: components)
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
            of: scene.picture,
            over: scene.screen,
            settings: settings,
            components: components
        )
    }

    /// Marks gaps between greens: opaque key-hued pixels close to the screen that are mixtures of
    /// it and a foreground color.
    mutating func openGaps() {
        if keyHued.isEmpty || isFast || scene.isPixelArt || scene.isSubsampled { return }
        let mixtures = BitMask.mixtures(
            of: scene.picture,
            scene.screen,
            keyHued & foreground & background.dilated(Self.pocketReach),
            besides: foreground
        )
        // Gaps begin at the screen; away from it a pale or dark line between greens is painted.
        var gaps = mixtures & (background | unknown).dilated(1)
        for _ in 1..<Self.pocketReach { gaps = gaps.dilated(1) & mixtures }
        unknown |= gaps
        foreground.subtract(gaps)
    }

    /// Translucent pixels caused by painted light; with subsampled chroma, as in output of image
    /// models.
    func nearlySolid(of translucency: Translucency) -> BitMask {
        isFast || !scene.isSubsampled
            ? scene.none : translucency.nearlySolid(in: scene.picture, nextTo: foreground)
    }

    /// Pixels well inside of something translucent.
    func translucentCores(of translucency: Translucency, but solid: BitMask) -> BitMask {
        isFast || translucency.sheer.isEmpty
            ? scene.none
            : translucency.sheer.subtracting(shadows.mask | solid).eroded(
                scene.isSubsampled ? 2 : 1
            )
    }

    /// Removes pixels between opaque and translucent ones from the foreground, and returns them.
    mutating func takeTranslucentEdges(around cores: BitMask) -> BitMask {
        if cores.isEmpty { return cores }
        // Reference, as are the reaches of cores.
        let reach = scene.isSubsampled ? 3 : 2
        let edges = (cores.dilated(reach) & foreground.dilated(reach))
            .subtracting(unknown | cores | background)
        // Neighbors of something translucent may be mixed.
        foreground.subtract(cores.dilated(reach))
        return edges
    }

    /// Removes the pixels next to shadows from the foreground, and returns them and those behind.
    mutating func takeShadowEdges() -> (first: BitMask, second: BitMask) {
        if shadows.mask.isEmpty || scene.isPixelArt { return (scene.none, scene.none) }
        let taken = unknown | background | shadows.mask
        let first = shadows.mask.dilated(1).subtracting(taken)
        let art = foreground.dilated(2)
        foreground.subtract(first | shadows.mask)
        let second = shadows.mask.dilated(2).subtracting(taken | first)
        return (first & art, second)
    }

    /// The pixels behind the first ring, and the unknown pixels of thin lines.
    func rings() -> (second: BitMask, thin: BitMask) {
        if scene.isSubsampled || scene.isPixelArt { return (scene.none, scene.none) }
        var ring = background.dilated(2).subtracting(background).subtracting(unknown)
        if let wide { ring.subtract(wide.mask) }
        return (
            isFast ? ring & scene.classes.keyHued : ring, unknown.subtracting(scene.classes.keyHued)
        )
    }
}
