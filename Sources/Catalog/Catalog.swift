public import ChromaKey

// Catalog: the authored input, `catalog.json`.
//
// In: the file's bytes. Out: a `Catalog` of plain values, every problem with its location, and the
// merged settings for each subject with their origin. No disk, no pixels, no assets.
//
// Each object of the file has one table of members (`static var members`). The table reads the
// object, reports unknown members, and writes the JSON Schema.

/// The authored description of a game's pets, and how to bake it.
public struct Catalog: Sendable {
    public static let currentVersion = 1

    public var name = "game"
    public var sources = SourceRules()
    /// The size of a composed pet in points (pixels at scale 1).
    public var canvas = Canvas()
    /// Pixels per point of files without `@2x` or `@3x`.
    public var sourceDensity = 1
    public var naming = Naming()
    /// In the order of the file.
    public var axes: [Axis] = []
    /// The values of `<animation>` in asset names, in display order.
    public var animations: [String] = []
    public var chroma = Overrides<KeySettings>()
    public var species: [Species] = [] {
        didSet { speciesPlaces = places(of: species.map(\.id)) }
    }
    /// In the order of the file, which breaks ties of `z`.
    public var items: [Item] = [] { didSet { itemPlaces = places(of: items.map(\.id)) } }
    public var sheets: [SheetRule] = []
    /// What files declare, by asset; empty until they are read.
    public var sheetsOfFiles: [String: FileSheet] = [:]
    public var looks: [NamedLook] = []
    /// In the order of the file.
    public var palettes: [Palette] = []
    /// Images that belong to no species, in the order of the file.
    public var images: [NamedImage] = []
    public var targets: [Target] = [Target(id: "game")]
    public var profiles: [Profile] = []
    public var profile: Profile?
    /// Severities other than the checks' own.
    public var checks: [CheckRule] = []
    /// Which of `credit` and `license` every species and item must state.
    public var requiredCredits: [CreditMember] = []
    /// In the order of the file.
    public var slots: [Slot] = []
    /// Intentional removals since earlier bakes.
    public var retired = Retired()
    public var colors = ColorNames()
    /// How names are written as Swift source.
    public var swift = SwiftNaming()
    public var extras: Extras?
    public var place = CatalogPlace.none
    /// Where ids stand in the text.
    var mentions: [Mention] = []

    // Indexes for large catalogs.
    var speciesPlaces: [String: Int] = [:]
    var itemPlaces: [String: Int] = [:]

    public init() {}
}

/// The first of equal ids.
private func places(of ids: [String]) -> [String: Int] {
    Dictionary(zip(ids, ids.indices)) { first, _ in first }
}

/// In points.
public struct Canvas: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// How far layers may extend beyond it.
    public var bleed: Bleed

    public init(width: Int = 256, height: Int = 256, bleed: Bleed = Bleed()) {
        self.width = width
        self.height = height
        self.bleed = bleed
    }
}

/// A margin around the canvas, in points, that images of looks include.
public struct Bleed: Hashable, Sendable {
    public var top = 0
    public var right = 0
    public var bottom = 0
    public var left = 0

    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}

/// What every species and item may be required to state.
public enum CreditMember: String, Choice {
    case credit
    case license

    var about: String {
        switch self {
        case .credit: "Who made the art."
        case .license: "Under which license it may be used."
        }
    }
}
