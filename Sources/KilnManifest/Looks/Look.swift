/// A dressed pet: a species, at most one outfit in place of its own sprite, and overlays.
///
/// A plain value of ids; a game may keep it in its saves.
public struct Look: Hashable, Sendable, Codable {
    public var species: String
    /// The outfit worn in place of the pet's own sprite.
    public var base: String?
    /// In the order in which they were put on; layers are ordered by `z`, not by this.
    public var overlays: [String]
    /// Chosen axis values; an axis that is not named has its default.
    public var axes: [String: String]

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

    /// Puts `item` on: an outfit takes the place of the one worn, an overlay is added.
    ///
    /// What its slot has no room for any more is taken off, the oldest first. Putting on what is
    /// worn already changes nothing.
    ///
    /// - Throws: `.unknownItem`, or `.cannotWear` when the species has no art for it.
    public mutating func equip(_ item: String, in manifest: Manifest) throws(ManifestError) {
        let worn = try manifest.item(item)
        _ = try manifest.art(of: worn, for: self)
        switch worn.equipStyle {
        case .replaceSprite:
            guard base != item else { return }
            base = item
        case .overlay:
            guard !overlays.contains(item) else { return }
            overlays.append(item)
        }
        guard let slot = worn.slot else { return }
        for id in manifest.overfull(self, keeping: item) where manifest.slot(of: id) == slot {
            unequip(id)
        }
    }

    /// Whether `item` is worn.
    public func wears(_ item: String) -> Bool { base == item || overlays.contains(item) }

    /// Takes `item` off when it is worn, and puts it on otherwise.
    ///
    /// - Returns: whether it is worn now.
    /// - Throws: as `equip` does.
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
    public mutating func unequip(_ item: String) {
        if base == item { base = nil }
        overlays.removeAll { $0 == item }
    }
}

extension Manifest {
    /// The undressed pet.
    ///
    /// - Throws: `.unknownSpecies`.
    public func look(species id: String) throws(ManifestError) -> Look {
        guard species.contains(where: { $0.id == id }) else {
            throw ManifestError(.unknownSpecies, "there is no species \"\(id)\"")
        }
        return Look(species: id)
    }

    func item(_ id: String) throws(ManifestError) -> Item {
        guard let item = items.first(where: { $0.id == id }) else {
            throw ManifestError(.unknownItem, "there is no item \"\(id)\"")
        }
        return item
    }

    /// The art of `item` on the look's species, for the look's axis values.
    func art(of item: Item, for look: Look) throws(ManifestError) -> Art {
        guard let art = art(among: item.art, for: look) else { throw .cannotWear(item.id, look) }
        return art
    }

    /// The art that fits the look's species and axis values best.
    func art(among candidates: [Art], for look: Look) -> Art? {
        candidates.lazy.filter { $0.species == look.species }.best(for: look.axes, axes)
    }
}
