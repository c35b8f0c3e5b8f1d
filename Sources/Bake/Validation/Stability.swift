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
