public import ChromaKey
public import Diagnostics
import KilnManifest

/// The source of a setting; later ones override earlier ones.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    case builtIn
    /// An image file's own declarations, by path.
    case file(String)
    case catalog
    /// A rule of `sheets`, by its pattern.
    case sheet(String)
    case species(String)
    case item(String)
    /// One of several layers, from 0.
    case part(Int)
    case perSpecies(item: String, species: String)
    case image(String)
    case axisValue(axis: String, value: String)
    /// A setting for only one value of an axis.
    indirect case variant(SettingOrigin, axis: String, value: String)

    public var description: String {
        switch self {
        case .builtIn: "built-in"
        case .file(let path): path
        case .catalog: "catalog"
        case .sheet(let pattern): "sheet \(pattern)"
        case .species(let id): "species \(id)"
        case .item(let id): "item \(id)"
        case .part(let number): "part \(number + 1)"
        case .perSpecies(let item, let species): "item \(item) for \(species)"
        case .image(let id): "image \(id)"
        case .axisValue(let axis, let value): "axis \(axis), value \(value)"
        case .variant(let origin, let axis, let value): "\(origin) for \(axis) \(value)"
        }
    }
}

/// Merged settings, with the origin of each member.
public struct Resolved<Settings: Sendable>: Sendable {
    public private(set) var value: Settings
    private var decided: [String: (origin: SettingOrigin, place: CatalogPlace)] = [:]

    /// Starts with built-in settings, and what of them a file declares, below everything else.
    init(_ value: Settings, members: [String] = [], by path: String = "") {
        self.value = value
        for member in members { decided[member] = (.file(path), .none) }
    }

    mutating func lay(_ overrides: Overrides<Settings>, from origin: SettingOrigin) {
        value = overrides.applied(to: value)
        for member in overrides.members { decided[member] = (origin, overrides.place[member]) }
    }

    /// The origin of a member, by its name in the file.
    public func origin(of member: String) -> SettingOrigin { decided[member]?.origin ?? .builtIn }

    /// The place of the deciding value; none for built-in ones.
    public func place(of member: String) -> CatalogPlace { decided[member]?.place ?? .none }

    /// The members' values for people, and who decided each.
    ///
    /// `shown` stands in for the value where more is known about it.
    fileprivate func rows(_ members: Members<Settings>, _ shown: Settings) -> [Row] {
        members.rows(shown).map { (name: $0.name, text: $0.text, origin: origin(of: $0.name)) }
    }

    package typealias Row = (name: String, text: String, origin: SettingOrigin)

    /// The location of the deciding value; nil for built-in ones.
    public func location(of member: String) -> SourceLocation? { place(of: member).location }
}

extension Resolved<KeySettings> {
    package var rows: [Row] { rows(KeySettings.members, value) }
}

extension Resolved<Placement> {
    /// What counts of it; without an anchor or a pivot those that stand in.
    package func rows(anchor: String, pivot: CanvasPoint) -> [Row] {
        var shown = value
        shown.anchor = value.anchor ?? anchor
        shown.pivot = value.pivot ?? pivot
        return rows(Placement.members, shown).filter { row in
            value.size == nil ? !["size", "fit"].contains(row.name) : row.name != "scale"
        }
    }
}

/// Whose art it is.
public enum ArtSubject: Sendable {
    case species(Species)
    case item(Item, wornBy: Species)
    case image(NamedImage)

    public init(_ item: Item?, on species: Species) {
        self = item.map { .item($0, wornBy: species) } ?? .species(species)
    }

    /// Its layers; empty for a single image.
    public var parts: [Part] {
        switch self {
        case .species(let species): species.parts
        case .item(let item, _): item.parts
        case .image: []
        }
    }

    typealias Own = (
        key: KeyWish?, chroma: Overrides<KeySettings>, coloring: Coloring,
        variants: [ColorVariant], origin: SettingOrigin, place: CatalogPlace
    )

    /// What it says itself about keying and colors.
    var own: Own {
        switch self {
        case .species(let pet):
            (pet.key, pet.chroma, pet.coloring, pet.variants, .species(pet.id), pet.place)
        case .item(let item, _):
            (item.key, item.chroma, item.coloring, item.variants, .item(item.id), item.place)
        case .image(let image):
            (
                image.key, image.chroma, image.coloring, image.variants, .image(image.id),
                image.place
            )
        }
    }
}

extension ArtSubject {
    /// What an item says for the species that wears it.
    fileprivate var variant: (own: SpeciesVariant, origin: SettingOrigin)? {
        guard case .item(let item, let species) = self else { return nil }
        let origin = SettingOrigin.perSpecies(item: item.id, species: species.id)
        return item.variant(for: species.id).map { ($0, origin) }
    }
}

extension SheetRule {
    fileprivate var origin: SettingOrigin { .sheet(pattern.text) }
}

/// Whether to remove an image's background.
public enum KeyWish: String, Hashable, Sendable {
    case never
    /// Unless the image has transparency.
    case whenOpaque
    case always
    /// Where it has a screen.
    case auto
}

public typealias KeyDecision = (wish: KeyWish, origin: SettingOrigin)

extension Catalog {
    /// The rules for an asset in order of precedence: patterns as in the file, then the rule with
    /// its exact name.
    public func sheetRules(for asset: String) -> [SheetRule] {
        let matching = sheets.filter { $0.pattern.matches(asset) }
        if matching.count < 2 { return matching }
        return matching.filter(\.pattern.hasWildcards)
            + matching.filter { !$0.pattern.hasWildcards }
    }

    /// The merged settings of an asset, except keying: see `chroma(for:asset:)`.
    public func sheet(for asset: String) -> Resolved<SheetSettings> {
        var result =
            sheetsOfFiles[asset].map { Resolved($0.settings, members: $0.members, by: $0.path) }
            ?? Resolved(SheetSettings())
        for rule in sheetRules(for: asset) {
            result.lay(rule.settings, from: rule.origin)
        }
        return result
    }

    /// The keying settings for a subject's asset.
    ///
    /// Order: built-in, catalog, sheet rules, species, item or image, the item's `perSpecies`.
    public func chroma(for subject: ArtSubject, asset: String) -> Resolved<KeySettings> {
        var result = Resolved(KeySettings())
        result.lay(chroma, from: .catalog)
        for rule in sheetRules(for: asset) { result.lay(rule.own.chroma, from: rule.origin) }
        let own = subject.own
        result.lay(own.chroma, from: own.origin)
        if let (variant, origin) = subject.variant { result.lay(variant.chroma, from: origin) }
        return result
    }

    /// Whether a subject's asset is keyed, and the origin.
    ///
    /// By default, overlays are keyed if opaque, all others are not.
    public func keyWish(for subject: ArtSubject, asset: String) -> KeyDecision {
        var standard = KeyWish.never
        if let (variant, origin) = subject.variant, let key = variant.key { return (key, origin) }
        if case .item(let item, _) = subject, item.equipStyle == .overlay { standard = .whenOpaque }
        let own = subject.own
        if let key = own.key { return (key, own.origin) }
        let rule = sheetRules(for: asset).last { $0.own.key != nil || !$0.own.also.isEmpty }
        // Images over other screens imply keying.
        return rule.map { ($0.own.key ?? .always, $0.origin) } ?? (standard, .builtIn)
    }

    /// The placement of a subject's asset on the canvas; nil for the default, a full canvas at the
    /// origin, and for images, which are on no canvas.
    ///
    /// Order: built-in, sheet rules, the species (the pet itself and outfits only), the item, the
    /// part and the item's `perSpecies` (unless the sheet declares a full canvas). A nil `asset`
    /// skips sheet rules.
    public func placement(
        for subject: ArtSubject,
        part: Int = 0,
        asset: String?
    ) -> Resolved<Placement>? {
        var result = Resolved(Placement())
        var isAuthored = false
        func lay(_ overrides: Overrides<Placement>, from origin: SettingOrigin) {
            // An empty authored object is a placement too, with the default position.
            isAuthored = isAuthored || overrides.isAuthored
            result.lay(overrides, from: origin)
        }
        let rules = asset.map { sheetRules(for: $0) } ?? []
        for rule in rules { lay(rule.own.placement, from: rule.origin) }
        let own = subject.parts.layer(part)?.placement ?? Overrides()
        switch subject {
        case .image: return nil
        case .species(let species):
            lay(species.placement, from: .species(species.id))
            lay(own, from: .part(part))
        case .item(let item, let species):
            if item.equipStyle == .replaceSprite {
                lay(species.placement, from: .species(species.id))
            }
            guard asset.map({ sheet(for: $0).value.isFullCanvas }) != true else { break }
            lay(item.placement, from: .item(item.id))
            lay(own, from: .part(part))
            if let (variant, origin) = subject.variant { lay(variant.placement, from: origin) }
        }
        return isAuthored ? result : nil
    }

    /// The layer order of an image: authored for items and their parts, and for the parts of pets.
    public func z(of subject: ArtSubject, part: Int = 0) -> Int {
        let parts = subject.parts
        let own = parts.layer(part)?.z
        guard case .item(let item, let species) = subject else { return own ?? 0 }
        // Overlays are ordered relative to an outfit.
        let whole = item.equipStyle == .replaceSprite && !parts.isEmpty ? 0 : item.z
        return own ?? item.variant(for: species.id)?.z ?? whole
    }

    public var placeholders: Set<String> { placeholdersOfPets.union(placeholdersOfImages) }

    public var placeholdersOfImages: Set<String> {
        guard !images.isEmpty else { return [] }
        let assets = images.lazy.map(\.asset).filter { $0.contains("<") }
        let templates = naming.image + assets.compactMap { NamingTemplate($0) }
        return Set(templates.flatMap(\.placeholders))
    }

    /// The placeholders in asset names of species and items.
    public var placeholdersOfPets: Set<String> {
        let own = species.flatMap { [$0.asset].compactMap(\.self) + $0.parts.map(\.asset) }
        let worn = items.flatMap { item in
            [item.asset] + item.parts.map(\.asset) + item.perSpecies.compactMap(\.asset)
        }
        let assets = (own + worn).filter { $0.contains("<") }.compactMap { NamingTemplate($0) }
        let templates = naming.base + naming.overlay + naming.species + assets
        return Set(templates.flatMap(\.placeholders))
    }

    /// The value of `<asset>` when a species wears an item.
    public func asset(of item: Item, for species: Species, part: Int = 0) -> String {
        let own = item.parts.layer(part)?.asset ?? item.asset
        return part == 0 ? item.variant(for: species.id)?.asset ?? own : own
    }

    public func species(_ id: String) -> Species? { speciesPlaces[id].map { species[$0] } }

    public func item(_ id: String) -> Item? { itemPlaces[id].map { items[$0] } }
}
