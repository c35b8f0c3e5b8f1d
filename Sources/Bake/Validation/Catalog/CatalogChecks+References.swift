import Catalog
package import Diagnostics
import KilnManifest

extension Check {
    static let wrongEquipStyle = Check("wrong-equip-style", isFixed: true)
    package static let misfit = Check("misfit")
    static let wornTwice = Check("worn-twice", .warning)
    static let unusedItem = Check("unused-item", .warning)
    static let slotOverfull = Check("slot-overfull")
    static let sameDepth = Check("same-depth", .note)
}

// References by id.
extension CatalogChecks {
    mutating func itemReferences() -> [Diagnostic] {
        found = DiagnosticList()
        for item in catalog.items {
            for (index, id) in (item.species ?? []).enumerated() {
                refer(
                    to: id,
                    species,
                    at: item.place["species"][index].location,
                    spoiling: [.wearers(ofItem: item.id)]
                )
            }
            for variant in item.perSpecies {
                refer(to: variant.species, species, at: variant.place.nameLocation)
                if species.set.contains(variant.species), !item.fits(variant.species) {
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
            placements(of: item, on: wearers)
        }
        return found.diagnostics
    }

    mutating func lookReferences() -> [Diagnostic] {
        found = DiagnosticList()
        for look in catalog.looks {
            let place = look.place
            if !look.species.isEmpty {
                refer(to: look.species, species, at: place["species"].location)
            }
            refer(to: look.background, images, at: place["background"].location)
            if let base = look.base {
                worn(base, as: .replaceSprite, in: look, at: place["base"])
            }
            var seen: Set<String> = []
            for (index, overlay) in look.overlays.enumerated() {
                let place = place["overlays"][index]
                worn(overlay, as: .overlay, in: look, at: place)
                if !seen.insert(overlay).inserted {
                    found.append(
                        .wornTwice,
                        at: place.location,
                        message: "look \"\(look.id)\" wears \"\(overlay)\" twice",
                        help: "remove one"
                    )
                }
            }
            for (name, value) in look.axes.sorted(by: { $0.key < $1.key }) {
                let place = place["axes"][name]
                refer(toAxis: name, place.nameLocation, value, place.location)
            }
        }
        // Looks of one series share a place.
        var reported: Set<Diagnostic> = []
        return found.diagnostics.filter { reported.insert($0).inserted }
    }

    private mutating func worn(
        _ id: String,
        as style: Manifest.EquipStyle,
        in look: NamedLook,
        at place: CatalogPlace
    ) {
        guard let item = catalog.item(id) else {
            found.append(.unknownReference) { [catalog] in
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
                .misfit,
                at: place.location,
                message: "species \"\(look.species)\" cannot wear item \"\(id)\"",
                help: "add the species to the item's \"species\""
            )
        }
    }

    mutating func targetReferences() -> [Diagnostic] {
        found = DiagnosticList()
        for target in catalog.targets {
            for (member, selection, known) in choices(of: target) {
                selected(selection, known, at: target.place[member])
            }
            for bundle in target.settings.bundles { references(of: bundle, in: target) }
            shown(by: target)
            assetCatalogReferences(of: target)
        }
        let targets = KnownIDs("target", catalog.targets.map(\.id))
        for profile in catalog.profiles {
            for (index, id) in (profile.targets ?? []).enumerated() {
                refer(to: id, targets, at: profile.place["targets"][index].location)
            }
        }
        return found.diagnostics
    }

    private mutating func references(of bundle: PageBundle, in target: Target) {
        let place = bundle.place
        selected(bundle.species, species, at: place["species"])
        selected(bundle.items, items, at: place["items"])
        selected(bundle.looks, looks, at: place["looks"])
        selected(bundle.images, images, at: place["images"])
        let all = [bundle.species, bundle.items, bundle.looks, bundle.images].compactMap(\.self)
        if all.allSatisfy(\.patterns.isEmpty) {
            found.append(
                .targetSettings,
                at: place.location,
                message: "bundle \"\(bundle.id)\" of target \"\(target.id)\" is empty",
                help: "name its species, items, looks or images, or remove it"
            )
        }
        guard let taken = target.settings.images else { return }
        for (index, pattern) in (bundle.images?.patterns ?? []).enumerated() {
            let meant = images.all.filter(pattern.matches)
            guard !meant.isEmpty, !meant.contains(where: taken.contains) else { continue }
            found.append(
                .targetSettings,
                at: place["images"][index].location,
                message: "bundle \"\(bundle.id)\" names images that target \"\(target.id)\" "
                    + "does not have, found \"\(shortened(pattern.text, to: 80))\"",
                help: "add them to \"images\" of the target"
            )
        }
    }

    /// A missing species, or one that cannot wear the items to show.
    private mutating func shown(by target: Target) {
        guard let id = target.settings.species else { return }
        refer(to: id, species, at: target.place["species"].location)
        guard species.set.contains(id) else { return }
        for (index, pattern) in (target.settings.items?.patterns ?? []).enumerated() {
            guard let item = catalog.item(pattern.text), !item.fits(id) else { continue }
            found.append(
                .misfit,
                at: target.place["items"][index].location,
                message: "species \"\(id)\" cannot wear item \"\(item.id)\"",
                help: "show it on another species, in a target of its own"
            )
        }
    }

    /// Ids and patterns that match nothing.
    mutating func selected(_ selection: Selection?, _ known: KnownIDs, at place: CatalogPlace) {
        for (index, pattern) in (selection?.patterns ?? []).enumerated() {
            guard pattern.hasWildcards else {
                refer(to: pattern.text, known, at: place[index].location)
                continue
            }
            // "*" matches everything, including nothing.
            if pattern.text == "*" || known.all.contains(where: pattern.matches) { continue }
            found.append(
                .unknownReference,
                at: place[index].location,
                message: "no \(known.kind) fits \"\(shortened(pattern.text, to: 80))\"",
                help: whatThereIs(known.all) ?? "the catalog has none"
            )
        }
    }

    // MARK: - The occupancy of slots.

    mutating func slots() -> [Diagnostic] {
        found = DiagnosticList()
        let known = KnownIDs("slot", catalog.slots.map(\.id))
        let limits = Dictionary(catalog.slots.map { ($0.id, $0.limit) }) { first, _ in first }
        for item in catalog.items {
            refer(to: item.slot, known, at: item.place["slot"].location)
        }
        for look in catalog.looks { slots(of: look, limits) }
        return found.diagnostics
    }

    /// Overlays at one anchor that can be worn together, and have the same authored `z`.
    func depths() -> [Diagnostic] {
        struct Place: Hashable {
            var anchor: String
            var z: Int
        }
        var placed: [Place: [Item]] = [:]
        for item in catalog.items where item.equipStyle == .overlay && item.place.has("z") {
            guard let anchor = item.placement.applied(to: Placement()).anchor else { continue }
            placed[Place(anchor: anchor, z: item.z), default: []].append(item)
        }
        return placed.values.compactMap { items in
            guard let first = items.first,
                let other = items.dropFirst().first(where: { other in
                    (other.slot == nil || other.slot != first.slot)
                        && first.species?.contains(where: other.fits) != false
                })
            else { return nil }
            return Diagnostic(
                .sameDepth,
                at: other.place["z"].location,
                message: "item \"\(other.id)\" has the same \"z\" as item \"\(first.id)\", "
                    + "found \(first.z)",
                help: "give them different numbers: until then their order in the catalog "
                    + "decides which is in front",
                related: first.place["z"].location.map { [$0] } ?? []
            )
        }
    }

    private mutating func slots(of look: NamedLook, _ limits: [String: Int]) {
        let overlays = look.place["overlays"]
        var worn = look.overlays.enumerated().map { ($0.element, overlays[$0.offset]) }
        if let base = look.base { worn.insert((base, look.place["base"]), at: 0) }
        var seen: Set<String> = []
        var taken: [String: [(id: String, place: CatalogPlace)]] = [:]
        for (id, place) in worn where seen.insert(id).inserted {
            guard let slot = catalog.item(id)?.slot else { continue }
            taken[slot, default: []].append((id, place))
        }
        for (slot, items) in taken.sorted(by: { $0.key < $1.key }) {
            guard let limit = limits[slot], items.count > limit else { continue }
            // Reported for the first that has no space.
            let some = items.prefix(limit + 12).map(\.id).joined(separator: ", ")
            found.append(
                .slotOverfull,
                at: items[limit].place.location,
                message: "look \"\(look.id)\" wears too much of slot \"\(slot)\", "
                    + "found \(shortened(some, to: 400)), expected at most \(limit)",
                help: "remove one, or raise the slot's \"max\""
            )
        }
    }
}
