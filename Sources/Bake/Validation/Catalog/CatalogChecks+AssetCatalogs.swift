import Catalog
import Diagnostics

// Targets' settings for Xcode's asset catalogs.
extension CatalogChecks {
    /// Missing or ambiguous references of an asset catalog.
    func assetCatalogReferences(of target: Target, _ found: inout DiagnosticList) {
        guard target.kind == .xcassets else { return }
        let settings = target.settings.assetCatalog
        let place = target.place["assetCatalog"]
        if settings.template != nil || settings.original != nil {
            let pictures = KnownIDs("picture", looks.all + items.all + images.all)
            selected(settings.template, pictures, at: place["template"], &found)
            selected(settings.original, pictures, at: place["original"], &found)
            renderings(of: target, pictures, &found)
        }
        if let name = settings.name, name.hasSuffix(".xcassets") {
            found.append(
                target.fault(
                    at: place["name"],
                    "the folder would be called \(name).xcassets",
                    "write \"\(name.dropLast(".xcassets".count))\""
                )
            )
        }
        if let dark = settings.dark { references(of: dark, in: target, &found) }
        for icon in settings.appIcons { references(of: icon, in: target, &found) }
        for (name, first, second) in target.clashingSets(in: catalog) {
            found.append(
                target.fault(
                    at: target.place["id"],
                    "two pictures would be called \"\(name)\" in the app, found \(first) and \(second)",
                    settings.providesNamespace
                        ? "take one of them out, or rename it"
                        : "set \"providesNamespace\" to true, or give one of them a target of its own"
                )
            )
        }
    }

    /// Patterns of "template" and "original" that change no picture of the target.
    private func renderings(
        of target: Target,
        _ known: KnownIDs,
        _ found: inout DiagnosticList
    ) {
        let (settings, own) = (target.settings, target.settings.assetCatalog)
        let shown = Set(
            looks.all.filter { settings.looks?.contains($0) ?? false }
                + items.all.filter { settings.items?.contains($0) ?? false }
                + images.all.filter { settings.images?.contains($0) ?? false }
        )
        for (member, selection) in [("template", own.template), ("original", own.original)] {
            for (index, pattern) in (selection?.patterns ?? []).enumerated() {
                let meant = known.all.filter(pattern.matches)
                let place = own.place[member][index]
                let text = shortened(pattern.text, to: 80)
                if !meant.isEmpty, shown.isDisjoint(with: meant) {
                    found.append(
                        idle(
                            place,
                            "\"\(member)\" names pictures that target \"\(target.id)\" does not "
                                + "have, found \"\(text)\"",
                            "add them to the target, or leave them out"
                        )
                    )
                } else if member == "original", !meant.isEmpty,
                    meant.allSatisfy({ own.rendering(of: $0) == .template })
                {
                    found.append(
                        idle(
                            place,
                            "\"original\" has no effect on \"\(text)\", which \"template\" "
                                + "names, too",
                            "leave it out of one of them"
                        )
                    )
                }
            }
        }
    }

    private func references(
        of dark: DarkVariant,
        in target: Target,
        _ found: inout DiagnosticList
    ) {
        func report(_ message: String, _ help: String) {
            found.append(target.fault(at: dark.place, message, help))
        }
        if (dark.axis == nil) != (dark.value == nil) {
            report(
                "\"dark\" needs an axis and its value",
                "say both \"axis\" and \"value\", such as theme and dark"
            )
        } else if dark.axis == nil, dark.imageSuffix == nil {
            report(
                "\"dark\" does not say where dark pictures come from",
                "say \"axis\" and \"value\", or \"imageSuffix\""
            )
        }
        if let suffix = dark.imageSuffix {
            let names = images.set.union(target.settings.assetCatalog.colors.all.names)
            let isUsed = names.contains { name in
                name.hasSuffix(suffix) && names.contains(String(name.dropLast(suffix.count)))
            }
            if !isUsed {
                found.append(
                    idle(
                        dark.place["imageSuffix"],
                        "no image and no color has a dark variant with the suffix \"\(suffix)\"",
                        "name dark ones like the light ones, with the suffix, or remove it"
                    )
                )
            }
        }
        guard let name = dark.axis else { return }
        let place = dark.place
        refer(toAxis: name, place["axis"].location, dark.value, place["value"].location, &found)
    }

    private func references(
        of icon: AppIcon,
        in target: Target,
        _ found: inout DiagnosticList
    ) {
        guard icon.image != nil || icon.look != nil else {
            let message = "app icon \"\(icon.id)\" shows nothing"
            found.append(
                target.fault(at: icon.place, message, "name an \"image\" or a \"look\"")
            )
            return
        }
        // Having both is reported when the catalog is read.
        guard icon.image == nil || icon.look == nil else { return }
        let known = icon.isLook ? looks : images
        let shown: [(String, String?)] = [
            (known.kind, icon.shown), ("dark", icon.dark), ("tinted", icon.tinted),
        ]
        for (member, id) in shown {
            refer(to: id, known, at: icon.place[member].location, &found)
        }
    }
}

extension Target {
    /// Images that an app would know by the same name, ignoring case, with their kinds.
    fileprivate func clashingSets(
        in catalog: Catalog
    ) -> [(name: String, first: String, second: String)] {
        let own = settings.assetCatalog
        func chosen(_ selection: Selection?, _ ids: [String]) -> [String] {
            ids.filter { selection?.contains($0) ?? false }
        }
        let groups = [
            ("look", "looks", chosen(settings.looks, catalog.looks.map(\.id))),
            ("item", "items", chosen(settings.items, catalog.items.map(\.id))),
            ("image", "images", chosen(settings.images, catalog.images.map(\.id))),
        ]
        let sizes = settings.sizes ?? []
        var seen: [String: String] = [:]
        var clashes: [(name: String, first: String, second: String)] = []
        func note(_ name: String, _ what: String) {
            // Equal ids are reported separately.
            guard let first = seen.updateValue(what, forKey: name.lowercased()), first != what
            else { return }
            clashes.append((name, first, what))
        }
        for icon in own.appIcons.uniqued(by: { $0.id.lowercased() }) {
            note(icon.id, "app icon \"\(icon.id)\"")
        }
        for (kind, group, ids) in groups {
            for id in ids {
                let names = sizes.count > 1 ? sizes.map { "\(id)-\($0)" } : [id]
                for name in names {
                    note(own.providesNamespace ? "\(group)/\(name)" : name, "\(kind) \"\(id)\"")
                }
            }
        }
        return clashes
    }
}
