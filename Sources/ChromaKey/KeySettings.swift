public import Raster

public enum KeyColor: Hashable, Sendable {
    /// A screen of about this color: another shade, or an uneven or noisy screen is found, used and
    /// reported too.
    case color(RGB)
    /// The most frequent color of the border.
    case auto
}

public enum KeyMode: String, Hashable, Sendable, CaseIterable {
    /// Every edge pixel is explained by the best of all solid colors nearby.
    case best
    /// Every edge pixel is explained by the nearest solid color.
    case fast
    /// A formula used by many games: alpha from the distance of colors in code values, colors
    /// unchanged.
    ///
    /// For games that have it and must look as before.
    case distance
    /// GPUImage's chroma key filter, exactly: alpha from the distance in chroma, colors unchanged.
    ///
    /// For games that used it and must look as before.
    case gpuimage
}

extension KeyMode {
    /// Whether a formula computes each pixel's alpha from its own color alone.
    ///
    /// Such modes use only the key, threshold and smoothing, and keep colors.
    public var isFormula: Bool { self == .distance || self == .gpuimage }

    /// The mode's default threshold and smoothing.
    public var standard: (threshold: Double, smoothing: Double) {
        self == .distance ? (0.50, 0.08) : (0.40, 0.10)
    }

    /// The maximum of threshold and smoothing: colors are up to 1.7321 apart.
    public var greatest: Double { self == .distance ? 2 : 1 }
}

/// How cast shadows, which are painted over the screen, are treated.
public enum KeyShadow: String, Hashable, Sendable, CaseIterable {
    /// They become translucent: their own color at their own alpha.
    case unmix
    /// They are judged like any other green: even ones stay solid.
    case keep
    /// They become clear, for games that draw their own.
    case remove
}

public struct KeySettings: Hashable, Sendable {
    public var key: KeyColor
    public var mode: KeyMode
    /// The solidity from which on a color that contains some of the screen's is opaque; 0 to the
    /// mode's greatest.
    ///
    /// Lower values keep more greens solid, higher ones make more of them glass.
    ///
    /// Edges against the screen do not depend on it. In `gpuimage` it is the filter's
    /// `thresholdSensitivity`, in `distance` the distance up to which colors become clear.
    public var threshold: Double
    /// Width of the transition around `threshold`, 0 to the mode's greatest; 0 is a hard switch.
    ///
    /// In `gpuimage` it is the filter's `smoothing`; there and in `distance` the transition begins at
    /// the threshold.
    public var smoothing: Double
    /// How much of the screen's light on the art's rim is removed, 0...1.
    public var spill: Double
    /// Colors that are always solid.
    public var keep: [RGB]
    /// Colors that are always screen, wherever they are; `keep` takes precedence.
    public var clear: [RGB]
    /// Where everything is solid, in pixels of the input image.
    public var keepBoxes: [PixelRect] = []
    /// Where everything is screen, in pixels of the input image; `keepBoxes` take precedence.
    public var clearBoxes: [PixelRect] = []
    /// How cast shadows are treated; only mode `best` detects them.
    public var shadow: KeyShadow
    /// How far visible colors are extended under clear pixels, so that texture filtering in an
    /// engine adds no foreign color; in pixels, 0...16.
    public var edge: Int
    /// How much of the silhouette is removed, in pixels, 0...16.
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

    /// For art without translucent parts: plants, frogs, clothes.
    public static let solid = KeySettings(threshold: 0.34)
    /// For glasses, bubbles, flasks: a green that could be a tinted lens becomes one.
    public static let glass = KeySettings(threshold: 0.65)

    /// The settings with every number clamped to its range; NaN becomes the default.
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
