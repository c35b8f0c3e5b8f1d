import Diagnostics
// A catalog is made of colors, too: who reads one sees them.
@_exported public import KernelTypes

/// How a background is removed.
public struct ChromaSettings: Hashable, Sendable {
    public var key = KeyColor.color(HexColor(r: 0, g: 255, b: 0))
    public var mode = KeyMode.best
    public var preset: KeyPreset?
    /// Greens with a solidity above it stay solid, below it they are see-through; in `distance` and
    /// `gpuimage` the distance up to which colors are clear.
    ///
    /// The mode's own unless it was said. 0...1, in `distance` 0...2.
    public var threshold: Double {
        get { saidThreshold ?? mode.standard.threshold }
        set { saidThreshold = newValue }
    }
    /// The width of the passage between solid and see-through.
    ///
    /// The mode's own unless it was said. 0...1, in `distance` 0...2.
    public var smoothing: Double {
        get { saidSmoothing ?? mode.standard.smoothing }
        set { saidSmoothing = newValue }
    }
    /// 0...1: how much of the key's tint is taken out of solid pixels.
    public var spill = 0.0
    /// Colors that are always solid.
    public var keep: [HexColor] = []
    /// Colors that are always background.
    public var clear: [HexColor] = []
    /// Where everything is solid, in source pixels.
    public var keepBoxes: [SheetRect] = []
    /// Where everything is background, in source pixels; `keepBoxes` go before it.
    public var clearBoxes: [SheetRect] = []
    /// What becomes of cast shadows.
    public var shadow = KeyShadow.unmix
    /// The radius in source pixels in which color is spread under alpha 0.
    public var edge = 4
    /// Source pixels that are taken off the outline.
    public var erode = 0
    /// Source pixels over which the outline is softened.
    public var feather = 0

    private var saidThreshold: Double?
    private var saidSmoothing: Double?

    public init() {}
}

/// The color to remove.
public enum KeyColor: Hashable, Sendable {
    /// Found on the picture's border.
    case automatic
    case color(HexColor)
}

/// Which keyer removes the background.
public enum KeyMode: String, Choice {
    case best
    case fast
    case distance
    case gpuimage

    /// The threshold and smoothing where none is said (`KeyMode.standard` of ChromaKey).
    var standard: (threshold: Double, smoothing: Double) {
        self == .distance ? (0.50, 0.08) : (0.40, 0.10)
    }

    /// The most that threshold and smoothing may be: colors lie up to 1.7321 apart.
    public var greatest: Double { self == .distance ? 2 : 1 }

    var about: String {
        switch self {
        case .best: "Edges from the whole neighborhood; the default."
        case .fast: "Edges from the nearest solid pixel; several times faster."
        case .distance:
            "The formula many games carry, on the distance of colors; for games that must look as before."
        case .gpuimage:
            "GPUImage's chroma key filter; for games that used it and must look as before."
        }
    }
}

/// Thresholds with a name.
public enum KeyPreset: String, Choice {
    case solid
    case glass

    var about: String {
        switch self {
        case .solid: "For green things: plants, frogs, green hats. Threshold 0.35."
        case .glass: "For see-through things: lenses, bubbles, flasks. Threshold 0.65."
        }
    }

    /// The threshold it stands for (Documentation/keying.md).
    ///
    /// `solid` of `kiln key` (`KeySettings.solid`) is 0.34; why they differ is not on record.
    public var threshold: Double {
        switch self {
        case .solid: 0.35
        case .glass: 0.65
        }
    }
}

/// What becomes of cast shadows, which are painted over the background.
public enum KeyShadow: String, Choice {
    case unmix
    case keep
    case remove

    var about: String {
        switch self {
        case .unmix: "See-through, in their own color; the default."
        case .keep: "Judged as any other green: even ones stay solid."
        case .remove: "Clear, for games that draw their own."
        }
    }
}

/// A color as catalogs write it, `#RRGGBB`.
public typealias HexColor = RGB

extension KeyColor: CustomStringConvertible {
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .color(let color): color.description
        }
    }
}

extension ChromaSettings {
    static var members: Members<ChromaSettings> {
        Members(
            "chroma",
            "a chroma",
            [
                Member(
                    "key",
                    \.key,
                    .keyColor,
                    default: "#00FF00",
                    "The color to remove, or auto to find it."
                ),
                Member("mode", \.mode, .choice, default: "best", "Which keyer removes it."),
                // Before the threshold, which an object with both decides by itself.
                Member(
                    "preset",
                    Shape<KeyPreset>.choice,
                    implies: ["threshold"],
                    "A threshold with a name."
                ) {
                    $0.preset = $1
                    $0.threshold = $1.threshold
                },
                Member(
                    "threshold",
                    \.threshold,
                    .ofRamp,
                    default: 0.4,
                    "Greens more solid than this stay solid, others become see-through. Up to 1; in mode distance up to 2, and 0.5 unless said."
                ),
                Member(
                    "smoothing",
                    \.smoothing,
                    .ofRamp,
                    default: 0.1,
                    "The width of the passage from see-through to solid. Up to 1; in mode distance up to 2, and 0.08 unless said."
                ),
                Member(
                    "spill",
                    \.spill,
                    .number(0...1),
                    default: 0,
                    "How much of the key's tint is taken out of solid pixels."
                ),
                Member(
                    "keep",
                    list(of: .chromaMark, atMost: 64),
                    default: [],
                    "Colors that are always solid, and boxes in which everything is."
                ) { ($0.keep, $0.keepBoxes) = ($1.compactMap(\.color), $1.compactMap(\.box)) },
                Member(
                    "clear",
                    list(of: .chromaMark, atMost: 64),
                    default: [],
                    "Colors that are always background, and boxes in which everything is."
                ) { ($0.clear, $0.clearBoxes) = ($1.compactMap(\.color), $1.compactMap(\.box)) },
                Member(
                    "shadow",
                    \.shadow,
                    .choice,
                    default: "unmix",
                    "What becomes of cast shadows; mode best alone tells them."
                ),
                Member(
                    "edge",
                    \.edge,
                    .integer(0...16),
                    default: 4,
                    "How far color is spread under alpha 0, in source pixels."
                ),
                Member(
                    "erode",
                    \.erode,
                    .integer(0...16),
                    default: 0,
                    "How much is taken off the outline, in source pixels."
                ),
                Member(
                    "feather",
                    \.feather,
                    .integer(0...16),
                    default: 0,
                    "How far the outline is softened, in source pixels."
                ),
            ]
        )
    }
}

extension Shape<Double> {
    /// A threshold or smoothing, as far as any mode lets it reach; the mode in force may reach less.
    fileprivate static let ofRamp = number(
        0...KeyMode.distance.greatest,
        expected: "0 to 1, in mode distance to 2"
    )
}

/// What is always solid, or always background.
private enum ChromaMark: Sendable {
    case colored(HexColor)
    case inside(SheetRect)

    var color: HexColor? { if case .colored(let color) = self { color } else { nil } }
    var box: SheetRect? { if case .inside(let box) = self { box } else { nil } }
}

extension Shape<ChromaMark> {
    fileprivate static let chromaMark = Shape<HexColor>.color
        .then { color, _, _, _ in ChromaMark.colored(color) }
        .or(Shape<SheetRect>.rect.then { box, _, _, _ in .inside(box) }) {
            if case .object = $0.value { true } else { false }
        }
}

extension Shape<Overrides<ChromaSettings>> {
    static let chroma = Overrides.shape(ChromaSettings.members)
}

extension Shape<KeyColor> {
    fileprivate static let keyColor = Shape<String>.string.then(
        schema: .either([.plain([("const", "auto")]), Shape<HexColor>.color.schema])
    ) { text, node, name, reader in
        if text == "auto" { return KeyColor.automatic }
        return reader.color(text, node, name, expected: "a color as #RRGGBB, or \"auto\"")
            .map { .color($0) }
    }
}
