public struct AuthoredColoring: Sendable {
    public var coloring: Coloring
    /// The owner, such as `item "hat"`.
    public var thing: String
    public var place: CatalogPlace
}

extension Catalog {
    /// All colorings, those of variants after the others of the same thing.
    public var authoredColorings: [AuthoredColoring] {
        let values = axes.flatMap { axis in
            axis.values.map { value in
                AuthoredColoring(
                    coloring: value.coloring,
                    thing: "value \"\(value.id)\" of axis \"\(axis.name)\"",
                    place: value.place
                )
            }
        }
        let variants = authoredVariants.flatMap { thing, variants in
            variants.map {
                AuthoredColoring(
                    coloring: $0.coloring,
                    thing: "variant \"\($0.key)\" of \(thing)",
                    place: $0.place
                )
            }
        }
        return (values + coloredThings.map(\.own) + variants).filter { !$0.coloring.isEmpty }
    }

    public var authoredVariants: [(thing: String, variants: [ColorVariant])] {
        coloredThings.filter { !$0.variants.isEmpty }.map { ($0.own.thing, $0.variants) }
    }

    /// What has a coloring or variants.
    private var coloredThings: [(own: AuthoredColoring, variants: [ColorVariant])] {
        func thing(
            _ name: @autoclosure () -> String,
            _ coloring: Coloring,
            _ variants: [ColorVariant],
            _ place: CatalogPlace
        ) -> (own: AuthoredColoring, variants: [ColorVariant])? {
            guard !coloring.isEmpty || !variants.isEmpty else { return nil }
            return (AuthoredColoring(coloring: coloring, thing: name(), place: place), variants)
        }
        return sheets.compactMap { rule in
            let own = rule.own
            let name = "sheet rule \"\(rule.pattern.text)\""
            return thing(name, own.coloring, own.variants, rule.settings.place)
        }
            + species.compactMap {
                thing("species \"\($0.id)\"", $0.coloring, $0.variants, $0.place)
            }
            + items.compactMap { thing("item \"\($0.id)\"", $0.coloring, $0.variants, $0.place) }
            + images.compactMap { thing("image \"\($0.id)\"", $0.coloring, $0.variants, $0.place) }
    }
}
