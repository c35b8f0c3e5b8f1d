/// As much of a look as a manifest can draw, and what had to go.
public struct WearableLook: Hashable, Sendable {
    /// What can be drawn.
    public var look: Look
    /// A species that is gone, axes by name, then the outfit, then overlays in the order in which they were put on; last
    /// what its slot has no room for.
    public var dropped: [Dropped]

    public init(look: Look, dropped: [Dropped]) {
        self.look = look
        self.dropped = dropped
    }

    /// Something that a look names and does not wear any more.
    public struct Dropped: Hashable, Sendable {
        /// An item's id, a species's, or an axis's name.
        public var id: String
        /// Why it had to go.
        public var reason: Reason

        public init(id: String, reason: Reason) {
            self.id = id
            self.reason = reason
        }

        /// Whether it is an item that the game still has, and that is worn no more: one for the
        /// wardrobe.
        public var goesBack: Bool {
            [.cannotWear, .changedEquipStyle, .slotFull].contains(reason)
        }
    }

    /// Why something had to go; new reasons may come, so compare instead of switching over all.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The manifest has no such species: another one stands in.
        public static let unknownSpecies = Reason(rawValue: "unknown-species")
        /// The manifest has no such item.
        public static let unknownItem = Reason(rawValue: "unknown-item")
        /// The item has no art for the species.
        public static let cannotWear = Reason(rawValue: "cannot-wear")
        /// The item is an overlay now, and was worn as an outfit; or the other way round.
        public static let changedEquipStyle = Reason(rawValue: "changed-equip-style")
        /// The overlay is worn already.
        public static let wornTwice = Reason(rawValue: "worn-twice")
        /// Newer items fill its slot.
        public static let slotFull = Reason(rawValue: "slot-full")
        /// The manifest has no such axis, or the axis no such value: its default counts.
        public static let unknownAxisValue = Reason(rawValue: "unknown-axis-value")
    }
}

extension Manifest {
    /// The look without what cannot be drawn: for a pet that became another species, and for saves
    /// that name what is gone.
    ///
    ///     let fitting = try manifest.wearable(save.look, elseSpecies: "dog")
    ///     look = fitting.look  // and what of fitting.dropped goesBack is for the wardrobe
    ///
    /// - Parameters:
    ///   - look: any look, also one that names what this manifest never had.
    ///   - fallback: the species that stands in for one that is gone; nil when none does.
    /// - Returns: what `drawList` can draw, and what is missing from it.
    /// - Throws: `.unknownSpecies`: without a species nothing can be drawn.
    public func wearable(
        _ look: Look,
        elseSpecies fallback: String? = nil
    ) throws(ManifestError) -> WearableLook {
        if let fallback, !species.contains(where: { $0.id == look.species }) {
            var other = look
            other.species = fallback
            var fitting = try wearable(other)
            fitting.dropped.insert(.init(id: look.species, reason: .unknownSpecies), at: 0)
            return fitting
        }
        var kept = try self.look(species: look.species)
        var dropped: [WearableLook.Dropped] = []
        for (name, value) in look.axes.sorted(by: { $0.key < $1.key }) {
            let axis = axes.first { $0.name == name }
            // Locales are looked up by their beginnings, so all of them are values.
            if axis?.values.contains(value) == true || axis?.kind == Axis.localeKind {
                kept.axes[name] = value
            } else {
                dropped.append(.init(id: name, reason: .unknownAxisValue))
            }
        }
        if let base = look.base {
            if let reason = obstacle(to: base, as: .replaceSprite, on: kept) {
                dropped.append(.init(id: base, reason: reason))
            } else {
                kept.base = base
            }
        }
        var worn: Set<String> = []
        for id in look.overlays {
            let isSecond = worn.contains(id)
            let reason = isSecond ? .wornTwice : obstacle(to: id, as: .overlay, on: kept)
            if let reason {
                dropped.append(.init(id: id, reason: reason))
            } else {
                kept.overlays.append(id)
                worn.insert(id)
            }
        }
        for id in overfull(kept) {
            kept.unequip(id)
            dropped.append(.init(id: id, reason: .slotFull))
        }
        return WearableLook(look: kept, dropped: dropped)
    }

    /// Why a look cannot wear an item in that way; nil when it can.
    private func obstacle(
        to id: String,
        as style: EquipStyle,
        on look: Look
    ) -> WearableLook.Reason? {
        guard let item = self.item(id) else { return .unknownItem }
        guard item.equipStyle == style else { return .changedEquipStyle }
        return art(among: item.art, for: look) == nil ? .cannotWear : nil
    }
}
