public import ChromaKey

// Catalog: the authored input, `catalog.json`.
//
// In: the file's bytes. Out: a `Catalog` of plain values, every problem with its place, and answers
// to "which settings are in force here, and who said so". No disk, no pixels, no asset is looked up.
//
// Each object of the file has one table of members (`static var members`). The table reads the
// object, names what is unknown, and writes the JSON Schema.

/// The authored description of a game's pets: what there is, and how it is to be baked.
public struct Catalog: Sendable {
    /// The only version there is.
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
    /// What `<animation>` stands for in names of assets, in the order in which they are shown.
    public var animations: [String] = []
    /// What the catalog says about keying in general.
    public var chroma = Overrides<KeySettings>()
    public var species: [Species] = [] {
        didSet { speciesPlaces = places(of: species.map(\.id)) }
    }
    /// In the order of the file, which breaks ties of `z`.
    public var items: [Item] = [] { didSet { itemPlaces = places(of: items.map(\.id)) } }
    public var sheets: [SheetRule] = []
    /// What files say of themselves, by asset; nothing until they were looked at.
    public var sheetsOfFiles: [String: FileSheet] = [:]
    public var looks: [NamedLook] = []
    /// Colors with names, in the order of the file.
    public var palettes: [Palette] = []
    /// Pictures that belong to no species, in the order of the file.
    public var images: [NamedImage] = []
    public var targets: [Target] = [Target(id: "game")]
    public var profiles: [Profile] = []
    /// The one that is laid over it; nil without.
    public var profile: Profile?
    /// Severities that differ from the checks' own.
    public var checks: [CheckRule] = []
    /// Which of `credit` and `license` every species and item must state.
    public var requiredCredits: [CreditMember] = []
    /// In the order of the file.
    public var slots: [Slot] = []
    /// What earlier bakes had and this one lacks on purpose.
    public var retired = Retired()
    /// Names that stand for colors.
    public var colors = ColorNames()
    /// How names are written as Swift source.
    public var swift = SwiftNaming()
    public var extras: Extras?
    public var place = CatalogPlace.none

    // To find one of very many.
    var speciesPlaces: [String: Int] = [:]
    var itemPlaces: [String: Int] = [:]

    public init() {}
}

/// Of several equal ids the first.
private func places(of ids: [String]) -> [String: Int] {
    Dictionary(zip(ids, ids.indices)) { first, _ in first }
}

/// A size in points.
public struct Canvas: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// How far layers may reach out of it.
    public var bleed: Bleed

    public init(width: Int = 256, height: Int = 256, bleed: Bleed = Bleed()) {
        self.width = width
        self.height = height
        self.bleed = bleed
    }
}

/// Room around the canvas, in points, that pictures of looks show too.
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

/// What may be required of every species and item.
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
