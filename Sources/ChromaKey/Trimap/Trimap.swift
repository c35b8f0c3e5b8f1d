package import Raster

// Trimap: separates what is certain about an image from what has to be worked out.
//
// In: pixel classes (what each pixel looks like over the screen), the image and the settings. Out:
// the three regions that matting begins with, certain background, certain foreground and unknown
// (Chuang et al., "A Bayesian Approach to Digital Matting", 2001), and key-hued pixels away from
// the screen, which may be translucent (`Translucency`). Everything is a mask of the image's size;
// colors are straight code values whose channels are turned so that the screen is green
// (`ChannelOrder`).

/// An image over its screen, and what each of its pixels looks like by itself; channels in order.
struct Scene {
    /// Opaque, with restored chroma.
    let picture: StraightImage
    let screen: Screen
    let classes: PixelClasses
    let isPixelArt: Bool
    let order: ChannelOrder

    /// Whether chroma was subsampled, so that edges are several pixels wide.
    var isSubsampled: Bool { classes.likelyScreen != nil }
    /// A mask without pixels.
    var none: BitMask { BitMask(width: picture.width, height: picture.height) }
}

package struct Trimap {
    /// Pixels that certainly show only the screen.
    package let background: BitMask
    /// Pixels next to the background, to be unmixed with foreground samples.
    package let unknown: BitMask
    /// Pixels behind those that touch the screen.
    ///
    /// Anti-aliased edges end at the first ring, so these are art unless a mixture explains them
    /// well.
    package let secondRing: BitMask
    /// Pixels that certainly show only art, which supply foreground samples.
    package let foreground: BitMask
    /// Pixels of `unknown` that are not key-hued: the only samples of lines one or two pixels wide.
    package let thinSamples: BitMask
    /// Key-hued pixels away from the screen, and which of them are translucent.
    package let translucency: Translucency
    /// Translucent pixels caused by painted light on something solid.
    let nearlySolid: BitMask
    /// Pixels well inside of something translucent.
    package let translucentCores: BitMask
    /// Pixels between something opaque and something translucent.
    package let translucentEdges: BitMask
    /// Pixels of edges that are several pixels wide; they are neither unknown nor foreground.
    package let wideEdges: [WideEdge]
    /// Where cast shadows cover the screen.
    package let shadows: ShadowAreas
    /// Pixels next to shadows, which may be mixtures of them and the art, and those behind them.
    let shadowEdges: (first: BitMask, second: BitMask)
    /// Pixels of shadows that become clear.
    let removedShadows: BitMask
    /// As of the scene.
    package let isSubsampled: Bool

    init(_ draft: consuming TrimapDraft, keep: [RGB], clear: [RGB], learned: AreaVerdicts?) {
        var draft = draft
        draft.findBackground(and: clear, but: keep)
        draft.takeWideEdges()
        draft.takePockets()
        draft.takeShadows()
        draft.findForeground(keep: keep)
        let translucency = draft.judgeTranslucency(learned)
        wideEdges = draft.takeSlope()
        draft.openGaps()
        nearlySolid = draft.nearlySolid(of: translucency)
        let cores = draft.translucentCores(of: translucency, but: nearlySolid)
        translucentEdges = draft.takeTranslucentEdges(around: cores)
        shadowEdges = draft.takeShadowEdges()
        shadows = draft.shadows
        removedShadows = draft.settings.shadow == .remove ? shadows.mask : draft.scene.none
        (secondRing, thinSamples) = draft.rings()
        background = draft.background
        unknown = draft.unknown
        foreground = draft.foreground
        translucentCores = cores | shadows.mask
        self.translucency = translucency
        isSubsampled = draft.scene.isSubsampled
    }
}
