public import Catalog
public import Diagnostics

/// What is wrong with a catalog as far as the catalog alone can tell.
///
/// - Returns: diagnostics in report order.
public func checkCatalog(_ catalog: Catalog) -> [Diagnostic] {
    let checks = CatalogChecks(catalog)
    return
        (checks.duplicateIDs() + checks.itemReferences() + checks.lookReferences()
        + checks.targetReferences() + checks.naming() + checks.anchors() + checks.credits()
        + checks.targetSettings() + checkRules(catalog.checks)).inReportOrder()
}

/// The catalog with its ids at hand.
struct CatalogChecks {
    let catalog: Catalog
    let speciesByID: [String: Species]
    let itemsByID: [String: Item]

    init(_ catalog: Catalog) {
        self.catalog = catalog
        speciesByID = Dictionary(catalog.species.map { ($0.id, $0) }) { first, _ in first }
        itemsByID = Dictionary(catalog.items.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A reference to something that is not there.
    func unknown(
        _ kind: String,
        _ id: String,
        at place: Place,
        known: some Sequence<String>
    ) -> Diagnostic {
        let near = nearestMatch(to: id, in: known)
        let all = known.prefix(12).joined(separator: ", ")
        return Diagnostic(
            id: "unknown-reference",
            at: place.location,
            message: "there is no \(kind) \"\(id)\"",
            help: near.map { "did you mean \"\($0)\"?" }
                ?? (all.isEmpty ? "the catalog has none" : "there are: \(all)")
        )
    }
}

// MARK: - Ids

extension CatalogChecks {
    func duplicateIDs() -> [Diagnostic] {
        duplicates("species", catalog.species.map { ($0.id, $0.place["id"]) })
            + duplicates("item", catalog.items.map { ($0.id, $0.place["id"]) })
            + duplicates("look", catalog.looks.map { ($0.id, $0.place["id"]) })
            + duplicates("target", catalog.targets.map { ($0.id, $0.place["id"]) })
            + catalog.axes.flatMap { axis in
                duplicates(
                    "value of axis \"\(axis.name)\"",
                    axis.values.indices.map { (axis.values[$0], axis.place[$0]) }
                )
            }
    }

    /// Ids that are equal, or differ only in case: they name files.
    private func duplicates(_ kind: String, _ ids: [(String, Place)]) -> [Diagnostic] {
        var first: [String: (id: String, place: Place)] = [:]
        return ids.compactMap { id, place in
            let folded = id.lowercased()
            guard let earlier = first[folded] else {
                first[folded] = (id, place)
                return nil
            }
            return Diagnostic(
                id: "duplicate-id",
                at: place.location,
                message: earlier.id == id
                    ? "the \(kind) \"\(id)\" exists already"
                    : "the \(kind) \"\(id)\" differs only in case from \"\(earlier.id)\"",
                help: "give it another id",
                related: earlier.place.location.map { [$0] } ?? []
            )
        }
    }
}

// MARK: - References

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

    /// Each anchor that a wearer lacks, once for each authored place.
    private func placements(of item: Item, on wearers: [Species]) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for species in wearers {
            guard let placement = catalog.placement(of: item, for: species),
                let name = placement.value.anchor
            else { continue }
            let variant = item.variant(for: species.id)?.place["placement"]
            guard let anchor = species.anchor(name) else {
                let own = variant.flatMap { $0.has("anchor") ? $0["anchor"] : nil }
                var diagnostic = unknown(
                    "anchor",
                    name,
                    at: own ?? item.place["placement"]["anchor"],
                    known: species.anchors.map(\.name)
                )
                diagnostic.message = "species \"\(species.id)\" has no anchor \"\(name)\""
                found.append(diagnostic)
                continue
            }
            let offset = placement.value.offset
            let outside = anchor.points.first { point in
                !isInside(CanvasPoint(x: point.x + offset.x, y: point.y + offset.y))
            }
            if let outside, anchor.points.allSatisfy(isInside) {
                let own = variant.flatMap { $0.has("offset") ? $0["offset"] : nil }
                found.append(
                    Diagnostic(
                        id: "placement-outside-canvas",
                        severity: .warning,
                        at: (own ?? item.place["placement"]["offset"]).location,
                        message: "item \"\(item.id)\" is placed outside of the canvas on species "
                            + "\"\(species.id)\", found \(CanvasPoint(x: outside.x + offset.x, y: outside.y + offset.y)), "
                            + "expected a point within \(catalog.canvas.width)x\(catalog.canvas.height)",
                        help: "\"offset\" is added to the anchor, in points"
                    )
                )
            }
        }
        return found
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

// MARK: - Single values

extension CatalogChecks {
    func naming() -> [Diagnostic] {
        let axes = catalog.axes.map(\.name)
        let lists = [
            (catalog.naming.base, "base"), (catalog.naming.overlay, "overlay"),
            (catalog.naming.species, "species"),
        ]
        var found: [Diagnostic] = []
        for (templates, name) in lists {
            let known = (name == "species" ? ["species"] : ["species", "asset"]) + axes
            for template in templates {
                for placeholder in template.placeholders where !known.contains(placeholder) {
                    found.append(
                        Diagnostic(
                            id: "naming-template",
                            at: template.place.location,
                            message:
                                "the template \"\(template.text)\" has an unknown placeholder, "
                                + "found <\(placeholder)>, expected one of "
                                + known.map { "<\($0)>" }.joined(separator: ", "),
                            help: nearestMatch(to: placeholder, in: known).map {
                                "did you mean <\($0)>?"
                            }
                        )
                    )
                }
                if name != "species", !template.placeholders.contains("asset") {
                    found.append(
                        Diagnostic(
                            id: "naming-template",
                            at: template.place.location,
                            message:
                                "the template \"\(template.text)\" names the same asset for every item",
                            help: "put <asset> into it"
                        )
                    )
                }
            }
        }
        return found + combinations()
    }

    /// More combinations of axis values than are resolved.
    private func combinations() -> [Diagnostic] {
        let used = Set(
            (catalog.naming.base + catalog.naming.overlay + catalog.naming.species).flatMap(
                \.placeholders
            )
        )
        var count = 1
        for axis in catalog.axes where used.contains(axis.name) {
            count =
                count.multipliedReportingOverflow(by: axis.values.count).overflow
                ? .max : count * axis.values.count
        }
        guard count > 4096 else { return [] }
        return [
            Diagnostic(
                id: "too-many-combinations",
                at: catalog.place["axes"].nameLocation,
                message: "the axes have more combinations of values than are resolved, "
                    + "found \(count == .max ? "very many" : "\(count)"), expected at most 4096",
                help: "remove values, or use fewer axes in naming"
            )
        ]
    }

    func anchors() -> [Diagnostic] {
        catalog.species.flatMap { species in
            species.anchors.compactMap { anchor in
                guard let outside = anchor.points.first(where: { !isInside($0) }) else {
                    return nil
                }
                return Diagnostic(
                    id: "anchor-outside-canvas",
                    severity: .warning,
                    at: anchor.place.location,
                    message:
                        "anchor \"\(anchor.name)\" of species \"\(species.id)\" lies outside of the canvas, "
                        + "found \(outside), expected a point within \(catalog.canvas.width)x\(catalog.canvas.height)",
                    help: "anchors are in points: divide pixels of an @2x picture by 2"
                )
            }
        }
    }

    private func isInside(_ point: CanvasPoint) -> Bool {
        (0...Double(catalog.canvas.width)).contains(point.x)
            && (0...Double(catalog.canvas.height)).contains(point.y)
    }

    func credits() -> [Diagnostic] {
        catalog.requiredCredits.flatMap { required -> [Diagnostic] in
            let species = catalog.species.map { ("species \"\($0.id)\"", $0.place) }
            let items = catalog.items.map { ("item \"\($0.id)\"", $0.place) }
            return (species + items).compactMap { name, place in
                guard !place.has(required.rawValue) else { return nil }
                return Diagnostic(
                    id: "missing-credit",
                    at: place["id"].location,
                    message: "\(name) lacks \"\(required.rawValue)\", which the catalog requires",
                    help: required == .credit
                        ? "say who made the art" : "say under which license it may be used"
                )
            }
        }
    }

    /// Settings that an engine cannot draw, or that exclude each other.
    func targetSettings() -> [Diagnostic] {
        catalog.targets.flatMap { target -> [Diagnostic] in
            var found: [Diagnostic] = []
            let settings = target.settings
            func report(_ member: String, _ message: String, _ help: String) {
                found.append(
                    Diagnostic(
                        id: "target-settings",
                        at: target.place[member].location,
                        message: "target \"\(target.id)\": \(message)",
                        help: help
                    )
                )
            }
            if settings.rotate {
                let unable = settings.formats.filter { !$0.canRotate }.map(\.rawValue)
                if !unable.isEmpty {
                    report(
                        "rotate",
                        "rotated frames cannot be drawn by \(unable.joined(separator: ", "))",
                        "set \"rotate\" to false, or give the format a target of its own"
                    )
                }
            }
            let page = settings.maxPageSize
            if settings.powerOfTwo, page & (page - 1) != 0 {
                report(
                    "maxPageSize",
                    "pages are powers of two, but the largest is \(page)",
                    "use a power of two such as \(1 << (Int.bitWidth - 1 - page.leadingZeroBitCount))"
                )
            }
            if settings.multipleOf > page {
                report(
                    "multipleOf",
                    "page sides cannot be multiples of \(settings.multipleOf)",
                    "raise \"maxPageSize\""
                )
            }
            return found
        }
    }
}

extension AtlasFormat {
    /// Whether readers of the format draw frames right that lie turned clockwise, as the manifest
    /// has them; libGDX turns the other way.
    var canRotate: Bool {
        switch self {
        case .kiln, .texturePackerHash, .texturePackerArray, .pixi, .cocos2d, .starling: true
        case .libgdx, .phaser, .godot, .unity, .spriteAtlas, .css: false
        }
    }
}
