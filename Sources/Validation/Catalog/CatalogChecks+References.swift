internal import Catalog
internal import Diagnostics

// References to things by their ids.
extension CatalogChecks {
    func itemReferences() -> [Diagnostic] {
        let species = catalog.species.map(\.id)
        return catalog.items.flatMap { item -> [Diagnostic] in
            var found: [Diagnostic] = []
            for (index, id) in (item.species ?? []).enumerated() where speciesByID[id] == nil {
                found.append(
                    unknown("species", id, at: item.place["species"][index], known: species)
                )
            }
            for variant in item.perSpecies {
                if speciesByID[variant.species] == nil {
                    let place = item.place["perSpecies"][variant.species]
                    var diagnostic = unknown("species", variant.species, at: place, known: species)
                    diagnostic.location = place.nameLocation
                    found.append(diagnostic)
                } else if !item.fits(variant.species) {
                    found.append(
                        Diagnostic(
                            id: "misfit",
                            severity: .warning,
                            at: item.place["perSpecies"][variant.species].nameLocation,
                            message: "item \"\(item.id)\" has settings for species "
                                + "\"\(variant.species)\", which cannot wear it",
                            help: "add it to \"species\", or remove the settings"
                        )
                    )
                }
            }
            let wearers = catalog.species.filter { item.fits($0.id) }
            if wearers.isEmpty {
                found.append(
                    Diagnostic(
                        id: "unused-item",
                        severity: .warning,
                        at: item.place["id"].location,
                        message: "no species can wear item \"\(item.id)\"",
                        help: "name a species under \"species\", or remove the item"
                    )
                )
            }
            return found + placements(of: item, on: wearers)
        }
    }

    func lookReferences() -> [Diagnostic] {
        catalog.looks.flatMap { look -> [Diagnostic] in
            var found: [Diagnostic] = []
            if speciesByID[look.species] == nil, !look.species.isEmpty {
                found.append(
                    unknown(
                        "species",
                        look.species,
                        at: look.place["species"],
                        known: catalog.species.map(\.id)
                    )
                )
            }
            if let base = look.base {
                found += worn(base, as: .replaceSprite, in: look, at: look.place["base"])
            }
            for (index, overlay) in look.overlays.enumerated() {
                let place = look.place["overlays"][index]
                found += worn(overlay, as: .overlay, in: look, at: place)
                if look.overlays[..<index].contains(overlay) {
                    found.append(
                        Diagnostic(
                            id: "worn-twice",
                            severity: .warning,
                            at: place.location,
                            message: "look \"\(look.id)\" wears \"\(overlay)\" twice",
                            help: "remove one"
                        )
                    )
                }
            }
            for (name, value) in look.axes.sorted(by: { $0.key < $1.key }) {
                let place = look.place["axes"][name]
                if let axis = catalog.axes.first(where: { $0.name == name }) {
                    if !axis.values.contains(value) {
                        found.append(
                            unknown(
                                "value of axis \"\(name)\"",
                                value,
                                at: place,
                                known: axis.values
                            )
                        )
                    }
                } else {
                    var diagnostic = unknown(
                        "axis",
                        name,
                        at: place,
                        known: catalog.axes.map(\.name)
                    )
                    diagnostic.location = place.nameLocation
                    found.append(diagnostic)
                }
            }
            return found
        }
    }

    /// What is wrong with a look wearing an item in that way.
    private func worn(
        _ id: String,
        as style: EquipStyle,
        in look: Look,
        at place: Place
    ) -> [Diagnostic] {
        guard let item = itemsByID[id] else {
            let known = catalog.items.filter { $0.equipStyle == style }.map(\.id)
            return [unknown("item", id, at: place, known: known)]
        }
        var found: [Diagnostic] = []
        if item.equipStyle != style {
            found.append(
                Diagnostic(
                    id: "wrong-equip-style",
                    at: place.location,
                    message:
                        "look \"\(look.id)\" wears \"\(id)\" as \(style == .overlay ? "an overlay" : "its base"), "
                        + "found \(item.equipStyle.rawValue), expected \(style.rawValue)",
                    help: style == .overlay
                        ? "name it under \"base\"" : "name it under \"overlays\""
                )
            )
        }
        if speciesByID[look.species] != nil, !item.fits(look.species) {
            found.append(
                Diagnostic(
                    id: "misfit",
                    at: place.location,
                    message: "species \"\(look.species)\" cannot wear item \"\(id)\"",
                    help: "add the species to the item's \"species\""
                )
            )
        }
        return found
    }

    func targetReferences() -> [Diagnostic] {
        let looks = Set(catalog.looks.map(\.id))
        var found: [Diagnostic] = []
        for target in catalog.targets {
            for (index, id) in (target.settings.looks ?? []).enumerated() where !looks.contains(id)
            {
                found.append(
                    unknown(
                        "look",
                        id,
                        at: target.place["looks"][index],
                        known: catalog.looks.map(\.id)
                    )
                )
            }
        }
        let targets = catalog.targets.map(\.id)
        for profile in catalog.profiles {
            for (index, id) in (profile.targets ?? []).enumerated() where !targets.contains(id) {
                found.append(
                    unknown("target", id, at: profile.place["targets"][index], known: targets)
                )
            }
        }
        return found
    }
}
