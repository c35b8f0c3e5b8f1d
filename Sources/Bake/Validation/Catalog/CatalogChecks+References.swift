import Catalog
package import Diagnostics
import KilnManifest

extension Check {
    static let wrongEquipStyle = Check("wrong-equip-style", isFixed: true)
    package static let misfit = Check("misfit")
    static let wornTwice = Check("worn-twice", .warning)
    static let unusedItem = Check("unused-item", .warning)
}

// References by id.
extension CatalogChecks {
    func itemReferences() -> [Diagnostic] {
        let species = catalog.species.map(\.id)
        var found = DiagnosticList()
        for item in catalog.items {
            for (index, id) in (item.species ?? []).enumerated() where catalog.species(id) == nil {
                found.append(.unknownReference) {
                    let place = item.place["species"][index]
                    return unknown("species", id, at: place.location, known: species)
                        .spoiling([.wearers(ofItem: item.id)])
                }
            }
            for variant in item.perSpecies {
                if catalog.species(variant.species) == nil {
                    let place = variant.place.nameLocation
                    found.append(.unknownReference) {
                        unknown("species", variant.species, at: place, known: species)
                    }
                } else if !item.fits(variant.species) {
                    found.append(
                        Diagnostic(
                            .misfit,
                            severity: .warning,
                            at: variant.place.nameLocation,
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
                        .unusedItem,
                        at: item.place["id"].location,
                        message: "no species can wear item \"\(item.id)\"",
                        help: "name a species under \"species\", or remove the item"
                    )
                    .spoiling([.wearers(ofItem: item.id)])
                    .following([.things, .ids, .item(item.id), .wearers(ofItem: item.id)])
                )
            }
            placements(of: item, on: wearers, &found)
        }
        return found.diagnostics
    }

    func lookReferences() -> [Diagnostic] {
        var found = DiagnosticList()
        let (species, images) = (catalog.species.map(\.id), catalog.images.map(\.id))
        let imageIDs = Set(images)
        for look in catalog.looks {
            let place = look.place
            if catalog.species(look.species) == nil, !look.species.isEmpty {
                found.append(.unknownReference) {
                    unknown("species", look.species, at: place["species"].location, known: species)
                }
            }
            if let background = look.background, !imageIDs.contains(background) {
                found.append(.unknownReference) {
                    unknown("image", background, at: place["background"].location, known: images)
                }
            }
            if let base = look.base {
                worn(base, as: .replaceSprite, in: look, at: place["base"], &found)
            }
            var seen: Set<String> = []
            for (index, overlay) in look.overlays.enumerated() {
                let place = place["overlays"][index]
                worn(overlay, as: .overlay, in: look, at: place, &found)
                if !seen.insert(overlay).inserted {
                    found.append(
                        Diagnostic(
                            .wornTwice,
                            at: place.location,
                            message: "look \"\(look.id)\" wears \"\(overlay)\" twice",
                            help: "remove one"
                        )
                    )
                }
            }
            for (name, value) in look.axes.sorted(by: { $0.key < $1.key }) {
                let place = place["axes"][name]
                guard let axis = catalog.axes.first(where: { $0.name == name }) else {
                    let known = catalog.axes.map(\.name)
                    found.append(unknown("axis", name, at: place.nameLocation, known: known))
                    continue
                }
                guard axis.kind == .plain, !axis.ids.contains(value) else { continue }
                let kind = "value of axis \"\(name)\""
                found.append(unknown(kind, value, at: place.location, known: axis.ids))
            }
        }
        // Looks of one series share a place.
        var reported: Set<Diagnostic> = []
        return found.diagnostics.filter { reported.insert($0).inserted }
    }

    private func worn(
        _ id: String,
        as style: Manifest.EquipStyle,
        in look: NamedLook,
        at place: CatalogPlace,
        _ found: inout DiagnosticList
    ) {
        guard let item = catalog.item(id) else {
            found.append(.unknownReference) {
                let known = catalog.items.lazy.filter { $0.equipStyle == style }.map(\.id)
                return unknown("item", id, at: place.location, known: known)
            }
            return
        }
        if item.equipStyle != style {
            found.append(
                Diagnostic(
                    .wrongEquipStyle,
                    at: place.location,
                    message:
                        "look \"\(look.id)\" wears \"\(id)\" as \(style == .overlay ? "an overlay" : "its base"), "
                        + "found \(item.equipStyle.rawValue), expected \(style.rawValue)",
                    help: style == .overlay
                        ? "name it under \"base\"" : "name it under \"overlays\""
                )
                .following([.item(id), .art(ofItem: id)])
            )
        }
        if catalog.species(look.species) != nil, !item.fits(look.species) {
            found.append(
                Diagnostic(
                    .misfit,
                    at: place.location,
                    message: "species \"\(look.species)\" cannot wear item \"\(id)\"",
                    help: "add the species to the item's \"species\""
                )
            )
        }
    }

    func targetReferences() -> [Diagnostic] {
        var found = DiagnosticList()
        let (looks, images) = (catalog.looks.map(\.id), catalog.images.map(\.id))
        let items = catalog.items.map(\.id)
        for target in catalog.targets {
            let (settings, place) = (target.settings, target.place)
            selected(settings.looks, "look", looks, at: place["looks"], &found)
            selected(settings.images, "image", images, at: place["images"], &found)
            selected(settings.items, "item", items, at: place["items"], &found)
            for bundle in settings.bundles { references(of: bundle, in: target, &found) }
            shown(by: target, &found)
            assetCatalogReferences(of: target, &found)
        }
        let targets = catalog.targets.map(\.id)
        let known = Set(targets)
        for profile in catalog.profiles {
            for (index, id) in (profile.targets ?? []).enumerated() where !known.contains(id) {
                found.append(.unknownReference) {
                    let place = profile.place["targets"][index]
                    return unknown("target", id, at: place.location, known: targets)
                }
            }
        }
        return found.diagnostics
    }

    private func references(
        of bundle: PageBundle,
        in target: Target,
        _ found: inout DiagnosticList
    ) {
        let place = bundle.place
        let (species, items) = (catalog.species.map(\.id), catalog.items.map(\.id))
        let (looks, images) = (catalog.looks.map(\.id), catalog.images.map(\.id))
        selected(bundle.species, "species", species, at: place["species"], &found)
        selected(bundle.items, "item", items, at: place["items"], &found)
        selected(bundle.looks, "look", looks, at: place["looks"], &found)
        selected(bundle.images, "image", images, at: place["images"], &found)
        let all = [bundle.species, bundle.items, bundle.looks, bundle.images].compactMap(\.self)
        if all.allSatisfy(\.patterns.isEmpty) {
            found.append(.targetSettings) {
                Diagnostic(
                    .targetSettings,
                    at: place.location,
                    message: "bundle \"\(bundle.id)\" of target \"\(target.id)\" is empty",
                    help: "name its species, items, looks or images, or remove it"
                )
            }
        }
        guard let taken = target.settings.images else { return }
        for (index, pattern) in (bundle.images?.patterns ?? []).enumerated() {
            let meant = images.filter(pattern.matches)
            guard !meant.isEmpty, !meant.contains(where: taken.contains) else { continue }
            found.append(.targetSettings) {
                Diagnostic(
                    .targetSettings,
                    at: place["images"][index].location,
                    message: "bundle \"\(bundle.id)\" names images that target \"\(target.id)\" "
                        + "does not have, found \"\(shortened(pattern.text, to: 80))\"",
                    help: "add them to \"images\" of the target"
                )
            }
        }
    }

    /// A missing species, or one that cannot wear the items to show.
    private func shown(by target: Target, _ found: inout DiagnosticList) {
        guard let species = target.settings.species else { return }
        guard catalog.species(species) != nil else {
            let known = catalog.species.lazy.map(\.id)
            found.append(.unknownReference) {
                let place = target.place["species"]
                return unknown("species", species, at: place.location, known: known)
            }
            return
        }
        for (index, pattern) in (target.settings.items?.patterns ?? []).enumerated() {
            guard let item = catalog.item(pattern.text), !item.fits(species) else { continue }
            found.append(.misfit) {
                Diagnostic(
                    .misfit,
                    at: target.place["items"][index].location,
                    message: "species \"\(species)\" cannot wear item \"\(item.id)\"",
                    help: "show it on another species, in a target of its own"
                )
            }
        }
    }

    /// Ids and patterns that match nothing.
    func selected(
        _ selection: Selection?,
        _ kind: String,
        _ known: [String],
        at place: CatalogPlace,
        _ found: inout DiagnosticList
    ) {
        guard let selection else { return }
        let ids = Set(known)
        for (index, pattern) in selection.patterns.enumerated() {
            guard pattern.hasWildcards else {
                if ids.contains(pattern.text) { continue }
                found.append(.unknownReference) {
                    unknown(kind, pattern.text, at: place[index].location, known: known)
                }
                continue
            }
            // "*" matches everything, including nothing.
            if pattern.text == "*" || known.contains(where: pattern.matches) { continue }
            found.append(.unknownReference) {
                Diagnostic(
                    .unknownReference,
                    at: place[index].location,
                    message: "no \(kind) fits \"\(shortened(pattern.text, to: 80))\"",
                    help: whatThereIs(known) ?? "the catalog has none"
                )
            }
        }
    }
}
