import Catalog
import Diagnostics
import KilnManifest

/// The art that a bake of a catalog will have.
public struct ArtFacts: Sendable {
    /// A species, or an outfit on it.
    public struct Base: Hashable, Sendable {
        public var species: String
        /// Nil is the undressed pet.
        public var item: String?

        public init(species: String, item: String?) {
            self.species = species
            self.item = item
        }
    }

    public var animations: [Base: Set<String>] = [:]
    /// The species that each item has art for; nil if unknown.
    public var wearers: [String: Set<String>]?

    public init() {}

    init(_ plan: RenderPlan) {
        var wearers: [String: Set<String>] = [:]
        for art in plan.arts {
            let base = Base(species: art.species, item: art.item)
            if let item = art.item { wearers[item, default: []].insert(art.species) }
            if art.isBase { animations[base, default: []].formUnion(art.animations.map(\.name)) }
        }
        self.wearers = wearers
    }
}

// Names that the game's code uses, and what pets wear.
extension StabilityChecks {
    func anchors() -> [Diagnostic] {
        (old.ids[.species] ?? []).flatMap { species -> [Diagnostic] in
            guard let now = new.anchors[species] else { return [] }
            let before = old.anchors[species] ?? []
            return before.filter { name in
                !now.contains(name) && !new.retired.holds(.anchors, "\(species)/\(name)")
            }.map { name in
                lost(
                    .removedAnchor,
                    "species \"\(species)\" lost the anchor \"\(name)\"",
                    at: new.place(.species, species, "anchors"),
                    renamed(name, before, now)
                )
            }
        }
    }

    func animations() -> [Diagnostic] {
        (old.ids[.species] ?? []).flatMap { species -> [Diagnostic] in
            guard new.hasSpecies(species) else { return [] }
            let bare = lostAnimations(of: .init(species: species, item: nil))
            let found = bare.map { name, other in
                lost(
                    .removedAnimation,
                    "species \"\(species)\" lost the animation \"\(name)\"",
                    at: new.place(.species, species, "id"),
                    other
                )
            }
            // Losses of the pet itself are bareNames once.
            let bareNames = Set(bare.map(\.name))
            return found
                + (old.ids[.items] ?? []).filter(new.hasItem).flatMap { item in
                    lostAnimations(of: .init(species: species, item: item))
                        .filter { !bareNames.contains($0.name) }
                        .map { name, other in
                            lost(
                                .removedAnimation,
                                "item \"\(item)\" on species \"\(species)\" lost the "
                                    + "animation \"\(name)\"",
                                at: new.place(.items, item, "id"),
                                other
                            )
                        }
                }
        }
    }

    /// The lost animations of a pet or outfit, with their probable new names.
    private func lostAnimations(of base: ArtFacts.Base) -> [(name: String, renamed: String?)] {
        guard let now = new.art.animations[base] else { return [] }
        let before = (old.art.animations[base] ?? []).sorted()
        return before.filter { name in
            !now.contains(name)
                && !new.retired.holds(.animations, "\(base.item ?? base.species)/\(name)")
        }.map { ($0, renamed($0, before, now.sorted())) }
    }

    func wearing() -> [Diagnostic] {
        guard let wearers = new.art.wearers else { return [] }
        return (old.ids[.items] ?? []).filter(new.hasItem).flatMap { item in
            let lost = (old.art.wearers?[item] ?? []).subtracting(wearers[item] ?? [])
            return lost.sorted().filter { species in
                new.hasSpecies(species) && !new.retired.holds(.wearing, "\(item)/\(species)")
            }.map { species in
                Diagnostic(
                    .narrowedItem,
                    at: new.place(.items, item, "species"),
                    message:
                        "species \"\(species)\" can no longer wear item \"\(item)\", but may do so "
                        + "in saved games",
                    help: "bring it back, or list \"\(item)/\(species)\" under \"wearing\" of "
                        + "\"retired\"",
                    related: [oldLocation]
                )
            }
        }
    }

    private func lost(
        _ check: Check,
        _ message: String,
        at place: SourceLocation?,
        _ renamed: String?
    ) -> Diagnostic {
        Diagnostic(
            check,
            at: place,
            message: message + ", which the game may ask for",
            help: renamed.map { "was it renamed to \"\($0)\"? keep the old name" }
                ?? "bring it back, or list it under \"retired\"",
            related: [oldLocation]
        )
    }
}
