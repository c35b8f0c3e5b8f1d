public import ChromaKey
import Diagnostics
public import KilnManifest

public struct Item: Sendable, CatalogObject, Colorable {
    public var id = ""
    /// For people; the id by default.
    public var name: String { authoredName ?? id }
    /// The value of `<asset>` in the naming templates.
    public var asset: String { authoredAsset ?? id }
    /// Its layers; empty for a single image.
    public var parts: [Part] = []
    public var equipStyle = Manifest.EquipStyle.overlay
    public var z = 0
    public var species: [String]? { didSet { wearers = species.map { Set($0) } } }
    public var placement = Overrides<Placement>()
    /// Whether the art is keyed; nil uses the sheet's setting and the defaults.
    public var key: KeyWish?
    public var chroma = Overrides<KeySettings>()
    public var coloring = Coloring()
    /// Its colors for values of axes, in the order of the file.
    public var variants: [ColorVariant] = []
    /// Differences for single species, in the order of the file.
    public var perSpecies: [SpeciesVariant] = [] {
        didSet { speciesVariants = places(of: perSpecies.map(\.species)) }
    }
    public var credit: String?
    public var license: String?
    public var checks: [CheckRule] = []
    public var slot: String?
    public var extras: Extras?
    public var place = CatalogPlace.none

    var authoredName: String?
    var authoredAsset: String?

    /// `species` as a set, for many queries.
    private var wearers: Set<String>?
    /// Indexes into `perSpecies` by species.
    private var speciesVariants: [String: Int] = [:]

    public func variant(for species: String) -> SpeciesVariant? {
        speciesVariants[species].map { perSpecies[$0] }
    }

    public func fits(_ species: String) -> Bool { wearers?.contains(species) ?? true }

    static var members: Members<Item> {
        Members("item", "an item", exclusive: [("asset", "parts")]) {
            Member("id", \.id, .identifier.naming(.items), need: .identity)
                .about("What the game and saves call it; never changes.")
            Member("name", \.authoredName, .text).about("For people.")
            Member("asset", \.authoredAsset, .asset)
                .about("What <asset> stands for in naming; the id unless said. Axes may take part.")
            Member("parts", \.parts, .parts)
                .about("Several layers that are worn as one thing, instead of one asset.")
            Member("equipStyle", \.equipStyle, .choice, need: .required).about("How it is worn.")
            Member("z", \.z, .integer(-1000...1000), default: 0)
                .about(
                    "Layer order: the base is 0, negative is behind it; ties go by catalog order."
                )
            Member("species", \.species, list(of: .string.naming(.species), atLeast: 1).distinct())
                .about("Ids of the species that can wear it; all unless said.")
            Member("placement", \.placement, .placement)
                .about(
                    "How the picture is put on the pet; without it the picture is a full canvas."
                )
            Member.key(\.key)
            Member("chroma", \.chroma, .chroma).about("Keying settings of this item.")
            Member(
                "perSpecies",
                \.perSpecies,
                map(.string.naming(.species), to: .object, name: \.species)
            )
            .about(
                "What differs for single species, by species id; laid over the item's own settings."
            )
            Member("credit", \.credit, .limited(4096)).about("Who made the art.")
            Member("license", \.license, .limited(4096))
                .about("Under which license the art may be used.")
            Member("slot", \.slot, .string.naming(.slots))
                .about("The id of the slot that it takes.")
            Member("checks", \.checks, .checks)
                .about("Severities of findings about this item and its art, by check id.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member.coloring
            Member.variants { $0.variants = $1 }
        }
    }
}

extension Manifest.EquipStyle: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .replaceSprite: "A whole outfit: it takes the place of the pet's own sprite.",
        .overlay: "Drawn over the pet; any number of them add up.",
    ]
}

/// The differences of an item for one species.
public struct SpeciesVariant: Sendable, CatalogObject {
    public var species = ""
    public var asset: String?
    public var z: Int?
    public var placement = Overrides<Placement>()
    public var key: KeyWish?
    public var chroma = Overrides<KeySettings>()
    public var place = CatalogPlace.none

    static var members: Members<SpeciesVariant> {
        Members("perSpecies", "what differs for a species") {
            Member("asset", \.asset, .asset)
                .about("What <asset> stands for in naming; of an item with parts, for its first.")
            Member("z", \.z, .integer(-1000...1000)).about("Layer order.")
            Member("placement", \.placement, .placement).about("Laid over the item's placement.")
            Member.key(\.key)
            Member("chroma", \.chroma, .chroma).about("Laid over the item's keying settings.")
        }
    }
}

/// One layer of a thing with several, such as a sleeve before the body and one behind it.
public struct Part: Sendable, CatalogObject {
    /// The value of `<asset>` in the naming templates; for a species the asset itself.
    public var asset = ""
    public var z: Int?
    public var placement = Overrides<Placement>()
    public var place = CatalogPlace.none

    static var members: Members<Part> {
        Members("part", "a part") {
            Member("asset", \.asset, .asset, need: .required)
                .about(
                    "What <asset> stands for in naming; of a species the asset itself. Axes may take part."
                )
            Member("z", \.z, .integer(-1000...1000))
                .about("Layer order; that of the whole unless said.")
            Member("placement", \.placement, .placement).about("Laid over that of the whole.")
        }
    }
}

extension [Part] {
    /// The layer of a number from 0; nil for a thing without that many.
    func layer(_ number: Int) -> Part? { indices.contains(number) ? self[number] : nil }
}

extension Shape<[Part]> {
    static let parts = list(of: Shape<Part>.object, atLeast: 1, atMost: 256)
}

/// A place on a pet for items of one kind, such as its head.
public struct Slot: Sendable, CatalogObject {
    public var id = ""
    /// For people; the id by default.
    public var name: String { authoredName ?? id }
    public var limit = 1
    public var extras: Extras?
    public var place = CatalogPlace.none

    var authoredName: String?

    static var members: Members<Slot> {
        Members("slot", "a slot") {
            Member("max", \.limit, .integer(1...1000), default: 1)
                .about("How many of its items are worn at once; one more takes the oldest off.")
            Member("name", \.authoredName, .text).about("For people.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
        }
    }
}
