public import Catalog
public import Diagnostics

extension Check {
    static let duplicateID = Check("duplicate-id", isFixed: true)
    static let missingCredit = Check("missing-credit")
}

/// Checks a catalog's text; in no particular order.
public func checkCatalog(_ catalog: Catalog) -> [Diagnostic] {
    var checks = CatalogChecks(catalog: catalog)
    let found = [
        checks.duplicateIDs(), checks.itemReferences(), checks.lookReferences(),
        checks.targetFindings(), checks.profileSettings(),
        checks.naming().map { $0.reportedOnce(for: [.naming]) },
        checks.anchors(), checks.credits(), checks.templates(),
        checks.layoutFiles(), checks.speciesPlacements(), checks.axes(), checks.slots(),
        checks.depths(), checks.colors(), checks.effects(), checks.idleSettings(),
        checks.gridCounts(),
    ]
    return found.flatMap(\.self)
}

/// The ids of one kind of things in a catalog.
struct KnownIDs {
    /// For messages, such as `item`.
    let kind: String
    let all: [String]
    let set: Set<String>

    init(_ kind: String, _ all: [String]) { (self.kind, self.all, set) = (kind, all, Set(all)) }
}

struct CatalogChecks {
    var catalog: Catalog
    let species: KnownIDs
    let items: KnownIDs
    let looks: KnownIDs
    let images: KnownIDs
    /// Of the references that are checked now.
    var found = DiagnosticList()

    init(catalog: Catalog) {
        self.catalog = catalog
        species = KnownIDs("species", catalog.species.map(\.id))
        items = KnownIDs("item", catalog.items.map(\.id))
        looks = KnownIDs("look", catalog.looks.map(\.id))
        images = KnownIDs("image", catalog.images.map(\.id))
    }

    /// What a target may choose from, by the members that do, and its choices.
    func choices(of target: Target) -> [(member: String, selection: Selection?, known: KnownIDs)] {
        let settings = target.settings
        return [
            ("looks", settings.looks, looks), ("items", settings.items, items),
            ("images", settings.images, images),
        ]
    }

    /// Checks a reference to a thing.
    mutating func refer(
        to id: String?,
        _ known: KnownIDs,
        at location: @autoclosure () -> SourceLocation?,
        spoiling matters: Set<Matter> = []
    ) {
        guard let id, !known.set.contains(id) else { return }
        found.append(.unknownReference) {
            unknown(known.kind, id, at: location(), known: known.all).spoiling(matters)
        }
    }

    /// Checks a reference to an axis, and to one of its values.
    mutating func refer(
        toAxis name: String,
        _ location: @autoclosure () -> SourceLocation?,
        _ value: String?,
        _ valueLocation: @autoclosure () -> SourceLocation?
    ) {
        guard let axis = catalog.axes.first(where: { $0.name == name }) else {
            found.append(.unknownReference) { [catalog] in
                unknown("axis", name, at: location(), known: catalog.axes.map(\.name))
            }
            return
        }
        guard let value, axis.kind == .plain, !axis.ids.contains(value) else { return }
        found.append(.unknownReference) {
            unknown("value of axis \"\(name)\"", value, at: valueLocation(), known: axis.ids)
        }
    }

    func duplicateIDs() -> [Diagnostic] {
        var groups: [(kind: String, ids: [(String, CatalogPlace)])] = [
            ("species", catalog.species.map { ($0.id, $0.place["id"]) }),
            ("item", catalog.items.map { ($0.id, $0.place["id"]) }),
            ("look", catalog.looks.map { ($0.id, $0.place["id"]) }),
            ("image", catalog.images.map { ($0.id, $0.place["id"]) }),
            ("target", catalog.targets.map { ($0.id, $0.place["id"]) }),
            ("profile", catalog.profiles.map { ($0.name, $0.place) }),
        ]
        groups += catalog.targets.map { target in
            ("app icon", target.settings.assetCatalog.appIcons.map { ($0.id, $0.place["id"]) })
        }
        groups += catalog.axes.map { axis in
            ("value of axis \"\(axis.name)\"", axis.values.map { ($0.id, $0.place) })
        }
        return groups.flatMap(duplicates)
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
                        ? "another \(kind) has the id \"\(id)\""
                        : "the \(kind) \"\(id)\" differs only in case from \"\(earlier.id)\"",
                    help: "give it another id",
                    related: earlier.place.location.map { [$0] } ?? []
                )
                .spoiling(kind == "species" ? [.ids, .species(id)] : [.ids, .item(id)])
            }
        }
        return found.diagnostics
    }

    func credits() -> [Diagnostic] {
        var found = DiagnosticList()
        for required in catalog.requiredCredits {
            let species = catalog.species.map { ("species", $0.id, $0.place) }
            let items = catalog.items.map { ("item", $0.id, $0.place) }
            for (kind, id, place) in species + items where !place.has(required.rawValue) {
                found.append(
                    .missingCredit,
                    at: place["id"].location,
                    message: "\(kind) \"\(id)\" lacks \"\(required.rawValue)\", "
                        + "which the catalog requires",
                    help: required == .credit
                        ? "say who made the art" : "say under which license it may be used"
                )
            }
        }
        return found.diagnostics
    }
}

/// Replaces a quoted id; ids need no JSON escapes.
func renaming(_ id: String, to other: String?) -> Fix? {
    other.map { .replace("\"\(id)\"", with: "\"\($0)\"") }
}

/// A reference to a missing thing.
func unknown(
    _ kind: String,
    _ id: String,
    at location: SourceLocation?,
    known: some Collection<String>
) -> Diagnostic {
    let meant = clearMatch(to: id, in: known.prefix(10_000))
    return Diagnostic(
        .unknownReference,
        at: location,
        message: noSuchThing(kind, id),
        help: whatIsMeant(by: id, among: known)
            ?? "the catalog has none"
            + (kind == "slot" ? ": add it to the catalog's \"slots\"" : "")
    )
    .following(
        kind.contains("axis")
            ? [.naming, .id(kind, id)]
            : [kind == "look" ? .looks : .things, .ids, .id(kind, id)]
    )
    // What is not misspelled is missing, wherever it is named.
    .spoiling(meant == nil ? [.id(kind, id)] : [])
    .mended(by: renaming(id, to: meant))
}
