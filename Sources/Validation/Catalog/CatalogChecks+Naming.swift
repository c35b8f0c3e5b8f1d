internal import Catalog
package import Diagnostics

extension Check {
    package static let namingTemplate = Check(
        "naming-template",
        "a naming template cannot be filled",
        isFixed: true
    )
}

// Templates, and the axes that they use.
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
                            .namingTemplate,
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
                            .namingTemplate,
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
                .tooManyCombinations,
                at: catalog.place["axes"].nameLocation,
                message: "the axes have more combinations of values than are resolved, "
                    + "found \(count == .max ? "very many" : "\(count)"), expected at most 4096",
                help: "remove values, or use fewer axes in naming"
            )
        ]
    }
}
