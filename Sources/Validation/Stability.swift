public import Catalog
public import Diagnostics
public import KilnManifest

extension Check {
    package static let removedID = Check("removed-id", "an id that saved games may hold is gone")
    package static let changedEquipStyle = Check(
        "changed-equip-style",
        "an item is worn in another way than before"
    )
    package static let newID = Check("new-id", .note, "an id is new")
    package static let removedAnchor = Check("removed-anchor", "a species lost an anchor")
    package static let removedAnimation = Check(
        "removed-animation",
        "a pet or an outfit lost an animation"
    )
    package static let narrowedItem = Check(
        "narrowed-item",
        "a species wears an item no more"
    )
    package static let retiredInUse = Check("retired-in-use", "what is retired is there again")
}

/// What saved games, stored catalogs and the game's code would miss between an earlier bake and
/// this catalog.
///
/// What is gone is an error unless the catalog retired it; new species and items are notes, so that
/// a game can add them to its stored catalog.
///
/// - Parameters:
///   - catalog: what will be baked.
///   - art: which art it will have.
///   - manifest: what was baked before.
///   - path: the earlier manifest's path, for messages.
/// - Returns: diagnostics, in no order that is promised.
public func checkStability(
    of catalog: Catalog,
    showing art: ArtFacts = ArtFacts(),
    against manifest: Manifest,
    path: String
) -> [Diagnostic] {
    let checks = StabilityChecks(
        catalog: catalog,
        art: art,
        manifest: manifest,
        old: SourceLocation(path: path)
    )
    return checks.ids() + checks.equipStyles() + checks.anchors() + checks.animations()
        + checks.wearing()
}

/// What is retired and nevertheless there.
package func checkRetired(_ catalog: Catalog) -> [Diagnostic] {
    let species = catalog.species.map(\.id)
    let known: [(kind: Retired.Kind, ids: [String])] = [
        (.species, species), (.items, catalog.items.map(\.id)), (.looks, catalog.looks.map(\.id)),
        (.images, catalog.images.map(\.id)), (.slots, catalog.slots.map(\.id)),
        (.targets, catalog.targets.map(\.id)), (.axes, catalog.axisIDs),
        (.anchors, catalog.species.flatMap { own in own.anchors.map { "\(own.id)/\($0.name)" } }),
    ]
    return known.flatMap { kind, ids in
        let ids = Set(ids)
        return catalog.retired.plain(kind).filter { ids.contains($0.id) }.map { id, place in
            Diagnostic(
                .retiredInUse,
                at: place.location,
                message: "\"\(id)\" of \(kind.rawValue) is retired, but the catalog has it",
                help: "give the new one another id: saved games may hold this one for the old"
            )
        }
    }
}

extension Catalog {
    /// Names of axes, and values as `mood/calm`.
    fileprivate var axisIDs: [String] {
        axes.flatMap { axis in [axis.name] + axis.ids.map { "\(axis.name)/\($0)" } }
    }
}

/// The comparisons of one catalog with one manifest.
struct StabilityChecks {
    let catalog: Catalog
    let art: ArtFacts
    let manifest: Manifest
    let old: SourceLocation

    /// Things by their ids, and values of axes.
    func ids() -> [Diagnostic] {
        let saved = "saved games may hold its id"
        let asked = "the game may ask for it"
        let axes = manifest.axes.flatMap { axis in
            [axis.name] + axis.values.map { "\(axis.name)/\($0)" }
        }
        return gone(
            .species,
            "species",
            manifest.species.map(\.id),
            catalog.species.map(\.id),
            saved
        )
            + gone(.items, "item", manifest.items.map(\.id), catalog.items.map(\.id), saved)
            + gone(.looks, "look", manifest.looks.map(\.id), catalog.looks.map(\.id), asked)
            + gone(
                .images,
                "image",
                (manifest.images ?? []).map(\.id),
                catalog.images.map(\.id),
                asked
            )
            + gone(
                .slots,
                "slot",
                (manifest.slots ?? []).map(\.id),
                catalog.slots.map(\.id),
                saved
            )
            + gone(.targets, "target", manifest.targets.map(\.id), catalog.targets.map(\.id), asked)
            + gone(.axes, "axis or value", axes, catalog.axisIDs, saved)
            + fresh(
                "species",
                manifest.species.map(\.id),
                catalog.species.map { ($0.id, $0.place) }
            )
            + fresh("item", manifest.items.map(\.id), catalog.items.map { ($0.id, $0.place) })
    }

    private func gone(
        _ kind: Retired.Kind,
        _ name: String,
        _ before: [String],
        _ after: [String],
        _ why: String
    ) -> [Diagnostic] {
        let known = Set(after)
        // A value goes with its axis.
        return before.filter { id in
            guard !known.contains(id), !catalog.retired.holds(kind, id) else { return false }
            guard kind == .axes, let axis = id.split(separator: "/").first.map(String.init),
                axis != id
            else { return true }
            return known.contains(axis)
        }.map { id in
            Diagnostic(
                .removedID,
                at: old,
                message: "the \(name) \"\(id)\" is gone, but \(why)",
                help: renamed(id, before, after)
                    .map { "was it renamed to \"\($0)\"? keep the id, and change \"name\"" }
                    ?? (kind == .items
                        ? "bring it back; an item may be hidden by the game instead"
                        : "bring it back, or list it under \"retired\"")
            )
        }
    }

    private func fresh(
        _ name: String,
        _ before: [String],
        _ after: [(id: String, place: CatalogPlace)]
    ) -> [Diagnostic] {
        let known = Set(before)
        return after.filter { !known.contains($0.id) }.map { entry in
            Diagnostic(
                .newID,
                at: entry.place["id"].location,
                message: "the \(name) \"\(entry.id)\" is new"
            )
        }
    }

    func equipStyles() -> [Diagnostic] {
        let styles = Dictionary(manifest.items.map { ($0.id, $0.equipStyle.rawValue) }) {
            first,
            _ in first
        }
        return catalog.items.compactMap { item in
            guard let before = styles[item.id], before != item.equipStyle.rawValue else {
                return nil
            }
            return Diagnostic(
                .changedEquipStyle,
                at: item.place["equipStyle"].location,
                message: "item \"\(item.id)\" is worn in another way than before, found "
                    + "\(item.equipStyle.rawValue), expected \(before)",
                help: "saved games wear it as \(before): give the new way a new id",
                related: [old]
            )
        }
    }
}

/// What was probably renamed: a new name that looks like the lost one, or the only new one where
/// only one is lost.
func renamed(_ name: String, _ before: [String], _ after: [String]) -> String? {
    let (old, new) = (Set(before), Set(after))
    let fresh = after.filter { !old.contains($0) }
    if let near = nearestMatch(to: name, in: fresh) { return near }
    guard fresh.count == 1, before.count(where: { !new.contains($0) }) == 1 else { return nil }
    return fresh[0]
}
