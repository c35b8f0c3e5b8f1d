import Catalog
import Diagnostics

extension Check {
    static let ambiguousVariant = Check("ambiguous-variant", isFixed: true)
    static let paletteMismatch = Check("palette-mismatch", isFixed: true)
}

// References of colorings to palettes and axis values.
extension CatalogChecks {
    func colors() -> [Diagnostic] {
        catalog.authoredColorings.flatMap { authored -> [Diagnostic] in
            guard let recolor = authored.coloring.recolor,
                case .palettes(let from, let to) = recolor.colors
            else { return [] }
            return palettes(from, to, at: authored.place["recolor"])
        } + catalog.authoredVariants.flatMap { variants($0.variants, of: $0.thing) }
    }

    private func palettes(_ from: String, _ to: String, at place: CatalogPlace) -> [Diagnostic] {
        let known = catalog.palettes.map(\.name)
        let missing = [(from, "from"), (to, "to")].filter { !known.contains($0.0) }
        guard missing.isEmpty, let first = catalog.palette(from), let second = catalog.palette(to)
        else {
            return missing.map { unknown("palette", $0.0, at: place[$0.1].location, known: known) }
        }
        // Images without colors are reported separately.
        guard !first.colors.isEmpty, !second.colors.isEmpty else { return [] }
        let fact: String
        let help: String
        if let roles = first.roles, let others = second.roles {
            let lacking = roles.filter { !others.contains($0) }
            guard !lacking.isEmpty else { return [] }
            fact =
                "lacks " + lacking.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
                + (lacking.count > 6 ? " and \(lacking.count - 6) more" : "")
            help = "give palette \"\(to)\" a color for each role of \"\(from)\""
        } else {
            guard first.colors.count != second.colors.count else { return [] }
            fact = "found \(counted(second.colors.count, "color")), expected \(first.colors.count)"
            help =
                "palettes without roles for both are matched in order: "
                + "give them as many colors"
        }
        return [
            Diagnostic(
                .paletteMismatch,
                at: place["to"].location,
                message: "palette \"\(to)\" does not fit palette \"\(from)\", \(fact)",
                help: help
            )
        ]
    }

    private func variants(_ variants: [ColorVariant], of thing: String) -> [Diagnostic] {
        var first: [String: String] = [:]
        return variants.compactMap { variant -> Diagnostic? in
            let meanings = catalog.meanings(ofVariant: variant.key)
            guard let meaning = meanings.first else { return unknownValue(variant) }
            if meanings.count > 1 {
                let keys = meanings.map { "\"\($0.axis)=\($0.value)\"" }
                return Diagnostic(
                    .ambiguousVariant,
                    at: variant.place.nameLocation,
                    message: "the variant \"\(variant.key)\" of \(thing) may mean "
                        + keys.joined(separator: " or "),
                    help: "say the axis: write \(keys[0])"
                )
                .following([.naming])
            }
            let value = "\(meaning.axis)=\(meaning.value)"
            guard let earlier = first[value] else {
                first[value] = variant.key
                return nil
            }
            return Diagnostic(
                .ambiguousVariant,
                at: variant.place.nameLocation,
                message: "the variants \"\(earlier)\" and \"\(variant.key)\" of \(thing) mean the "
                    + "same value",
                help: "keep one of them"
            )
        }
    }

    private func unknownValue(_ variant: ColorVariant) -> Diagnostic {
        let known = catalog.axes.flatMap { axis in
            variant.key.contains("=") ? axis.ids.map { "\(axis.name)=\($0)" } : axis.ids
        }
        return unknown("axis value", variant.key, at: variant.place.nameLocation, known: known)
    }
}
