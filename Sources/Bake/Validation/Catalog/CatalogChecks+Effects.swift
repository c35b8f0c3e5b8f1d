import Catalog
import Diagnostics
import KilnManifest

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
