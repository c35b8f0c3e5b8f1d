/// Which color is the screen.
public enum KeyColor: Hashable, Sendable {
    /// A color like this one: a screen that differs from it (another shade, uneven, noisy) is
    /// found, used and reported.
    case color(RGB)
    /// Whatever color most of the border has.
    case auto
}

/// How a picture is keyed.
public enum KeyMode: String, Hashable, Sendable, CaseIterable {
    /// Every edge pixel is explained by the best of all solid colors nearby.
    case best
    /// Every edge pixel is explained by the nearest solid color.
    case fast
    /// GPUImage's chroma key filter, to the letter: alpha from the distance in chroma, colors
    /// unchanged. For games that must look as before.
    case gpuimage
}

/// What to remove and how.
public struct KeySettings: Hashable, Sendable {
    public var key: KeyColor
    public var mode: KeyMode
    /// Where a color that contains some of the screen's stops being see-through and starts being
    /// solid; 0...1.
    ///
    /// Lower keeps more greens solid, higher makes more of them glass.
    ///
    /// Edges against the screen do not depend on it. In `gpuimage` it is the filter's
    /// `thresholdSensitivity`.
    public var threshold: Double
    /// Width of the transition around `threshold`, 0...1; 0 is a hard switch.
    ///
    /// In `gpuimage` it is the filter's `smoothing`.
    public var smoothing: Double
    /// How much of the screen's light that falls on the art's rim is taken away, 0...1.
    public var spill: Double
    /// Colors that are always solid.
    public var keep: [RGB]
    /// How far visible color reaches under clear pixels, so that filtering in an engine finds no
    /// foreign color there; in pixels, 0...16.
    public var edge: Int
    /// How much is taken off the silhouette, in pixels, 0...16.
    public var erode: Int
    /// How wide the silhouette is softened, in pixels, 0...16.
    public var feather: Int

    /// `threshold` and `smoothing` default to the mode's own: 0.40 and 0.10.
    public init(
        key: KeyColor = .color(RGB(0, 255, 0)),
        mode: KeyMode = .best,
        threshold: Double = 0.40,
        smoothing: Double = 0.10,
        spill: Double = 0,
        keep: [RGB] = [],
        edge: Int = 4,
        erode: Int = 0,
        feather: Int = 0
    ) {
        self.key = key
        self.mode = mode
        self.threshold = threshold
        self.smoothing = smoothing
        self.spill = spill
        self.keep = keep
        self.edge = edge
        self.erode = erode
        self.feather = feather
    }

    /// For art without see-through parts: plants, frogs, clothes.
    public static let solid = KeySettings(threshold: 0.34)
    /// For glasses, bubbles, flasks: a green that could be a tinted lens is one.
    public static let glass = KeySettings(threshold: 0.65)

    /// The settings with every number inside its range; a number that is none gives the default.
    var clamped: KeySettings {
        var result = self
        for path in [\KeySettings.threshold, \.smoothing, \.spill] {
            let value = self[keyPath: path]
            result[keyPath: path] =
                value.isNaN ? KeySettings()[keyPath: path] : min(max(value, 0), 1)
        }
        for path in [\KeySettings.edge, \.erode, \.feather] {
            result[keyPath: path] = min(max(self[keyPath: path], 0), 16)
        }
        return result
    }
}
