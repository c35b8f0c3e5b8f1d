public import Catalog
public import Diagnostics

extension Check {
    static let duplicateID = Check("duplicate-id", isFixed: true)
    static let missingCredit = Check("missing-credit")
}

/// Checks a catalog's text; in no particular order.
public func checkCatalog(_ catalog: Catalog) -> [Diagnostic] {
    let checks = CatalogChecks(catalog: catalog)
    let found = [
        checks.duplicateIDs(), checks.itemReferences(), checks.lookReferences(),
        checks.targetReferences(),
        checks.naming().map { $0.reportedOnce(for: [.naming]) }, checks.anchors(),
        checks.credits(),
        checks.targetSettings(), checks.templates(), checks.layoutFiles(),
        checks.speciesPlacements(),
        checks.axes(),
        checks.slots(), checks.depths(),
        checks.colors(),
        checks.effects(), checks.idleSettings(), checks.gridCounts(),
    ]
    return found.flatMap(\.self)
}

struct CatalogChecks {
    let catalog: Catalog

    /// A reference to a missing thing.
    func unknown(
        _ kind: String,
        _ id: String,
        at location: SourceLocation?,
        known: some Collection<String>
    ) -> Diagnostic {
        Diagnostic(
            .unknownReference,
            at: location,
            message: "there is no \(kind) \"\(shortened(id, to: 80))\"",
            help: whatIsMeant(by: id, among: known) ?? "the catalog has none"
        )
        .following(
            kind.contains("axis")
                ? [.naming, .id(kind, id)]
                : [kind == "look" ? .looks : .things, .ids, .id(kind, id)]
        )
        .mended(by: renaming(id, to: clearMatch(to: id, in: known.prefix(10_000))))
    }
}

/// Replaces a quoted id; ids need no JSON escapes.
func renaming(_ id: String, to other: String?) -> Fix? {
    other.map { .replace("\"\(id)\"", with: "\"\($0)\"") }
}

// MARK: - Ids

extension CatalogChecks {
    func duplicateIDs() -> [Diagnostic] {
        duplicates("species", catalog.species.map { ($0.id, $0.place["id"]) })
            + duplicates("item", catalog.items.map { ($0.id, $0.place["id"]) })
            + duplicates("look", catalog.looks.map { ($0.id, $0.place["id"]) })
            + duplicates("image", catalog.images.map { ($0.id, $0.place["id"]) })
            + duplicates("target", catalog.targets.map { ($0.id, $0.place["id"]) })
            + duplicates(
                "profile",
                catalog.profiles.map { ($0.name, $0.place) }
            )
            + catalog.targets.flatMap { target in
                duplicates(
                    "app icon",
                    target.settings.assetCatalog.appIcons.map { ($0.id, $0.place["id"]) }
                )
            }
            + catalog.axes.flatMap { axis in
                duplicates(
                    "value of axis \"\(axis.name)\"",
                    axis.values.map { ($0.id, $0.place) }
                )
            }
    }

    /// Ids that are equal, or differ only in case, because they name files.
    private func duplicates(_ kind: String, _ ids: [(String, CatalogPlace)]) -> [Diagnostic] {
        var first: [String: (id: String, place: CatalogPlace)] = [:]
        var found = DiagnosticList()
        for (id, place) in ids {
            let folded = id.lowercased()
            guard let earlier = first[folded] else {
                first[folded] = (id, place)
                continue
            }
            found.append(.duplicateID) {
                Diagnostic(
                    .duplicateID,
                    at: place.location,
                    message: earlier.id == id
                        ? "the \(kind) \"\(id)\" exists already"
                        : "the \(kind) \"\(id)\" differs only in case from \"\(earlier.id)\"",
                    help: "give it another id",
                    related: earlier.place.location.map { [$0] } ?? []
                )
                .spoiling(kind == "species" ? [.ids, .species(id)] : [.ids, .item(id)])
            }
        }
        return found.diagnostics
    }
}

// MARK: - Credits

extension CatalogChecks {
    func credits() -> [Diagnostic] {
        var found = DiagnosticList()
        for required in catalog.requiredCredits {
            let species = catalog.species.lazy.map { ("species", $0.id, $0.place) }
            let items = catalog.items.lazy.map { ("item", $0.id, $0.place) }
            for (kind, id, place) in [Array(species), Array(items)].joined()
            where !place.has(required.rawValue) {
                found.append(.missingCredit) {
                    Diagnostic(
                        .missingCredit,
                        at: place["id"].location,
                        message: "\(kind) \"\(id)\" lacks \"\(required.rawValue)\", "
                            + "which the catalog requires",
                        help: required == .credit
                            ? "say who made the art" : "say under which license it may be used"
                    )
                }
            }
        }
        return found.diagnostics
    }
}
