public import Raster

public enum KeyColor: Hashable, Sendable {
    /// A screen of about this color: another shade, or an uneven or noisy screen is found, used and
    /// reported too.
    case color(RGB)
    /// The most frequent color of the border.
    case auto
}

extension KeyColor {
    /// Nil if no color of the border is frequent enough.
    func declared(for image: StraightImage) -> RGB? {
        switch self {
        case .color(let color): color
        case .auto: borderColor(of: image)
        }
    }
}

extension KeyColor: CustomStringConvertible {
    public var description: String {
        switch self {
        case .color(let color): color.description
        case .auto: "auto"
        }
    }
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

/// A threshold with a name (Documentation/keying.md).
public enum KeyPreset: String, Hashable, Sendable, CaseIterable {
    /// For art without see-through parts: plants, frogs, clothes.
    case solid
    /// For glasses, bubbles, flasks: a green that could be a tinted lens is one.
    case glass

    public var threshold: Double {
        switch self {
        case .solid: 0.35
        case .glass: 0.65
        }
    }
}

/// What is always solid, or always screen.
public enum KeyMark: Hashable, Sendable {
    case color(RGB)
    /// In pixels from the picture's top left corner.
    case box(PixelRect)

    public var color: RGB? { if case .color(let color) = self { color } else { nil } }
    public var box: PixelRect? { if case .box(let box) = self { box } else { nil } }
}

extension KeyMark: CustomStringConvertible {
    /// As the command line takes it.
    public var description: String {
        switch self {
        case .color(let color): color.description
        case .box(let box): "\(box.x),\(box.y),\(box.width),\(box.height)"
        }
    }
}

public struct KeySettings: Hashable, Sendable {
    public var key: KeyColor
    public var mode: KeyMode
    /// Sets the threshold.
    public var preset: KeyPreset? { didSet { if let preset { threshold = preset.threshold } } }
    /// Where a color that contains some of the screen's stops being see-through and starts being
    /// solid; 0 to the mode's greatest, the mode's own (`KeyMode.standard`) unless it is set.
    ///
    /// Lower values keep more greens solid, higher ones make more of them glass.
    ///
    /// Edges against the screen do not depend on it. In `gpuimage` it is the filter's
    /// `thresholdSensitivity`, in `distance` the distance up to which colors become clear.
    public var threshold: Double {
        get { ownThreshold ?? mode.standard.threshold }
        set { ownThreshold = newValue }
    }
    /// Width of the transition around `threshold`, 0 to the mode's greatest; 0 is a hard switch; the
    /// mode's own unless it is set.
    ///
    /// In `gpuimage` it is the filter's `smoothing`; there and in `distance` the transition begins at
    /// the threshold.
    public var smoothing: Double {
        get { ownSmoothing ?? mode.standard.smoothing }
        set { ownSmoothing = newValue }
    }
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
    /// How art that is cut out already is repaired.
    public var matte: Matte
    /// Whether mode `distance` measures in linear light, as Core Image's color cube does.
    public var isLinear = false

    private var ownThreshold: Double?
    private var ownSmoothing: Double?

    public init(
        key: KeyColor = .color(RGB(0, 255, 0)),
        mode: KeyMode = .best,
        preset: KeyPreset? = nil,
        threshold: Double? = nil,
        smoothing: Double? = nil,
        spill: Double = 0,
        keep: [RGB] = [],
        clear: [RGB] = [],
        shadow: KeyShadow = .unmix,
        edge: Int = 4,
        erode: Int = 0,
        feather: Int = 0,
        matte: Matte = .none
    ) {
        self.key = key
        self.mode = mode
        self.preset = preset
        ownThreshold = threshold ?? preset?.threshold
        ownSmoothing = smoothing
        self.spill = spill
        self.keep = keep
        self.clear = clear
        self.shadow = shadow
        self.edge = edge
        self.erode = erode
        self.feather = feather
        self.matte = matte
    }

    /// `keep` and `keepBoxes`.
    public var kept: [KeyMark] {
        get { keep.map { .color($0) } + keepBoxes.map { .box($0) } }
        set { (keep, keepBoxes) = (newValue.compactMap(\.color), newValue.compactMap(\.box)) }
    }

    /// `clear` and `clearBoxes`.
    public var cleared: [KeyMark] {
        get { clear.map { .color($0) } + clearBoxes.map { .box($0) } }
        set { (clear, clearBoxes) = (newValue.compactMap(\.color), newValue.compactMap(\.box)) }
    }

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
