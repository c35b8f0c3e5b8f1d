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
}

/// What saved games and stored catalogs would notice between an earlier bake and this catalog.
///
/// An id that is gone and an item that is worn in another way are errors; new ids are notes, so
/// that a game can add them to its stored catalog.
///
/// - Parameters:
///   - catalog: what will be baked.
///   - manifest: what was baked before.
///   - path: the earlier manifest's path, for messages.
/// - Returns: diagnostics, in no order that is promised.
public func checkStability(
    of catalog: Catalog,
    against manifest: Manifest,
    path: String
) -> [Diagnostic] {
    let old = SourceLocation(path: path)
    var found: [Diagnostic] = []
    func compare(
        _ kind: String,
        old oldIDs: [String],
        new newIDs: [(id: String, place: CatalogPlace)]
    ) {
        let known = Set(newIDs.map(\.id))
        for id in oldIDs where !known.contains(id) {
            // A new id that looks like the lost one was probably renamed.
            let fresh = newIDs.map(\.id).filter { !oldIDs.contains($0) }
            found.append(
                Diagnostic(
                    .removedID,
                    at: old,
                    message: "the \(kind) \"\(id)\" is gone, but saved games may hold its id",
                    help: nearestMatch(to: id, in: fresh)
                        .map { "was it renamed to \"\($0)\"? keep the id, and change \"name\"" }
                        ?? "bring it back; an item may be hidden by the game instead"
                )
            )
        }
        let before = Set(oldIDs)
        for entry in newIDs where !before.contains(entry.id) {
            found.append(
                Diagnostic(
                    .newID,
                    at: entry.place["id"].location,
                    message: "the \(kind) \"\(entry.id)\" is new"
                )
            )
        }
    }
    compare(
        "species",
        old: manifest.species.map(\.id),
        new: catalog.species.map { ($0.id, $0.place) }
    )
    compare("item", old: manifest.items.map(\.id), new: catalog.items.map { ($0.id, $0.place) })
    let styles = Dictionary(manifest.items.map { ($0.id, $0.equipStyle.rawValue) }) { first, _ in
        first
    }
    for item in catalog.items {
        guard let before = styles[item.id], before != item.equipStyle.rawValue else { continue }
        found.append(
            Diagnostic(
                .changedEquipStyle,
                at: item.place["equipStyle"].location,
                message: "item \"\(item.id)\" is worn in another way than before, found "
                    + "\(item.equipStyle.rawValue), expected \(before)",
                help: "saved games wear it as \(before): give the new way a new id",
                related: [old]
            )
        )
    }
    return found
}
