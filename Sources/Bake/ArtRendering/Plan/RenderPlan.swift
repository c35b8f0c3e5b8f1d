package import Catalog
import KilnManifest

/// One of several things, for some axis values.
struct AxisChoice<Value: Sendable>: AxisArt, Sendable {
    var axes: [String: String]
    var level: Int?
    var value: Value
}

/// Everything that has to be rendered, and what it will be used for; no picture was opened yet.
package struct RenderPlan: Sendable {
    /// The frames of a species or of an item on a species, in waiting.
    package struct Art: Sendable {
        package enum Subject: Hashable, Sendable {
            case species(String)
            case item(String)

            init(of cell: Coverage.Cell) {
                self = cell.item.map { .item($0.id) } ?? .species(cell.species.id)
            }
        }

        package var subject: Subject
        package var species: String
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        /// Which of several layers it is; nil when there is one.
        package var part: Int?
        /// What `<animation>` stood for.
        package var sheet: String?
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        /// Where the picture's pivot goes, in points: once, or for each frame of the base.
        ///
        /// Nil for a full canvas at the origin.
        package var places: [CanvasPoint]?
        package var z: Int
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// A species or an outfit.
        package var isBase: Bool
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    /// A rendition whose pictures are next to those of another one, such as normal maps.
    package struct Side: Hashable, Sendable {
        package var suffix: String
        package var rendition: String
        /// Of the sprites.
        package var base: String
    }

    /// The frames of an image for some axis values, in waiting.
    package struct ImageArt: Sendable {
        package var image: NamedImage
        /// The values that it is for; axes that are not named do not matter.
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// What the asset's image set says.
        package var rendering: RenderingIntent?
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    package var arts: [Art] = []
    /// Those of one image one after the other.
    package var images: [ImageArt] = []
    /// Renditions that fill the canvas and its bleed behind looks, by the image's id.
    var backgrounds: [String: [AxisChoice<String>]] = [:]
    package var sides: [Side] = []
    /// What is drawn without a file.
    package var missing = MissingArt()
    /// One for each asset and way of keying it, in the order of first use.
    package var jobs: [RenderJob] = []

    package init() {}

    /// Plans the cells that resolved to an asset.
    ///
    /// `images` are planned after them, and `backgrounds` as backgrounds of looks. `folder` is the
    /// catalog's own; `scales` ascend, in pixels per point; `sides` finds side assets by suffix and
    /// name.
    package init(
        _ catalog: Catalog,
        _ cells: [Coverage.Cell],
        images: [Coverage.ImageArt] = [],
        backgrounds: [Coverage.ImageArt] = [],
        in folder: String,
        scales: [Int],
        sides: (suffixes: [String], index: AssetIndex)? = nil
    ) {
        var planner = RenderPlanner(
            catalog: catalog,
            folder: folder,
            scales: scales,
            sides: sides,
            changesColors: !catalog.authoredColorings.isEmpty
        )
        planner.reserveCapacity(cells.count)
        for cell in cells { planner.add(cell) }
        for art in images { planner.add(art) }
        for art in backgrounds { planner.add(background: art) }
        self = planner.plan
    }
}
