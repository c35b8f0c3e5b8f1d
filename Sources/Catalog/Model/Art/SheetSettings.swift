internal import JSON

/// How assets whose name fits a pattern are cut and treated.
public struct SheetRule: Sendable {
    public var pattern: Glob
    public var settings: Overrides<SheetSettings>
    public var place: CatalogPlace

    /// What this rule alone says, over the defaults.
    public var own: SheetSettings { settings.applied(to: SheetSettings()) }
}

/// How an asset is cut into frames, and how its pixels are treated.
public struct SheetSettings: Sendable {
    /// Nil when the asset is one picture.
    public var grid: SheetGrid?
    /// Where the frames of an asset are, when it has several.
    public var frames = FrameFiles.sheet
    public var animations: [SheetAnimation] = []
    /// Whether the background is removed; nil leaves it to species, item and the defaults.
    public var key: Bool?
    public var chroma = Overrides<ChromaSettings>()
    /// How the picture is put on the canvas, before species and items say more.
    public var placement = Overrides<Placement>()
    /// Whether the drawing is the whole canvas, so that no item places it.
    public var isFullCanvas = false
    public var filter = ResamplingFilter.automatic
    /// In the frame's own units: 0,0 is its top-left corner, 1,1 its bottom-right one.
    public var pivot: CanvasPoint?
    public var nineSlice: NineSlice?
    /// Pixels per point; nil leaves it to the file's name and the catalog.
    public var density: Int?
    /// Severities of findings about these assets.
    public var checks: [CheckRule] = []

    public init() {}
}

/// Equal cells in rows and columns; lengths in source pixels.
public struct SheetGrid: Hashable, Sendable {
    public var columns = 1
    public var rows = 1
    /// The number of cells in use, row by row; nil means all.
    public var count: Int?
    /// Nil: the sheet's width without margins and spacing, divided by the columns.
    public var cellWidth: Int?
    /// Nil: the sheet's height without margins and spacing, divided by the rows.
    public var cellHeight: Int?
    /// Around all cells.
    public var margin = 0
    /// Between cells.
    public var spacing = 0
    /// Taken off each cell's four sides once it is cut.
    public var inset = 0

    public init() {}

    /// The number of frames.
    public var frameCount: Int { min(count ?? .max, columns * rows) }
}

/// Frames of a sheet shown one after another.
public struct SheetAnimation: Sendable {
    public var name = ""
    /// Cell numbers from 0; nil means all cells in order.
    public var frames: [Int]?
    public var framesPerSecond = 8.0
    public var loops = true
    /// How long each of `frames` is shown, in milliseconds; nil leaves it to `framesPerSecond`.
    public var durations: [Int]?
    public var direction = PlayDirection.forward
    public var place = CatalogPlace.none

    public init() {}
}

/// Where the frames of an asset are.
public enum FrameFiles: String, Choice {
    case sheet
    case numbered

    var about: String {
        switch self {
        case .sheet: "In one file, cut by the grid."
        case .numbered: "In a file each, with a number behind the asset's name: idle-01, idle-02."
        }
    }
}

/// How a picture's pixels become more or fewer.
public enum ResamplingFilter: String, Choice {
    case automatic = "auto"
    case nearest
    case area
    case cubic

    var about: String {
        switch self {
        case .automatic: "Nearest for pixel art, area for shrinking, cubic for enlarging."
        case .nearest: "Keeps hard pixels: for pixel art."
        case .area: "Averages what falls on a pixel; enlarged pixels stay squares."
        case .cubic: "Smooth and sharp, both ways."
        }
    }
}

/// Widths of the borders that keep their size when the picture is stretched, in points.
public struct NineSlice: Hashable, Sendable {
    public var left = 0
    public var top = 0
    public var right = 0
    public var bottom = 0

    public init() {}
}

extension SheetSettings {
    static var members: Members<SheetSettings> {
        Members(
            "sheet",
            "a sheet",
            [
                Member("grid", \.grid, .grid, "Equal cells; without it the asset is one picture."),
                Member(
                    "frames",
                    \.frames,
                    .choice,
                    default: "sheet",
                    "Where the frames of an animation are."
                ),
                Member(
                    "animations",
                    map(.identifier, to: Shape<SheetAnimation>.animation),
                    "Animations by name."
                ) { sheet, animations in
                    sheet.animations = animations.map {
                        var animation = $0.value
                        animation.name = $0.name
                        return animation
                    }
                },
                Member("key", \.key, .bool, "Whether the background is removed."),
                Member("chroma", \.chroma, .chroma, "Keying settings of these assets."),
                Member(
                    "placement",
                    \.placement,
                    .placement,
                    "How these pictures are put on the canvas; species and items are laid over it."
                ),
                Member(
                    "fullCanvas",
                    \.isFullCanvas,
                    .bool,
                    default: false,
                    "Whether the drawing is the whole canvas, so that no item's placement applies."
                ),
                Member(
                    "filter",
                    \.filter,
                    .choice,
                    default: "auto",
                    "How pixels become more or fewer."
                ),
                Member(
                    "pivot",
                    \.pivot,
                    .point(-8...8),
                    "The point frames are placed by: [0, 0] top-left, [1, 1] bottom-right."
                ),
                Member(
                    "nineSlice",
                    \.nineSlice,
                    .nineSlice,
                    "Borders that keep their size when the picture is stretched."
                ),
                Member(
                    "density",
                    \.density,
                    .integer(1...8),
                    "Pixels per point, whatever the file's name says."
                ),
                Member(
                    "checks",
                    \.checks,
                    .checks,
                    "Severities of findings about these assets, by check id."
                ),
            ]
        )
    }
}

extension SheetAnimation: CatalogObject {
    static var members: Members<SheetAnimation> {
        Members(
            "animation",
            "an animation",
            [
                Member(
                    "frames",
                    \.frames,
                    .frames,
                    "Cell numbers from 0: \"0-3\", \"0-3,2,1\" or [0, 1, 2]; all cells unless said."
                ),
                Member(
                    "fps",
                    \.framesPerSecond,
                    .number(0.1...240),
                    default: 8,
                    "Frames per second."
                ),
                Member(
                    "loop",
                    \.loops,
                    .bool,
                    default: true,
                    "Whether it begins again at its end."
                ),
                Member(
                    "durations",
                    \.durations,
                    .durations,
                    "How long each frame is shown, in milliseconds; in place of \"fps\"."
                ),
                Member(
                    "direction",
                    \.direction,
                    .choice,
                    default: "forward",
                    "In which order the frames are shown."
                ),
            ]
        )
    }
}

/// Read apart from their models, which shall not carry a place.
private struct GridObject: CatalogObject {
    var grid = SheetGrid()
    var place = CatalogPlace.none

    static var members: Members<GridObject> {
        let length = Shape<Int>.integer(0...16_384)
        let side = Shape<Int>.integer(1...16_384)
        return Members(
            "grid",
            "a grid",
            [
                Member(
                    "columns",
                    \.grid.columns,
                    .integer(1...1024),
                    need: .required,
                    "Cells side by side."
                ),
                Member(
                    "rows",
                    \.grid.rows,
                    .integer(1...1024),
                    default: 1,
                    "Cells one below another."
                ),
                Member(
                    "count",
                    \.grid.count,
                    .integer(1...1_048_576),
                    "Cells in use, row by row; all unless said."
                ),
                Member(
                    "cellWidth",
                    \.grid.cellWidth,
                    side,
                    "In source pixels; from the sheet's width unless said."
                ),
                Member(
                    "cellHeight",
                    \.grid.cellHeight,
                    side,
                    "In source pixels; from the sheet's height unless said."
                ),
                Member(
                    "margin",
                    \.grid.margin,
                    length,
                    default: 0,
                    "Around all cells, in source pixels."
                ),
                Member(
                    "spacing",
                    \.grid.spacing,
                    length,
                    default: 0,
                    "Between cells, in source pixels."
                ),
                Member(
                    "inset",
                    \.grid.inset,
                    length,
                    default: 0,
                    "Taken off each cell's four sides once it is cut, in source pixels."
                ),
            ]
        )
    }
}

private struct NineSliceObject: CatalogObject {
    var slice = NineSlice()
    var place = CatalogPlace.none

    static var members: Members<NineSliceObject> {
        let width = Shape<Int>.integer(0...4096)
        return Members(
            "nineSlice",
            "a nine-slice",
            [
                Member("left", \.slice.left, width, need: .required, "In points."),
                Member("top", \.slice.top, width, need: .required, "In points."),
                Member("right", \.slice.right, width, need: .required, "In points."),
                Member("bottom", \.slice.bottom, width, need: .required, "In points."),
            ]
        )
    }
}

extension Shape<SheetGrid> {
    fileprivate static let grid = Shape<GridObject>.object.then { object, _, _, _ in object.grid }
}

extension Shape<NineSlice> {
    fileprivate static let nineSlice = Shape<NineSliceObject>.object.then { object, _, _, _ in
        object.slice
    }
}
