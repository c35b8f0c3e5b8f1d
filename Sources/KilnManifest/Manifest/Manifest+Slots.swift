extension Manifest {
    /// A place on a pet for items of one kind, such as its head.
    public struct Slot: Hashable, Sendable, Codable, ManifestObject {
        /// What `Item.slot` names.
        public var id = ""
        /// For people.
        public var name = ""
        /// How many of its items are worn at once.
        public var max = 0
        /// What the catalog says for the game alone; nil when it says nothing.
        public var extras: [String: ManifestValue]?

        public init(
            id: String,
            name: String,
            max: Int = 1,
            extras: [String: ManifestValue]? = nil
        ) {
            self.id = id
            self.name = name
            self.max = max
            self.extras = extras
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("extras", &extras)
            field("id", &id)
            field("max", &max)
            field("name", &name)
        }
    }

    /// What a look wears too much of its slots, the oldest of each; an outfit is older than overlays.
    ///
    /// In the order in which items were put on; `newest` is an item that stays whatever else goes, and
    /// what the manifest does not know takes no slot.
    package func overfull(_ look: Look, keeping newest: String? = nil) -> [String] {
        var worn = ([look.base].compactMap(\.self) + look.overlays).filter { $0 != newest }
        if let newest { worn.append(newest) }
        let slotsOfItems = Dictionary(items.map { ($0.id, $0.slot) }) { first, _ in first }
        var counts: [String: Int] = [:]
        var excess: [String] = []
        for id in worn.reversed() {
            guard case .some(.some(let slot)) = slotsOfItems[id] else { continue }
            counts[slot, default: 0] += 1
            // One item for a slot that nothing was said of.
            let limit = slots?.first { $0.id == slot }?.max ?? 1
            if counts[slot, default: 0] > limit { excess.append(id) }
        }
        return excess.reversed()
    }
}

extension Manifest {
    /// Colors with a name.
    public struct Palette: Hashable, Sendable, Codable, ManifestObject {
        /// What the catalog calls it.
        public var name = ""
        /// As `#RRGGBB`.
        public var colors: [String] = []
        /// What each of `colors` is for; nil when they are distinguished by their order.
        public var roles: [String]?

        public init(name: String, colors: [String], roles: [String]? = nil) {
            self.name = name
            self.colors = colors
            self.roles = roles
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("colors", &colors)
            field("name", &name)
            field("roles", &roles)
        }

        /// The color for a role, as `#RRGGBB`; nil when none exists.
        public subscript(role: String) -> String? {
            guard let place = roles?.firstIndex(of: role), colors.indices.contains(place) else {
                return nil
            }
            return colors[place]
        }
    }

    /// The palette of a name; nil when none exists.
    public func palette(_ name: String) -> Palette? { palettes?.first { $0.name == name } }
}
