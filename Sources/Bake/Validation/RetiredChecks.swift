package import Catalog
package import Diagnostics

extension Check {
    package static let retiredInUse = Check("retired-in-use", "something that was retired is back")
    package static let retiresNothing = Check(
        "retires-nothing",
        .warning,
        "an entry of \"retired\" has no effect"
    )
}

/// Finds retired ids that still exist, and invalid entries.
package func checkRetired(_ catalog: Catalog) -> [Diagnostic] {
    let known = catalog.idsInUse
    let byKind = Retired.Kind.allCases.flatMap { kind -> [Diagnostic] in
        let ids = Set(known[kind] ?? [])
        return catalog.retired.plain(kind).compactMap { id, place in
            if let parts = kind.parts, !id.contains("/") {
                return Diagnostic(
                    .retiresNothing,
                    at: place.location,
                    message: "\"\(id)\" of \(kind.rawValue) retires nothing, expected \(parts)",
                    help: "name both"
                )
            }
            return ids.contains(id) ? inUse(id, kind, place) : nil
        }
    }
    let plain = catalog.retired.plain(nil).compactMap { id, place in
        Retired.Kind.allCases.first { known[$0]?.contains(id) ?? false }
            .map { inUse(id, $0, place, isOfList: true) }
    }
    return byKind + plain
}

private func inUse(
    _ id: String,
    _ kind: Retired.Kind,
    _ place: CatalogPlace,
    isOfList: Bool = false
) -> Diagnostic {
    let other = "give the new one another id: saved games may hold this one for the old"
    return Diagnostic(
        .retiredInUse,
        at: place.location,
        message: "\"\(id)\" of \(kind.rawValue) is retired, but the catalog has it",
        help: isOfList ? "\(other); where it is of another kind, list by kind what is gone" : other
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
