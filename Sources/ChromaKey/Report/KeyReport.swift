// Report: what was found, and what remains of the screen.
//
// In: the keyed image, straight RGBA, and the screen. Out: counts and shares, for users and checks.
// Nothing here changes a pixel.

/// What keying found in an image and did to it.
public struct KeyReport: Hashable, Sendable {
    public struct Screen: Hashable, Sendable {
        public var color: RGB
        /// False if several colors were fitted to it.
        public var isFlat: Bool
        /// The even colors of a screen that has several, such as a wall and its floor; otherwise
        /// empty.
        public var shades: [RGB] = []
        /// The distance from the fitted color that 99 of 100 screen pixels do not exceed, in code
        /// values.
        public var noise: Double
        /// The greatest channel difference to the declared color, 0...255; 0 for `auto`.
        public var distanceToDeclared: Int
    }

    /// Nil without a screen: then nothing was removed.
    public var screen: Screen?
    public var mode: KeyMode
    /// Whether the image was treated as having subsampled chroma.
    public var hasSubsampledChroma = false
    /// Whether the image was recognized as pixel art with hard edges.
    public var isPixelArt = false
    /// Pixels of the result: clear, partial, opaque.
    public var clearPixels = 0
    public var partialPixels = 0
    public var opaquePixels = 0
    /// The share of visible pixels whose solidity is within 0.05 of the threshold, and would
    /// change with a slightly different one; 0...1.
    public var shareNearThreshold = 0.0
    /// The share of the outline's pixels that show the screen's hue more than the art inside does; 0...1.
    ///
    /// `Fringe` measures it.
    public var fringe = 0.0
    /// The share of visible pixels that still have the screen's color, or its hue as a veil next to
    /// art without it; 0...1.
    public var residue = 0.0
    /// Art that was wrongly made translucent; nil if negligible, and in modes that are formulas.
    public var taken: Taken?
    /// What was repaired in art that was cut out already; nil if nothing was.
    public var matte: MatteReport?
    /// The result of triangulation; nil for a single image.
    public var triangulation: Triangulation?

    /// Classified areas of the screen's hue, the largest first; in `best` only.
    public var areas: [Area] = []

    package init(mode: KeyMode) { self.mode = mode }
}

extension KeyReport: Encodable {
    private enum CodingKeys: CodingKey {
        case mode, screen, hasSubsampledChroma, isPixelArt, clearPixels, partialPixels, opaquePixels
        case shareNearThreshold, fringe, residue, taken, areas, matte, also, differences,
            differingShare
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode.rawValue, forKey: .mode)
        try container.encodeIfPresent(screen, forKey: .screen)
        try container.encode(hasSubsampledChroma, forKey: .hasSubsampledChroma)
        try container.encode(isPixelArt, forKey: .isPixelArt)
        try container.encode(clearPixels, forKey: .clearPixels)
        try container.encode(partialPixels, forKey: .partialPixels)
        try container.encode(opaquePixels, forKey: .opaquePixels)
        try container.encode(shareNearThreshold, forKey: .shareNearThreshold)
        try container.encode(fringe, forKey: .fringe)
        try container.encode(residue, forKey: .residue)
        try container.encodeIfPresent(taken, forKey: .taken)
        try container.encode(areas, forKey: .areas)
        try container.encodeIfPresent(matte, forKey: .matte)
        try container.encodeIfPresent(triangulation?.others, forKey: .also)
        try container.encodeIfPresent(triangulation?.differences, forKey: .differences)
        try container.encodeIfPresent(triangulation?.differingShare, forKey: .differingShare)
    }
}

extension KeyReport.Screen: Encodable {
    private enum CodingKeys: CodingKey { case color, isFlat, shades, noise, distanceToDeclared }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(color, forKey: .color)
        try container.encode(isFlat, forKey: .isFlat)
        if !shades.isEmpty { try container.encode(shades, forKey: .shades) }
        try container.encode(noise, forKey: .noise)
        try container.encode(distanceToDeclared, forKey: .distanceToDeclared)
    }
}
