package import Catalog
package import Diagnostics

extension Check {
    static let retiredInUse = Check("retired-in-use")
    static let retiresNothing = Check("retires-nothing", .warning)
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
