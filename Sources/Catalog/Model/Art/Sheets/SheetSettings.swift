public import ChromaKey
import Diagnostics
package import Raster
public import SheetSlicing

/// How assets whose name fits a pattern are cut and treated.
public struct SheetRule: Sendable {
    public var pattern: Glob
    public var settings: Overrides<SheetSettings>
    public var place: CatalogPlace

    /// What this rule alone says, over the defaults.
    public var own: SheetSettings { settings.applied(to: SheetSettings()) }
}

/// How an asset is cut into frames, and how its pixels are treated.
public struct SheetSettings: Sendable, Colorable {
    /// Nil when the asset is one picture.
    public var cutting: SheetCutting?
    /// Nil leaves it to the way of cutting.
    public var register: SheetRegistration?
    public var pixelation: Pixelation?
    public var frames = FrameFiles.sheet
    public var animations: [SheetAnimation] = []
    /// Whether the background is removed; nil leaves it to species, item and the defaults.
    public var key: KeyWish?
    public var chroma = Overrides<KeySettings>()
    public var also: [NamingTemplate] = []
    public var placement = Overrides<Placement>()
    public var isFullCanvas = false
    public var coloring = Coloring()
    /// The colors for single values of axes, in the order of the file.
    public var variants: [ColorVariant] = []
    public var filter = ResamplingFilter.automatic
    public var pivot: CanvasPoint?
    public var nineSlice: NineSlice?
    public var density: Int?
    public var checks: [CheckRule] = []

    public init() {}

    /// The grid, when the sheet is cut by one.
    public var grid: GridLayout? {
        if case .cut(.grid(let grid))? = cutting { grid } else { nil }
    }

    /// How frames are brought onto one cell; nil when they stay where they were cut.
    ///
    /// Figures that were found wherever they stood are put on their feet unless more is said.
    public var registration: SheetRegistration? {
        register ?? (cutting?.followsFigures == true ? SheetRegistration() : nil)
    }

    static var members: Members<SheetSettings> {
        Members("sheet", "a sheet", exclusive: SheetCutting.pairs) {
            Member.cutting("grid", .grid) { .grid($0) }
                .about("Equal cells; uncut the asset is one picture.")
            Member.cutting("cell", .cell) { .cell($0) }.about("Cells of a size; as many as fit.")
            let rects = list(of: Shape<PixelRect>.rect, atLeast: 1, atMost: FrameList.limit)
            Member.cutting("rects", rects) { .rects($0) }.about("Rectangles of the picture.")
            Member.cutting("islands", .islands) { .islands($0) }
                .about("Figures, wherever they stand.")
            Member.cutting("auto", .automatic) { .auto($0) }
                .about(
                    "Along the gutters that are found, else around figures: true, or what is known."
                )
            Member("register", \.register, SheetRegistration.members.object(SheetRegistration()))
                .about(
                    "How frames are brought onto one cell; by their feet where figures are cut out, "
                        + "else not at all."
                )
            Member("pixelate", \.pixelation, .pixelation)
                .about(
                    "Makes true pixels of blocks: their side in source pixels, or auto to find it."
                )
            Member("frames", \.frames, .choice, default: "sheet")
                .about("Where the frames of an animation are.")
            Member("animations", \.animations, map(.identifier, to: .animation, name: \.name))
                .about("Animations by name.")
            Member.key(\.key)
            Member("chroma", \.chroma, .chroma).about("Keying settings of these assets.")
            Member("also", \.also, list(of: .companion, atMost: 7), default: [])
                .about(
                    "Assets with the same figure over other screens, which give exact color and alpha; "
                        + "<asset> stands for this one's name."
                )
            Member("placement", \.placement, .placement)
                .about(
                    "How these pictures are put on the canvas; species and items are laid over it."
                )
            Member("fullCanvas", \.isFullCanvas, .bool, default: false)
                .about(
                    "Whether the drawing is the whole canvas, so that no item's placement applies."
                )
            Member("filter", \.filter, .choice, default: "auto")
                .about("How pixels become more or fewer.")
            Member("pivot", \.pivot, .point(-8...8))
                .about("The point frames are placed by: [0, 0] top-left, [1, 1] bottom-right.")
            Member("nineSlice", \.nineSlice, NineSlice.members.object(NineSlice()))
                .about("Borders that keep their size when the picture is stretched.")
            Member("density", \.density, .integer(1...8))
                .about("Pixels per point, whatever the file's name says.")
            Member("checks", \.checks, .checks)
                .about("Severities of findings about these assets, by check id.")
            Member.coloring
            Member.variants { $0.variants = $1 }
        }
    }
}

/// Where the frames of an asset are.
public enum FrameFiles: String, Choice {
    case sheet
    case animation
    case numbered

    static let about: KeyValuePairs<Self, String> = [
        .sheet: "In one file, cut by the grid.",
        .animation: "In one PNG that is an animation; GIF, WebP and Aseprite need not say it.",
        .numbered: "In a file each, with a number behind the asset's name: idle-01, idle-02.",
    ]
}

/// How a picture's pixels become more or fewer.
public enum ResamplingFilter: String, Choice {
    case automatic = "auto"
    case nearest
    case area
    case cubic

    /// Nil where the picture decides.
    package var resampling: Resampling? {
        switch self {
        case .automatic: nil
        case .nearest: .nearest
        case .area: .box
        case .cubic: .cubic
        }
    }

    static let about: KeyValuePairs<Self, String> = [
        .automatic: "Nearest for pixel art, area for shrinking, cubic for enlarging.",
        .nearest: "Keeps hard pixels: for pixel art.",
        .area: "Averages what falls on a pixel; enlarged pixels stay squares.",
        .cubic: "Smooth and sharp, both ways.",
    ]
}

extension Shape<Overrides<SheetSettings>> {
    static var rule: Shape { Overrides.shape(SheetSettings.members) }
}

extension Member<SheetSettings> {
    /// A way of cutting, which replaces the others that wider rules say.
    fileprivate static func cutting<Value: Sendable>(
        _ name: String,
        _ shape: Shape<Value>,
        _ way: @escaping @Sendable (Value) -> SheetCut
    ) -> Member {
        Member(name, shape) { $0.cutting = .cut(way($1)) }
    }
}

/// How an asset becomes frames.
public enum SheetCutting: Hashable, Sendable {
    case cut(SheetCut)
    /// The file has so many frames of its own. No rule says so.
    case ownFrames(Int)

    /// The member of a sheet rule that says so.
    public var member: String {
        switch self {
        case .cut(.grid): "grid"
        case .cut(.cell): "cell"
        case .cut(.rects): "rects"
        case .cut(.islands): "islands"
        case .cut(.auto): "auto"
        case .ownFrames: "frames"
        }
    }

    /// The number of frames; nil when only the picture shows it.
    public var frameCount: Int? {
        switch self {
        case .cut(let cut): cut.frameCount
        case .ownFrames(let count): count
        }
    }

    /// Whether the figures themselves tell where they are cut, so that they stand anywhere in their
    /// frames until they are registered.
    public var followsFigures: Bool {
        if case .cut(let cut) = self { cut.followsFigures } else { false }
    }

    /// The members of which each says one way.
    package static let members = ["grid", "cell", "rects", "islands", "auto"]

    /// One sheet is cut in one way.
    fileprivate static var pairs: [(String, String)] {
        members.indices.flatMap { index in
            members[(index + 1)...].map { (members[index], $0) }
        }
    }
}

/// What the file of an asset says of itself: its frames, tags and slices.
///
/// It is under the rules of `sheets`, each member of which is laid over it.
public struct FileSheet: Sendable {
    /// Relative to the catalog's folder.
    public var path: String
    public var settings = SheetSettings()
    /// Those members of a sheet rule that the file decides.
    public var members: [String] = []
    /// Whether its only animation is all of it, which no one gave a name.
    public var isUnnamedRun = false

    public init(path: String) { self.path = path }

    /// What an animation is called that no one gave a name.
    public static let unnamedRun = "default"
}
