import Catalog
import KilnManifest

/// Names of one kind that a game speaks of; `type` is what a type is called.
typealias NamedKind = (type: String, about: String, ids: [(id: String, name: String?)])

extension Manifest {
    /// All names but those of axes; a kind may have none.
    var namedKinds: [NamedKind] {
        [
            ("Species", "The pets there are.", species.map { ($0.id, $0.name) }),
            ("Item", "What pets wear.", items.map { ($0.id, $0.name) }),
            (
                "Animation", "What pets, outfits and images can do.",
                animationNames.map { ($0, nil) }
            ),
            ("Look", "The looks that the catalog names.", looks.map { ($0.id, nil) }),
            (
                "Image", "Pictures that belong to no species.",
                (images ?? []).map { ($0.id, $0.name) }
            ),
            ("Slot", "Places for items of one kind.", (slots ?? []).map { ($0.id, $0.name) }),
            ("Target", "What the bake wrote.", targets.map { ($0.id, nil) }),
            ("Bundle", "What a game loads together.", bundleNames.map { ($0, nil) }),
        ]
    }

    /// The names of the bundles of all targets, each once.
    var bundleNames: [String] {
        targets.flatMap { $0.bundles ?? [] }.map(\.id).uniqued
    }

    /// The names of all animations, sorted: in a manifest they have no order.
    private var animationNames: [String] {
        let arts = species.flatMap(\.art) + items.flatMap(\.art)
        let names =
            arts.flatMap(\.animations.keys)
            + (images ?? []).flatMap { image in
                [image.animations].compactMap(\.self).flatMap(\.keys)
                    + (image.art ?? []).flatMap { ($0.animations ?? [:]).keys }
            }
        return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
