import AtlasBuilding
import Catalog
import Diagnostics
import FileStore

extension Check {
    static let namingTemplate = Check(
        "naming-template",
        "a naming template cannot be filled in",
        isFixed: true
    )
}

// Templates, and the axes in them.
extension CatalogChecks {
    func naming() -> [Diagnostic] {
        let axes = catalog.axes.map(\.name) + (catalog.animations.isEmpty ? [] : ["animation"])
        let lists = [
            (catalog.naming.base, "base"), (catalog.naming.overlay, "overlay"),
            (catalog.naming.species, "species"), (catalog.naming.image, "image"),
        ]
        var found: [Diagnostic] = []
        for (templates, name) in lists {
            let known =
                switch name {
                case "species": ["species"] + axes
                // Images of no species have no files per animation.
                case "image": ["asset"] + catalog.axes.map(\.name)
                default: ["species", "asset"] + axes
                }
            for template in templates {
                if let correct = template.withoutForeignSyntax(known) {
                    found.append(
                        Diagnostic(
                            .namingTemplate,
                            at: template.place.location,
                            message: template.text.contains("{")
                                ? "placeholders stand in < >, found \"\(template.text)\""
                                : "names of assets have no ending, found \"\(template.text)\"",
                            help: "write \"\(correct)\""
                        )
                        .mended(by: renaming(template.text, to: correct))
                    )
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
        return found + assets(known: ["species"] + axes) + assetsOfImages()
            + (combinations(of: catalog.placeholdersOfPets)
                ?? combinations(of: catalog.placeholdersOfImages) ?? [])
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

    private func assets(known: [String]) -> [Diagnostic] {
        var authored: [(asset: String, place: CatalogPlace)] = []
        for species in catalog.species {
            if let asset = species.asset { authored.append((asset, species.place["asset"])) }
            authored += species.parts.map { ($0.asset, $0.place["asset"]) }
        }
        for item in catalog.items {
            if item.place.has("asset") { authored.append((item.asset, item.place["asset"])) }
            authored += item.parts.map { ($0.asset, $0.place["asset"]) }
            for variant in item.perSpecies {
                if let asset = variant.asset { authored.append((asset, variant.place["asset"])) }
            }
        }
        return authored.filter { $0.asset.contains("<") }.flatMap { asset, place in
            NamingTemplate(asset).map { unknownPlaceholders(of: $0, at: place, known: known) } ?? []
        }
    }

    private func assetsOfImages() -> [Diagnostic] {
        let known = catalog.axes.map(\.name)
        return catalog.images.filter { $0.asset.contains("<") }.flatMap { image in
            NamingTemplate(image.asset).map {
                unknownPlaceholders(of: $0, at: image.place["asset"], known: known)
            } ?? []
        }
    }

    /// More combinations of fallback values than are tried.
    private func fallbackCombinations(_ used: Set<String>) -> [Diagnostic]? {
        var count = 1
        for axis in catalog.axes where used.contains(axis.name) {
            let longest = axis.values.map { value in
                let tags =
                    axis.kind == .locale ? value.id.utf8.count { $0 == UInt8(ascii: "-") } : 0
                return 1 + value.fallback.count + tags
            }.max()
            let (product, isMore) = count.multipliedReportingOverflow(by: longest ?? 1)
            count = isMore ? .max : product
        }
        guard count > Self.mostFallbacks else { return nil }
        return [
            Diagnostic(
                .tooManyCombinations,
                at: catalog.place["axes"].nameLocation,
                message:
                    "the fallbacks of the axes have more combinations than are tried for one name, "
                    + "found \(count == .max ? "very many" : "\(count)"), expected at most "
                    + "\(Self.mostFallbacks)",
                help: "list fewer fallbacks, or use fewer axes in naming"
            )
        ]
    }

    /// The maximum number of names per template.
    private static let mostFallbacks = 512

    /// More combinations of axis values than are resolved.
    private func combinations(of used: Set<String>) -> [Diagnostic]? {
        var count = 1
        for axis in catalog.axes where used.contains(axis.name) {
            count =
                count.multipliedReportingOverflow(by: axis.values.count).overflow
                ? .max : count * max(1, axis.values.count)
        }
        guard count > 4096 else { return fallbackCombinations(used) }
        return [
            Diagnostic(
                .tooManyCombinations,
                at: catalog.place["axes"].nameLocation,
                message: "the axes have more combinations of values than are resolved, "
                    + "found \(count == .max ? "very many" : "\(count)"), expected at most 4096",
                help: "remove values, or use fewer axes in naming"
            )
        ]
    }
}

extension NamingTemplate {
    /// The text without braces around placeholders or a file's ending; nil if it has neither.
    fileprivate func withoutForeignSyntax(_ placeholders: [String]) -> String? {
        var plain = text
        for name in placeholders {
            for (open, close) in [("${", "}"), ("{{", "}}"), ("{", "}"), ("%", "%")] {
                plain.replace(open + name + close, with: "<\(name)>")
            }
        }
        if isPictureName(plain) { plain = withoutExtension(plain) }
        return plain == text ? nil : plain
    }
}
