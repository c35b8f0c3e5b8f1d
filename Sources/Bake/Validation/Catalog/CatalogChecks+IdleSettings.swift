import Catalog
import ChromaKey
import Diagnostics
import Raster
import SheetSlicing

// Settings that change nothing because of another one.
extension CatalogChecks {
    func idleSettings() -> [Diagnostic] {
        sizelessImages() + [idleAnimations()].compactMap(\.self)
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
            let all = target.kind == .composites ? Selection(["*"]) : nil
            let chosen = [
                (settings.looks ?? all, catalog.looks.map(\.id)),
                (settings.items, catalog.items.map(\.id)),
                (settings.images, catalog.images.map(\.id)),
            ]
            // Ids that do not exist are reported by themselves, and so is a target without any.
            guard chosen.contains(where: { $0.0 != nil }),
                !chosen.contains(where: { selection, ids in
                    selection?.patterns.contains { $0.text != "*" } == true
                        || selection?.patterns.isEmpty == false && !ids.isEmpty
                }), settings.assetCatalog.appIcons.isEmpty,
                settings.assetCatalog.colors.names.isEmpty
            else { return nil }
            let member = ["looks", "items", "images"].first(where: target.place.has)
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
