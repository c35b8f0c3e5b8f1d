package import Catalog
import Diagnostics
import KilnManifest

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
