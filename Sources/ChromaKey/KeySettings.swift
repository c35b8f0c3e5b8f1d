public import Raster

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
    /// The formula that many games carry: alpha from the distance of colors in code values, colors
    /// unchanged. For games that have it and must look as before.
    case distance
    /// GPUImage's chroma key filter, to the letter: alpha from the distance in chroma, colors
    /// unchanged. For games that used it and must look as before.
    case gpuimage
}

extension KeyMode {
    /// Whether a formula decides each pixel's alpha by its own color.
    ///
    /// Only the key, threshold and smoothing matter then, and colors stay.
    public var isFormula: Bool { self == .distance || self == .gpuimage }

    /// The threshold and smoothing of settings that name none.
    public var standard: (threshold: Double, smoothing: Double) {
        self == .distance ? (0.50, 0.08) : (0.40, 0.10)
    }

    /// The most that threshold and smoothing may be: colors lie up to 1.7321 apart.
    public var greatest: Double { self == .distance ? 2 : 1 }
}

/// What becomes of cast shadows, which are painted over the screen.
public enum KeyShadow: String, Hashable, Sendable, CaseIterable {
    /// They are see-through: their own color, at their own alpha.
    case unmix
    /// They are judged as any other green: even ones stay solid.
    case keep
    /// They become clear, for games that draw their own.
    case remove
}

/// What to remove and how.
public struct KeySettings: Hashable, Sendable {
    public var key: KeyColor
    public var mode: KeyMode
    /// Where a color that contains some of the screen's stops being see-through and starts being
    /// solid; 0 to the mode's greatest.
    ///
    /// Lower keeps more greens solid, higher makes more of them glass.
    ///
    /// Edges against the screen do not depend on it. In `gpuimage` it is the filter's
    /// `thresholdSensitivity`, in `distance` the distance up to which colors become clear.
    public var threshold: Double
    /// Width of the transition around `threshold`, 0 to the mode's greatest; 0 is a hard switch.
    ///
    /// In `gpuimage` it is the filter's `smoothing`; there and in `distance` the transition begins at
    /// the threshold.
    public var smoothing: Double
    /// How much of the screen's light that falls on the art's rim is taken away, 0...1.
    public var spill: Double
    /// Colors that are always solid.
    public var keep: [RGB]
    /// Colors that are always screen, wherever they are; `keep` goes before it.
    public var clear: [RGB]
    /// Where everything is solid, as it is in the picture; in pixels from its top left corner.
    public var keepBoxes: [PixelRect] = []
    /// Where everything is screen; `keepBoxes` go before it.
    public var clearBoxes: [PixelRect] = []
    /// What becomes of cast shadows; mode `best` alone tells them.
    public var shadow: KeyShadow
    /// How far visible color reaches under clear pixels, so that filtering in an engine finds no
    /// foreign color there; in pixels, 0...16.
    public var edge: Int
    /// How much is taken off the silhouette, in pixels, 0...16.
    public var erode: Int
    /// How wide the silhouette is softened, in pixels, 0...16.
    public var feather: Int

    /// `threshold` and `smoothing` default to the mode's own (`KeyMode.standard`).
    public init(
        key: KeyColor = .color(RGB(0, 255, 0)),
        mode: KeyMode = .best,
        threshold: Double? = nil,
        smoothing: Double? = nil,
        spill: Double = 0,
        keep: [RGB] = [],
        clear: [RGB] = [],
        shadow: KeyShadow = .unmix,
        edge: Int = 4,
        erode: Int = 0,
        feather: Int = 0
    ) {
        self.key = key
        self.mode = mode
        self.threshold = threshold ?? mode.standard.threshold
        self.smoothing = smoothing ?? mode.standard.smoothing
        self.spill = spill
        self.keep = keep
        self.clear = clear
        self.shadow = shadow
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
        let standard = KeySettings(mode: mode)
        for (path, most) in [
            (\KeySettings.threshold, mode.greatest), (\.smoothing, mode.greatest), (\.spill, 1),
        ] {
            let value = self[keyPath: path]
            result[keyPath: path] =
                value.isNaN ? standard[keyPath: path] : min(max(value, 0), most)
        }
        for path in [\KeySettings.edge, \.erode, \.feather] {
            result[keyPath: path] = min(max(self[keyPath: path], 0), 16)
        }
        return result
    }
}
