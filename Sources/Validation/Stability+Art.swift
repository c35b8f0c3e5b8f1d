internal import Catalog
internal import Diagnostics
internal import KilnManifest

/// What a bake of a catalog will have art for.
public struct ArtFacts: Sendable {
    /// A species by itself, or an outfit on it.
    public struct Base: Hashable, Sendable {
        public var species: String
        /// Nil is the undressed pet.
        public var item: String?

        public init(species: String, item: String?) {
            self.species = species
            self.item = item
        }
    }

    /// The names of animations.
    public var animations: [Base: Set<String>] = [:]
    /// The species that each item has art for; nil when that was not looked at.
    public var wearers: [String: Set<String>]?

    public init() {}
}

// What the game's code asks for by name, and what pets wear.
extension StabilityChecks {
    func anchors() -> [Diagnostic] {
        manifest.species.flatMap { before -> [Diagnostic] in
            guard let species = catalog.species(before.id) else { return [] }
            let (old, new) = (before.anchors.keys.sorted(), species.anchors.map(\.name))
            return old.filter { name in
                !new.contains(name) && !catalog.retired.holds(.anchors, "\(before.id)/\(name)")
            }.map { name in
                lost(
                    .removedAnchor,
                    "species \"\(before.id)\" lost the anchor \"\(name)\"",
                    at: species.place["anchors"],
                    renamed(name, old, new)
                )
            }
        }
    }

    func animations() -> [Diagnostic] {
        manifest.species.flatMap { species -> [Diagnostic] in
            guard let own = catalog.species(species.id) else { return [] }
            let bare = lostAnimations(species.art, .init(species: species.id, item: nil))
            let found = bare.map { name, other in
                lost(
                    .removedAnimation,
                    "species \"\(species.id)\" lost the animation \"\(name)\"",
                    at: own.place["id"],
                    other
                )
            }
            // What the pet itself lost is told once.
            let told = Set(bare.map(\.name))
            return found
                + manifest.items.flatMap { before -> [Diagnostic] in
                    guard let item = catalog.item(before.id) else { return [] }
                    let base = ArtFacts.Base(species: species.id, item: before.id)
                    guard art.animations[base] != nil else { return [] }
                    return lostAnimations(before.art.filter { $0.species == species.id }, base)
                        .filter { !told.contains($0.name) }
                        .map { name, other in
                            lost(
                                .removedAnimation,
                                "item \"\(item.id)\" on species \"\(species.id)\" lost the "
                                    + "animation \"\(name)\"",
                                at: item.place["id"],
                                other
                            )
                        }
                }
        }
    }

    /// Those that a pet or outfit had, with what they are probably called now.
    private func lostAnimations(
        _ arts: [Manifest.Art],
        _ base: ArtFacts.Base
    ) -> [(name: String, renamed: String?)] {
        guard let new = art.animations[base] else { return [] }
        let old = Set(arts.flatMap(\.animations.keys)).sorted()
        return old.filter { name in
            !new.contains(name)
                && !catalog.retired.holds(.animations, "\(base.item ?? base.species)/\(name)")
        }.map { ($0, renamed($0, old, new.sorted())) }
    }

    func wearing() -> [Diagnostic] {
        guard let wearers = art.wearers else { return [] }
        return manifest.items.flatMap { before -> [Diagnostic] in
            guard let item = catalog.item(before.id) else { return [] }
            let now = wearers[item.id] ?? []
            return Set(before.art.map(\.species)).subtracting(now).sorted().filter { species in
                catalog.species(species) != nil
                    && !catalog.retired.holds(.wearing, "\(item.id)/\(species)")
            }.map { species in
                Diagnostic(
                    .narrowedItem,
                    at: item.place["species"].location,
                    message: "species \"\(species)\" wears item \"\(item.id)\" no more, but saved "
                        + "games may",
                    help: "bring it back, or list \"\(item.id)/\(species)\" under \"wearing\" of "
                        + "\"retired\"",
                    related: [old]
                )
            }
        }
    }

    private func lost(
        _ check: Check,
        _ message: String,
        at place: CatalogPlace,
        _ renamed: String?
    ) -> Diagnostic {
        Diagnostic(
            check,
            at: place.location,
            message: message + ", which the game may ask for",
            help: renamed.map { "was it renamed to \"\($0)\"? keep the old name" }
                ?? "bring it back, or list it under \"retired\"",
            related: [old]
        )
    }
}
