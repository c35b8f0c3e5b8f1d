/// A dressed pet: a species, at most one outfit in place of its own sprite, and overlays.
///
/// A plain value of ids; a game may keep it in its saves.
public struct Look: Hashable, Sendable, Codable, ManifestObject {
    /// The id of a species.
    public var species = ""
    /// The outfit worn in place of the pet's own sprite.
    public var base: String?
    /// In the order in which they were put on; layers are ordered by `z`, not by this.
    public var overlays: [String] = []
    /// Chosen axis values; an axis that is not named has its default.
    public var axes: [String: String] = [:]

    public init(
        species: String,
        base: String? = nil,
        overlays: [String] = [],
        axes: [String: String] = [:]
    ) {
        self.species = species
        self.base = base
        self.overlays = overlays
        self.axes = axes
    }

    package init() {}

    package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
        field("axes", &axes)
        field("base", &base)
        field("overlays", &overlays)
        field("species", &species)
    }

    /// Puts `item` on: an outfit replaces the one worn, an overlay is added.
    ///
    /// What its slot has no room for any more is taken off, the oldest first. Putting on what is
    /// worn already changes nothing.
    ///
    /// - Parameters:
    ///   - item: its id.
    ///   - manifest: of the bake.
    /// - Returns: the ids of what came off, for the wardrobe.
    /// - Throws: `.unknownItem`, or `.cannotWear` when the species has no art for it; the look stays.
    @discardableResult
    public mutating func equip(
        _ item: String,
        in manifest: Manifest
    ) throws(ManifestError) -> [String] {
        let worn = try manifest.itemWorn(item)
        guard manifest.art(among: worn.art, for: self) != nil else { throw .cannotWear(item, self) }
        var off: [String] = []
        switch worn.equipStyle {
        case .replaceSprite:
            guard base != item else { return [] }
            if let base { off.append(base) }
            base = item
        case .overlay:
            guard !overlays.contains(item) else { return [] }
            overlays.append(item)
        }
        guard let slot = worn.slot else { return off }
        for id in manifest.overfull(self, keeping: item) where manifest.item(id)?.slot == slot {
            unequip(id)
            off.append(id)
        }
        return off
    }

    /// Whether `item` is worn.
    public func wears(_ item: String) -> Bool { base == item || overlays.contains(item) }

    /// Takes `item` off when it is worn, and puts it on otherwise.
    ///
    /// - Parameters:
    ///   - item: its id.
    ///   - manifest: of the bake.
    /// - Returns: whether it is worn now.
    /// - Throws: as `equip` does; taking off never throws.
    @discardableResult
    public mutating func toggle(
        _ item: String,
        in manifest: Manifest
    ) throws(ManifestError) -> Bool {
        if wears(item) {
            unequip(item)
            return false
        }
        try equip(item, in: manifest)
        return true
    }

    /// Takes `item` off; nothing happens when it is not worn.
    ///
    /// It needs no manifest, so what is gone from the game comes off as well.
    ///
    /// - Parameter item: its id.
    /// - Returns: whether it was worn.
    @discardableResult
    public mutating func unequip(_ item: String) -> Bool {
        guard wears(item) else { return false }
        if base == item { base = nil }
        overlays.removeAll { $0 == item }
        return true
    }

    /// Turns the pet into another species, which keeps what it can wear.
    ///
    /// - Parameters:
    ///   - species: its id.
    ///   - manifest: of the bake.
    /// - Returns: what had to go and why, for the wardrobe.
    /// - Throws: `.unknownSpecies`; the look stays.
    @discardableResult
    public mutating func become(
        _ species: String,
        in manifest: Manifest
    ) throws(ManifestError) -> [WearableLook.Dropped] {
        var changed = self
        changed.species = species
        let fitting = try manifest.wearable(changed)
        self = fitting.look
        return fitting.dropped
    }
}

extension Manifest {
    /// The undressed pet.
    ///
    /// - Throws: `.unknownSpecies`.
    public func look(species id: String) throws(ManifestError) -> Look {
        guard species(id) != nil else {
            throw ManifestError(.unknownSpecies, "there is no species \"\(id)\"")
        }
        return Look(species: id)
    }

    /// What a look could put on, worn or not, in the catalog's order: a wardrobe to choose from.
    public func wearableItems(for look: Look) -> [Item] {
        items.filter { art(among: $0.art, for: look) != nil }
    }

    /// The species with an id; nil when none exists.
    public func species(_ id: String) -> Species? { species.first { $0.id == id } }

    /// The item with an id; nil when none exists.
    public func item(_ id: String) -> Item? { items.first { $0.id == id } }

    func itemWorn(_ id: String) throws(ManifestError) -> Item {
        guard let item = self.item(id) else {
            throw ManifestError(.unknownItem, "there is no item \"\(id)\"")
        }
        return item
    }

    /// The art that fits the look's species and axis values best.
    func art(among candidates: [Art], for look: Look) -> Art? {
        candidates.lazy.filter { $0.species == look.species }.best(for: look.axes, axes)
    }
}
