public import Catalog
public import Diagnostics
public import KilnManifest

extension Check {
    static let removedID = Check("removed-id")
    static let changedEquipStyle = Check("changed-equip-style")
    static let changedRaw = Check("changed-raw")
    package static let newID = Check("new-id", .note)
    static let removedAnchor = Check("removed-anchor")
    static let removedAnimation = Check("removed-animation")
    static let narrowedItem = Check("narrowed-item")
    static let retiredInUse = Check("retired-in-use")
    static let retiresNothing = Check("retires-nothing", .warning)
}

/// Finds what saved games, stored catalogs and the game's code would miss after an earlier bake; in
/// no particular order.
///
/// Missing names are errors unless the catalog retired them; new species and items are notes, so
/// that a game can add them to its stored catalog. `path` is the earlier manifest's, for messages.
public func checkStability(
    of catalog: Catalog,
    showing art: ArtFacts = ArtFacts(),
    against manifest: Manifest,
    path: String
) -> [Diagnostic] {
    checkStability(of: Inventory(catalog, showing: art), against: manifest, path)
}

/// Finds what would be missed between two bakes, except what the later one retired; in no
/// particular order.
package func checkStability(
    of manifest: Manifest,
    path: String,
    against earlier: Manifest,
    path earlierPath: String
) -> [Diagnostic] {
    let inventory = Inventory(manifest, at: SourceLocation(path: path))
    return checkStability(of: inventory, against: earlier, earlierPath)
}

private func checkStability(
    of new: Inventory,
    against manifest: Manifest,
    _ path: String
) -> [Diagnostic] {
    let location = SourceLocation(path: path)
    let checks = StabilityChecks(
        new: new,
        old: Inventory(manifest, at: location),
        oldLocation: location
    )
    return checks.ids() + checks.equipStyles() + checks.raws() + checks.anchors()
        + checks.animations()
        + checks.wearing()
}

/// The comparisons of an earlier with a later inventory.
struct StabilityChecks {
    let new: Inventory
    let old: Inventory
    let oldLocation: SourceLocation

    /// Compares ids of things, and values of axes.
    func ids() -> [Diagnostic] {
        let saved = "saved games may hold its id"
        let asked = "the game may ask for it"
        return gone(.species, "species", saved) + gone(.items, "item", saved)
            + gone(.looks, "look", asked) + gone(.images, "image", asked)
            + gone(.slots, "slot", saved) + gone(.targets, "target", asked)
            + gone(.bundles, "bundle", asked) + gone(.axes, "axis or value", saved)
            + fresh(.species, "species")
            + fresh(.items, "item")
    }

    private func gone(_ kind: Retired.Kind, _ name: String, _ why: String) -> [Diagnostic] {
        let (before, after) = (old.ids[kind] ?? [], new.ids[kind] ?? [])
        let known = Set(after)
        // A removed axis includes its values.
        return before.filter { id in
            guard !known.contains(id), !new.retired.holds(kind, id) else { return false }
            guard kind == .axes, let axis = id.split(separator: "/").first.map(String.init),
                axis != id
            else { return true }
            return known.contains(axis)
        }.map { id in
            Diagnostic(
                .removedID,
                at: oldLocation,
                message: "the \(name) \"\(id)\" is gone, but \(why)",
                help: renamed(id, before, after)
                    .map { new in
                        // What people never see has no name.
                        let isNamed = ![.looks, .targets, .bundles].contains(kind)
                        return "was it renamed to \"\(new)\"? "
                            + (isNamed ? "keep the id, and change \"name\"" : "keep the id")
                    }
                    ?? (kind == .items
                        ? "bring it back; an item may be hidden by the game instead"
                        : "bring it back, or list it under \"retired\"")
            )
        }
    }

    private func fresh(_ kind: Retired.Kind, _ name: String) -> [Diagnostic] {
        let known = Set(old.ids[kind] ?? [])
        return (new.ids[kind] ?? []).filter { !known.contains($0) }.map { id in
            Diagnostic(
                .newID,
                at: new.place(kind, id, "id"),
                message: "the \(name) \"\(id)\" is new"
            )
        }
    }

    func equipStyles() -> [Diagnostic] {
        (new.ids[.items] ?? []).compactMap { id in
            guard let before = old.styles[id], let now = new.styles[id], before != now,
                !new.retired.holds(.styles, "\(id)/\(before)")
            else { return nil }
            return Diagnostic(
                .changedEquipStyle,
                at: new.place(.items, id, "equipStyle"),
                message: "item \"\(id)\" is worn in another way than before, found \(now), "
                    + "expected \(before)",
                help: "saved games wear it as \(before): give the new way a new id, or list "
                    + "\"\(id)/\(before)\" under \"styles\" of \"retired\"",
                related: [oldLocation]
            )
        }
    }

    /// Compares what games store for values of axes.
    func raws() -> [Diagnostic] {
        (new.ids[.axes] ?? []).compactMap { id in
            guard let before = old.raws[id], new.raws[id] != before else { return nil }
            let now = new.raws[id].map { "\($0)" } ?? "none"
            return Diagnostic(
                .changedRaw,
                at: new.place(.axes, id, "raw") ?? new.place(.axes, id, "id"),
                message:
                    "\"\(id)\" has another \"raw\" than before, found \(now), expected \(before)",
                help: "saved games hold \(before) for it: write \"raw\": \(before) again",
                related: [oldLocation]
            )
        }
    }
}

/// The probable new name: a similar one, or the only new one if only one was lost.
func renamed(_ name: String, _ before: [String], _ after: [String]) -> String? {
    let (old, new) = (Set(before), Set(after))
    let fresh = after.filter { !old.contains($0) }
    if let near = nearestMatch(to: name, in: fresh) { return near }
    guard fresh.count == 1, before.count(where: { !new.contains($0) }) == 1 else { return nil }
    return fresh[0]
}

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

/// The names in a catalog or a bake that saved games, stored catalogs and a game's code rely on.
struct Inventory: Sendable {
    /// In the order of the file; values of axes are called `mood/calm`.
    var ids: [Retired.Kind: [String]]
    var styles: [String: String]
    /// What games store for values of axes, by `mood/calm`.
    var raws: [String: Manifest.RawValue]
    /// Names by species.
    var anchors: [String: [String]]
    var art: ArtFacts
    /// Intentionally removed names.
    var retired: Retired
    var place: @Sendable (_ kind: Retired.Kind, _ id: String, _ member: String) -> SourceLocation?

    func hasSpecies(_ id: String) -> Bool { anchors[id] != nil }

    func hasItem(_ id: String) -> Bool { styles[id] != nil }
}

extension Inventory {
    init(_ catalog: Catalog, showing art: ArtFacts) {
        let kinds = RenamePlan.kinds + [.axes]
        ids = Dictionary(uniqueKeysWithValues: kinds.map { ($0, catalog.ids(of: $0)) })
        styles = firstOfEach(catalog.items.map { ($0.id, $0.equipStyle.rawValue) })
        raws = firstOfEach(
            catalog.axes.flatMap { axis in
                axis.values.compactMap { value in
                    value.raw.map { ("\(axis.name)/\(value.id)", $0) }
                }
            }
        )
        anchors = firstOfEach(catalog.species.map { ($0.id, $0.anchors.map(\.name)) })
        self.art = art
        retired = catalog.retired
        place = { kind, id, member in
            switch kind {
            case .species: catalog.species(id)?.place[member].location
            case .axes:
                catalog.axes.lazy.flatMap { axis in
                    axis.values.filter { "\(axis.name)/\($0.id)" == id }
                }.first?.place[member].location
            default: catalog.item(id)?.place[member].location
            }
        }
    }

    /// Findings about the bake point to `location`.
    init(_ manifest: Manifest, at location: SourceLocation) {
        ids = [
            .species: manifest.species.map(\.id), .items: manifest.items.map(\.id),
            .looks: manifest.looks.map(\.id), .images: (manifest.images ?? []).map(\.id),
            .slots: (manifest.slots ?? []).map(\.id), .targets: manifest.targets.map(\.id),
            .bundles: manifest.bundleNames,
            .axes: manifest.axes.flatMap { axis in
                [axis.name] + axis.values.map { "\(axis.name)/\($0)" }
            },
        ]
        styles = firstOfEach(manifest.items.map { ($0.id, $0.equipStyle.rawValue) })
        raws = firstOfEach(
            manifest.axes.flatMap { axis in
                (axis.details ?? [:]).compactMap { id, value in
                    value.raw.map { ("\(axis.name)/\(id)", $0) }
                }
            }
        )
        anchors = firstOfEach(manifest.species.map { ($0.id, $0.anchors.keys.sorted()) })
        art = ArtFacts(manifest)
        retired = Retired(manifest)
        place = { _, _, _ in location }
    }
}

extension OpenedBake {
    /// Whether the bake holds a thing of a kind.
    package func has(_ kind: Retired.Kind, _ id: String) -> Bool {
        Inventory(manifest, at: SourceLocation(path: path)).ids[kind]?.contains(id) ?? false
    }
}

extension ArtFacts {
    init(_ manifest: Manifest) {
        self.init()
        for species in manifest.species {
            animations[Base(species: species.id, item: nil)] = names(species.art)
        }
        wearers = [:]
        for item in manifest.items {
            let bySpecies = Dictionary(grouping: item.art, by: \.species)
            wearers?[item.id] = Set(bySpecies.keys)
            guard item.equipStyle == .replaceSprite else { continue }
            for (species, arts) in bySpecies {
                animations[Base(species: species, item: item.id)] = names(arts)
            }
        }
    }

    private func names(_ arts: [Manifest.Art]) -> Set<String> {
        Set(arts.flatMap(\.animations.keys))
    }
}

/// The first of equal names counts.
private func firstOfEach<Value>(_ entries: [(String, Value)]) -> [String: Value] {
    Dictionary(entries) { first, _ in first }
}

/// Finds retired ids that still exist, and invalid entries.
package func checkRetired(_ catalog: Catalog) -> [Diagnostic] {
    let known = catalog.idsInUse
    let byKind = Retired.Kind.allCases.flatMap { kind in
        catalog.retired.entries(kind).compactMap { id, place -> Diagnostic? in
            if let parts = kind.parts, !id.hasWildcards, !id.text.contains("/") {
                return Diagnostic(
                    .retiresNothing,
                    at: place.location,
                    message: "\"\(id.text)\" of \(kind.rawValue) retires nothing, "
                        + "expected \(parts)",
                    help: "name both"
                )
            }
            return id.first(in: known[kind]).map { inUse(id, by: $0, kind, place) }
        }
    }
    let plain = catalog.retired.entries(nil).compactMap { id, place in
        Retired.Kind.allCases.lazy.compactMap { kind in
            id.first(in: known[kind]).map { inUse(id, by: $0, kind, place, isOfList: true) }
        }.first
    }
    return byKind + plain
}

extension Glob {
    /// The first id that a retired one covers.
    ///
    /// `dog/*` means what the dog has lost, and the dog may have others.
    fileprivate func first(in ids: [String]?) -> String? {
        let isOfOneThing = hasWildcards && !Glob(String(text.prefix { $0 != "/" })).hasWildcards
        if isOfOneThing, text.contains("/") { return nil }
        return ids?.first(where: matches)
    }
}

private func inUse(
    _ id: Glob,
    by current: String,
    _ kind: Retired.Kind,
    _ place: CatalogPlace,
    isOfList: Bool = false
) -> Diagnostic {
    let other =
        id.hasWildcards
        ? "name what is gone: a pattern also hides what goes by mistake"
        : "give the new one another id: saved games may hold this one for the old"
    return Diagnostic(
        .retiredInUse,
        at: place.location,
        message: "\"\(id.text)\" is retired, but \"\(kind.rawValue)\" still has "
            + (id.hasWildcards ? "\"\(current)\"" : "it"),
        help: isOfList
            ? "\(other); if a thing of another kind had that id, list retired ids by kind" : other
    )
}

extension Catalog {
    /// The ids that can be retired, except those that follow from art.
    fileprivate var idsInUse: [Retired.Kind: [String]] {
        let inventory = Inventory(self, showing: ArtFacts())
        var ids = inventory.ids
        ids[.anchors] = inventory.anchors.flatMap { species, names in
            names.map { "\(species)/\($0)" }
        }
        ids[.styles] = inventory.styles.map { "\($0.key)/\($0.value)" }
        return ids
    }
}
