package import Raster

// Trimap: what is certain about a picture, and what has to be worked out.
//
// In: pixel classes (what each pixel looks like over the screen), the picture and the settings. Out:
// the three regions that matting begins with, certain background, certain foreground and unknown
// (Chuang et al., "A Bayesian Approach to Digital Matting", 2001), and the pixels between: key-hued
// pixels away from the screen, which may be translucent (`Translucency`). Everything is a mask of
// the picture's size; colors are straight code values whose channels are turned so that the screen
// is green (`ChannelOrder`).

/// Where the screen is, where the art is, and what has to be worked out.
package struct Trimap {
    /// Pixels that certainly show the screen alone.
    package let background: BitMask
    /// Pixels beside the background, to be unmixed with foreground samples.
    package let unknown: BitMask
    /// Pixels behind those that touch the screen.
    ///
    /// Edges that were drawn anti-aliased end at the first ring, so these are art unless they are
    /// well explained as mixtures.
    package let secondRing: BitMask
    /// Pixels that certainly show art alone: where foreground samples are taken.
    package let foreground: BitMask
    /// Pixels of `unknown` that are not key-hued: all there is of lines one or two pixels wide.
    package let thinSamples: BitMask
    /// Key-hued pixels away from the screen, and which of them are translucent.
    package let translucency: Translucency
    /// Pixels well inside of something translucent.
    package let translucentCores: BitMask
    /// Pixels between something opaque and something translucent.
    package let translucentEdges: BitMask
    /// Whether chroma was subsampled, so that edges are several pixels wide.
    let isSubsampled: Bool

    init(
        _ picture: StraightImage,
        _ classes: PixelClasses,
        screen: Screen,
        settings: KeySettings,
        isPixelArt: Bool,
        keep: [RGB],
        clear: [RGB]
    ) {
        var draft = TrimapDraft(
            picture,
            classes,
            screen: screen,
            settings: settings,
            isPixelArt: isPixelArt
        )
        draft.findBackground(and: clear, but: keep)
        draft.takePockets()
        draft.findForeground(keep: keep)
        let translucency = draft.judgeTranslucency()
        draft.openGaps()
        let cores = draft.translucentCores(of: translucency)
        translucentEdges = draft.takeTranslucentEdges(around: cores)
        (secondRing, thinSamples) = draft.rings()
        background = draft.background
        unknown = draft.unknown
        foreground = draft.foreground
        translucentCores = cores
        self.translucency = translucency
        isSubsampled = draft.isSubsampled
    }
}

/// A trimap in the making; the steps are called in their order.
private struct TrimapDraft {
    private let picture: StraightImage
    private let classes: PixelClasses
    private let screen: Screen
    private let settings: KeySettings
    private let isPixelArt: Bool

    private(set) var background: BitMask
    private(set) var unknown: BitMask
    private(set) var foreground: BitMask
    /// Key-hued pixels that are neither background nor unknown.
    private var keyHued: BitMask
    /// Everything that is neither background nor unknown.
    private var inside: BitMask

    init(
        _ picture: StraightImage,
        _ classes: PixelClasses,
        screen: Screen,
        settings: KeySettings,
        isPixelArt: Bool
    ) {
        self.picture = picture
        self.classes = classes
        self.screen = screen
        self.settings = settings
        self.isPixelArt = isPixelArt
        background = classes.screen
        unknown = BitMask(width: picture.width, height: picture.height)
        (foreground, keyHued, inside) = (unknown, unknown, unknown)
    }

    var isSubsampled: Bool { classes.likelyScreen != nil }
    /// Whether a green is to be removed, so that channels are as in the file.
    private var isGreenDeclared: Bool {
        guard case .color(let key) = settings.key else { return false }
        return ChannelOrder(forKey: key) == .identity
    }
    private var isFast: Bool { settings.mode == .fast }
    private var none: BitMask { BitMask(width: picture.width, height: picture.height) }

    /// How far from the background pockets and gaps are looked for, in pixels.
    ///
    /// Set by the score of the generated cases (Documentation/keying.md), not derived.
    private static let pocketReach = 5
    /// The noise from which on a screen counts as painted or compressed: `ScreenSurface.fitted` gives
    /// drawn ones no more.
    private static let paintedNoise: Float = 1.5

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

    /// Everything inside that is not key-hued, and the colors that are to be kept wherever they are.
    mutating func findForeground(keep: [RGB]) {
        foreground = inside.subtracting(classes.keyHued)
        if keep.isEmpty { return }
        let kept = picture.pixels(like: keep, outside: background)
        foreground |= kept
        unknown.subtract(kept)
        keyHued.subtract(kept)
    }

    /// Tells which of the key-hued pixels are translucent; the opaque ones are foreground.
    mutating func judgeTranslucency() -> Translucency {
        if keyHued.isEmpty {
            return Translucency(width: picture.width, height: picture.height, over: screen)
        }
        var components = isFast ? nil : components()
        var translucency = translucency(of: components)
        if let areas = components?.areas(with: translucency.translucent), !isSubsampled {
            let art = GreenArt(
                among: areas,
                of: picture,
                over: screen,
                open: background | unknown,
                solid: foreground,
                isPixelArt: isPixelArt,
                isGreenScreen: isGreenDeclared
            )
            if !art.pixels.isEmpty {
                components = self.components(art: art.pixels)
                translucency = self.translucency(of: components)
            }
        }
        foreground |= translucency.opaque
        return translucency
    }

    private func components(art: BitMask? = nil) -> HueComponents {
        HueComponents(
            keyHued,
            of: picture,
            over: screen,
            // Not measured; the weights of components hold for it.
            close: background.dilated(5),
            // Edges belong to a component, but do not tell what it is.
            beside: background.dilated(isSubsampled || isPixelArt ? 0 : 2),
            art: art
        )
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

    /// Pixels well inside of something translucent.
    func translucentCores(of translucency: Translucency) -> BitMask {
        isFast || translucency.sheer.isEmpty
            ? none : translucency.sheer.eroded(isSubsampled ? 2 : 1)
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

    /// The pixels behind the first ring, and those of the unknown ones that are all there is of thin
    /// lines.
    func rings() -> (second: BitMask, thin: BitMask) {
        if isSubsampled || isPixelArt { return (none, none) }
        let ring = background.dilated(2).subtracting(background).subtracting(unknown)
        return (
            isFast ? ring & classes.keyHued : ring, unknown.subtracting(classes.keyHued)
        )
    }
}

extension BitMask {
    /// The pixels of `asked` that are mixtures of the screen and a pixel of `others` at most two
    /// columns and rows away.
    ///
    /// A mixture may be off by `tolerance`, the root of the squared distance in code values.
    static func mixtures(
        of picture: StraightImage,
        _ screen: Screen,
        _ asked: BitMask,
        besides others: BitMask,
        tolerance: Float
    ) -> BitMask {
        var result = BitMask(width: asked.width, height: asked.height)
        asked.visit { x, y in
            let behind = screen(x, y)
            let own = TwoColorUnmixing.color(picture[x, y]) - behind
            let length = (own * own).sum()
            for py in max(0, y - 2)...min(asked.height - 1, y + 2) {
                for px in max(0, x - 2)...min(asked.width - 1, x + 2) where others[px, py] {
                    let other = TwoColorUnmixing.color(picture[px, py]) - behind
                    let whole = (other * other).sum()
                    // Shades change slowly, edges do not: 8 code values a channel; not measured.
                    let step = other - own
                    guard whole > length, (step * step).sum() > 200 else { continue }
                    let share = (own * other).sum() / whole
                    if length - share * share * whole < tolerance * tolerance {
                        result[x, y] = true
                        return
                    }
                }
            }
        }
        return result
    }
}

extension StraightImage {
    /// The pixels within 12 code values of one of the colors in every channel.
    ///
    /// So Documentation/keying.md promises of `keep` and `clear`. Not measured: holds a drawn color's noise, and not its neighbors.
    func pixels(like colors: [RGB], outside background: BitMask) -> BitMask {
        var result = BitMask(width: width, height: height)
        background.inverted().visit { x, y in
            let pixel = self[x, y]
            result[x, y] = colors.contains {
                abs(Int(pixel.r) - Int($0.r)) <= 12 && abs(Int(pixel.g) - Int($0.g)) <= 12
                    && abs(Int(pixel.b) - Int($0.b)) <= 12
            }
        }
        return result
    }
}
