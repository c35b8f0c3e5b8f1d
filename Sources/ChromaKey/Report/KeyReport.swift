// Report: what was found, and what is left of the screen.
//
// In: the keyed picture, straight RGBA, and the screen. Out: counts and shares for people, and for the
// checks that warn them. Nothing here changes a pixel.

/// What keying found in a picture and did to it.
public struct KeyReport: Hashable, Sendable {
    /// The screen that was found.
    public struct Screen: Hashable, Sendable {
        /// The color most of it has.
        public var color: RGB
        /// False when it has shades, so that more than one color was fitted to it.
        public var isFlat: Bool
        /// The even colors of a screen that has several, such as those of a wall and its floor; empty
        /// otherwise.
        public var shades: [RGB] = []
        /// 99 of 100 screen pixels lie within this distance of the fitted color, in code values.
        public var noise: Double
        /// The greatest channel difference to the declared color, 0...255; 0 for `auto`.
        public var distanceToDeclared: Int
    }

    /// Nil when no screen was found: then nothing was removed.
    public var screen: Screen?
    public var mode: KeyMode
    /// True when the picture was treated as having subsampled chroma.
    public var hasSubsampledChroma = false
    /// True when the picture was recognized as pixel art with hard edges.
    public var isPixelArt = false
    /// Pixels of the result: clear, partly see-through, opaque.
    public var clearPixels = 0
    public var partialPixels = 0
    public var opaquePixels = 0
    /// The share of visible pixels whose solidity lies within 0.05 of the threshold: how much
    /// would change with a slightly different one; 0...1.
    public var shareNearThreshold = 0.0
    /// The share of the outline's pixels that show the screen's hue more than the art inside does; 0...1.
    ///
    /// `Fringe` measures it.
    public var fringe = 0.0
    /// The share of visible pixels that still have the screen's color, or its hue as a veil beside art
    /// that has not; 0...1.
    public var residue = 0.0
    /// Art that was made see-through though it hardly is; nil when there is none to speak of, and in modes
    /// that are formulas.
    public var taken: Taken?
    /// What several pictures of one figure told; nil when there was one.
    public var triangulation: Triangulation?

    /// What areas of the screen's hue were taken for, the largest first; in `best` alone.
    public var areas: [Area] = []

    package init(mode: KeyMode) { self.mode = mode }
}
