import Catalog
import ChromaKey
import Diagnostics
import KilnManifest
import Raster
import SheetSlicing

// Settings that change nothing because of another one.
extension CatalogChecks {
    func idleSettings() -> [Diagnostic] {
        sizelessImages() + [unbakedImages(), idleAnimations()].compactMap(\.self)
            + repeatedRectangles() + idleGrids() + idleKeying() + idleRecolors() + unusedIgnores()
    }

    func idle(
        _ place: CatalogPlace,
        _ message: String,
        _ help: String
    ) -> Diagnostic {
        Diagnostic(.noEffect, at: place.location, message: message, help: help)
    }

    /// Targets whose selections choose nothing.
    func idleTargets() -> [Diagnostic] {
        catalog.targets.filter { $0.kind != .atlas }.compactMap { target in
            let settings = target.settings
            var chosen = choices(of: target)
            if target.kind == .composites, settings.looks == nil {
                chosen[0].selection = Selection(["*"])
            }
            // Ids that do not exist are reported by themselves, and so is a target without any.
            guard chosen.contains(where: { $0.selection != nil }),
                !chosen.contains(where: { _, selection, known in
                    selection?.patterns.contains { $0.text != "*" } == true
                        || selection?.patterns.isEmpty == false && !known.all.isEmpty
                }), settings.assetCatalog.appIcons.isEmpty,
                settings.assetCatalog.colors.names.isEmpty
            else { return nil }
            let member = chosen.map(\.member).first(where: target.place.has)
            return idle(
                target.place[member ?? "id"],
                "target \"\(target.id)\" draws nothing: none of its looks, items and images exists",
                "name what it draws, or remove it"
            )
            .following([.looks, .things, .ids])
        }
    }

    /// Settings of pages that only matter with another one.
    func idlePacking() -> [Diagnostic] {
        catalog.targets.flatMap { target -> [Diagnostic] in
            let settings = target.settings
            let rules: [(member: String, isIdle: Bool, other: String, need: String)] = [
                ("polygonTolerance", settings.trim != .polygon, "trim", "\"polygon\""),
                ("polygonShape", settings.trim != .polygon, "trim", "\"polygon\""),
                ("trimThreshold", settings.trim == .none, "trim", "true"),
                ("repackAbove", settings.layout != .stable, "layout", "\"stable\""),
                (
                    "duplicates", settings.duplicates == .turned && !settings.rotate, "rotate",
                    "true"
                ),
                ("aspectLimit", settings.square, "square", "false"),
            ]
            return rules.filter { rule in
                // A profile may say what it needs.
                rule.isIdle && target.place.has(rule.member)
                    && !catalog.profiles.contains { $0.place["settings"].has(rule.other) }
            }
            .map { rule in
                idle(
                    target.place[rule.member],
                    "target \"\(target.id)\": \"\(rule.member)\" has no effect without "
                        + "\"\(rule.other)\": \(rule.need)",
                    "set \"\(rule.other)\": \(rule.need), or remove \"\(rule.member)\""
                )
            } + [idleGroups(of: target)].compactMap(\.self)
        }
    }

    private func idleGroups(of target: Target) -> Diagnostic? {
        let groups = target.settings.groups
        guard
            groups == .species && catalog.species.isEmpty
                || groups == .item && catalog.items.isEmpty
        else { return nil }
        return idle(
            target.place["groups"],
            "target \"\(target.id)\": \"groups\" has no effect, because the catalog has no "
                + (groups == .species ? "species" : "items"),
            "remove it"
        )
        .following([.things])
    }

    /// Images that no target takes, where targets choose images: an atlas without a choice takes all.
    private func unbakedImages() -> Diagnostic? {
        let targets = catalog.targets
        let patterns = targets.flatMap { $0.settings.images?.patterns ?? [] }
        let ids = Set(catalog.images.map(\.id))
        // An id that does not exist may be any of them, misspelled.
        guard !patterns.isEmpty,
            patterns.allSatisfy({ $0.hasWildcards || ids.contains($0.text) }),
            !targets.contains(where: { $0.kind == .atlas && $0.settings.images == nil })
        else { return nil }
        let icons = targets.flatMap(\.settings.assetCatalog.appIcons)
        let shown = Set(
            icons.flatMap { [$0.image, $0.dark, $0.tinted] } + catalog.looks.map(\.background)
        )
        let unbaked = catalog.images.filter { image in
            !shown.contains(image.id)
                && !targets.contains { $0.settings.images?.contains(image.id) ?? false }
        }
        guard let first = unbaked.first else { return nil }
        let (noun, pronoun) = unbaked.count == 1 ? ("image", "it") : ("images", "them")
        return idle(
            first.place["id"],
            "no target takes the \(noun) \(quoted(unbaked.map(\.id)))",
            "add \(pronoun) to the \"images\" of a target, or remove \(pronoun)"
        )
        .following([.things, .ids, .looks])
    }

    private func sizelessImages() -> [Diagnostic] {
        catalog.images.filter { $0.size == nil && $0.place.has("fit") && !$0.place.has("size") }
            .map {
                idle(
                    $0.place["fit"],
                    "\"fit\" of image \"\($0.id)\" has no effect without \"size\"",
                    "add the \"size\" of the box that it fills, or remove it"
                )
            }
    }

    /// Animations that no name has.
    private func idleAnimations() -> Diagnostic? {
        guard !catalog.animations.isEmpty, !catalog.placeholders.contains("animation") else {
            return nil
        }
        return Diagnostic(
            .noEffect,
            at: catalog.place["animations"].nameLocation,
            message: "\"animations\" has no effect, because no name has <animation>",
            help: "put <animation> into a template of \"naming\" if each animation has a file "
                + "of its own, or remove it"
        )
        .following([.naming])
    }

    /// Numbered files are frames by themselves.
    private func idleGrids() -> [Diagnostic] {
        catalog.sheets.filter { $0.own.frames == .numbered }.flatMap { rule in
            ["grid", "cell", "rects", "islands", "auto"].filter(rule.place.has).map { member in
                idle(
                    rule.place[member],
                    "\"\(member)\" has no effect with \"frames\": \"numbered\", whose files are "
                        + "frames",
                    "remove one of them"
                )
            }
        }
    }

    private func repeatedRectangles() -> [Diagnostic] {
        catalog.sheets.flatMap { rule -> [Diagnostic] in
            guard case .cut(.rects(let rects))? = rule.own.cutting else { return [] }
            var seen: Set<PixelRect> = []
            return rects.enumerated().filter { !seen.insert($1).inserted }.map {
                idle(
                    rule.place["rects"][$0],
                    "a rectangle is listed twice, found \($1)",
                    "correct one; an animation may name a frame twice in \"frames\""
                )
            }
        }
    }

    /// Settings of keying that have no effect with the others.
    private func idleKeying() -> [Diagnostic] {
        let own = catalog.authoredKeying
        let measures = own.contains { $0.applied(to: KeySettings()).mode == .distance }
        let keys = own.filter { $0.members.contains("key") }
        return own.flatMap { settings -> [Diagnostic] in
            let value = settings.applied(to: KeySettings())
            let linear = idle(
                settings.place["linear"],
                "\"linear\" has no effect without \"mode\": \"distance\"",
                "remove it, or choose the mode"
            )
            let found = value.isLinear && !measures ? [linear] : []
            // Elsewhere the key may be another.
            let key = settings.members.contains("key") ? settings : keys.count == 1 ? keys[0] : nil
            guard case .color(let color)? = key?.applied(to: KeySettings()).key else {
                return found
            }
            let kept = value.kept.enumerated().filter { $1.color == color }
            return found
                + kept.map { index, _ in
                    idle(
                        settings.place["keep"][index],
                        "\"keep\" names the screen itself, found \(color)",
                        "remove it, or name a color of the art"
                    )
                }
        }
    }

    /// Palettes that replace colors by themselves, or that have one twice.
    private func idleRecolors() -> [Diagnostic] {
        catalog.authoredColorings.compactMap { authored -> Diagnostic? in
            guard let recolor = authored.coloring.recolor,
                case .palettes(let from, let to) = recolor.colors
            else { return nil }
            let place = authored.place["recolor"]
            if from == to {
                return idle(
                    place["to"],
                    "\"from\" and \"to\" are the same palette, found \"\(from)\"",
                    "name the palette that has the new colors"
                )
            }
            let colors = catalog.palette(from)?.colors ?? []
            var seen: Set<HexColor> = []
            guard let twice = colors.first(where: { !seen.insert($0).inserted }) else { return nil }
            return idle(
                place["from"],
                "palette \"\(from)\" has \(twice) twice, and only the first is replaced",
                "give each color of it a role of its own"
            )
            .reportedOnce(for: [.id("palette", from)])
        }
    }

    /// Folders are ignored by their names, without a slash.
    private func unusedIgnores() -> [Diagnostic] {
        catalog.sources.ignored.enumerated().filter { $1.text.hasSuffix("/") }.map {
            index,
            pattern in
            let name = String(pattern.text.dropLast())
            return idle(
                catalog.place["ignore"][index],
                "\"ignore\" fits nothing, because names do not end in a slash, found "
                    + "\"\(pattern.text)\"",
                "write \"\(name)\""
            )
            .mended(by: renaming(pattern.text, to: name))
        }
    }

    /// Grids that have fewer cells than they count.
    func gridCounts() -> [Diagnostic] {
        catalog.sheets.compactMap { rule in
            guard let grid = rule.own.grid, let count = grid.count,
                count > grid.columns * grid.rows
            else { return nil }
            return Diagnostic(
                .valueOutOfRange,
                at: rule.place["grid"]["count"].location,
                message:
                    "the grid has \(grid.columns * grid.rows) cells, found a count of \(count)",
                help: "lower \"count\", or add \"columns\" or \"rows\""
            )
            .following([.sheets])
        }
    }
}

extension Catalog {
    /// The keying settings of the catalog and of all in it.
    var authoredKeying: [Overrides<KeySettings>] {
        let things = species.map(\.chroma) + images.map(\.chroma)
        let worn = items.flatMap { [$0.chroma] + $0.perSpecies.map(\.chroma) }
        return ([chroma] + sheets.map(\.own.chroma) + things + worn).filter(\.isAuthored)
    }
}

// Settings that change nothing.
extension CatalogChecks {
    func effects() -> [Diagnostic] {
        outfitDepths() + fits() + fallbacks() + unusedSlots() + hiddenAxes() + unusedAxes()
            + repeatedTemplates() + repeatedSources()
    }

    /// An outfit of a single picture is at depth 0, whatever it says.
    private func outfitDepths() -> [Diagnostic] {
        catalog.items.filter { $0.equipStyle == .replaceSprite && $0.parts.count < 2 }
            .flatMap { item in
                ([item.place] + item.perSpecies.map(\.place)).filter { $0.has("z") }.map {
                    idle(
                        $0["z"],
                        "\"z\" of outfit \"\(item.id)\" has no effect",
                        "remove it: an outfit of one picture is at 0, and overlays with "
                            + "a negative \"z\" are behind it"
                    )
                    // Without art it may be an overlay.
                    .following([.art(ofItem: item.id)])
                }
            }
    }

    /// `fit` needs a `size`.
    private func fits() -> [Diagnostic] {
        let items = catalog.items.map { item in
            [item.placement] + item.parts.map(\.placement) + item.perSpecies.map(\.placement)
        }
        let species = catalog.species.map { [$0.placement] + $0.parts.map(\.placement) }
        func isSized(_ placement: Overrides<Placement>) -> Bool { placement.place.has("size") }
        // A rule of sheets may size any of them.
        if catalog.sheets.contains(where: { isSized($0.own.placement) }) { return [] }
        return (items + species).filter { !$0.contains(where: isSized) }.joined()
            .filter { $0.place.has("fit") }.map {
                idle(
                    $0.place["fit"],
                    "\"fit\" of a placement without \"size\" has no effect",
                    "add the \"size\" of the box that it fills, or remove it"
                )
            }
    }

    private func fallbacks() -> [Diagnostic] {
        catalog.axes.flatMap { axis in
            axis.values.compactMap { value in
                guard let index = value.fallback.firstIndex(of: value.id) else { return nil }
                return idle(
                    value.place["fallback"][index],
                    "the value \"\(value.id)\" of axis \"\(axis.name)\" falls back "
                        + "to itself",
                    "name the value whose art it shows if it has none"
                )
            }
        }
    }

    /// Slots in which nothing is worn, unless an item's slot is misspelled.
    private func unusedSlots() -> [Diagnostic] {
        let (known, worn) = (
            Set(catalog.slots.map(\.id)), Set(catalog.items.compactMap(\.slot))
        )
        guard worn.isSubset(of: known) else { return [] }
        return catalog.slots.filter { !worn.contains($0.id) }.map {
            idle(
                $0.place,
                "no item is worn in slot \"\($0.id)\"",
                "name it as the \"slot\" of an item, or remove it"
            )
            .following([.things, .ids])
        }
    }

    /// `<species>` and `<asset>` in names never stand for an axis.
    private func hiddenAxes() -> [Diagnostic] {
        catalog.axes.filter { ["species", "asset"].contains($0.name) }.map {
            idle(
                $0.place,
                "no name follows the axis \"\($0.name)\", because <\($0.name)> "
                    + "is the \($0.name) of what is drawn",
                "give the axis another name"
            )
        }
    }

    /// Axes that neither choose files nor colors.
    private func unusedAxes() -> [Diagnostic] {
        let used = catalog.placeholders.union(catalog.naming.image.flatMap(\.placeholders))
            .union(["species", "asset"])
        let variants = catalog.authoredVariants.flatMap(\.variants)
            .map { catalog.meanings(ofVariant: $0.key) }
        // A misspelled one may mean any axis.
        if variants.contains(where: \.isEmpty) { return [] }
        let colored = Set(variants.joined().map(\.axis))
        return catalog.axes.filter { axis in
            !used.contains(axis.name) && !colored.contains(axis.name)
                && axis.values.allSatisfy(\.coloring.isEmpty)
        }
        .map {
            Diagnostic(
                .noEffect,
                at: $0.place.nameLocation,
                message: "no art depends on the axis \"\($0.name)\"",
                help:
                    "put <\($0.name)> into a template of \"naming\" or into an \"asset\", or remove it"
            )
            .following([.naming, .ids])
        }
    }

    private func repeatedTemplates() -> [Diagnostic] {
        [catalog.naming.base, catalog.naming.overlay, catalog.naming.species, catalog.naming.image]
            .flatMap { templates in
                var seen: Set<String> = []
                return templates.filter { !seen.insert($0.text).inserted }.map {
                    idle(
                        $0.place,
                        "the template \"\($0.text)\" is listed twice",
                        "remove it, or name the file to look for next"
                    )
                }
            }
    }

    /// A folder in another one is read with it.
    private func repeatedSources() -> [Diagnostic] {
        let sources = catalog.sources
        let (all, pathNamed) = (Set(sources.folders), Set(sources.pathNamed))
        var seen: Set<String> = []
        return sources.folders.enumerated().compactMap { index, folder in
            var outer = folder
            if seen.insert(folder).inserted {
                repeat {
                    guard outer != "." else { return nil }
                    outer = outer.lastIndex(of: "/").map { String(outer[..<$0]) } ?? "."
                } while !all.contains(outer)
            }
            guard pathNamed.contains(outer) == pathNamed.contains(folder) else { return nil }
            return idle(
                catalog.place["sources"][index],
                outer == folder
                    ? "the source \"\(folder)\" is listed twice"
                    : "the source \"\(folder)\" lies in \"\(outer)\", which is read with all "
                        + "folders in it",
                "remove one of them"
            )
        }
    }
}
