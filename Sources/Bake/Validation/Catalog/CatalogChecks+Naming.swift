import AtlasBuilding
import Catalog
import Diagnostics
import FileStore

// Templates, and the axes in them.
extension CatalogChecks {
    func naming() -> [Diagnostic] {
        let axes = catalog.axes.map(\.name) + (catalog.animations.isEmpty ? [] : ["animation"])
        let lists = [
            (catalog.naming.base, "base", ["species", "asset"] + axes),
            (catalog.naming.overlay, "overlay", ["species", "asset"] + axes),
            (catalog.naming.species, "species", ["species"] + axes),
            // Images of no species have no files per animation.
            (catalog.naming.image, "image", ["asset"] + catalog.axes.map(\.name)),
        ]
        var found: [Diagnostic] = []
        for (templates, name, known) in lists {
            for template in templates {
                if let foreign = foreignSyntax(of: template, at: template.place, known: known)
                    ?? ending(of: template)
                {
                    found.append(foreign)
                    continue
                }
                found += unknownPlaceholders(of: template, at: template.place, known: known)
                // The last one for outfits may be the undressed pet's.
                let isUndressed = name == "base" && template == templates.last
                if name != "species", !isUndressed, !template.placeholders.contains("asset") {
                    found.append(
                        Diagnostic(
                            .namingTemplate,
                            at: template.place.location,
                            message:
                                "the template \"\(template.text)\" names the same asset for every "
                                + (name == "image" ? "image" : "item"),
                            help: "put <asset> into it"
                        )
                    )
                }
            }
        }
        found += assets(known: ["species"] + axes)
        found += catalog.images.flatMap {
            unknownPlaceholders(ofAsset: $0.asset, in: $0.place, known: catalog.axes.map(\.name))
        }
        let excess =
            combinations(of: catalog.placeholdersOfPets)
            ?? combinations(of: catalog.placeholdersOfImages)
        return found + [excess].compactMap(\.self)
    }

    /// Placeholders as other tools write them.
    private func foreignSyntax(
        of template: NamingTemplate,
        at place: CatalogPlace,
        known: [String]
    ) -> Diagnostic? {
        let correct = template.withoutForeignSyntax(known)
        guard correct != template.text else { return nil }
        return Diagnostic(
            .namingTemplate,
            at: place.location,
            message: "placeholders are written in < >, found \"\(template.text)\"",
            help: "write \"\(correct)\""
        )
        .mended(by: renaming(template.text, to: correct))
    }

    private func ending(of template: NamingTemplate) -> Diagnostic? {
        guard isPictureName(template.text) else { return nil }
        let correct = withoutExtension(template.text)
        return Diagnostic(
            .namingTemplate,
            at: template.place.location,
            message: "names of assets have no ending, found \"\(template.text)\"",
            help: "write \"\(correct)\""
        )
        .mended(by: renaming(template.text, to: correct))
    }

    private func unknownPlaceholders(
        of template: NamingTemplate,
        at place: CatalogPlace,
        known: [String]
    ) -> [Diagnostic] {
        template.placeholders.filter { !known.contains($0) }.map { placeholder in
            Diagnostic(
                .namingTemplate,
                at: place.location,
                message: "the template \"\(template.text)\" has an unknown placeholder, "
                    + "found <\(placeholder)>, expected one of "
                    + known.map { "<\($0)>" }.joined(separator: ", "),
                help: placeholder == "animation"
                    ? "name what it stands for in the catalog's \"animations\""
                    : nearestMatch(to: placeholder, in: known).map { "did you mean <\($0)>?" }
            )
        }
    }

    private func unknownPlaceholders(
        ofAsset asset: String?,
        in thing: CatalogPlace,
        known: [String]
    ) -> [Diagnostic] {
        guard let asset, let template = NamingTemplate(asset) else { return [] }
        let place = thing["asset"]
        guard asset.contains("<") else {
            return [foreignSyntax(of: template, at: place, known: known)].compactMap(\.self)
        }
        return unknownPlaceholders(of: template, at: place, known: known)
    }

    private func assets(known: [String]) -> [Diagnostic] {
        func unknown(_ asset: String?, in thing: CatalogPlace) -> [Diagnostic] {
            unknownPlaceholders(ofAsset: asset, in: thing, known: known)
        }
        let bare = catalog.species.flatMap { species in
            unknown(species.asset, in: species.place)
                + species.parts.flatMap { unknown($0.asset, in: $0.place) }
        }
        return bare
            + catalog.items.flatMap { item in
                unknown(item.place.has("asset") ? item.asset : nil, in: item.place)
                    + item.parts.flatMap { unknown($0.asset, in: $0.place) }
                    + item.perSpecies.flatMap { unknown($0.asset, in: $0.place) }
            }
    }

    /// More combinations of axis values than are resolved, or of fallbacks than are tried.
    private func combinations(of used: Set<String>) -> Diagnostic? {
        let axes = catalog.axes.filter { used.contains($0.name) }
        /// The product over all axes, at most `Int.max`; nil if it is no more than `most`.
        func excess(over most: Int, _ count: (Axis) -> Int) -> String? {
            let product = axes.reduce(1) { product, axis in
                let (more, isTooMuch) = product.multipliedReportingOverflow(by: count(axis))
                return isTooMuch ? .max : more
            }
            guard product > most else { return nil }
            return "found \(product == .max ? "very many" : "\(product)"), expected at most \(most)"
        }
        if let excess = excess(over: 4096, { max(1, $0.values.count) }) {
            return Diagnostic(
                .tooManyCombinations,
                at: catalog.place["axes"].nameLocation,
                message: "the axes have more combinations of values than are resolved, \(excess)",
                help: "remove values, or use fewer axes in naming"
            )
        }
        let names = excess(over: 512) { axis in
            axis.values.map { value in
                let tags =
                    axis.kind == .locale ? value.id.utf8.count { $0 == UInt8(ascii: "-") } : 0
                return 1 + value.fallback.count + tags
            }.max() ?? 1
        }
        return names.map { excess in
            Diagnostic(
                .tooManyCombinations,
                at: catalog.place["axes"].nameLocation,
                message: "the fallbacks of the axes have more combinations than are tried for one "
                    + "name, \(excess)",
                help: "list fewer fallbacks, or use fewer axes in naming"
            )
        }
    }
}

extension NamingTemplate {
    /// The text with < > around placeholders that have other marks, and without a file's ending.
    fileprivate func withoutForeignSyntax(_ placeholders: [String]) -> String {
        var plain = text
        for name in placeholders {
            for (open, close) in [("${", "}"), ("{{", "}}"), ("{", "}"), ("%", "%")] {
                plain.replace(open + name + close, with: "<\(name)>")
            }
        }
        return plain != text && isPictureName(plain) ? withoutExtension(plain) : plain
    }
}
